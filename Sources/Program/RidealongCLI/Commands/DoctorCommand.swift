internal import FleetEngine
internal import TrustLimits

extension Command {
  static let doctor = Command(
    name: "doctor", synopsis: "ridealong doctor [TRIP...] [OPTIONS]",
    summary: "find out what is wrong, and why a trip shows no vehicle",
    examples: [
      "ridealong doctor", "ridealong doctor TRIP --service-account consumer.json",
      "ridealong doctor --vehicle VEHICLE --service-account server.json --verbose",
    ],
    detail: [
      "It checks the program, its files, the terminal, the server with its certificate and clock, the",
      "source of tokens and, with TRIP, the trip and its vehicle, and says what to do about each",
      "problem. --verbose shows every detail, the origin of each setting and a sample of the map's",
      "characters. No token is shown. The exit status is that of the first failed check.",
      "",
      "To examine a failing command line of follow, replace follow with doctor.",
      "",
      "--json prints one object: v, status, checks with name, mark (ok, warning, failed, skipped),",
      "text, advice, facts and numbers, and settings with key, value and origin.",
      "",
    ] + HelpText.tokens,
    options: Option.tokenSources
      + [
        .endpoint, .provider, .examinedVehicle, .examinedTrips, .caFile, .verbose, .json, .glyphs,
        .ascii, .context, .config, .logFile,
      ],
    // To examine a command line of `follow`.
    idleOptions: Command.follow.options, operands: .trips, configurable: .all,
    configuresItself: true, run: DoctorCommand.run)
}

/// `ridealong doctor`: checks everything that following a trip depends on.
enum DoctorCommand {
  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    // From here a signal interrupts no step halfway, such as one that has changed the terminal.
    let signals = SignalWatch()
    var visit = DoctorVisit(arguments: arguments, servers: servers, signals: signals)
    for id in Check.ID.allCases where signals.exitStatus == nil { await visit.perform(id) }
    visit.tokens?.end()
    if let status = signals.exitStatus { return status }
    let report = DoctorReport(
      checks: visit.checks, settings: visit.settings, time: servers.clock.wallNow(),
      target: visit.target)
    if arguments.has(.json) {
      try Console.print(encoding: report.record)
    } else {
      let lines = DoctorLines(report, level: visit.glyphs, columns: visit.columns)
      try Console.print(arguments.has(.verbose) ? lines.all : lines.short)
    }
    return report.status
  }
}
