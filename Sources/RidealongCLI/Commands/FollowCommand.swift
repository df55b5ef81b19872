internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer
internal import HTTPMessages

/// `ridealong follow`: the viewer for a trip of any Fleet Engine.
enum FollowCommand {
  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    try arguments.expect(["a trip's name, \(TripName.form)"], for: "follow")
    let name = try wiring.tripName(arguments.positionals[0], key: arguments[.serviceAccount])
    let endpoint = try wiring.endpoint(arguments)
    let speed = try wiring.speed(arguments)
    let map = try await MapOptions(arguments, wiring)
    let tokens = try wiring.tokenSource(arguments, for: .follow, providerID: name.providerID)
    defer { tokens.end() }
    let client = FleetEngineClient(
      endpoint: endpoint,
      transport: wiring.transport(),
      tokens: tokens.provider,
      wallNow: wiring.clock.wallNow
    )
    let capabilities = await TerminalCapabilities.detect(
      environment: wiring.environment.variables
    )
    let settings = try ViewerSettings(
      arguments: arguments,
      capabilities: capabilities,
      wiring: wiring,
      speed: speed,
      backend: endpoint.authority,
      credentials: tokens.label,
      map: map
    )
    if arguments.has(.once) || !capabilities.outputIsTerminal {
      return try await report(name, client, settings, wiring)
    }
    guard capabilities.canShowScreen else {
      let why = capabilities.term.isEmpty ? "TERM is not set" : "terminal \(capabilities.term)"
      Console.note("No screen (\(why)): plain output. Set TERM or install ncurses-term.")
      return try await report(name, client, settings, wiring)
    }
    return try await FollowSession(
      name: name,
      client: client,
      settings: settings,
      map: map,
      capabilities: capabilities,
      signals: SignalWatch(),
      wiring: wiring
    ).run()
  }

  /// Prints one plain report.
  private static func report(
    _ name: TripName,
    _ client: FleetEngineClient,
    _ settings: ViewerSettings,
    _ wiring: Wiring
  ) async throws(CommandError) -> ExitStatus {
    let signals = SignalWatch()
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
      throw CommandError(error, resource: name.description, endpoint: settings.backend)
    }
    var polling = PollingStatus()
    polling.lastAnswerAt = wiring.clock.monotonicNow()
    polling.lastAnswerWallTime = wiring.clock.wallNow()
    let report = PlainReport(
      trip: trip,
      tripName: name.description,
      polling: polling,
      now: wiring.clock.monotonicNow(),
      wall: wiring.clock.wallNow(),
      settings: settings
    )
    for line in report.lines { try Console.print(line) }
    return .success
  }
}

extension RequestHeader {
  /// What the viewer says of itself.
  static let consumer = RequestHeader(sdkVersion: HelpText.version, sdkType: .consumer)
}
