internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import Viewer

/// Prints one line for each of several trips, in their order, and ends.
struct SeveralTripsReport: Sendable {
  /// The trips that are asked for at once.
  private static let atOnce = 16

  let trips: FollowedTrips
  let client: FleetEngineClient
  let settings: ViewerSettings
  let isJSON: Bool
  let wiring: Wiring

  /// Asks for all and prints.
  ///
  /// - Returns: The worst of what the trips would end with alone.
  /// - Throws: That the output cannot be written, or that the vehicle is not to be had.
  func run() async throws(CommandError) -> ExitStatus {
    let signals = SignalWatch()
    var names = trips.names
    if let vehicle = trips.vehicle {
      switch await ended(by: signals, { await vehicleAnswer(vehicle) }) {
      case .failure(let error):
        if let status = signals.exitStatus { return status }
        if isJSON {
          let record = TripRecord(vehicle: vehicle, at: wiring.moment)
          try Console.print(record.line(error, .failed(error), backend: settings.backend))
        }
        throw CommandError(error, vehicle: vehicle, endpoint: settings.backend)
      case .success(let answer):
        names = answer.currentTripIDs.compactMap {
          try? TripName(providerID: vehicle.providerID, tripID: $0)
        }
        if names.isEmpty { Console.note(SafeText("\(vehicle) has no active trip.")) }
      }
    }
    var worst = ExitStatus.success
    for start in stride(from: 0, to: names.count, by: Self.atOnce) {
      let part = Array(names[start..<min(names.count, start + Self.atOnce)])
      let answers = await ended(by: signals) { await self.answers(part) }
      if let status = signals.exitStatus { return status }
      for (name, answer) in zip(part, answers) {
        worst = worst.worse(than: try tell(name, answer))
      }
    }
    return worst
  }

  /// Does something that a signal ends.
  private func ended<Value: Sendable>(
    by signals: SignalWatch,
    _ work: @escaping @Sendable () async -> Value
  ) async -> Value {
    // Not structured, so that a signal can end it, and a token command with it.
    let task = Task { await work() }
    signals.onSignal { task.cancel() }
    return await task.value
  }

  private func vehicleAnswer(_ name: VehicleName) async -> Result<Vehicle, FleetEngineError> {
    do throws(FleetEngineError) {
      return .success(try await client.getVehicle(name, header: .consumer).value)
    } catch {
      return .failure(error)
    }
  }

  private func answers(_ names: [TripName]) async -> [Result<Trip, FleetEngineError>] {
    await withTaskGroup(of: (Int, Result<Trip, FleetEngineError>).self) { group in
      for (index, name) in names.enumerated() {
        group.addTask {
          do throws(FleetEngineError) {
            return (index, .success(try await client.getTrip(name, header: .consumer).value))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Prints the line of one trip.
  private func tell(
    _ name: TripName,
    _ answer: Result<Trip, FleetEngineError>
  ) throws(CommandError) -> ExitStatus {
    let record = TripRecord(tripName: name.description, at: wiring.moment)
    switch answer {
    case .success(let trip):
      let polling = wiring.answeredNow
      if isJSON {
        try Console.print(record.line(trip, polling))
      } else {
        let report = PlainReport(
          trip: trip,
          tripName: name.description,
          polling: polling,
          now: wiring.clock.monotonicNow(),
          wall: wiring.clock.wallNow(),
          settings: settings
        )
        try Console.print(report.summary)
      }
      return .success
    case .failure(let error):
      if isJSON {
        try Console.print(record.line(error, .failed(error), backend: settings.backend))
      }
      let failure = CommandError(
        error,
        resource: name.description,
        endpoint: settings.backend
      )
      Console.note(SafeText("ridealong: \(failure.message)"))
      return failure.status
    }
  }
}
