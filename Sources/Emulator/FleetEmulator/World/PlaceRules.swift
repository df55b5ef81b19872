internal import FleetEngine
internal import Geo
internal import TrustLimits

/// The rules for locations in requests: a point, the name of a place, or both.
///
/// With both, the point counts. The emulator has no list of places, so it makes up a point for a place
/// without one: in the cell of a tenth of a degree around the request's other points, at a position
/// that follows from the name. A place is thus the same point for all trips in a town. See
/// docs/protocol.md, "Waypoints and terminal locations".
enum PlaceRules {
  /// The reference of requests without any point, and the location of the backend's new vehicles.
  static let town = Coordinate(latitude: 37.419645, longitude: -122.073884)
  private static let cellDegrees = 0.1
  private static let collection = "places/"

  /// Completes a location with its point and that point's source.
  ///
  /// `former` is the stored location of the field. A place without a point is near `reference`.
  static func completed(
    _ given: TerminalLocation?, _ field: String, former: TerminalLocation? = nil,
    near reference: Coordinate
  ) throws(RPCFailure) -> TerminalLocation? {
    guard let given else { return nil }
    guard let place = given.place else {
      try require(given.point != nil, "\(field) has to have a valid point or a place.")
      return TerminalLocation(point: given.point)
    }
    try require(isValid(place), "\(field).place has to be of the form places/PLACE_ID.")
    // A made-up point that a client sends back is still made up.
    let isMadeUp = former?.pointSource == .calculatedFromPlace && former?.point == given.point
    if let point = given.point, !isMadeUp {
      return TerminalLocation(point: point, place: place, pointSource: .developerProvided)
    }
    return TerminalLocation(
      point: isMadeUp && former?.place == place ? given.point : point(of: place, near: reference),
      place: place, pointSource: .calculatedFromPlace)
  }

  /// The reference of a request's places: its first point.
  static func reference(_ locations: [TerminalLocation?]) -> Coordinate {
    locations.lazy.compactMap { $0?.point }.first ?? town
  }

  static func point(of place: String, near reference: Coordinate) -> Coordinate {
    let hash = hash(place)
    return Coordinate(
      latitude: coordinate(reference.latitude, most: 90, fraction: hash >> 32),
      longitude: coordinate(reference.longitude, most: 180, fraction: hash & 0xFFFF_FFFF))
  }

  /// A number in the cell of another one, rounded to six digits.
  private static func coordinate(_ number: Double, most: Double, fraction: UInt64) -> Double {
    let cell = min((number / cellDegrees).rounded(.down) * cellDegrees, most - cellDegrees)
    let exact = cell + Double(fraction) / 0x1p32 * cellDegrees
    return (exact * 1_000_000).rounded() / 1_000_000
  }

  private static func isValid(_ place: String) -> Bool {
    let id = place.utf8.dropFirst(collection.utf8.count)
    return place.hasPrefix(collection) && !id.isEmpty
      && place.utf8.count <= Limits.Emulator.placeBytes
      && id.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") }
  }

  /// FNV-1a with the last step of SplitMix64, which spreads short names over all bits.
  private static func hash(_ text: String) -> UInt64 {
    var hash = text.utf8.fnv1a
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}

extension Sequence<UInt8> {
  /// The FNV-1a hash, which is the same in every process.
  package var fnv1a: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
