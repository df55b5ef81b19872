public import FleetEngine

/// Polls a vehicle, for example to find its trips.
///
/// It waits like ``TripModel``, also after failures.
public actor VehicleWatch {
  /// The result of a poll.
  public typealias Outcome = Result<Vehicle, FleetEngineError>

  private let name: VehicleName
  private let client: FleetEngineClient
  private let clock: ServiceClock
  private let header: RequestHeader?
  private var machine: PollingMachine
  private var status = PollingStatus()
  /// The wait for the next poll.
  private var pause: Task<Void, Never>?
  private var isPollRequested = false

  /// Creates a watch that starts a poll every `interval`, at least 5 s, by the client's clock unless given.
  public init(
    _ name: VehicleName, client: FleetEngineClient, clock: ServiceClock? = nil,
    interval: Duration = TripModelOptions.minimumInterval, header: RequestHeader? = nil
  ) {
    self.name = name
    self.client = client
    self.clock = clock ?? client.clock
    self.header = header
    machine = PollingMachine(interval: max(interval, TripModelOptions.minimumInterval))
  }

  /// Polls until the task is cancelled; call it only once.
  ///
  /// `random` spreads the retries. `report` receives the result of each poll.
  public func run(
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    _ report: @MainActor (Outcome, PollingStatus) async -> Void
  ) async {
    var random = random
    var action = machine.handle(.started, at: clock.monotonicNow(), using: &random)
    while !Task.isCancelled {
      switch action {
      case .poll:
        let (result, event) = await poll()
        if Task.isCancelled { return }
        action = machine.handle(event, at: clock.monotonicNow(), using: &random)
        status.update(from: machine)
        // Even if the next poll is due immediately, this report is about the last one.
        status.isPolling = false
        await report(result, status)
      case .wait(let moment):
        await wait(until: moment)
        if Task.isCancelled { return }
        let event: PollingMachine.Event = isPollRequested ? .refreshRequested : .waited
        isPollRequested = false
        let next = machine.handle(event, at: clock.monotonicNow(), using: &random)
        // Without a new action the current wait continues.
        action = next ?? machine.nextPollAt.map { .wait(until: $0) }
      case .rest, nil: return
      }
    }
  }

  /// Polls at the next opportunity, because the user asked for it.
  public func pollNow() {
    isPollRequested = true
    pause?.cancel()
  }

  private func poll() async -> (Outcome, PollingMachine.Event) {
    do throws(FleetEngineError) {
      let vehicle = try await client.getVehicle(name, header: header).value
      status.recordEnd(nil, at: clock.monotonicNow(), wall: clock.wallNow())
      return (.success(vehicle), .succeeded)
    } catch {
      status.recordEnd(error, at: clock.monotonicNow(), wall: clock.wallNow())
      return (.failure(error), .failed(error))
    }
  }

  private func wait(until moment: Duration) async {
    guard !isPollRequested else { return }
    let pause = Task<Void, Never> { [clock] in
      // Cancelling the wait ends it early.
      _ = try? await clock.sleep(max(.zero, moment - clock.monotonicNow()))
    }
    self.pause = pause
    await withTaskCancellationHandler {
      await pause.value
    } onCancel: {
      pause.cancel()
    }
    self.pause = nil
  }
}
