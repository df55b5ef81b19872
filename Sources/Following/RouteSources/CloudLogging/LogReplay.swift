package import FleetEngine

/// Sends the calls of a log to a Fleet Engine in their order and timing.
///
/// Calls are sent one after the other. A failed call is reported and the replay continues.
package struct LogReplay: Sendable {
  /// The result of one call.
  package enum Event: Sendable, Hashable {
    /// A vehicle that the log does not create was created.
    case vehicleIsCreated(VehicleName)
    /// A vehicle already existed, which is not a failure.
    case vehicleExists(VehicleName)
    /// A vehicle that the log does not create could not be created.
    case vehicleFailed(VehicleName, FleetEngineError)
    /// A trip already existed; the following calls change it.
    case tripExists(TripName, FleetEngineError)
    /// A call was accepted; numbers start at 1.
    case sent(LoggedCall, number: Int)
    /// A call failed; numbers start at 1.
    case failed(LoggedCall, number: Int, FleetEngineError)
  }

  /// The numbers of accepted and failed calls.
  package struct Summary: Sendable, Hashable {
    /// Vehicles created before the first call.
    package var createdVehicles = 0
    /// Accepted creations and updates of vehicles.
    package var vehicleCallsSent = 0
    /// Failed creations and updates of vehicles.
    package var vehicleCallsFailed = 0
    /// Accepted creations and updates of trips.
    package var tripCallsSent = 0
    /// Failed creations and updates of trips.
    package var tripCallsFailed = 0

    /// Whether nothing failed.
    package var isComplete: Bool { vehicleCallsFailed == 0 && tripCallsFailed == 0 }
  }

  /// The calls with their times.
  package let schedule: ReplaySchedule
  private let client: FleetEngineClient
  private let clock: ServiceClock

  /// Creates a replay; the client needs a server's tokens.
  package init(_ schedule: ReplaySchedule, client: FleetEngineClient, clock: ServiceClock) {
    self.schedule = schedule
    self.client = client
    self.clock = clock
  }

  /// Creates the missing vehicles and sends the calls; throws if the task is cancelled.
  package func run(
    onEvent: (Event) async -> Void = { _ in }
  ) async throws(CancellationError) -> Summary {
    var summary = Summary()
    for missing in schedule.missingVehicles { await onEvent(await create(missing, &summary)) }
    let start = clock.monotonicNow()
    let wallStart = clock.wallNow()
    for (index, item) in schedule.items.enumerated() {
      let left = start + item.offset - clock.monotonicNow()
      do { if left > .zero { try await clock.sleep(left) } } catch { throw CancellationError() }
      if Task.isCancelled { throw CancellationError() }
      let call = schedule.shifted(item, start: wallStart)
      await onEvent(await send(call, number: index + 1, &summary))
    }
    return summary
  }

  private func create(
    _ missing: ReplaySchedule.MissingVehicle, _ summary: inout Summary
  ) async -> Event {
    do {
      _ = try await client.createVehicle(missing.name, missing.vehicle)
      summary.createdVehicles += 1
      return .vehicleIsCreated(missing.name)
    } catch {
      return error.code == .alreadyExists
        ? .vehicleExists(missing.name) : .vehicleFailed(missing.name, error)
    }
  }

  private func send(_ call: LoggedCall, number: Int, _ summary: inout Summary) async -> Event {
    let isTripCall = call.tripName != nil
    do {
      try await send(call)
      if isTripCall { summary.tripCallsSent += 1 } else { summary.vehicleCallsSent += 1 }
      return .sent(call, number: number)
    } catch {
      if case .createVehicle(let name, _) = call.operation, error.code == .alreadyExists {
        summary.vehicleCallsSent += 1
        return .vehicleExists(name)
      }
      if isTripCall { summary.tripCallsFailed += 1 } else { summary.vehicleCallsFailed += 1 }
      if case .createTrip(let name, _) = call.operation, error.code == .alreadyExists {
        return .tripExists(name, error)
      }
      return .failed(call, number: number, error)
    }
  }

  private func send(_ call: LoggedCall) async throws(FleetEngineError) {
    switch call.operation {
    case .createTrip(let name, let trip): _ = try await client.createTrip(name, trip)
    case .updateTrip(let name, let trip, let mask):
      _ = try await client.updateTrip(name, trip, mask: mask)
    case .createVehicle(let name, let vehicle): _ = try await client.createVehicle(name, vehicle)
    case .updateVehicle(let name, let vehicle, let mask):
      _ = try await client.updateVehicle(name, vehicle, mask: mask)
    }
  }
}
