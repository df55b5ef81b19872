public import FleetEngine
internal import TrustLimits

/// Polls many trips of one service, each in its turn.
///
/// The models that it follows do not poll by themselves; their subscribers are notified as always.
/// A trip that the user looks at alone can poll by itself. Failures of the server hold up all
/// trips. The waits are those of ``TripModel``, and no trip is polled more often than it would be
/// alone.
@MainActor
public final class TripScheduler {
  /// The most trips that are followed at once.
  public nonisolated static let maximumTrips = Limits.Following.trips

  /// Observes the end of each poll of one trip.
  private final class Listener: TripModelSubscriber {
    private let onEnd: @MainActor (PollingStatus) -> Void
    private var lastPollAt: Duration?

    init(_ model: TripModel, onEnd: @escaping @MainActor (PollingStatus) -> Void) {
      self.onEnd = onEnd
      lastPollAt = model.polling.lastPollAt
    }

    func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
      guard !polling.isPolling, polling.lastPollAt != lastPollAt else { return }
      lastPollAt = polling.lastPollAt
      onEnd(polling)
    }
  }

  private struct Followed {
    let number: Int
    let model: TripModel
    let listener: Listener
  }

  private let service: TripService
  private let clock: ServiceClock
  private let interval: Duration
  private var random: any RandomNumberGenerator & Sendable
  private let schedule: FleetSchedule
  private var rotation: TripRotation
  private var followed: [String: Followed] = [:]
  private var names: [Int: String] = [:]
  private var alarm: (due: Duration, task: Task<Void, Never>)?

  /// Creates a scheduler that follows no trip yet.
  ///
  /// - Parameters:
  ///   - service: The source of the models.
  ///   - clock: The service's clock.
  ///   - random: The source of the spread of retries.
  ///   - interval: The time between the starts of two polls of a trip that needs attention, at least
  ///     5 s.
  ///   - schedule: The limit of requests per second, the one that the service's transport keeps to;
  ///     nil for one of its own.
  public init(
    service: TripService,
    clock: ServiceClock,
    random: any RandomNumberGenerator & Sendable,
    interval: Duration = TripModelOptions.minimumInterval,
    schedule: FleetSchedule? = nil
  ) {
    self.service = service
    self.clock = clock
    self.random = random
    self.interval = max(interval, TripModelOptions.minimumInterval)
    let schedule = schedule ?? FleetSchedule(clock: clock)
    self.schedule = schedule
    rotation = TripRotation(
      interval: self.interval,
      requestsPerSecond: schedule.requestsPerSecond
    )
  }

  deinit {
    alarm?.task.cancel()
  }

  /// The number of trips that are followed.
  public var count: Int { followed.count }

  /// The time between the starts of two polls of a trip that waits in turn.
  public var turn: Duration { rotation.turn }

  /// Follows a trip, which is polled at the next opportunity.
  ///
  /// - Returns: Its model, the same one for the same name; nil if too many are followed already.
  @discardableResult
  public func follow(_ name: String) -> TripModel? {
    if let known = followed[name] { return known.model }
    guard followed.count < Self.maximumTrips else { return nil }
    let model = service.tripModel(forTripName: name)
    model.options.autoRefreshTimeInterval = -1
    let number = rotation.add()
    let listener = Listener(model) { [weak self] polling in self?.ended(number, polling) }
    followed[name] = Followed(number: number, model: model, listener: listener)
    names[number] = name
    model.register(listener)
    poll()
    return model
  }

  /// Stops following a trip.
  public func leave(_ name: String) {
    guard let known = followed.removeValue(forKey: name) else { return }
    known.model.unregisterSubscriber(known.listener)
    names[known.number] = nil
    rotation.remove(known.number)
    poll()
  }

  /// Stops following all trips.
  public func leaveAll() {
    for name in Array(followed.keys) { leave(name) }
  }

  /// Changes how often a followed trip is polled.
  public func setUrgency(_ urgency: TripUrgency, of name: String) {
    guard let known = followed[name] else { return }
    let old = rotation.urgency(of: known.number)
    guard urgency != old else { return }
    rotation.setUrgency(urgency, of: known.number)
    if urgency == .byItself {
      known.model.options.autoRefreshTimeInterval = interval / .seconds(1)
    } else if old == .byItself {
      known.model.options.autoRefreshTimeInterval = -1
    }
    poll()
  }

  /// Polls a followed trip at the next opportunity, because the user asked for it.
  public func askNow(_ name: String) {
    guard let known = followed[name] else { return }
    rotation.pollNow(known.number, at: clock.monotonicNow())
    poll()
  }

  /// Polls the trips whose turn it is, and waits for the next.
  private func poll() {
    let now = clock.monotonicNow()
    let numbers = rotation.takeDue(at: now) { schedule.takeTurns(most: $0, at: now) }
    for number in numbers { names[number].flatMap { followed[$0] }?.model.refreshInTurn() }
    let nextTurn = schedule.nextTurn(at: now)
    guard let due = rotation.nextMoment(nextTurn: nextTurn) else { return }
    // An alarm that comes too early only looks again.
    if let alarm, alarm.due <= due { return }
    alarm?.task.cancel()
    let wait = max(.milliseconds(1), due - now)
    // Unstructured, because the followed trips and their responses decide when it is replaced.
    let task = Task { [weak self, clock] in
      do {
        try await clock.sleep(wait)
      } catch {
        return
      }
      self?.alarm = nil
      self?.poll()
    }
    alarm = (due, task)
  }

  private func ended(_ number: Int, _ polling: PollingStatus) {
    let now = clock.monotonicNow()
    let start = polling.lastPollAt ?? now
    if let error = polling.lastError {
      rotation.failed(number, error, askedAt: start, at: now, using: &random)
    } else {
      rotation.succeeded(number, askedAt: start, at: now)
    }
    schedule.setStretch(rotation.stretch)
    poll()
  }
}
