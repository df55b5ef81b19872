internal import FleetEngine

/// `ridealong doctor`: checks everything that following a trip depends on.
enum DoctorCommand {
  static func run(
    _ arguments: Arguments,
    _ network: Network
  ) async throws(CommandError) -> ExitStatus {
    // From here a signal interrupts no step halfway, such as one that has changed the terminal.
    let signals = SignalWatch()
    var visit = DoctorVisit(arguments: arguments, network: network, signals: signals)
    for id in Check.ID.allCases where signals.exitStatus == nil { await visit.perform(id) }
    visit.tokens?.end()
    if let status = signals.exitStatus { return status }
    let report = DoctorReport(
      checks: visit.checks,
      settings: visit.settings,
      time: network.clock.wallNow(),
      target: visit.target
    )
    if arguments.has(.json) {
      try Console.print(encoding: DoctorReport.Form(report))
    } else {
      let lines = DoctorLines(report, level: visit.glyphs, columns: visit.columns)
      try Console.print(arguments.has(.verbose) ? lines.all : lines.short)
    }
    return report.status
  }
}
