public import FleetEngine

/// How a trip model asks the server.
///
/// Source: contract 5.2.
public struct TripModelOptions: Sendable, Hashable {
  /// The shortest time between the starts of two polls, which is also the one of ``init()``.
  public static let minimumInterval: Duration = .seconds(5)
  /// The longest time between the starts of two polls.
  public static let maximumInterval: Duration = .seconds(86_400)

  /// Seconds between the starts of two polls.
  ///
  /// 0 stands for 5; other values below 5 count as 5. A negative or infinite value turns polling
  /// off, so that only a refresh asks the server. While polls fail the waits are those of contract
  /// 4.3: shorter than this only after a failure that asking again may end, never after one that
  /// somebody has to mend or while a quota is used up.
  public var autoRefreshTimeInterval: Double
  /// What the requests say of the client.
  public var tripRequestHeader: RequestHeader?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - autoRefreshTimeInterval: Seconds between the starts of two polls, 0 for the usual 5.
  ///   - tripRequestHeader: What the requests say of the client.
  public init(autoRefreshTimeInterval: Double, tripRequestHeader: RequestHeader? = nil) {
    self.autoRefreshTimeInterval = autoRefreshTimeInterval
    self.tripRequestHeader = tripRequestHeader
  }

  /// Creates options with the usual interval.
  public init() {
    self.init(autoRefreshTimeInterval: 0)
  }

  /// The time between the starts of two polls that results; nil if there is no polling.
  public var pollingInterval: Duration? {
    let seconds = autoRefreshTimeInterval
    if seconds < 0 || seconds.isInfinite { return nil }
    guard seconds < Self.maximumInterval.inSeconds else {
      return seconds.isNaN ? Self.minimumInterval : Self.maximumInterval
    }
    return max(Self.minimumInterval, .seconds(seconds))
  }
}
