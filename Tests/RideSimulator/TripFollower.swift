import FleetEngine
import HTTPMessages
import RidesharingConsumer

/// A subscriber of a trip that compares what it hears with what the server knows.
@MainActor final class TripFollower: TripModelSubscriber {
  /// How long after the last fault a trip may not be up to date: the longest wait after a refusal,
  /// and the time limits of a token and a response.
  static let recovery: Duration = .seconds(72 + 15 + 15 + 5)
  /// The time from a change of the server to its arrival, with a poll each five seconds.
  private static let staleness: Duration = .seconds(5 + 2)

  let model: TripModel
  private let link: Link
  private let world: World
  private var updateCount: Int
  private var lastStatus: TripStatus?
  /// Where in the server's statuses the last one was.
  private var place = 0
  /// The trip after the last poll.
  private var lastTrip: Trip?
  private var wasNotFound = false
  private let start = Scheduler.now
  private(set) var isOver = false

  init(_ model: TripModel, over link: Link, in world: World) {
    (self.model, self.link, self.world) = (model, link, world)
    updateCount = model.polling.totalUpdates
    lastTrip = model.currentTrip
    if model.polling.lastError != nil { RareState.reach(.joinedAfterFailure) }
    link.allowRequest(about: tripID)
    link.addUser(of: tripID)
    model.register(self)
  }

  func leave() {
    isOver = true
    model.unregisterSubscriber(self)
    link.removeUser(of: tripID)
  }

  private var tripID: String { model.tripName.split(separator: "/").last.map(String.init) ?? "" }
  private var label: String { "\(link.device.name), \(tripID)" }

  func tripModel(_ tripModel: TripModel, didUpdate tripStatus: TripStatus) {
    guard tripStatus != lastStatus else { return }
    let isFirst = lastStatus == nil
    lastStatus = tripStatus
    let statuses = world.server.statuses[tripID] ?? []
    guard let found = statuses[place...].firstIndex(where: { $0.status == tripStatus }) else {
      let known = statuses.map { "\($0.status)" }.joined(separator: ", ")
      Failure.report(
        "statuses are seen in the server's order",
        "\(label) became \(tripStatus) after number \(place) of \(known)")
    }
    if !isFirst, found > place + 1 { RareState.reach(.statusMissed) }
    let time = statuses[found].time
    if tripStatus.isTerminal, !isFirst, Scheduler.now - time >= .seconds(30) {
      RareState.reach(.endSeenLate)
    }
    place = found
    Scheduler.note("\(label) seen \(tripStatus)")
  }

  func tripModel(_ tripModel: TripModel, didFailUpdateTripWithError error: FleetEngineError?) {
    guard let error else { return }
    wasNotFound = error.code == .notFound
    switch error.cause {
    case .otherResource, .otherServer, .request: fail("\(error.message)")
    case .server:
      let known: Set<RPCCode> = [
        .notFound, .unauthenticated, .resourceExhausted, .unavailable, .internal,
      ]
      // The trip is followed before it exists.
      let isKnown = known.contains(error.code) && (error.code != .notFound || !isCreated)
      if !isKnown, error.httpStatus != 502 { fail("\(error.code) \(error.message)") }
    case .token: if link.wasRefused(tripID) { RareState.reach(.noTokenAfterRefusal) }
    case .unreadableAnswer: RareState.reach(.bodyCut)
    case .transport: break
    }
    func fail(_ text: String) {
      Failure.report("polls fail only for reasons that there are", "\(label): \(text)")
    }
  }

  private var isCreated: Bool {
    world.server.statuses[tripID]?.first.map { Scheduler.now - $0.time > .seconds(75) } ?? false
  }

