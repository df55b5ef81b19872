public import FleetEngine
internal import TrustLimits

/// Polls many trips of one service in turn.
///
/// The scheduler turns off the polling of the models that it follows and polls them itself; their
/// subscribers are notified as always. No trip is polled more often than by its own model, and the
/// waits after failures are the same. If the server fails, all trips wait. Trips that need attention
/// come first, those that wait for their vehicle last; those that are over are not polled any more.
@MainActor public final class TripScheduler {
  /// The most trips that a scheduler follows.
  public nonisolated static let maximumTrips = Limits.Following.trips

  /// Keeps a model active, which polls nothing without subscribers.
  private final class Presence: TripModelSubscriber {}

  private struct Followed {
    let number: Int
    let model: TripModel
    let presence: Presence
    /// The start of the last poll that the rotation knows.
    var lastPollAt: Duration?
    /// The urgency that the caller wants; nil if the trip's state decides.
    var wanted: TripUrgency?
  }

  private let service: TripService
  private let clock: ServiceClock
  private let interval: Duration
  private var random: any RandomNumberGenerator & Sendable
  private let schedule: FleetSchedule
  private var rotation: TripRotation
  private var followed: [String: Followed] = [:]
  private var names: [Int: String] = [:]
  /// The route points of all trips but the one that the user looks at alone.
  var routes = RouteBudget(limit: Limits.Following.routePoints)
  /// The longest wait that the trips know of.
  private var plannedWait: Duration = .zero
  private var alarm: (due: Duration, task: Task<Void, Never>)?

  /// Creates a scheduler without trips.
  ///
  /// - Parameters:
  ///   - service: The source of the models.
  ///   - clock: The service's clock by default.
  ///   - random: Spreads the retries.
  ///   - interval: The time between the starts of two polls of a prompt trip, at least 5 s.
  ///   - schedule: The rate limit of the service's transport; by default its client's, or a new one.
  public init(
    service: TripService, clock: ServiceClock? = nil,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    interval: Duration = TripModelOptions.minimumInterval, schedule: FleetSchedule? = nil
  ) {
    self.service = service
    let clock = clock ?? service.clock
    self.clock = clock
    self.random = random
    self.interval = max(interval, TripModelOptions.minimumInterval)
    let schedule = schedule ?? service.client.schedule ?? FleetSchedule(clock: clock)
    self.schedule = schedule
    rotation = TripRotation(interval: self.interval, requestsPerSecond: schedule.requestsPerSecond)
  }

  deinit {
    alarm?.task.cancel()
    // A model that does not poll by itself would not notice that its subscriber is gone.
    for trip in followed.values { trip.model.unregisterSubscriber(trip.presence) }
  }

  /// The number of trips that are followed.
  public var count: Int { followed.count }

  /// The time between the starts of two polls of a trip that waits in turn.
  public var turn: Duration { rotation.turn }

  /// Follows a trip, which is polled at the next opportunity, and returns its model.
  ///
  /// Returns nil if the scheduler follows ``maximumTrips`` already.
  @discardableResult public func follow(_ name: String) -> TripModel? {
    if let known = followed[name] { return known.model }
    guard followed.count < Self.maximumTrips else { return nil }
    let model = service.tripModel(forTripName: name)
    model.options.autoRefreshTimeInterval = -1
    let number = rotation.add()
    let presence = Presence()
    followed[name] = Followed(
      number: number, model: model, presence: presence, lastPollAt: model.polling.lastPollAt)
    model.planPolls = { [weak self] in self?.plan(name, after: $0) }
    names[number] = name
    routes.add(name)
    model.limitRoutes { [routes] in routes.hasRoom(for: $0, of: name) }
    model.register(presence)
    poll()
    return model
  }

  /// Stops following a trip.
  public func leave(_ name: String) {
    guard let known = followed.removeValue(forKey: name) else { return }
    known.model.planPolls = nil
    known.model.unregisterSubscriber(known.presence)
    known.model.limitRoutes(nil)
    routes.remove(name)
    names[known.number] = nil
    rotation.remove(known.number)
    poll()
  }

  /// Stops following all trips.
  public func leaveAll() { for name in Array(followed.keys) { leave(name) } }

