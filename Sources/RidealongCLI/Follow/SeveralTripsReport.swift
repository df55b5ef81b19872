internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import Viewer

extension SeveralTrips {
  /// The most requests at a time.
  private static let atOnce = 16

  /// Prints one line for each trip, in their order.
  func report(isJSON: Bool) async throws(CommandError) -> ExitStatus {
    let signals = setup.signals
    var names = trips.names
    if let vehicle = trips.vehicle {
      switch await signals.cancelling({ await client.vehicle(vehicle) }) {
      case .failure(let error):
        if let status = signals.exitStatus { return status }
        if isJSON {
          let record = TripJSONLines(vehicle: vehicle, at: setup.journal.clock.moment)
          try Console.print(record.line(error, .failed(error), backend: setup.settings.backend))
        }
        throw CommandError(error, vehicle: vehicle, endpoint: setup.settings.backend)
      case .success(let vehicle): names = trips.names(of: vehicle)
      }
      if names.isEmpty { Console.printError(SafeText("\(vehicle) has no active trip.")) }
    }
    var worst = ExitStatus.success
    for start in stride(from: 0, to: names.count, by: Self.atOnce) {
      let part = Array(names[start..<min(names.count, start + Self.atOnce)])
      let answers = await signals.cancelling { await self.answers(part) }
      if let status = signals.exitStatus { return status }
      for (name, answer) in zip(part, answers) {
        worst = worst.worse(than: try print(name, answer, isJSON: isJSON))
      }
    }
    return worst
  }

  private func answers(_ names: [TripName]) async -> [Result<Trip, FleetEngineError>] {
    await withTaskGroup(of: (Int, Result<Trip, FleetEngineError>).self) { group in
      for (index, name) in names.enumerated() {
        group.addTask { (index, await client.trip(name)) }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Prints the line of one trip.
  private func print(
    _ name: TripName,
    _ answer: Result<Trip, FleetEngineError>,
    isJSON: Bool
  ) throws(CommandError) -> ExitStatus {
    let (clock, settings) = (setup.journal.clock, setup.settings)
    let record = TripJSONLines(tripName: name.description, at: clock.moment)
    switch answer {
    case .success(let trip):
      let polling = PollingStatus.succeeded(clock)
      if isJSON {
        try Console.print(record.line(trip, polling))
      } else {
        try Console.print(PlainReport(trip, name, polling, clock, settings).summary)
      }
      return .success
    case .failure(let error):
      if isJSON {
        try Console.print(record.line(error, .failed(error), backend: settings.backend))
      }
      let failure = CommandError(error, about: .trip(name), endpoint: settings.backend)
      Console.printError(SafeText("ridealong: \(failure.message)"))
      return failure.status
    }
  }
}
