internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer

extension FollowSession {
  /// Follows the trip in a form.
  ///
  /// - Parameter form: The form.
  /// - Returns: The status to end with.
  /// - Throws: Why the trip cannot be shown.
  func run(as form: RideForm) async throws(CommandError) -> ExitStatus {
    switch form {
    case .screen: return try await run()
    case .report(let isJSON): return try await report(isJSON: isJSON)
    case .lines(let form):
      return try await StreamSession(
        name: name,
        client: client,
        settings: settings,
        form: form,
        interval: interval,
        notice: notice,
        readsCommands: form == .plain && capabilities.inputIsTerminal
          && capabilities.outputIsTerminal,
        tellsTerminal: form == .plain && capabilities.outputIsTerminal,
        signals: signals,
        wiring: wiring
      ).run()
    }
  }

  /// Prints one plain report.
  private func report(isJSON: Bool) async throws(CommandError) -> ExitStatus {
    // Not structured, so that a signal can end it, and a token command with it.
    let asking = Task { () -> Result<Trip, FleetEngineError> in
      do throws(FleetEngineError) {
        return .success(try await client.getTrip(name, header: .consumer).value)
      } catch {
        return .failure(error)
      }
    }
    signals.onSignal { asking.cancel() }
    let trip: Trip
    switch await asking.value {
    case .success(let value): trip = value
    case .failure(let error):
      if let status = signals.exitStatus { return status }
      if isJSON {
        let record = TripRecord(tripName: name.description, at: wiring.moment)
        try Console.print(record.line(error, .failed(error), backend: settings.backend))
      }
      throw CommandError(error, resource: name.description, endpoint: settings.backend)
    }
    let polling = wiring.answeredNow
    if isJSON {
      let record = TripRecord(tripName: name.description, at: wiring.moment)
      try Console.print(record.line(trip, polling))
      return .success
    }
    let report = PlainReport(
      trip: trip,
      tripName: name.description,
      polling: polling,
      now: wiring.clock.monotonicNow(),
      wall: wiring.clock.wallNow(),
      settings: settings
    )
    try Console.print(report.lines)
    return .success
  }
}
