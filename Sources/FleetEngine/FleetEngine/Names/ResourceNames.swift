/// The full name of a trip, `providers/{provider}/trips/{trip}`.
///
/// See docs/protocol.md, "Names and IDs".
public struct TripName: ResourceName {
  /// The form of a trip's name, for people.
  public static let form = "providers/PROVIDER/trips/TRIP"
  package static let collection = "trips"

  /// The ID of the provider, which is its Google Cloud project.
  public let providerID: String
  /// The trip's ID, 1 to 64 characters.
  public let tripID: String

  /// Creates a name from its IDs, or throws the rule that one of them breaks.
  public init(providerID: String, tripID: String) throws(ResourceNameError) {
    try Self.check([providerID, tripID])
    (self.providerID, self.tripID) = (providerID, tripID)
  }

  /// Parses a full name, or throws the rule that the text breaks.
  public init(parsing text: String) throws(ResourceNameError) {
    (providerID, tripID) = try Self.split(text)
  }

  /// The full name.
  public var description: String { "providers/\(providerID)/trips/\(tripID)" }

  package var resourceID: String { tripID }
  package var context: AuthorizationContext { AuthorizationContext(tripID: tripID) }
}

/// The full name of a vehicle, `providers/{provider}/vehicles/{vehicle}`.
///
/// See docs/protocol.md, "Names and IDs".
public struct VehicleName: ResourceName {
  /// The form of a vehicle's name, for people.
  public static let form = "providers/PROVIDER/vehicles/VEHICLE"
  package static let collection = "vehicles"

  /// The ID of the provider, which is its Google Cloud project.
  public let providerID: String
  /// The vehicle's ID, 1 to 64 characters.
  public let vehicleID: String

  /// Creates a name from its IDs, or throws the rule that one of them breaks.
  public init(providerID: String, vehicleID: String) throws(ResourceNameError) {
    try Self.check([providerID, vehicleID])
    (self.providerID, self.vehicleID) = (providerID, vehicleID)
  }

  /// Parses a full name, or throws the rule that the text breaks.
  public init(parsing text: String) throws(ResourceNameError) {
    (providerID, vehicleID) = try Self.split(text)
  }

  /// The full name.
  public var description: String { "providers/\(providerID)/vehicles/\(vehicleID)" }

  package var resourceID: String { vehicleID }
  package var context: AuthorizationContext { AuthorizationContext(vehicleID: vehicleID) }
}

/// The common part of trip and vehicle names.
package protocol ResourceName: WireScalar, Hashable, CustomStringConvertible {
  static var form: String { get }
  static var collection: String { get }
  var providerID: String { get }
  var resourceID: String { get }
  var context: AuthorizationContext { get }
  init(parsing text: String) throws(ResourceNameError)
}

extension ResourceName {
  /// Checks the rules that IDs of providers, trips and vehicles follow.
  ///
  /// See docs/protocol.md, "Names and IDs".
  fileprivate static func check(_ ids: [String], in text: String? = nil) throws(ResourceNameError) {
    for id in ids {
      guard let reason = violation(id) else { continue }
      throw ResourceNameError(text: text ?? id, reason: reason, expectedForm: form)
    }
  }

  /// Splits `providers/P/COLLECTION/ID`.
  fileprivate static func split(
    _ text: String
  ) throws(ResourceNameError) -> (provider: String, id: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard parts.count == 4, parts[0] == "providers", parts[2] == collection else {
      throw ResourceNameError(text: text, reason: .form, expectedForm: form)
    }
    try check([parts[1], parts[3]], in: text)
    return (parts[1], parts[3])
  }

  private static func violation(_ id: String) -> ResourceNameError.Reason? {
    if id.isEmpty { return .empty }
    var isASCII = true
    var isClean = true
    for byte in id.utf8 {
      switch byte {
      case 0x80...: isASCII = false
      case ..<0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "?"),
        UInt8(ascii: ","), UInt8(ascii: "#"):
        isClean = false
      default: break
      }
    }
    // A character may have any number of scalars.
    if (isASCII ? id.utf8.count : id.count) > 64 || id.utf8.count > 64 * 16 { return .tooLong }
    if !isASCII {
      isClean =
        isClean
        && id.unicodeScalars.allSatisfy { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: false
          default: true
          }
        }
    }
    return isClean && id != "." && id != ".." ? nil : .forbiddenCharacter
  }
}
