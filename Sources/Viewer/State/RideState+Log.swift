internal import CellGrid
internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

extension RideState {
  /// The speed, in metres per second, from which on a vehicle was not where it was said to be.
  private static let fastestVehicle = 200 / 3.6
  /// The metres below which a jump is the inexactness of two reports.
  private static let smallestJump = 200.0

  /// Notes what another vehicle, another way or another place of it means.
  mutating func logChanges(
    _ old: Trip,
    _ new: Trip,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) {
    if old.vehicleID != new.vehicleID {
      log(new.vehicleID.map(Catalogue.assignedEvent) ?? Catalogue.unassignedEvent, at: wall)
      hasVehicleJumped = false
      quietSince = nil
    } else {
      logJump(old.lastLocation, new.lastLocation, now: now, wall: wall, settings: settings)
    }
    if old.intermediateDestinations != new.intermediateDestinations {
      log(Catalogue.stopsEvent(new.intermediateDestinations.count), at: wall)
    }
    logReroute(old, new, wall: wall)
    recordChanges(old, new, now: now, settings: settings)
  }

  private mutating func logJump(
    _ old: VehicleLocation?,
    _ new: VehicleLocation?,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) {
    guard let from = old?.location, let to = new?.location, from.isValid, to.isValid, from != to
    else { return }
    let reported = (new?.updateTime).flatMap { time in (old?.updateTime).map { time - $0 } }
    let answered = polling.lastAnswerAt.map { now - $0 }
    // Where the reports tell no time that can be, the time between the answers stands in.
    let time = [reported, answered].compactMap { $0 }.first { $0 > .zero } ?? .seconds(1)
    let meters = from.meters(to: to)
    let most = Self.fastestVehicle * settings.speed * time.inSeconds
    hasVehicleJumped = meters > max(Self.smallestJump, most)
    if hasVehicleJumped {
      log(Catalogue.jumpEvent(Quantities.distance(meters: Int(meters.rounded()))), at: wall)
    }
  }

  /// Notes another way of the same leg; one of which a part was driven is none.
  private mutating func logReroute(_ old: Trip, _ new: Trip, wall: Timestamp) {
    guard Leg(old) == Leg(new), old.vehicleID == new.vehicleID,
      old.currentRouteSegmentVersion != new.currentRouteSegmentVersion,
      let before = old.route, let after = new.route, !before.isEmpty, after.count > 1
    else { return }
    // The first point is where the vehicle is.
    guard !Set(before).isSuperset(of: after.dropFirst()) else { return }
    log(
      Catalogue.routeEvent(new.metersToNextOwnWaypoint.map { Quantities.distance(meters: $0) }),
      at: wall
    )
  }

  /// Notes which of the estimates that are shown reads another way now.
  private mutating func recordChanges(
    _ old: Trip,
    _ new: Trip,
    now: Duration,
    settings: ViewerSettings
  ) {
    func compare(_ kind: NextPlace.Kind, _ before: Timestamp?, _ after: Timestamp?) {
      guard let before, let after else { return }
      let time = settings.localTime
      if time.minutes(before) != time.minutes(after) { changedAt[kind] = now }
    }
    compare(.pickup, old.pickupTime, new.pickupTime)
    compare(.dropoff, old.dropoffTime, new.dropoffTime)
    let (last, next) = (old.nextPlace, new.nextPlace)
    if last.kind == next.kind { compare(next.kind, last.eta, next.eta) }
  }

  /// Notes how long the first request waited for what.
  mutating func recordOpening(_ old: PollingStatus, _ new: PollingStatus) {
    guard let step = new.step else { return }
    if step == .token { openingTimes = [:] }
    if let last = old.step, last != step, let began = old.stepSince, let ended = new.stepSince {
      openingTimes[last] = max(.zero, ended - began)
    }
    openingStep = step
  }

  /// Notes a time without data in which nobody failed, as when the machine slept.
  mutating func logGap(_ old: PollingStatus, _ new: PollingStatus, wall: Timestamp) {
    guard let last = old.lastAnswerAt, let next = new.lastAnswerAt, old.consecutiveFailures == 0
    else { return }
    let longest = max(Freshness.lateAfter, (old.interval ?? .zero) * 3)
    guard !isEnded, next - last > longest else { return }
    log(Catalogue.gapEvent(Quantities.span(next - last)), at: wall)
  }

  /// Notes when a vehicle ceases to say where it is while the server answers, and when it does again.
  mutating func logQuietVehicle(now: Duration, wall: Timestamp, settings: ViewerSettings) {
    guard let fix = Freshness.fix(trip), !isEnded else {
      quietSince = nil
      return
    }
    switch freshness(at: now, wall: wall).data {
    case .vehicleQuiet where quietSince == nil:
      quietSince = fix
      log(Catalogue.quietEvent(since: settings.localTime.clock(fix)), at: wall)
    case .live, .late:
      guard let since = quietSince, fix != since else { return }
      quietSince = nil
      log(Catalogue.reportsAgainEvent(after: Quantities.span(max(.zero, fix - since))), at: wall)
    default: break
    }
  }

  /// Takes back when the server was to be asked again, once it was.
  mutating func settleFailure() {
    guard let index = events.lastIndex(where: { $0.failure != nil }) else { return }
    if let failure = events[index].failure { events[index].text = failure.settledText }
  }

  /// Logs a failure; one that was the last thing to happen counts up.
  mutating func logFailure(
    _ error: FleetEngineError,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) {
    let text = ErrorText(error, ride: self, settings: settings)
    let wait = polling.nextPollAt.map { Quantities.wait($0 - now) }
    let code = error.label
    settleFailure()
    var failure = LoggedEvent.Failure(text: code + text.summary, since: wall)
    if let last = events.last?.failure, last.text == failure.text {
      events.removeLast()
      failure = last
      failure.count += 1
    }
    let since = settings.localTime.clock(failure.since)
    let name = failure.count > 1 ? Catalogue.repeated(code, failure.count, since: since) : code
    failure.settledText = "\(name)  \(Catalogue.errorEvent(text.summary, nil))"
    log("\(name)  \(Catalogue.errorEvent(text.summary, wait))", at: wall)
    events[events.count - 1].failure = failure
  }
}
