/// What a service account may do.
///
/// The role is the account's, never the token's. Source: contract 3.2.
public enum ServiceRole: String, Sendable, Hashable, CaseIterable {
  /// The provider's own server: everything.
  case server
  /// A driver's app: one vehicle.
  case driver
  /// A rider's app: one trip.
  case consumer
  /// A dashboard or a report: reads everything and changes nothing.
  case fleetReader = "fleet-reader"
}
