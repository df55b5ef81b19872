internal import FleetEngine

/// A poll that failed.
struct FailedAttempt: Equatable {
  /// The most that are remembered.
  static let most = 20

  /// When it failed.
  let time: Timestamp
  /// What kind of failure it was.
  let code: String
  /// The time until the next try; nil where none is planned.
  let wait: Duration?
}
