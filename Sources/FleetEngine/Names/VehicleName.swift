/// The full name of a vehicle, `providers/{provider}/vehicles/{vehicle}`.
///
/// Source: contract 1.1.
public struct VehicleName: Sendable, Hashable, CustomStringConvertible {
  /// The form of a vehicle's name, for people.
  public static let form = "providers/PROVIDER/vehicles/VEHICLE"

  /// The provider's id, which is its Google Cloud project's.
  public let providerID: String
  /// The vehicle's id, 1 to 64 characters.
  public let vehicleID: String

  /// Creates a name from its ids.
  ///
  /// - Parameters:
  ///   - providerID: The provider's id.
  ///   - vehicleID: The vehicle's id.
  /// - Throws: The rule that an id breaks.
  public init(providerID: String, vehicleID: String) throws(ResourceNameError) {
    for id in [providerID, vehicleID] {
      if let reason = ResourceID.violation(id) {
        throw ResourceNameError(text: id, reason: reason, expectedForm: Self.form)
      }
    }
    self.providerID = providerID
    self.vehicleID = vehicleID
  }

  /// Parses a name.
  ///
  /// - Parameter text: The full name.
  /// - Throws: The rule that the text breaks.
  public init(parsing text: String) throws(ResourceNameError) {
    let parts = try ResourceID.split(text, collection: "vehicles", expectedForm: Self.form)
    self.providerID = parts.provider
    self.vehicleID = parts.id
  }

  /// The full name.
  public var description: String { "providers/\(providerID)/vehicles/\(vehicleID)" }
}
