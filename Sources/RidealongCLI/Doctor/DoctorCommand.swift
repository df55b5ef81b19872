internal import CellGrid
internal import FleetEngine
internal import TerminalUI
internal import Viewer

/// `ridealong doctor`: looks at all that following a trip depends on, and says what is wrong.
enum DoctorCommand {
  static func run(
    _ arguments: Arguments,
    _ network: Network
  ) async throws(CommandError) -> ExitStatus {
    // From here on a signal ends no step halfway, such as one that has the terminal.
    let signals = SignalWatch()
    var visit = DoctorVisit(arguments: arguments, network: network, signals: signals)
    for id in Check.ID.allCases where signals.exitStatus == nil { await visit.perform(id) }
    visit.tokens?.end()
    if let status = signals.exitStatus { return status }
    let report = DoctorReport(
      checks: visit.checks,
      settings: visit.settings,
      time: network.clock.wallNow(),
      asked: visit.asked
    )
    if arguments.has(.json) {
      try Console.print(encoding: report.form)
    } else {
      let lines = DoctorLines(report, level: visit.glyphs, columns: visit.columns)
      try Console.print(arguments.has(.verbose) ? lines.all : lines.short)
    }
    return report.status
  }
}

extension Option {
  static let examinedVehicle = Option(
    "--vehicle",
    .text,
    "find out why a vehicle is not shown, and check its trips (needs a server's token)",
    placeholder: "VEHICLE",
    isInFile: false
  )
  static let examinedTrips = Option(
    "--trips",
    .file,
    "check the trips listed in FILE, one per line, up to 20; - for standard input",
    isInFile: false
  )
  static let verbose = Option(
    "--verbose",
    .flag,
    "show every detail, and where each setting comes from",
    isInFile: false
  )
}
