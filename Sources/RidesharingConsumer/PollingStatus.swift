public import FleetEngine
public import HTTPMessages
internal import TrustLimits

/// How the asking of the server goes.
///
/// Monotonic moments count from the origin of the service's clock.
public struct PollingStatus: Sendable, Hashable {
  /// Whether a request is on its way.
  public var isPolling = false
  /// When the last request left, monotonic.
  public var lastPollAt: Duration?
  /// When the last good answer came, monotonic.
  public var lastAnswerAt: Duration?
  /// When the last good answer came, on the wall clock.
  public var lastAnswerWallTime: Timestamp?
  /// The server's clock in the last good answer, as its `Date` header says.
  public var serverDate: String?
  /// How long the exchange of the last good answer took.
  public var timings: HTTPTimings?
  /// The bytes of the last good answer.
  public var bodyBytes: Int?
  /// The failures since the last good answer.
  public var consecutiveFailures = 0
  /// When the first of those failures came, monotonic.
  public var failingSince: Duration?
  /// The last of those failures; nil after a good answer.
  public var lastError: FleetEngineError?
  /// When the next request leaves, monotonic; nil while none is planned.
  public var nextPollAt: Duration?
  /// The time between the starts of two polls, longer than asked for while a quota is used up; nil
  /// if there is no polling.
  public var interval: Duration?
  /// The time between the starts of two polls as it was asked for; nil if there is no polling.
  public var usualInterval: Duration?
  /// The good answers so far.
  public var totalUpdates = 0
  /// The requests so far that followed a failure.
  public var totalRetries = 0
  /// The last polls that have ended, at most 50, the oldest first.
  public var recentPolls: [PollRecord] = []

  /// How far the server's clock is ahead of this machine's, the median of its last five answers;
  /// nil before one that told.
  public var serverClockOffset: Duration?
  /// What the request waits for, before the first good answer; nil later and while none is on its
  /// way.
  public var step: PollingStep?
  /// Since when it waits for that, monotonic.
  public var stepSince: Duration?

  /// Creates the status before the first request.
  public init() {}

  /// Remembers a poll, and forgets the oldest where there are too many.
  mutating func remember(_ poll: PollRecord) {
    recentPolls.append(poll)
    recentPolls.removeFirst(max(0, recentPolls.count - Limits.Reply.recentPolls))
  }
  /// Copies what a polling machine decided.
  mutating func update(from machine: PollingMachine) {
    isPolling = machine.isPolling
    if !isPolling { (step, stepSince) = (nil, nil) }
    lastPollAt = machine.lastPollAt
    nextPollAt = machine.nextPollAt
    interval = machine.presentInterval
    usualInterval = machine.interval
    consecutiveFailures = machine.consecutiveFailures
    failingSince = machine.failingSince
    totalRetries = machine.totalRetries
  }
}
