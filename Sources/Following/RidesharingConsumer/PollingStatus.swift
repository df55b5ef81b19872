public import FleetEngine
public import HTTPMessages
internal import TrustLimits

/// The progress of a trip model's polling.
///
/// Monotonic moments count from the origin of the service's clock.
public struct PollingStatus: Sendable, Hashable {
  /// Whether a request is under way.
  public var isPolling = false
  /// When the last request started, monotonic.
  public var lastPollAt: Duration?
  /// When the last poll succeeded, monotonic.
  public var lastAnswerAt: Duration?
  /// When the last poll succeeded, on the wall clock.
  public var lastAnswerWallTime: Timestamp?
  /// The `Date` header of the last successful response, with its `Age` in a cache.
  public var serverDate: String?
  /// The timings of the last successful exchange.
  public var timings: HTTPTimings?
  /// The size of the last successful response's body in bytes.
  public var bodyBytes: Int?
  /// The number of failures since the last success.
  public var consecutiveFailures = 0
  /// When the first of those failures happened, monotonic.
  public var failingSince: Duration?
  /// The last of those failures; nil after a success.
  public var lastError: FleetEngineError?
  /// When the next request will start, monotonic; nil if none is planned.
  public var nextPollAt: Duration?
  /// The time between the starts of two polls, longer than configured while a quota is exhausted;
  /// nil if polling is off.
  public var interval: Duration?
  /// The configured time between the starts of two polls; nil if polling is off.
  public var usualInterval: Duration?
  /// The number of successful polls.
  public var totalUpdates = 0
  /// The number of requests that followed a failure.
  public var totalRetries = 0
  /// The last 50 polls, oldest first.
  public var recentPolls: [PollRecord] = []
  /// How far the server's clock is ahead of this machine's, the median of its last five responses;
  /// nil before the first `Date` header.
  public var serverClockOffset: Duration?
  /// Since when all responses have had the same last location, monotonic; nil without a location.
  package var locationSince: Duration?
  /// The first estimates of the arrivals, with which later ones are compared.
  package var promised = PromisedArrivals()
  /// The vehicle is quiet if its location is older than this.
  package var quietAfter = RideFacts.quietAfter
  /// The present step of the request under way, before the first success only.
  public var step: PollingStep?
  /// When that step started, monotonic.
  public var stepSince: Duration?

  /// Whether no request is under way, the last one started at least so long ago, and another one may cure what it failed with.
  ///
  /// A server whose quota is exhausted says itself when to come back.
  package func isDue(after age: Duration, at now: Duration) -> Bool {
    let mayHelp = lastError.map { $0.mayPass && $0.bucket != .quota } ?? true
    return mayHelp && !isPolling && lastPollAt.map { now - $0 >= age } ?? true
  }

  /// Creates the status before the first request.
  public init() {}

  /// Creates the status after a single successful request.
  package init(after response: FleetEngineResponse<Trip>, at now: Duration, wall: Timestamp) {
    (lastAnswerAt, lastAnswerWallTime) = (now, wall)
    var clock = ServerClock()
    clock.add(response.serverDate, at: now)
    serverClockOffset = clock.offset(now: now, wall: wall)
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

  /// Takes over what somebody else decided about the next poll.
  mutating func apply(_ plan: PollPlan) {
    (interval, usualInterval) = (plan.interval, plan.usualInterval)
    nextPollAt = isPolling ? nil : plan.next
  }

  /// Records the end of a poll, which succeeded if `error` is nil.
  mutating func recordEnd(_ error: FleetEngineError?, at now: Duration, wall: Timestamp) {
    lastError = error
    guard error == nil else { return }
    lastAnswerAt = now
    lastAnswerWallTime = wall
    totalUpdates += 1
  }

  mutating func remember(_ poll: PollRecord) {
    recentPolls.append(poll)
    recentPolls.removeFirst(max(0, recentPolls.count - Limits.Response.recentPolls))
  }

  /// Removes the exchanges of all records; returns whether there was one.
  mutating func dropExchanges() -> Bool {
    guard recentPolls.contains(where: { $0.exchange != nil }) else { return false }
    for index in recentPolls.indices { recentPolls[index].exchange = nil }
    return true
  }
}

/// The steps of the first request for a trip.
public enum PollingStep: Sendable, Hashable {
  /// An access token.
  case token
  /// A connection to the server, including name lookup and TLS.
  case connecting
  /// The server's response.
  case answer

  init(_ step: ExchangeObserver.Step) {
    self =
      switch step {
      case .token: .token
      case .connecting, .turn: .connecting
      case .answer: .answer
      }
  }
}

/// The record of one poll.
public struct PollRecord: Sendable, Hashable {
  /// When the request started, on the wall clock.
  public var time: Timestamp
  /// The result; `ok` for a success.
  public var code: RPCCode
  /// The HTTP status of an error response, 100 to 599; nil for a success or without a response.
  public var httpStatus: Int?
  /// The time from the start of the request, including the wait for its token, to its end.
  public var duration: Duration
  /// The size of a successful response's body in bytes.
  public var bodyBytes: Int?
  /// The number of the attempt: 1 after a success, one more after each failure.
  public var attempt: Int
  /// The request and its response, if the model's options ask for them.
  package var exchange: RecordedExchange?

  /// Creates a record.
  public init(
    time: Timestamp, code: RPCCode, httpStatus: Int? = nil, duration: Duration,
    bodyBytes: Int? = nil, attempt: Int = 1
  ) {
    self.time = time
    self.code = code
    self.httpStatus = httpStatus
    self.duration = duration
    self.bodyBytes = bodyBytes
    self.attempt = attempt
  }
}

/// The first estimates that were seen of a trip's arrivals; nil before there was one.
package struct PromisedArrivals: Sendable, Hashable {
  package private(set) var pickup: Timestamp?
  package private(set) var dropoff: Timestamp?

  package init() {}

  /// Keeps the estimates of a trip for places that had none before.
  package mutating func note(_ trip: Trip) {
    let stage = TripStage(trip)
    guard !stage.isEnded else { return }
    if !stage.isPickedUp, stage != .atPickup { pickup = pickup ?? trip.eta(at: .pickup) }
    dropoff = dropoff ?? trip.eta(at: .dropoff)
  }
}

/// When a trip is polled next, as the scheduler of many trips decides.
struct PollPlan: Sendable, Hashable {
  /// The time between the starts of two polls.
  let interval: Duration
  /// That time while no quota is exhausted.
  let usualInterval: Duration
  /// When the trip is due; nil if it is not polled.
  let next: Duration?
}
