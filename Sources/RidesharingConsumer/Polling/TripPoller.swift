internal import FleetEngine
internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

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
    case answered(Int, Outcome)
    /// The request of that number waits for something else.
    case stepped(Int, PollingStep)
    /// The request of that number took too long, perhaps because no token came.
    case overdue(Int, isAtToken: Bool)
  }

  /// Where messages go; finishing it ends the poller.
  nonisolated let mailbox: AsyncStream<Message>.Continuation
  private let messages: AsyncStream<Message>
  private let clock: ServiceClock
  private let fetch: Fetch
  private var random: any RandomNumberGenerator & Sendable
  private var machine: PollingMachine
  private var header: RequestHeader?
  private var trip: PreparedTrip?
  private var status = PollingStatus()
  private var serverClock = ServerClock()
  private var isAskedByUser = false
  private nonisolated let work = Mutex<Task<Void, Never>?>(nil)
  private var workNumber = 0
  private var deadline: Task<Void, Never>?

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

  /// The wait or request that runs now.
  ///
  /// Whoever ends the polling cancels it: at once, also while the poller is busy. The stop has to be
  /// sent before.
  nonisolated var presentWork: Task<Void, Never>? { work.withLock { $0 } }

  /// Takes messages until the mailbox is finished.
  ///
  /// - Parameters:
  ///   - prune: Forgets the subscribers that are gone and tells whether none is left.
  ///   - report: Told of each start and end of a poll.
  func run(
    prune: @Sendable () -> Bool,
    report: @Sendable (PollReport) -> Void
  ) async {
    for await message in messages {
      // Subscribers go without a word too; nothing is asked for them.
      handle(message, isWanted: !prune(), report)
    }
    replaceWork(with: nil)
  }

  /// Takes one message.
  ///
  /// It is a function of its own, never a part of ``run(prune:report:)``: what a function that waits
  /// needs room for it keeps while it waits, and a thousand of them wait.
  @inline(never)
  private func handle(
    _ message: Message,
    isWanted: Bool,
    _ report: @Sendable (PollReport) -> Void
  ) {
    if !isWanted { stop(report) }
    switch message {
    case .start:
      if isWanted { perform(.started, report) }
    case .stop: stop(report)
    case .refresh:
      isAskedByUser = isAskedByUser || machine.isRunning
      perform(.refreshAsked, report)
    case .options(let options):
      header = options.tripRequestHeader
      perform(.intervalChanged(options.pollingInterval), report)
    case .waited(let number):
      guard number == workNumber else { return }
      perform(.waited, report)
    case .answered(let number, let outcome):
      guard number == workNumber else { return }
      forgetWork()
      take(outcome.result, report)
    case .stepped(let number, let step):
      guard number == workNumber, machine.isPolling, status.step != step else { return }
      (status.step, status.stepSince) = (step, clock.monotonicNow())
      report(PollReport(status: status))
    case .overdue(let number, let isAtToken):
      guard number == workNumber, machine.isPolling else { return }
      replaceWork(with: nil)
      take(.failure(isAtToken ? Self.withoutToken : Self.overdue), report)
    }
  }

  private func stop(_ report: @Sendable (PollReport) -> Void) {
    isAskedByUser = false
    perform(.stopped, report)
  }

  private func take(
    _ result: Result<Merged, FleetEngineError>,
    _ report: @Sendable (PollReport) -> Void
  ) {
    status.remember(record(of: result))
    switch result {
    case .success(let merged):
      let answer = merged.answer
      var (whole, fields) = (merged.trip, merged.fields)
      // The end of a trip stands: an answer that takes it back is a late one, unless the user asked.
      if let trip, trip.trip.status.isTerminal, answer.value.status != trip.trip.status,
        !isAskedByUser
      {
        (whole, fields) = (trip, [])
      }
      isAskedByUser = false
      trip = whole
      status.lastAnswerAt = clock.monotonicNow()
      note(answer.serverDate)
      status.lastAnswerWallTime = clock.wallNow()
      status.serverDate = answer.serverDate
      status.timings = answer.timings
      status.bodyBytes = answer.bodyBytes
      status.lastError = nil
      status.totalUpdates += 1
      perform(.succeeded, report, trip: whole, fields: fields)
    case .failure(let error):
      status.lastError = error
      note(error.serverDate)
      perform(.failed(error), report, errors: [error])
    }
  }

  /// What the poll that has just ended was.
  private func record(of result: Result<Merged, FleetEngineError>) -> PollRecord {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    let duration = max(.zero, now - (machine.lastPollAt ?? now))
    var record = PollRecord(
      time: wall - duration,
      code: .ok,
      duration: duration,
      attempt: machine.consecutiveFailures + 1
    )
    switch result {
    case .success(let merged):
      record.bodyBytes = merged.answer.bodyBytes
    case .failure(let error):
      (record.code, record.httpStatus) = (error.code, error.httpStatus)
    }
    return record
  }

  private func note(_ serverDate: String?) {
    let now = clock.monotonicNow()
    serverClock.take(serverDate, at: now)
    status.serverClockOffset = serverClock.offset(now: now, wall: clock.wallNow())
  }

  private func perform(
    _ event: PollingMachine.Event,
    _ report: @Sendable (PollReport) -> Void,
    trip: PreparedTrip? = nil,
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
    if !status.isPolling { (status.step, status.stepSince) = (nil, nil) }
    status.lastPollAt = machine.lastPollAt
    status.nextPollAt = machine.nextPollAt
    status.interval = machine.presentInterval
    status.usualInterval = machine.interval
    status.consecutiveFailures = machine.consecutiveFailures
    status.failingSince = machine.failingSince
    status.totalRetries = machine.totalRetries
    guard trip != nil || !errors.isEmpty || status != before else { return }
    report(PollReport(trip: trip, fields: fields, errors: errors, status: status))
  }

  private func startPoll() {
    let last = trip
    let held = last?.trip
    let hold = CallHold()
    let time = PollTime(start: clock.monotonicNow())
    let (mailbox, clock) = (mailbox, clock)
    replaceWork { [fetch, header] number in
      let progress = ExchangeProgress { step in
        time.record(step, at: clock.monotonicNow())
        // How far it is matters while there is nothing to show but that.
        if held == nil { mailbox.yield(.stepped(number, PollingStep(step))) }
      }
      return await CallHold.$current.withValue(hold) {
        await ExchangeProgress.$current.withValue(progress) {
          do throws(FleetEngineError) {
            let versions = TripVersions(heldIn: held)
            var answer = try await fetch(versions, header)
            if let held, answer.value.withholds(since: held, versions) {
              answer = try await fetch(TripVersions(), header)
            }
            return .answered(number, Outcome(.success(Self.merge(answer, into: last))))
          } catch {
            return .answered(number, Outcome(.failure(error)))
          }
        }
      }
    }
    let number = workNumber
    // Unstructured, because neither a transport nor a token provider that never answers and takes
    // no cancelling may hold the poller up; what replaces the request cancels it. A request that
    // waits for its turn among many is not late.
    deadline = Task {
      do {
        repeat {
          try await clock.sleep(time.end - clock.monotonicNow())
          if hold.takeWasHeld() { time.restart(at: clock.monotonicNow()) }
        } while clock.monotonicNow() < time.end
        mailbox.yield(.overdue(number, isAtToken: time.isAtToken))
      } catch {
        // The request has ended before.
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

  /// Lets go of a request that has ended, and of what watches its time; what has ended keeps its
  /// memory as long as somebody holds it.
  private func forgetWork() {
    deadline?.cancel()
    deadline = nil
    work.withLock { $0 = nil }
  }

  /// Ends the wait or request that runs and begins another.
  private func replaceWork(with next: (@Sendable (Int) async -> Message?)?) {
    presentWork?.cancel()
    forgetWork()
    workNumber += 1
    guard let next else { return }
    let (number, mailbox) = (workNumber, mailbox)
    // Unstructured, because it outlives the message that starts it; the run's end cancels it.
    let task = Task {
      if let message = await next(number) { mailbox.yield(message) }
    }
    work.withLock { $0 = task }
  }

  /// What a poll fails with whose token never came, from a source without a limit of its own.
  private static let withoutToken = FleetEngineError(
    operation: "GetTrip",
    code: .unauthenticated,
    message: "The source of access tokens did not answer in time.",
    cause: .token(
      AccessTokenError(
        reason: "The source of access tokens did not answer in time.",
        isRecoverable: true
      )
    )
  )

  /// What a poll fails with that has taken as long as a whole call may, beside its token.
  private static let overdue = FleetEngineError(
    operation: "GetTrip",
    code: .deadlineExceeded,
    message: "No whole answer came in time.",
    cause: .transport(HTTPTransportError(.timedOut, detail: "No whole answer came in time."))
  )
}
