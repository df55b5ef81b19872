package import FleetEngine
internal import Geo
package import RidesharingConsumer

/// The faults of a recorded ride, and the quality of its ETAs.
///
/// Feed it the polls of one trip in order, then call ``finish()``. It keeps no trips but the last
/// one.
package struct RideInspection: Sendable {
  /// The lead times at which ETAs are compared with the arrival, in seconds.
  package static let leads: [Double] = [1_800, 1_200, 900, 600, 300, 120, 60]
  /// The most findings of one kind that are kept.
  private static let mostFindings = 100

  package private(set) var findings: [RideFinding] = []
  /// The number of findings of each kind, also of those that are not kept.
  package private(set) var counts: [RideFinding.Kind: Int] = [:]
  package private(set) var polls = 0
  package private(set) var failures = 0
  package private(set) var start: Timestamp?
  package private(set) var end: Timestamp?
  /// How long the trip was observed, by the recording's clock, which nobody sets.
  package private(set) var duration: Duration = .zero
  /// The most by which the wall clock was set back between two polls; zero if it was not.
  package private(set) var clockSetBack: Duration = .zero
  /// Whether the clock was set, and not only adjusted a little.
  package var wasClockSetBack: Bool { clockSetBack >= .seconds(1) }
  package private(set) var status: TripStatus?
  /// When the trip was complete, as far as the recording shows.
  package private(set) var arrival: Timestamp?
  /// The ETA of the drop-off in each response, with the response's time.
  package private(set) var estimates: [(time: Timestamp, estimate: Timestamp)] = []
  private var pickupEstimates: [(time: Timestamp, estimate: Timestamp)] = []
  private var pickupArrival: Timestamp?

  private let limits: [RideFinding.Kind: Double]
  private let worldSpeed: Double
  private var ledger = PollLedger()
  private var firstStart: Duration?
  /// The wall clock's time when the recording's clock was zero, as of the last poll.
  private var origin: Timestamp?
  private var last: Trip?
  private var lastSuccess: Timestamp?
  /// The starts of conditions that last.
  private var since: [RideFinding.Kind: Timestamp] = [:]
  private var reported: Set<RideFinding.Kind> = []
  private var offRouteReports = 0
  private var promise: Promise?
  private var trail = VehicleTrail()
  private var minute: [Timestamp] = []

  /// An ETA as a rider sees it: one that is replaced within a second is not seen.
  private struct Promise: Sendable {
    /// The last ETA that was seen.
    var seen: Timestamp
    var present: Timestamp
    /// The time of the response in which the present ETA was first far from the one before it.
    var since: Timestamp
    var isSeen = true

    static let shortest: Duration = .seconds(1)
  }

  /// Creates an inspection; kinds without a limit have the standard one.
  ///
  /// - Parameters:
  ///   - worldSpeed: The speed of a simulated world relative to the clock, by which the speed of the
  ///     vehicle is divided.
  package init(limits: [RideFinding.Kind: Double] = [:], worldSpeed: Double = 1) {
    self.limits = limits
    self.worldSpeed = worldSpeed
  }

  package func limit(_ kind: RideFinding.Kind) -> Double { limits[kind] ?? kind.standardLimit }

  /// Inspects the next poll.
  package mutating func add(_ poll: RecordedPoll) {
    polls += 1
    let time = poll.endTime
    start = start ?? poll.time
    end = time
    inspectClock(poll)
    countRate(poll)
    _ = ledger.replayStart(of: poll)
    let sent: Trip? = if case .trip(let trip) = poll.result { trip } else { nil }
    let report = ledger.replayEnd(of: poll, keepsExchange: false)
    if case .failure(let error) = poll.result {
      failures += 1
      find(.error, time, value: 1, "\(error.label)")
      if error.bucket == .quota { find(.quota, time, value: limit(.quota) + 1, "\(error.label)") }
    }
    guard let trip = report.trip?.trip, report.errors.isEmpty else { return }
    if let lastSuccess, !(last?.status.isTerminal ?? false) {
      let seconds = (time - lastSuccess).inSeconds
      // Polls that are planned far apart are no gap.
      let planned = limits[.gap] == nil ? 2 * (poll.interval?.inSeconds ?? 0) : 0
      if seconds > planned { check(.gap, lastSuccess, value: seconds) }
    }
    lastSuccess = time
    if let sent, let last { compare(sent, with: last, at: time) }
    inspect(trip, after: last, at: time)
    (last, status) = (trip, trip.status)
  }

  /// Ends the inspection: compares the ETAs with the arrivals.
  package mutating func finish() {
    if let end { checkPromise(at: end) }
    for (place, estimates, arrival) in [
      ("pickup", pickupEstimates, pickupArrival), ("drop-off", estimates, arrival),
    ] {
      // What was promised ten minutes before, or first if that was later.
      guard let arrival,
        let promised = estimates.last(where: { $0.time <= arrival - .seconds(600) })
          ?? estimates.first
      else { continue }
      let error = abs((promised.estimate - arrival).inSeconds)
      check(.etaError, promised.time, value: error, place)
    }
    findings.sort { $0.time < $1.time }
  }

  /// The errors of the ETA at the lead times; empty without an arrival.
  package var estimateErrors: [EstimateError] {
    guard let arrival else { return [] }
    return Self.leads.compactMap { lead in
      let moment = arrival - .seconds(lead)
      guard let sample = estimates.last(where: { $0.time <= moment }) else { return nil }
      return EstimateError(lead: lead, error: (sample.estimate - arrival).inSeconds)
    }
  }

  // MARK: - Findings

  private mutating func find(
    _ kind: RideFinding.Kind, _ time: Timestamp, value: Double, _ detail: String = ""
  ) {
    counts[kind, default: 0] += 1
    guard (counts[kind] ?? 0) <= Self.mostFindings else { return }
    findings.append(
      RideFinding(kind: kind, time: time, value: value, limit: limit(kind), detail: detail))
  }

  private mutating func check(
    _ kind: RideFinding.Kind, _ time: Timestamp, value: Double, _ detail: String = ""
  ) { if value > limit(kind) { find(kind, time, value: value, detail) } }

  /// Reports a condition once for as long as it lasts, when it has lasted longer than its limit.
  private mutating func last(
    _ kind: RideFinding.Kind, _ holds: Bool, since first: Timestamp? = nil, at time: Timestamp
  ) {
    guard holds else {
      since[kind] = nil
      reported.remove(kind)
      return
    }
    let start = since[kind] ?? first ?? time
    since[kind] = start
    let value = (time - start).inSeconds
    guard value > limit(kind), reported.insert(kind).inserted else { return }
    find(kind, start, value: value)
  }

  private mutating func countRate(_ poll: RecordedPoll) {
    // Only polls that the program planned: a log has other people's calls.
    guard poll.interval != nil || poll.attempt > 1 else { return }
    minute.append(poll.time)
    minute.removeAll { poll.time - $0 > .seconds(60) }
    guard Double(minute.count) > limit(.quota) else { return }
    find(.quota, poll.time, value: Double(minute.count))
    minute = []
  }

  private mutating func inspectClock(_ poll: RecordedPoll) {
    let first = firstStart ?? poll.start
    firstStart = first
    duration = max(duration, poll.end - first)
    let present = poll.time - poll.start
    if let origin { clockSetBack = max(clockSetBack, origin - present) }
    origin = present
  }

  // MARK: - Trips

  /// Compares a response with the trip before it.
  private mutating func compare(_ sent: Trip, with old: Trip, at time: Timestamp) {
    guard sent.vehicleID == old.vehicleID, let new = sent.lastLocation,
      let before = old.lastLocation
    else { return }
    let (newTime, oldTime) =
      new.serverTime == nil || before.serverTime == nil
      ? (new.updateTime, before.updateTime) : (new.serverTime, before.serverTime)
    guard let newTime, let oldTime else { return }
    if newTime < oldTime {
      find(.discarded, time, value: (oldTime - newTime).inSeconds, "older by seconds")
    }
  }

  private mutating func inspect(_ trip: Trip, after old: Trip?, at time: Timestamp) {
    if let old { inspectOrder(old.status, trip.status, at: time) }
    if arrival == nil, trip.status == .complete {
      arrival = trip.actualDropoffPoint?.timestamp ?? time
    }
    // `pickupTime` is when the vehicle leaves the pickup.
    if pickupArrival == nil, trip.status == .arrivedAtPickup || trip.status.isOnBoard {
      pickupArrival =
        trip.actualPickupArrivalPoint?.timestamp
        ?? (trip.status == .arrivedAtPickup && old?.status.isEnroute == true ? time : nil)
    }
    inspectDwell(trip, at: time)
    inspectHalt(trip)
    guard trip.isActive else { return }
    inspectEstimates(trip, after: old, at: time)
    inspectReports(trip, after: old, at: time)
    inspectRoute(trip, after: old, at: time)
  }

  private mutating func inspectOrder(_ old: TripStatus, _ new: TripStatus, at time: Timestamp) {
    guard old != new, new != .canceled || old.isTerminal else { return }
    let order = TripStatus.knownValues.map(\.value)
    guard !old.isAboutStop || !new.isAboutStop, let from = order.firstIndex(of: old),
      let to = order.firstIndex(of: new), to < from || old.isTerminal
    else { return }
    find(.statusOrder, time, value: 1, "\(old.wireName) to \(new.wireName)")
  }

  private mutating func inspectDwell(_ trip: Trip, at time: Timestamp) {
    last(.dwell, trip.status.isArrival, at: time)
  }

  private mutating func inspectEstimates(_ trip: Trip, after old: Trip?, at time: Timestamp) {
    let pickup = trip.remainingWaypoints.first { trip.isOwnWaypoint($0) && $0.type == .pickup }
    if trip.status == .enrouteToPickup, let estimate = pickup?.eta ?? trip.pickupTime {
      Self.keep((time, estimate), in: &pickupEstimates)
    }
    if let estimate = trip.dropoffTime {
      Self.keep((time, estimate), in: &estimates)
      check(.etaPast, time, value: (time - estimate).inSeconds, "drop-off")
      if let old, old.vehicleID != trip.vehicleID { promise = nil }
      inspectPromise(estimate, at: time)
    }
    let isEnroute = trip.status.isEnroute
    let hasMoved = old.flatMap { old in
      old.lastLocation?.location.flatMap { from in
        trip.lastLocation?.location.map { from.meters(to: $0) > 20 }
      }
    }
    let isStale =
      isEnroute && hasMoved == false && trip.dropoffTime != nil
      && trip.dropoffTime == old?.dropoffTime
    last(.etaStale, isStale, at: time)
  }

  private static func keep<Sample>(_ sample: Sample, in samples: inout [Sample]) {
    samples.append(sample)
    if samples.count > 20_000 {
      samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }
  }

  private mutating func inspectPromise(_ estimate: Timestamp, at time: Timestamp) {
    checkPromise(at: time)
    guard var promise else {
      promise = Promise(seen: estimate, present: estimate, since: time)
      return
    }
    func isFar(_ other: Timestamp) -> Bool { abs((estimate - other).inSeconds) > limit(.etaJump) }
    if isFar(promise.present) { (promise.since, promise.isSeen) = (time, !isFar(promise.seen)) }
    promise.present = estimate
    if promise.isSeen { promise.seen = estimate }
    self.promise = promise
  }

  /// Counts a jump to the present ETA once it has stood for long enough to be seen.
  private mutating func checkPromise(at time: Timestamp) {
    guard let promise, !promise.isSeen, time - promise.since >= Promise.shortest else { return }
    check(.etaJump, promise.since, value: abs((promise.present - promise.seen).inSeconds))
    self.promise?.seen = promise.present
    self.promise?.isSeen = true
  }

  private mutating func inspectHalt(_ trip: Trip) {
    trail.update(trip, worldSpeed: worldSpeed)
    guard let halt = trail.last, halt.duration.inSeconds > limit(.standing) else {
      reported.remove(.standing)
      return
    }
    guard reported.insert(.standing).inserted else { return }
    find(.standing, halt.start, value: halt.duration.inSeconds)
  }

  private mutating func inspectReports(_ trip: Trip, after old: Trip?, at time: Timestamp) {
    guard let location = trip.lastLocation, let fix = location.updateTime ?? location.serverTime
    else { return }
    last(.lateReport, (time - fix).inSeconds > limit(.lateReport), since: fix, at: time)
    guard let old, old.vehicleID == trip.vehicleID, let before = old.lastLocation,
      let lastFix = before.updateTime ?? before.serverTime, fix > lastFix
    else { return }
    let seconds = (fix - lastFix).inSeconds
    if seconds < limit(.frequentReports) { find(.frequentReports, fix, value: seconds) }
    guard let from = before.location, let to = location.location, from.isValid, to.isValid else {
      return
    }
    let meters = from.meters(to: to)
    let speed = VehicleTrail.speed(meters: meters, in: fix - lastFix, worldSpeed: worldSpeed)
    if let speed { check(.speed, fix, value: speed.rounded()) }
  }

  private mutating func inspectRoute(_ trip: Trip, after old: Trip?, at time: Timestamp) {
    let isEnroute = trip.status.isEnroute
    let route = trip.activeRoute ?? []
    last(.missingRoute, isEnroute && trip.vehicleID != nil && route.count < 2, at: time)
    last(.missingTraffic, isEnroute && route.count > 1 && trip.activeRouteTraffic == nil, at: time)
    guard isEnroute, route.count > 1, let place = trip.lastLocation?.location,
      place != old?.lastLocation?.location
    else { return }
    let off = Polyline(route).nearestPosition(to: place)?.metersOff ?? 0
    guard off > limit(.offRoute) else {
      offRouteReports = 0
      return
    }
    offRouteReports += 1
    // One bad position is no detour.
    if offRouteReports == 3 { find(.offRoute, time, value: off.rounded()) }
  }
}
