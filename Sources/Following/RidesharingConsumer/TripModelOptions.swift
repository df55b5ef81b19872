public import FleetEngine

/// How a trip model polls the server.
///
/// See docs/protocol.md, "Trip model".
public struct TripModelOptions: Sendable, Hashable {
  /// The shortest and default time between the starts of two polls.
  public static let minimumInterval: Duration = .seconds(5)
  /// The longest time between the starts of two polls.
  public static let maximumInterval: Duration = .seconds(86_400)

  /// The time between the starts of two polls in seconds.
  ///
  /// 0 selects the default; other values below 5 count as 5. A negative or infinite value turns
  /// polling off, so that only ``TripModel/refresh()`` polls. A retry after a recoverable failure
  /// may come sooner; after other failures and while a quota is exhausted polls are never more
  /// frequent.
  public var autoRefreshTimeInterval: Double
  /// The facts about the client that each request contains.
  public var tripRequestHeader: RequestHeader?
  /// A vehicle is quiet if its location is older than this.
  package var quietAfter = RideFacts.quietAfter
  /// Whether the records of polls have their requests and responses.
  package var recordsExchanges = false

  /// Creates options.
  public init(autoRefreshTimeInterval: Double = 0, tripRequestHeader: RequestHeader? = nil) {
    self.autoRefreshTimeInterval = autoRefreshTimeInterval
    self.tripRequestHeader = tripRequestHeader
  }

  /// The resulting time between the starts of two polls; nil if polling is off.
  public var pollingInterval: Duration? {
    let seconds = autoRefreshTimeInterval
    if seconds < 0 || seconds.isInfinite { return nil }
    guard seconds < Self.maximumInterval.inSeconds else {
      return seconds.isNaN ? Self.minimumInterval : Self.maximumInterval
    }
    return max(Self.minimumInterval, .seconds(seconds))
  }
}

/// Whether a trip model updates itself.
///
/// See docs/protocol.md, "SDK data types".
public enum TripModelState: Int, Sendable, Hashable {
  /// The model has no subscribers and does not poll.
  case inactive = 0
  /// The model has subscribers and polls.
  case active = 1
}
