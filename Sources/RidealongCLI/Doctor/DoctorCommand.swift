internal import CellGrid
internal import FleetEngine
internal import TerminalUI
internal import Viewer

/// `ridealong doctor`: looks at all that following a trip depends on, and says what is wrong.
enum DoctorCommand {
  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    // From here on a signal ends no step halfway, such as one that has the terminal.
    let signals = SignalWatch()
    var visit = DoctorVisit(arguments: arguments, wiring: wiring, signals: signals)
    visit.readConfiguration()
    visit.readNames()
    await visit.lookAtProgram()
    await visit.lookAtTerminal()
    if signals.exitStatus == nil { await visit.lookAtServer() }
    if signals.exitStatus == nil { await visit.lookAtTokens() }
    if signals.exitStatus == nil { await visit.lookAtRides() }
    visit.tokens?.end()
    if let status = signals.exitStatus { return status }
    let report = DoctorReport(
      checks: visit.checks,
      settings: visit.settings,
      time: wiring.clock.wallNow(),
      asked: visit.asked
    )
    if arguments.has(.json) {
      try Console.print(try report.json())
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
    "VEHICLE",
    "find out why a vehicle is not shown, and check its trips (needs a server's token)",
    isInFile: false
  )
  static let examinedTrips = Option(
    "--trips",
    "FILE",
    "check the trips listed in FILE, one per line, up to 20; - for standard input",
    isInFile: false
  )
  static let verbose = Option(
    "--verbose",
    nil,
    "show every detail, and where each setting comes from",
    isInFile: false
  )
}
