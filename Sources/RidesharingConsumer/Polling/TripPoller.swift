internal import FleetEngine
internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// Executes a ``PollingMachine``'s decisions for one trip.
///
/// It polls also while the main actor is busy. Everything comes through one mailbox, in order.
actor TripPoller {
  /// Reads the trip from the server.
  typealias Fetch =
    @Sendable (TripVersions, RequestHeader?, ExchangeProgress) async throws(FleetEngineError) ->
    Answer<Trip>

  /// A message of the mailbox.
  enum Message: Sendable {
    /// The first subscriber came.
    case start
    /// The last subscriber left.
    case stop
    /// Somebody asked for a poll now, perhaps with a turn taken from the rate limiter.
    case refresh(hasTurn: Bool)
    /// The model's options changed.
    case options(TripModelOptions)
    /// A wait of that number is over.
    case waited(Int)
    /// The poll of that number has its turn.
    case turn(Int)
    /// The request of that number ended.
    case answered(Int, Outcome)
    /// The request of that number waits for something else.
    case stepped(Int, PollingStep)
    /// The request of that number took too long, perhaps because of its token.
    case overdue(Int, isAtToken: Bool)
  }

  /// Where messages go; finishing it ends the poller.
  nonisolated let mailbox: AsyncStream<Message>.Continuation
  private let messages: AsyncStream<Message>
  private let clock: ServiceClock
  /// The rate limit of the requests; nil for none.
  private let schedule: FleetSchedule?
  private let fetch: Fetch
  private var random: any RandomNumberGenerator & Sendable
  private var machine: PollingMachine
  private var header: RequestHeader?
  private var trip: PreparedTrip?
  private var status = PollingStatus()
  private var serverClock = ServerClock()
  private var isAskedByUser = false
  private var hasTurn = false
  private nonisolated let work = Mutex<Task<Void, Never>?>(nil)
  private var workNumber = 0
  private var deadline: Task<Void, Never>?

  init(
    clock: ServiceClock,
    random: any RandomNumberGenerator & Sendable,
    options: TripModelOptions,
    schedule: FleetSchedule?,
    fetch: @escaping Fetch
  ) {
    (messages, mailbox) = AsyncStream.makeStream()
    self.clock = clock
    self.random = random
    self.schedule = schedule
    self.fetch = fetch
    machine = PollingMachine(interval: options.pollingInterval)
    header = options.tripRequestHeader
  }

  /// The wait or request that runs now.
  ///
  /// Whoever ends the polling cancels it: at once, also while the poller is busy. The stop has to
  /// be sent before.
  nonisolated var presentWork: Task<Void, Never>? { work.withLock { $0 } }

  /// Handles messages until the mailbox is finished.
  func run(
    prune: @Sendable () -> Bool,
    report: @Sendable (PollReport) -> Void
  ) async {
    for await message in messages {
      // Subscribers may be gone without having unregistered.
      handle(message, isWanted: !prune(), report)
    }
    replaceWork(with: nil)
  }

  /// Takes one message.
  ///
  /// It is a function of its own, never a part of ``run(prune:report:)``: what a function that
  /// waits needs room for it keeps while it waits, and a thousand of them wait.
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
    case .refresh(let hasTurn):
      isAskedByUser = isAskedByUser || machine.isRunning
      self.hasTurn = hasTurn
      perform(.refreshAsked, report)
      self.hasTurn = false
    case .options(let options):
      header = options.tripRequestHeader
      perform(.intervalChanged(options.pollingInterval), report)
    case .waited(let number):
      guard number == workNumber else { return }
      perform(.waited, report)
    case .turn(let number):
      guard number == workNumber, machine.isPolling else { return }
      startRequest(hasTurn: true)
    case .answered(let number, let outcome):
      guard number == workNumber else { return }
      forgetWork()
      finish(outcome, report)
    case .stepped(let number, let step):
      guard number == workNumber, machine.isPolling, status.step != step else { return }
      (status.step, status.stepSince) = (step, clock.monotonicNow())
      report(PollReport(status: status))
    case .overdue(let number, let isAtToken):
      guard number == workNumber, machine.isPolling else { return }
      replaceWork(with: nil)
      finish(Outcome(isAtToken ? Self.withoutToken : Self.overdue), report)
    }
  }

  private func stop(_ report: @Sendable (PollReport) -> Void) {
    isAskedByUser = false
    perform(.stopped, report)
  }

  private func finish(_ outcome: Outcome, _ report: @Sendable (PollReport) -> Void) {
    status.remember(record(of: outcome))
    let now = clock.monotonicNow()
    serverClock.add(outcome.serverDate, at: now)
    status.serverClockOffset = serverClock.offset(now: now, wall: clock.wallNow())
    status.lastError = outcome.error
    guard var whole = outcome.trip else {
      guard let error = outcome.error else { return }
      return perform(.failed(error), report, errors: [error])
    }
    var fields = outcome.fields
    // The end of a trip stands: a response that takes it back is a late one, unless the user asked.
    if let trip, trip.trip.status.isTerminal, whole.trip.status != trip.trip.status, !isAskedByUser
    {
      (whole, fields) = (trip, [])
    }
    isAskedByUser = false
    trip = whole
    status.lastAnswerAt = now
    status.lastAnswerWallTime = clock.wallNow()
    status.serverDate = outcome.serverDate
    status.timings = outcome.timings
    status.bodyBytes = outcome.bodyBytes
    status.totalUpdates += 1
    perform(.succeeded, report, trip: whole, fields: fields)
  }

  /// Describes the poll that has just ended.
  private func record(of outcome: Outcome) -> PollRecord {
    let duration = max(.zero, clock.monotonicNow() - (machine.lastPollAt ?? clock.monotonicNow()))
    return PollRecord(
      time: clock.wallNow() - duration,
      code: outcome.error?.code ?? .ok,
      httpStatus: outcome.error?.httpStatus,
      duration: duration,
      bodyBytes: outcome.bodyBytes,
      attempt: machine.consecutiveFailures + 1
    )
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
    status.update(from: machine)
    guard trip != nil || !errors.isEmpty || status != before else { return }
    report(PollReport(trip: trip, fields: fields, errors: errors, status: status))
  }

  /// Begins a poll, or the wait for its turn.
  private func startPoll() {
    guard let schedule, !hasTurn else { return startRequest(hasTurn: hasTurn) }
    if trip == nil { (status.step, status.stepSince) = (.connecting, clock.monotonicNow()) }
    // A poll that waits for its turn takes none of the room and none of the time of a request.
    replaceWork { number in
      do {
        try await schedule.turn()
        return .turn(number)
      } catch {
        return nil
      }
    }
  }

  private func startRequest(hasTurn: Bool) {
    let isFirst = trip == nil
    let time = PollTime(start: clock.monotonicNow())
    let (mailbox, clock) = (mailbox, clock)
    replaceWork { [fetch, header, trip] number in
      let progress = ExchangeProgress(hasTurn: hasTurn) { step in
        time.record(step, at: clock.monotonicNow())
        // The step is shown only while there is no trip to show.
        if isFirst { mailbox.yield(.stepped(number, PollingStep(step))) }
      }
      return .answered(number, await Self.poll(fetch, header, after: trip, progress))
    }
    let number = workNumber
    // Unstructured, because neither a transport nor a token provider that never returns and ignores
    // cancellation may hold the poller up. What replaces the request cancels it.
    deadline = Task {
      do {
        var now = clock.monotonicNow()
        repeat {
          try await clock.sleep(time.end(at: now) - now)
          now = clock.monotonicNow()
        } while now < time.end(at: now)
        mailbox.yield(.overdue(number, isAtToken: time.isAtToken))
      } catch {
        // The request has ended before.
      }
    }
  }

  /// Polls once.
  ///
  /// It is never inlined, so that only a request under way takes the room of its trips.
  @inline(never)
  private static func poll(
    _ fetch: Fetch,
    _ header: RequestHeader?,
    after last: PreparedTrip?,
    _ progress: ExchangeProgress
  ) async -> Outcome {
    do throws(FleetEngineError) {
      let versions = TripVersions(heldIn: last?.trip)
      var answer = try await fetch(versions, header, progress)
      if let last, answer.value.withholds(since: last.trip, versions) {
        answer = try await fetch(TripVersions(), header, progress)
      }
      return Outcome(answer, after: last)
    } catch {
      return Outcome(error)
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

  /// Releases a request that has ended, and its deadline.
  ///
  /// A task keeps its memory while it is held.
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

  /// The error of a poll whose token never came, from a source without a limit of its own.
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

  /// The error of a poll that has taken as long as a call may, without its token.
  private static let overdue = FleetEngineError(
    operation: "GetTrip",
    code: .deadlineExceeded,
    message: "No whole answer came in time.",
    cause: .transport(HTTPTransportError(.timedOut, detail: "No whole answer came in time."))
  )
}
