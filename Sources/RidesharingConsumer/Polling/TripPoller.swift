internal import FleetEngine

/// What performs the decisions of a polling machine for one trip.
///
/// It is no main-actor code: the server is asked also while the main actor is busy. All that
/// happens comes through one mailbox, in order.
actor TripPoller {
  /// How the trip is asked for.
  typealias Fetch =
    @Sendable (TripVersions, RequestHeader?) async throws(FleetEngineError) -> Answer<Trip>

  /// What the mailbox takes.
  enum Message: Sendable {
    /// The first subscriber came.
    case start
    /// The last subscriber left.
    case stop
    /// The user wants to know now.
    case refresh
    /// The model has other options.
    case options(TripModelOptions)
    /// A wait of that number is over.
    case waited(Int)
    /// The request of that number ended.
    case answered(Int, Result<Answer<Trip>, FleetEngineError>)
  }

  /// Where messages go; finishing it ends the poller.
  nonisolated let mailbox: AsyncStream<Message>.Continuation
  private let messages: AsyncStream<Message>
  private let clock: ServiceClock
  private let fetch: Fetch
  private var random: any RandomNumberGenerator & Sendable
  private var machine: PollingMachine
  private var header: RequestHeader?
  private var trip: Trip?
  private var status = PollingStatus()
  private var isAskedByUser = false
  private var work: Task<Void, Never>?
  private var workNumber = 0

  init(
    clock: ServiceClock,
    random: any RandomNumberGenerator & Sendable,
    options: TripModelOptions,
    fetch: @escaping Fetch
  ) {
    (messages, mailbox) = AsyncStream.makeStream()
    self.clock = clock
    self.random = random
    self.fetch = fetch
    machine = PollingMachine(interval: options.pollingInterval)
    header = options.tripRequestHeader
  }

  /// Takes messages until the mailbox is finished.
  ///
  /// - Parameters:
  ///   - prune: Forgets the subscribers that are gone and tells whether none is left, in which
  ///     case a stop has been sent.
  ///   - report: Told of each start and end of a poll.
  func run(
    prune: @Sendable () -> Bool,
    report: @Sendable (PollReport) -> Void
  ) async {
    for await message in messages {
      switch message {
      case .start: perform(.started, report)
      case .stop: perform(.stopped, report)
      case .refresh:
        isAskedByUser = isAskedByUser || machine.isRunning
        perform(.refreshAsked, report)
      case .options(let options):
        header = options.tripRequestHeader
        perform(.intervalChanged(options.pollingInterval), report)
      case .waited(let number):
        guard number == workNumber, !prune() else { continue }
        perform(.waited, report)
      case .answered(let number, let result):
        guard number == workNumber else { continue }
        await take(result, report)
      }
    }
    work?.cancel()
  }

  private func take(
    _ result: Result<Answer<Trip>, FleetEngineError>,
    _ report: @Sendable (PollReport) -> Void
  ) async {
    switch result {
    case .success(let answer):
      let (whole, fields) = await Self.merge(answer.value, into: trip, isAskedByUser: isAskedByUser)
      isAskedByUser = false
      trip = whole
      status.lastAnswerAt = clock.monotonicNow()
      status.lastAnswerWallTime = clock.wallNow()
      status.serverDate = answer.serverDate
      status.timings = answer.timings
      status.bodyBytes = answer.bodyBytes
      status.lastError = nil
      status.totalUpdates += 1
      perform(.succeeded, report, trip: whole, fields: fields)
    case .failure(let error):
      status.lastError = error
      perform(.failed(error), report, errors: [error])
    }
  }

  /// Completes an answer and finds what changed, away from any actor.
  ///
  /// The end of a trip stands: an answer that takes it back is a late one, unless the user asked.
  @concurrent
  private static func merge(
    _ answer: Trip,
    into last: Trip?,
    isAskedByUser: Bool
  ) async -> (trip: Trip, fields: TripPropertyFields) {
    if let last, last.status.isTerminal, answer.status != last.status, !isAskedByUser {
      return (last, [])
    }
    let whole = answer.completed(from: last)
    return (whole, Trip.propertyDifferences(between: last, and: whole))
  }

  private func perform(
    _ event: PollingMachine.Event,
    _ report: @Sendable (PollReport) -> Void,
    trip: Trip? = nil,
    fields: TripPropertyFields = [],
    errors: [FleetEngineError] = []
  ) {
    let before = status
    let action = machine.handle(event, at: clock.monotonicNow(), using: &random)
    switch action {
    case .poll: startPoll()
    case .wait(let moment): startWait(until: moment)
    case .rest: replaceWork(with: nil)
    case nil: break
    }
    status.isPolling = machine.isPolling
    status.lastPollAt = machine.lastPollAt
    status.nextPollAt = machine.nextPollAt
    status.interval = machine.presentInterval
    status.consecutiveFailures = machine.consecutiveFailures
    status.failingSince = machine.failingSince
    status.totalRetries = machine.totalRetries
    guard trip != nil || !errors.isEmpty || status != before else { return }
    report(PollReport(trip: trip, fields: fields, errors: errors, status: status))
  }

  private func startPoll() {
    let versions = TripVersions(heldIn: trip)
    replaceWork { [fetch, header] number in
      do throws(FleetEngineError) {
        return .answered(number, .success(try await fetch(versions, header)))
      } catch {
        return .answered(number, .failure(error))
      }
    }
  }

  private func startWait(until moment: Duration) {
    replaceWork { [clock] number in
      let wait = moment - clock.monotonicNow()
      do {
        if wait > .zero { try await clock.sleep(wait) }
      } catch {
        return nil
      }
      return .waited(number)
    }
  }

  /// Ends the wait or request that runs and begins another.
  private func replaceWork(with next: (@Sendable (Int) async -> Message?)?) {
    work?.cancel()
    workNumber += 1
    guard let next else { return work = nil }
    let (number, mailbox) = (workNumber, mailbox)
    // Unstructured, because it outlives the message that starts it; the run's end cancels it.
    work = Task {
      if let message = await next(number) { mailbox.yield(message) }
    }
  }
}
