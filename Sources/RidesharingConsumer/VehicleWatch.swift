public import FleetEngine

/// A vehicle that is asked for again and again, to know of its trips.
///
/// It waits as ``TripModel`` does, also after failures.
public actor VehicleWatch {
  /// What became of a question.
  public typealias Answer = Result<Vehicle, FleetEngineError>

  private let name: VehicleName
  private let client: FleetEngineClient
  private let clock: ServiceClock
  private let interval: Duration
  private let header: RequestHeader?
  private var machine: PollingMachine
  private var status = PollingStatus()
  /// What waits for the next question.
  private var pause: Task<Void, Never>?
  private var isAskedNow = false

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - name: The vehicle.
  ///   - client: What asks the server.
  ///   - clock: The times that it lives by.
  ///   - interval: The time between the starts of two questions, at least 5 s.
  ///   - header: What the requests say of the client.
  public init(
    _ name: VehicleName,
    client: FleetEngineClient,
    clock: ServiceClock,
    interval: Duration = TripModelOptions.minimumInterval,
    header: RequestHeader? = nil
  ) {
    self.name = name
    self.client = client
    self.clock = clock
    self.interval = max(interval, TripModelOptions.minimumInterval)
    self.header = header
    machine = PollingMachine(interval: self.interval)
  }

  /// Asks until the task is cancelled; to be called once.
  ///
  /// - Parameters:
  ///   - random: Where the spread of retries comes from.
  ///   - report: Told of each answer and failure, with how the asking goes.
  public func run(
    random: any RandomNumberGenerator & Sendable,
    _ report: @MainActor (Answer, PollingStatus) async -> Void
  ) async {
    var random = random
    var action = machine.handle(.started, at: clock.monotonicNow(), using: &random)
    while !Task.isCancelled {
      switch action {
      case .poll:
        let result = await ask()
        if Task.isCancelled { return }
        action = machine.handle(event(result), at: clock.monotonicNow(), using: &random)
        note(result)
        await report(result, status)
      case .wait(let moment):
        await wait(until: moment)
        if Task.isCancelled { return }
        let event: PollingMachine.Event = isAskedNow ? .refreshAsked : .waited
        isAskedNow = false
        let next = machine.handle(event, at: clock.monotonicNow(), using: &random)
        // A wait that goes on as it was is waited for again.
        action = next ?? machine.nextPollAt.map { .wait(until: $0) }
      case .rest, nil: return
      }
    }
  }

  /// Asks at the next opportunity, because the user wants to know now.
  public func askNow() {
    isAskedNow = true
    pause?.cancel()
  }

  private func ask() async -> Answer {
    do throws(FleetEngineError) {
      return .success(try await client.getVehicle(name, header: header).value)
    } catch {
      return .failure(error)
    }
  }

  private func wait(until moment: Duration) async {
    guard !isAskedNow else { return }
    let pause = Task { [clock] in
      do {
        try await clock.sleep(max(.zero, moment - clock.monotonicNow()))
      } catch {
        // Whoever cancels the wait wants to go on.
      }
    }
    self.pause = pause
    await withTaskCancellationHandler {
      await pause.value
    } onCancel: {
      pause.cancel()
    }
    self.pause = nil
  }

  private func event(_ result: Answer) -> PollingMachine.Event {
    switch result {
    case .success: .succeeded
    case .failure(let error): .failed(error)
    }
  }

  /// Takes over what became of a question.
  private func note(_ result: Answer) {
    status.update(from: machine)
    // Reports come after a poll, also where the next one is due at once.
    status.isPolling = false
    switch result {
    case .success:
      status.lastError = nil
      status.lastAnswerAt = clock.monotonicNow()
      status.lastAnswerWallTime = clock.wallNow()
      status.totalUpdates += 1
    case .failure(let error): status.lastError = error
    }
  }
}
