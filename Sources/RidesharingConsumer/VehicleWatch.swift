public import FleetEngine

/// A vehicle that is asked for again and again, to know of its trips.
///
/// It waits as ``TripModel`` does, also after failures.
public struct VehicleWatch: Sendable {
  private let name: VehicleName
  private let client: FleetEngineClient
  private let clock: ServiceClock
  private let interval: Duration
  private let header: RequestHeader?

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
  }

  /// Asks until the task is cancelled.
  ///
  /// - Parameters:
  ///   - random: Where the spread of retries comes from.
  ///   - report: Told of each answer and failure.
  public func run(
    random: any RandomNumberGenerator & Sendable,
    _ report: @MainActor (Result<Vehicle, FleetEngineError>) async -> Void
  ) async {
    var random = random
    var machine = PollingMachine(interval: interval)
    var action = machine.handle(.started, at: clock.monotonicNow(), using: &random)
    while !Task.isCancelled {
      switch action {
      case .poll:
        let result = await ask()
        if Task.isCancelled { return }
        await report(result)
        let event: PollingMachine.Event =
          switch result {
          case .success: .succeeded
          case .failure(let error): .failed(error)
          }
        action = machine.handle(event, at: clock.monotonicNow(), using: &random)
      case .wait(let moment):
        do {
          try await clock.sleep(max(.zero, moment - clock.monotonicNow()))
        } catch {
          return
        }
        action = machine.handle(.waited, at: clock.monotonicNow(), using: &random)
      case .rest, nil: return
      }
    }
  }

  private func ask() async -> Result<Vehicle, FleetEngineError> {
    do throws(FleetEngineError) {
      return .success(try await client.getVehicle(name, header: header).value)
    } catch {
      return .failure(error)
    }
  }
}
