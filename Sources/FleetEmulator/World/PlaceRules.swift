internal import FleetEngine
internal import Geo
internal import TrustLimits

/// The rules of locations that requests give: a point, the name of a place, or both.
///
/// A point routes and a place beside it is only returned. For a place alone the emulator, which
/// knows no places, makes up a point: the place's name alone decides where it is in the cell of a
/// tenth of a degree around the request's other points, so that the same place is the same point
/// for all trips of a town. Source: contract 1.3.
enum PlaceRules {
  /// Where places are in a request without any point; the provider's backend puts vehicles there.
  static let town = Coordinate(latitude: 37.419645, longitude: -122.073884)
  /// The side of the cells within which points are made up, in degrees.
  private static let cellDegrees = 0.1
  private static let collection = "places/"

  /// Completes a location with its point and that point's source.
  ///
  /// - Parameters:
  ///   - given: The location of the request.
  ///   - field: The field's name, for errors.
  ///   - former: The location that was stored for the field.
  ///   - reference: The point near which a place without a point is.
  /// - Returns: The location with a point; nil where none was given.
  /// - Throws: INVALID_ARGUMENT for a location without point and place, or an invalid place.
  static func completed(
    _ given: TerminalLocation?,
    _ field: String,
    former: TerminalLocation? = nil,
    near reference: Coordinate
  ) throws(RPCFailure) -> TerminalLocation? {
    guard let given else { return nil }
    guard let place = given.place else {
      guard given.point != nil else {
        throw .invalid("\(field) has to have a valid point or a place.")
      }
      return TerminalLocation(point: given.point)
    }
    guard isValid(place) else {
      throw .invalid("\(field).place has to be of the form places/PLACE_ID.")
    }
    // A point that the emulator made up and a client sends back is still made up.
    let isMadeUp = former?.pointSource == .calculatedFromPlace && former?.point == given.point
    if let point = given.point, !isMadeUp {
      return TerminalLocation(point: point, place: place, pointSource: .developerProvided)
    }
    return TerminalLocation(
      point: isMadeUp && former?.place == place ? given.point : point(of: place, near: reference),
      place: place,
      pointSource: .calculatedFromPlace
    )
  }

  /// The point near which a request's places are: the first one that it gives.
  static func reference(_ locations: [TerminalLocation?]) -> Coordinate {
    locations.lazy.compactMap { $0?.point }.first ?? town
  }

  /// The point that stands in for a place.
  static func point(of place: String, near reference: Coordinate) -> Coordinate {
    let hash = hash(place)
    return Coordinate(
      latitude: coordinate(reference.latitude, most: 90, fraction: hash >> 32),
      longitude: coordinate(reference.longitude, most: 180, fraction: hash & 0xFFFF_FFFF)
    )
  }

  /// A number in the cell of another one, to six digits.
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
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}
