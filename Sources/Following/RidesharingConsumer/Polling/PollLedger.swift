internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// The trip and the polling status that follow from finished polls, live or recorded.
package struct PollLedger: Sendable {
  package internal(set) var status = PollingStatus()
  package private(set) var trip: PreparedTrip?
  private var serverClock = ServerClock()

  package init() {}

  /// Records the end of a poll; returns the trip after it and what changed, or nil for a failure.
  mutating func finish(_ poll: FinishedPoll) -> (trip: PreparedTrip?, fields: TripPropertyFields) {
    let outcome = poll.outcome
    let (now, wall) = (poll.start + poll.duration, poll.time + poll.duration)
    status.remember(poll.record)
    serverClock.add(outcome.serverDate, at: now)
    status.serverClockOffset = serverClock.offset(now: now, wall: wall)
    status.recordEnd(outcome.error, at: now, wall: wall)
    guard var whole = outcome.trip else { return (nil, []) }
    var fields = outcome.fields
    // A response that takes back the end of a trip is outdated, unless the user requested it.
    if let trip, trip.trip.status.isTerminal, whole.trip.status != trip.trip.status,
      !poll.isUserRequest
    {
      (whole, fields) = (trip, [])
    }
    if whole.trip.lastLocation != trip?.trip.lastLocation {
      status.locationSince = whole.trip.lastLocation.map { _ in now }
    }
    status.promised.note(whole.trip)
    trip = whole
    status.serverDate = outcome.serverDate
    status.timings = outcome.timings
    status.bodyBytes = outcome.bodyBytes
    return (whole, fields)
  }
}

/// A poll that has ended, before it is counted.
struct FinishedPoll: Sendable {
  let outcome: PollOutcome
  /// When it started, monotonic.
  let start: Duration
  let duration: Duration
  /// When it started, on the wall clock.
  let time: Timestamp
  let attempt: Int
  /// Whether the user requested it, so that it may take back the end of a trip.
  let isUserRequest: Bool
  /// Whether the record of the poll contains its exchange.
  let keepsExchange: Bool

  fileprivate var record: PollRecord {
    var record = PollRecord(
      time: time, code: outcome.error?.code ?? .ok, httpStatus: outcome.error?.httpStatus,
      duration: duration, bodyBytes: outcome.bodyBytes, attempt: attempt)
    if keepsExchange {
      record.exchange = outcome.exchange?.cut(toBodyBytes: Limits.Response.rememberedBodyBytes)
    }
    return record
  }
}