  /// Changes how often a followed trip is polled; nil leaves it to the trip's state.
  public func setUrgency(_ wanted: TripUrgency?, of name: String) {
    guard let known = followed[name] else { return }
    followed[name]?.wanted = wanted
    let old = rotation.urgency(of: known.number)
    let urgency = wanted ?? urgency(of: known, known.model.polling)
    guard urgency != old else { return }
    rotation.setUrgency(urgency, of: known.number)
    if urgency == .byItself {
      known.model.options.autoRefreshTimeInterval = interval / .seconds(1)
      if routes.remove(name) { known.model.refresh() }
    } else if old == .byItself {
      known.model.options.autoRefreshTimeInterval = -1
      routes.add(name)
    }
    poll()
  }

  /// Polls a followed trip at the next opportunity, because the user asked for it.
  public func pollNow(_ name: String) {
    guard let known = followed[name] else { return }
    rotation.pollNow(known.number, at: clock.monotonicNow())
    poll()
  }

  /// Tells the waiting trips when they will be polled, once that is much later than they know.
  ///
  /// Trips that were added, or that fail, are polled before others, whose answers would seem too old meanwhile.
  private func planAgain() {
    let wait = rotation.longestWait
    // After a growth by a tenth, so that a list that grows costs little.
    guard wait * 10 > plannedWait * 11 else {
      plannedWait = min(plannedWait, wait)
      return
    }
    plannedWait = wait
    for trip in followed.values where !trip.model.polling.isPolling {
      if let plan = rotation.plan(of: trip.number) { trip.model.apply(plan) }
    }
  }

  /// Polls the trips whose turn it is and waits for the next turn.
  private func poll() {
    let now = clock.monotonicNow()
    planAgain()
    let numbers = rotation.takeDue(at: now) { schedule.takeTurns(most: $0, at: now) }
    for number in numbers { names[number].flatMap { followed[$0] }?.model.refreshInTurn() }
    let nextTurn = schedule.nextTurn(at: now)
    guard let due = rotation.nextMoment(nextTurn: nextTurn) else { return }
    // An alarm that is too early does no harm.
    if let alarm, alarm.due <= due { return }
    alarm?.task.cancel()
    let wait = max(.milliseconds(1), due - now)
    // Unstructured, because any change of the trips may replace it.
    let task = Task { [weak self, clock] in
      do { try await clock.sleep(wait) } catch { return }
      self?.alarm = nil
      self?.poll()
    }
    alarm = (due, task)
  }

  /// Notes the end of a poll, and decides about the next one; nil for a trip that is polled by itself.
  private func plan(_ name: String, after polling: PollingStatus) -> PollPlan? {
    guard let known = followed[name] else { return nil }
    if !polling.isPolling, polling.lastPollAt != known.lastPollAt {
      followed[name]?.lastPollAt = polling.lastPollAt
      if known.wanted == nil { rotation.setUrgency(urgency(of: known, polling), of: known.number) }
      ended(known.number, polling)
    }
    return rotation.plan(of: known.number)
  }

  private func urgency(of trip: Followed, _ polling: PollingStatus) -> TripUrgency {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    return RideFacts(trip.model.currentTrip, polling, now: now, wall: wall).urgency
  }

  private func ended(_ number: Int, _ polling: PollingStatus) {
    let now = clock.monotonicNow()
    let start = polling.lastPollAt ?? now
    if let error = polling.lastError {
      rotation.failed(number, error, askedAt: start, at: now, using: &random)
    } else {
      rotation.succeeded(number, askedAt: start, at: now, bytes: polling.bodyBytes ?? 0)
    }
    schedule.setStretch(rotation.stretch)
    poll()
  }
}

/// How soon a ``TripScheduler`` polls a trip again.
public enum TripUrgency: Sendable, Hashable {
  /// As often as the trip's own model would.
  case prompt
  /// In turn with the other trips of this urgency, within the rate limit.
  case inTurn
  /// More rarely than in turn, where more than 20 trips are followed: for a trip that waits for its vehicle.
  case idle
  /// Not by the scheduler but by the trip's own model, for a trip that the user looks at alone.
  case byItself
  /// Never.
  case never
}
