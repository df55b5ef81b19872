internal import CellGrid
internal import FleetEngine
internal import TerminalUI
internal import Viewer

/// `ridealong doctor`: looks at all that following a trip depends on, and says what is wrong.
enum DoctorCommand {
  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    let words = arguments.positionals
    guard words.count <= 1 else {
      throw .usage("\(words[1]) is one word too many for ridealong doctor.")
    }
    // From here on a signal ends no step halfway, such as one that has the terminal.
    let signals = SignalWatch(endsAtSecond: true)
    var visit = DoctorVisit(arguments: arguments, wiring: wiring, signals: signals)
    visit.readConfiguration()
    await visit.lookAtProgram()
    await visit.lookAtTerminal()
    if signals.exitStatus == nil { await visit.lookAtServer() }
    if signals.exitStatus == nil { await visit.lookAtTokens() }
    if signals.exitStatus == nil { await visit.lookAtTrip() }
    visit.tokens?.end()
    if let status = signals.exitStatus { return status }
    let report = DoctorReport(
      checks: visit.checks,
      settings: visit.settings,
      time: wiring.clock.wallNow(),
      trip: visit.name?.description
    )
    if arguments.has(.json) {
      try Console.print(try report.json())
    } else {
      try Console.print(report.lines(visit.glyphs))
    }
    return report.status
  }
}