  func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
    checkWaits(polling)
    if !polling.isPolling, polling.consecutiveFailures == 9,
      polling.lastError?.bucket == .recoverable
    {
      RareState.reach(.longestBackoff)
    }
    if let exchange = polling.recentPolls.last?.exchange {
      let texts = exchange.requestHeaders.fields.map(\.value) + [exchange.url.description]
      Failure.check(
        !texts.contains(where: Failure.holdsToken), "no token is in the record of a request", label)
    }
    guard polling.lastError == nil, polling.totalUpdates != updateCount else { return }
    updateCount = polling.totalUpdates
    if wasNotFound { RareState.reach(.foundLate) }
    wasNotFound = false
    checkTrip()
    if let offset = polling.serverClockOffset {
      let error = offset + link.device.skew
      Failure.check(
        error > .seconds(-60) && error < .seconds(60), "the server's clock is known",
        "\(label): \(offset), and the device is ahead by \(link.device.skew)")
    }
  }

  /// Checks that the model shows what the server had, whatever the response left out.
  private func checkTrip() {
    guard let body = link.delivered[tripID], let shown = model.currentTrip,
      var expected = Trip(body: body)
    else { return }
    defer { lastTrip = shown }
    if let last = lastTrip {
      compare(shown, with: last)
      // The model keeps the location that it has.
      if expected.isOlder(than: last) {
        expected.lastLocation = last.lastLocation
        RareState.reach(.olderLocationRefused)
      }
    }
    var trip = shown
    // A response repeats neither.
    (trip.remainingTimeToFirstWaypoint, expected.remainingTimeToFirstWaypoint) = (nil, nil)
    Failure.check(
      trip == expected, "a merged trip is the whole trip",
      "\(label): \(Self.difference(trip, expected))")
  }

  /// Looks for rare changes of the trip.
  private func compare(_ trip: Trip, with last: Trip) {
    if trip.status == .enrouteToDropoff, last.status == .enrouteToDropoff,
      trip.dropoffPoint != last.dropoffPoint
    {
      RareState.reach(.destinationMoves)
    }
    if trip.isFinishingAnotherTrip, !last.isFinishingAnotherTrip {
      RareState.reach(.otherTripFirst)
    }
    guard let waypoint = trip.remainingWaypoints.first,
      let former = last.remainingWaypoints.first,
      (waypoint.tripID, waypoint.type) == (former.tripID, former.type),
      waypoint.location == former.location, trip.vehicleID == last.vehicleID,
      let arrival = trip.etaToFirstWaypoint, let before = last.etaToFirstWaypoint
    else { return }
    if arrival < before - .seconds(60) { RareState.reach(.arrivalMovesAhead) }
  }

  static func difference(_ one: Trip, _ other: Trip) -> String {
    let (one, other) = (Mirror(reflecting: one).children, Mirror(reflecting: other).children)
    let parts = zip(one, other).compactMap { a, b -> String? in
      let (x, y) = ("\(a.value)", "\(b.value)")
      return x == y ? nil : "\(a.label ?? "") is \(x.prefix(300)) and not \(y.prefix(300))"
    }
    return parts.joined(separator: "; ")
  }

  private func checkWaits(_ polling: PollingStatus) {
    guard let next = polling.nextPollAt else { return }
    let wait = next - link.device.monotonic
    Failure.check(
      wait <= .seconds(73) + (polling.lastError?.retryAfter ?? .zero),
      "no wait is longer than its rule",
      "\(label) waits for \(wait)"
    )
  }

  /// Checks what is said of old data, whatever is wrong.
  func checkAge() {
    let (polling, device) = (model.polling, link.device)
    guard !isOver, let answered = polling.lastAnswerAt else { return }
    let facts = RideFacts(
      model.currentTrip, polling, now: device.monotonic, wall: device.clock.wallNow())
    guard facts.state != .ended else { return }
    let age = device.monotonic - answered
    let polled = max(polling.interval ?? .zero, .seconds(5))
    Failure.check(
      age <= .seconds(11) + polled || facts.isStale, "old data are not called new",
      "\(label) is \(age) old and \(facts.state)")
    Failure.check(
      age <= .seconds(301) || facts.isWithdrawn, "old estimates are withdrawn",
      "\(label) is \(age) old and \(facts.state)")
  }

  /// Checks what has to hold while nothing is wrong.
  func checkHealthy() {
    let now = Scheduler.now
    guard !isOver, now - start > Self.recovery, isCreated,
      let interval = model.options.pollingInterval
    else { return }
    let polling = model.polling
    Failure.check(
      polling.isPolling || polling.nextPollAt != nil, "an active trip has a next poll", label)
    let limit = Self.staleness + interval - .seconds(5)
    guard let answered = polling.lastAnswerAt else {
      Failure.report("a trip recovers after faults", "\(label) has no response")
    }
    let age = link.device.monotonic - answered
    Failure.check(
      age <= limit, "a trip recovers after faults",
      "\(label) is \(age) old, \(polling.consecutiveFailures) failures, \(polling.lastError?.message ?? "none")"
    )
    guard let status = model.currentTrip?.status, let truth = world.server.statuses[tripID] else {
      return
    }
    let old = truth.last { $0.time <= now - limit }
    let recent = truth.filter { $0.time > now - limit } + (old.map { [$0] } ?? [])
    Failure.check(
      recent.contains { $0.status == status }, "a trip has the server's status",
      "\(label) is \(status) and not \(recent.map { "\($0.status)" })")
  }
}

extension Trip {
  /// Whether the same vehicle's location is older by the server's clock.
  fileprivate func isOlder(than last: Trip) -> Bool {
    guard vehicleID == last.vehicleID, let time = lastLocation?.serverTime,
      let lastTime = last.lastLocation?.serverTime
    else { return false }
    return time < lastTime
  }
}
