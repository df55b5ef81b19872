/// The full name of a trip, `providers/{provider}/trips/{trip}`.
///
/// Source: contract 1.1.
public struct TripName: Sendable, Hashable, CustomStringConvertible {
  /// The form of a trip's name, for people.
  public static let form = "providers/PROVIDER/trips/TRIP"

  /// The provider's id, which is its Google Cloud project's.
  public let providerID: String
  /// The trip's id, 1 to 64 characters.
  public let tripID: String

  /// Creates a name from its ids.
  ///
  /// - Parameters:
  ///   - providerID: The provider's id.
  ///   - tripID: The trip's id.
  /// - Throws: The rule that an id breaks.
  public init(providerID: String, tripID: String) throws(ResourceNameError) {
    for id in [providerID, tripID] {
      if let reason = ResourceID.violation(id) {
        throw ResourceNameError(text: id, reason: reason, expectedForm: Self.form)
      }
    }
    self.providerID = providerID
    self.tripID = tripID
  }

  /// Parses a name.
  ///
  /// - Parameter text: The full name.
  /// - Throws: The rule that the text breaks.
  public init(parsing text: String) throws(ResourceNameError) {
    let parts = try ResourceID.split(text, collection: "trips", expectedForm: Self.form)
    self.providerID = parts.provider
    self.tripID = parts.id
  }

  /// The full name.
  public var description: String { "providers/\(providerID)/trips/\(tripID)" }
}
