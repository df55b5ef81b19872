/// Whom a token of a provider's backend is for.
///
/// Source: contract 3.5.
public enum TokenSubject: Sendable, Hashable {
  /// A rider's app, by the id of its trip.
  case consumer(tripID: String)
  /// A driver's app, by the id of its vehicle.
  case driver(vehicleID: String)
  /// The provider's own server.
  case server
}
