public import FleetEngine
internal import TrustLimits

/// What asks for many trips of one service, each in its turn.
///
/// The models that it follows do not poll by themselves while it does; whoever subscribes to them is
/// told of each answer as always. One of them can be left to itself while somebody looks at it alone.
/// Failures of the server hold all up together. Its waits are those of ``TripModel``, and no trip is
/// ever asked for more often than it would be alone.
@MainActor
public final class TripScheduler {
  /// The most requests in a second for all trips together.
  public nonisolated static let requestsPerSecond = RateLimitedTransport.defaultRequestsPerSecond
  /// The most trips that are followed at once.
  public nonisolated static let maximumTrips = Limits.Following.trips

  /// Hears of the end of each poll of one trip.
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
  private var schedule: PollingSchedule
  private var followed: [String: Followed] = [:]
  private var names: [Int: String] = [:]
  private var alarm: (due: Duration, task: Task<Void, Never>)?

  /// Creates a scheduler that follows no trip yet.
  ///
  /// - Parameters:
  ///   - service: Where the models come from.
  ///   - clock: The times that it lives by; the service's.
  ///   - random: Where the spread of retries comes from.
  ///   - interval: The time between the starts of two polls of a trip that somebody has to look at, at
  ///     least 5 s.
  ///   - requestsPerSecond: The most polls in a second, at least 1.
  public init(
    service: TripService,
    clock: ServiceClock,
    random: any RandomNumberGenerator & Sendable,
    interval: Duration = TripModelOptions.minimumInterval,
    requestsPerSecond: Int = TripScheduler.requestsPerSecond
  ) {
    self.service = service
    self.clock = clock
    self.random = random
    self.interval = max(interval, TripModelOptions.minimumInterval)
    schedule = PollingSchedule(interval: self.interval, requestsPerSecond: requestsPerSecond)
  }

  deinit {
    alarm?.task.cancel()
  }

  /// The number of trips that are followed.
  public var count: Int { followed.count }

  /// The time between the starts of two polls of a trip that waits in turn.
  public var turn: Duration { schedule.turn }

  /// Follows a trip, which is asked for at the next opportunity.
  ///
  /// - Parameter name: The full name.
  /// - Returns: Its model, the same one for the same name; nil where too many are followed already.
  @discardableResult
  public func follow(_ name: String) -> TripModel? {
    if let known = followed[name] { return known.model }
    guard followed.count < Self.maximumTrips else { return nil }
    let model = service.tripModel(forTripName: name)
    model.options.autoRefreshTimeInterval = -1
    let number = schedule.add()
    let listener = Listener(model) { [weak self] polling in self?.ended(number, polling) }
    followed[name] = Followed(number: number, model: model, listener: listener)
    names[number] = name
    model.register(listener)
    ask()
    return model
  }

  /// Ceases to follow a trip.
  ///
  /// - Parameter name: The full name.
  public func leave(_ name: String) {
    guard let known = followed.removeValue(forKey: name) else { return }
    known.model.unregisterSubscriber(known.listener)
    names[known.number] = nil
    schedule.remove(known.number)
    ask()
  }

  /// Ceases to follow all trips.
  public func leaveAll() {
    for name in Array(followed.keys) { leave(name) }
  }

  /// Has a trip asked for sooner or later from now on.
  ///
  /// - Parameters:
  ///   - urgency: How soon.
  ///   - name: The full name of a trip that is followed.
  public func setUrgency(_ urgency: TripUrgency, of name: String) {
    guard let known = followed[name] else { return }
    let old = schedule.urgency(of: known.number)
    guard urgency != old else { return }
    schedule.setUrgency(urgency, of: known.number)
    if urgency == .byItself {
      known.model.options.autoRefreshTimeInterval = interval / .seconds(1)
    } else if old == .byItself {
      known.model.options.autoRefreshTimeInterval = -1
    }
    ask()
  }

  /// Asks for a trip at the next opportunity, because the user wants to know now.
  ///
  /// - Parameter name: The full name of a trip that is followed.
  public func askNow(_ name: String) {
    guard let known = followed[name] else { return }
    schedule.askNow(known.number, at: clock.monotonicNow())
    ask()
  }

  /// Asks for those whose turn it is, and waits for the next.
  private func ask() {
    let now = clock.monotonicNow()
    for number in schedule.takeDue(at: now) {
      names[number].flatMap { followed[$0] }?.model.refresh()
    }
    guard let due = schedule.nextMoment(after: now) else { return }
    // An alarm that comes too early only looks again.
    if let alarm, alarm.due <= due { return }
    alarm?.task.cancel()
    let wait = max(.milliseconds(1), due - now)
    // Not structured: the trips that are followed and how they answer decide when it is replaced.
    let task = Task { [weak self, clock] in
      do {
        try await clock.sleep(wait)
      } catch {
        return
      }
      self?.alarm = nil
      self?.ask()
    }
    alarm = (due, task)
  }

  private func ended(_ number: Int, _ polling: PollingStatus) {
    let now = clock.monotonicNow()
    let start = polling.lastPollAt ?? now
    if let error = polling.lastError {
      schedule.failed(number, error, askedAt: start, at: now, using: &random)
    } else {
      schedule.succeeded(number, askedAt: start, at: now)
    }
    ask()
  }
}
