internal import FleetEngine
internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// Executes a ``PollingMachine``'s decisions for one trip.
///
/// It polls even while the main actor is busy. It handles the messages of its mailbox in order.
actor TripPoller {
  /// Reads the trip from the server, perhaps with a turn of the rate limiter.
  typealias Fetch =
    @Sendable (TripVersions, RequestHeader?, ExchangeObserver, _ hasTurn: Bool)
    async throws(FleetEngineError) -> FleetEngineResponse<Trip>

  /// A message of the mailbox.
  enum Message: Sendable {
    /// The first subscriber registered.
    case start
    /// The last subscriber left.
    case stop
    /// A caller requested a poll now, perhaps with a turn of the rate limiter.
    case refresh(hasTurn: Bool)
    /// The model's options changed.
    case options(TripModelOptions)
    /// Routes for which there is no room are dropped.
    case routeLimit((@Sendable (_ points: Int) -> Bool)?)
    /// Finished polls go to this recorder too.
    case addRecorder(any PollRecorder)
    case removeRecorder(ObjectIdentifier)
    /// The work with this number ended.
    case ended(Int, WorkEnd, Handover?)
    /// The request with this number reached another step.
    case stepped(Int, PollingStep)
    /// The request with this number took too long, perhaps because of its token.
    case overdue(Int, isAtToken: Bool)
  }

  /// The end of what the poller waited for.
  enum WorkEnd: Sendable {
    /// The wait is over.
    case waited
    /// The poll has its turn.
    case turn
    /// The request ended.
    case finished(PollOutcome)
  }

  /// Receives messages; finishing it ends the poller.
  nonisolated let mailbox: AsyncStream<Message>.Continuation
  private let messages: AsyncStream<Message>
  private let clock: ServiceClock
  /// The rate limit of the requests; nil without a limit.
  private let schedule: FleetSchedule?
  private let fetch: Fetch
  private var random: any RandomNumberGenerator & Sendable
  private var machine: PollingMachine
  private var header: RequestHeader?
  private var recordsExchanges: Bool
  private var recorders: [any PollRecorder] = []
  /// The last poll that succeeded, without its trip and its exchange.
  private var lastSuccess: RecordedPoll?
  private var hasRoomForRoutes: (@Sendable (_ points: Int) -> Bool)?
  private var ledger = PollLedger()
  private var isUserRequest = false
  private var hasTurn = false
  private nonisolated let work = Mutex<Task<Void, Never>?>(nil)
  private var workNumber = 0
  private var deadline: Task<Void, Never>?
  /// The handover of the message that is being handled.
  private var handover: Handover?
  private var report: @Sendable (PollReport) -> Void = { _ in }

  init(
    clock: ServiceClock, random: any RandomNumberGenerator & Sendable, options: TripModelOptions,
    schedule: FleetSchedule?, fetch: @escaping Fetch
  ) {
    (messages, mailbox) = AsyncStream.makeStream()
    self.clock = clock
    self.random = random
    self.schedule = schedule
    self.fetch = fetch
    machine = PollingMachine(interval: options.pollingInterval)
    header = options.tripRequestHeader
    recordsExchanges = options.recordsExchanges
  }

  /// The wait or request under way.
  ///
  /// To stop polling at once, even while the poller is busy, send `stop` and then cancel this task.
  nonisolated var presentWork: Task<Void, Never>? { work.withLock { $0 } }

  /// Handles messages until the mailbox is finished.
  ///
  /// Calls `hasSubscribers` before each message, because subscribers may be gone without having
  /// unregistered.
  func run(
    hasSubscribers: @Sendable () -> Bool, report: @escaping @Sendable (PollReport) -> Void
  ) async {
    self.report = report
    for await message in messages { handle(message, isWanted: hasSubscribers()) }
    replaceWork(with: nil)
  }

  /// Handles one message.
  ///
  /// Never inlined: a suspended function keeps its whole frame, and a thousand pollers may wait.
  @inline(never) private func handle(_ message: Message, isWanted: Bool) {
    if !isWanted { stop() }
    switch message {
    case .start: if isWanted { perform(.started) }
    case .stop: stop()
    case .refresh(let hasTurn):
      isUserRequest = isUserRequest || machine.isRunning
      self.hasTurn = hasTurn
      perform(.refreshRequested)
      self.hasTurn = false
    case .options(let options):
      header = options.tripRequestHeader
      recordsExchanges = options.recordsExchanges
      if !recordsExchanges, ledger.status.dropExchanges() {
        report(PollReport(status: ledger.status))
      }
      perform(.intervalChanged(options.pollingInterval))
    case .routeLimit(let hasRoom): hasRoomForRoutes = hasRoom
    case .addRecorder(let recorder):
      recorders.append(recorder)
      // The server will leave out what did not change since, so this poll has the whole trip.
      if var last = lastSuccess, let trip = ledger.trip {
        last.result = .trip(trip.trip)
        recorder.record(last)
      }
    case .removeRecorder(let id): recorders.removeAll { ObjectIdentifier($0) == id }
    case .ended(let number, let end, let handover):
      guard number == workNumber else { return }
      self.handover = handover
      defer { self.handover = nil }
      switch end {
      case .waited: perform(.waited)
      case .turn: if machine.isPolling { startRequest() }
      case .finished(let outcome):
        forgetWork()
        finish(outcome)
      }
    case .stepped(let number, let step):
      guard number == workNumber, machine.isPolling, ledger.status.step != step else { return }
      (ledger.status.step, ledger.status.stepSince) = (step, clock.monotonicNow())
      report(PollReport(status: ledger.status))
    case .overdue(let number, let isAtToken):
      guard number == workNumber, machine.isPolling else { return }
      replaceWork(with: nil)
      finish(PollOutcome(isAtToken ? Self.withoutToken : Self.overdue))
    }
  }

  private func stop() {
    isUserRequest = false
    perform(.stopped)
  }

  private func finish(_ outcome: PollOutcome) {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    let duration = max(.zero, now - (machine.lastPollAt ?? now))
    let poll = FinishedPoll(
      outcome: outcome, start: now - duration, duration: duration, time: wall - duration,
      attempt: machine.consecutiveFailures + 1, isUserRequest: isUserRequest,
      keepsExchange: recordsExchanges)
    let (trip, fields) = ledger.finish(poll)
    if let error = outcome.error {
      perform(.failed(error), errors: [error], poll: poll)
    } else if let trip {
      isUserRequest = false
      perform(.succeeded, trip: trip, fields: fields, poll: poll)
    } else {
      record(poll)
    }
  }

  private func record(_ poll: FinishedPoll) {
    var recorded = RecordedPoll(poll, status: ledger.status)
    for recorder in recorders { recorder.record(recorded) }
    guard poll.outcome.error == nil else { return }
    (recorded.result, recorded.exchange) = (.trip(Trip()), nil)
    lastSuccess = recorded
  }

  private func perform(
    _ event: PollingMachine.Event, trip: PreparedTrip? = nil, fields: TripPropertyFields = [],
    errors: [FleetEngineError] = [], poll: FinishedPoll? = nil
  ) {
    let before = ledger.status
    let action = machine.handle(event, at: clock.monotonicNow(), using: &random)
    switch action {
    case .poll: startPoll()
    case .wait(let moment): startWait(until: moment)
    case .rest: replaceWork(with: nil)
    case nil: break
    }
    ledger.status.update(from: machine)
    // Before the report, at which a program may end with its recording.
    if let poll { record(poll) }
    guard trip != nil || !errors.isEmpty || ledger.status != before else { return }
    var news = PollReport(trip: trip, fields: fields, errors: errors, status: ledger.status)
    news.handover = handover
    report(news)
  }

  /// Begins a poll, or the wait for its turn.
  private func startPoll() {
    guard let schedule, !hasTurn else { return startRequest() }
    if ledger.trip == nil {
      (ledger.status.step, ledger.status.stepSince) = (.connecting, clock.monotonicNow())
    }
    // While a poll waits for its turn it needs no memory and no time limit for a request.
    replaceWork { [clock] _ in
      do {
        try await schedule.turn()
        return (.turn, clock.beginHandover())
      } catch { return nil }
    }
  }

  /// Begins a request, which has its turn.
  private func startRequest() {
    let isFirst = ledger.trip == nil
    // A recording keeps whole responses.
    let recordedBytes =
      !recorders.isEmpty
      ? Limits.Response.bodyBytes : recordsExchanges ? Limits.Response.rememberedBodyBytes : nil
    let time = PollDeadline(start: clock.monotonicNow())
    let (mailbox, clock, handover) = (mailbox, clock, handover)
    replaceWork { [fetch, header, hasRoomForRoutes, trip = ledger.trip] number in
      let observer = ExchangeObserver(recordedBodyBytes: recordedBytes) { step in
        // From here on the call itself is known to be at work.
        handover?.end()
        time.record(step, at: clock.monotonicNow())
        // Later polls have no visible steps, because there is a trip to show.
        if isFirst { mailbox.yield(.stepped(number, PollingStep(step))) }
      }
      let (outcome, handover) = await Self.poll(
        fetch, header, after: trip, observer, hasRoomForRoutes, clock)
      return (.finished(outcome), handover)
    }
    let number = workNumber
    // Unstructured, because a transport or token provider that ignores cancellation must not block
    // the poller. `forgetWork` cancels it.
    deadline = Task {
      do {
        var now = clock.monotonicNow()
        repeat {
          try await clock.sleep(time.earliestEnd(at: now) - now)
          now = clock.monotonicNow()
        } while now < time.end(at: now)
        mailbox.yield(.overdue(number, isAtToken: time.isAtToken))
      } catch {
        // The request ended in time.
      }
    }
  }

  /// Polls once.
  ///
  /// Never inlined, so that only a request under way reserves memory for its trips.
  @inline(never) private static func poll(
    _ fetch: Fetch, _ header: RequestHeader?, after last: PreparedTrip?,
    _ observer: ExchangeObserver, _ hasRoomForRoutes: (@Sendable (_ points: Int) -> Bool)?,
    _ clock: ServiceClock
  ) async -> (PollOutcome, Handover?) {
    do throws(FleetEngineError) {
      let versions = TripVersions(heldIn: last?.trip)
      var response = try await fetch(versions, header, observer, true)
      if let last, response.value.omitsChanges(since: last.trip, versions) {
        response = try await fetch(TripVersions(), header, observer, false)
      }
      let handover = clock.beginHandover()
      return (PollOutcome(response, after: last, observer.exchange, hasRoomForRoutes), handover)
    } catch { return (PollOutcome(error, observer.exchange), clock.beginHandover()) }
  }

  private func startWait(until moment: Duration) {
    replaceWork { [clock] _ in
      let wait = moment - clock.monotonicNow()
      do { if wait > .zero { try await clock.sleep(wait) } } catch { return nil }
      return (.waited, clock.beginHandover())
    }
  }

  /// Releases the task of an ended request, which keeps its memory, and cancels its deadline.
  private func forgetWork() {
    deadline?.cancel()
    deadline = nil
    work.withLock { $0 = nil }
  }

  /// Cancels the wait or request under way and starts another.
  private func replaceWork(with next: (@Sendable (Int) async -> (WorkEnd, Handover?)?)?) {
    presentWork?.cancel()
    forgetWork()
    workNumber += 1
    guard let next else { return }
    let (number, mailbox) = (workNumber, mailbox)
    // Unstructured, because it outlives the message that starts it. The end of `run` cancels it.
    // Within the lock, so that the task can be cancelled as soon as it runs.
    work.withLock { work in
      work = Task {
        if let (end, handover) = await next(number) {
          mailbox.yield(.ended(number, end, handover))
        }
      }
    }
  }

  /// The error of a poll whose token never arrived, from a source without its own time limit.
  private static let withoutToken = FleetEngineError(
    operation: "GetTrip", code: .unauthenticated,
    message: "The source of access tokens did not answer in time.",
    cause: .token(
      AccessTokenError(
        reason: "The source of access tokens did not answer in time.", isRecoverable: true)))

  /// The error of a poll that reached the time limit of a call.
  private static let overdue = FleetEngineError(
    operation: "GetTrip", code: .deadlineExceeded, message: "No whole response came in time.",
    cause: .transport(HTTPTransportError(.timedOut, detail: "No whole response came in time.")))
}
