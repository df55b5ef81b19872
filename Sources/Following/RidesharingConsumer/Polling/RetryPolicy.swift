/// The waits after failures, for one trip and for many.
enum RetryPolicy {
  static let betweenRefreshes: Duration = .seconds(1)
  static let firstRetry: Duration = .seconds(1)
  static let growth = 1.6
  static let longestRetry: Duration = .seconds(30)
  static let needsAction: Duration = .seconds(60)
  static let notFound: Duration = .seconds(5)
  static let notFoundFor: Duration = .seconds(120)
  static let longestQuotaInterval: Duration = .seconds(60)
  static let longestRetryAfter: Duration = .seconds(600)
  static let spread = 0.2

  /// A wait after a failure.
  enum Wait {
    /// After a number of recoverable failures in a row.
    case recoverable(Int)
    /// After a failure that the user has to fix.
    case needsAction
  }

  /// Returns the wait after a number of recoverable failures in a row, without a spread.
  static func backoff(failure count: Int) -> Duration {
    var wait = firstRetry
    for _ in 1..<max(1, min(count, 20)) { wait = min(wait * growth, longestRetry) }
    return wait
  }

  /// Returns a random length near the wait's, so that clients that failed together retry apart.
  static func spread(_ wait: Wait, using random: inout some RandomNumberGenerator) -> Duration {
    let length =
      switch wait {
      case .recoverable(let count): backoff(failure: count)
      case .needsAction: needsAction
      }
    return length * Double.random(in: (1 - spread)...(1 + spread), using: &random)
  }
}
