/// Whether a trip model keeps itself up to date.
///
/// Source: contract 5.4.
public enum TripModelState: Int, Sendable, Hashable {
  /// Nobody subscribes and nothing is asked.
  case inactive = 0
  /// Somebody subscribes and the server is asked again and again.
  case active = 1
}
