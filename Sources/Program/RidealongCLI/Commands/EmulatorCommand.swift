internal import CellGrid
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages
internal import TerminalUI
internal import TrustLimits

extension Command {
  static let emulator = Command(
    name: "emulator", synopsis: "ridealong emulator [exec -- COMMAND|ACTION] [OPTIONS]",
    summary: "run a Fleet Engine on this machine",
    examples: [
      "ridealong emulator --data-dir ./fleet --listen 127.0.0.1:8080",
      "ridealong emulator --strict --quota --fault faults.json",
      "ridealong emulator exec -- pytest", "ridealong emulator --screen",
    ],
    detail: EmulatorCommand.detail,
    options: Option.emulator + Option.map,
    actions: EmulatorCommand.Action.allCases.map(\.rawValue), operands: .files, configurable: .look,
    screen: .with(.screen), run: EmulatorCommand.run)
}

/// `ridealong emulator`: a Fleet Engine on this machine.
enum EmulatorCommand {
  fileprivate static let detail: [String] =
    [
      "It prints one line to standard output when it is ready; its words come in pairs, in this order:",
      "  ready URL provider P keys DIR backend URL admin URL grpc HOST:PORT",
      "DIR has the key files of the four roles; backend, admin and grpc are missing if they are not",
      "served. With --print-env the lines follow that lead clients to it; those of gRPC have to trust",
      "DIR/localhost.pem. On a terminal the commands to run next follow. Ctrl-C ends it after the requests",
      "in progress.",
      "Without --data-dir nothing is kept. --listen 8080 and --listen :8080 listen on loopback.",
      "Making the keys takes most of a first start. --keys DIR makes them once for all data directories",
      "of a provider, and for starts without one.",
      "",
      "The provider's backend hands out tokens, accepts bookings and matches them with vehicles, as the",
      "sample apps expect: GET BACKEND/token/consumer/TRIP, POST BACKEND/trip/new. It does not",
      "authenticate callers, and hands out tokens only on loopback.",
      "",
      "--screen shows trips, vehicles and the last calls on the terminal: Enter opens a trip, F plays a",
      "fault, q stops the emulator. The options of the viewer have an effect only with it.",
      "",
      "exec runs a command with an emulator of its own on free ports, and ends with the command's status;",
      "FLEET_ENGINE_EMULATOR_URL and other variables tell the command where it is. The other actions find",
      "a running emulator through --admin or FLEET_ENGINE_EMULATOR_ADMIN:",
    ]
    + HelpLayout.table(
      EmulatorCommand.Action.allCases.compactMap { action in
        action.help.map { ("\(action.rawValue) \($0.operands)", $0.meaning) }
      },
      indent: 2,
      column: HelpLayout.entryColumn
    ) + [
      "docs/emulator.md describes them, and the requests of the admin endpoint behind them. That also",
      "has GET, PUT, DELETE /faults. Any user of this machine may use it.",
      "",
      "A script of faults is a list of entries such as",
      #"  {"count": 3, "procedure": "GetTrip", "status": 503, "retryAfter": 2}"#,
      #"  {"delay": 5}   {"pass": true, "count": 10}   "reset""#,
      "Times are seconds. The keys of an entry:",
    ]
    + HelpLayout.table(
      FaultKey.allCases.map { ("\($0.rawValue) \($0.values)", $0.meaning) }, indent: 2,
      column: HelpLayout.entryColumn) + [
      "",
      "A line of the access log: time, method, path, status, duration, bytes, procedure.",
    ]

  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    guard arguments.positionals.isEmpty else {
      return try await perform(arguments.action(), context)
    }
    try arguments.refuse(
      Option.calls, "has an effect only with emulator calls and emulator wait-for")
    let screen = try await screen(context)
    let settings = try LocalFleetEngine.Settings(arguments)
    let signals = SignalWatch()
    let engine = try await LocalFleetEngine.start(
      settings, clock: servers.clock, environment: servers.environment)
    if !settings.address.isLoopback || settings.grpc?.isLoopback == false { warn(settings) }
    if let screen { return try await show(engine, on: screen, context, signals) }
    do throws(CommandError) {
      let exports = EmulatorVariables(engine, arguments, servers.environment).exports
      let lines = [readyLine(engine)] + (arguments.has(.printEnvironment) ? exports : [])
      try Console.print(whole: lines)
    } catch {
      await engine.stopAfterFailure()
      throw error
    }
    if Console.errorIsTerminal, let advice = EmulatorAdvice(engine, settings, arguments) {
      for line in advice.lines { Console.printError(line) }
    }
    await signals.wait()
    let status = signals.exitStatus ?? .success
    signals.end(status)
    try await engine.stop()
    return status
  }

  private typealias Screen = (map: MapOptions, capabilities: TerminalCapabilities)

  /// The terminal of `--screen`; nil without it.
  private static func screen(_ context: CommandContext) async throws(CommandError) -> Screen? {
    let arguments = context.arguments
    guard arguments.has(.screen) else {
      try arguments.refuse(Option.map, "has an effect only with --screen")
      return nil
    }
    guard !arguments.has(.printEnvironment) else {
      throw .usage("--print-env has no effect with --screen.")
    }
    let map = try await context.mapOptions()
    let capabilities = await context.screen.capabilities(map)
    guard capabilities.outputIsTerminal, capabilities.canShowScreen else {
      throw .usage("--screen needs a terminal; without it the emulator prints its addresses.")
    }
    return (map, capabilities)
  }

  /// Shows a running emulator until the user quits, and stops it.
  private static func show(
    _ engine: LocalFleetEngine, on screen: Screen, _ context: CommandContext, _ signals: SignalWatch
  ) async throws(CommandError) -> ExitStatus {
    let status: ExitStatus
    do throws(CommandError) {
      let setup = try context.rideSetup(
        screen.map,
        screen.capabilities,
        backend: engine.baseURL.authority,
        credentials: "",
        signals: signals
      )
      status = try await EmulatorScreen(engine: engine, setup: setup, servers: context.servers)
        .run(["emulator", "--screen"])
    } catch {
      await engine.stopAfterFailure()
      throw error
    }
    try await engine.stop()
    return status
  }

  /// The line with the addresses for scripts: pairs of a shell's words in a fixed order.
  static func readyLine(_ engine: LocalFleetEngine) -> String {
    let keys = ShellWord.path(engine.keys.directory)
    var line = "ready \(engine.baseURL) provider \(engine.emulator.providerID) keys \(keys)"
    if let backend = engine.backendURL { line += " backend \(backend)" }
    if let admin = engine.adminURL { line += " admin \(admin)" }
    if let grpc = engine.grpcURL { line += " grpc \(grpc.authority)" }
    return line
  }

  private static func warn(_ settings: LocalFleetEngine.Settings) {
    Console.printError(
      settings.tls == nil && !settings.address.isLoopback
        ? "Listening beyond this machine, without encryption: anyone who reaches it can call it."
        : "Listening beyond this machine: anyone who reaches it can call it.")
    guard settings.backend != nil, !settings.address.isLoopback else { return }
    Console.printError(
      "The provider's backend does not authenticate callers: anyone who reaches it can book and "
        + "cancel. It hands out no tokens; --no-backend turns it off.")
  }
}
