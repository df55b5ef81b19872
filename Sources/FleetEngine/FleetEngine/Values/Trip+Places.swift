package import Geo

extension Trip {
  /// Where the ride begins, stops, and ends, as far as the server has sent it.
  package var places: [Coordinate] {
    let points = [pickupPoint, dropoffPoint].compactMap(\.self) + intermediateDestinations
    return points.compactMap(\.point).filter(\.isValid)
  }
}
