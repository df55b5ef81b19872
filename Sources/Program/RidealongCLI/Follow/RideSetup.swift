internal import CellGrid
internal import FleetEngine
internal import TerminalUI
internal import Viewer

/// The needs of every session that shows rides: the look, the terminal, the signals and the logs.
struct RideSetup: Sendable {
  var settings: ViewerSettings
  let map: MapOptions
  let capabilities: TerminalCapabilities
  let signals: SignalWatch
  let screen: ScreenSetup
  let outputs: RideOutputs
  /// The time between the starts of two polls; nil for the default.
  var interval: Duration?
  /// Whether to go on when all trips are over.
  var stays = false
  /// The age of a location from which on its vehicle is quiet; nil for the default.
  var quietAfter: Duration?
  /// The longest time without a line about a trip; nil for no limit.
  var heartbeat: Duration?

  /// Creates the setup of a command; `backend` and `credentials` are names to show.
  init(
    _ arguments: Arguments, _ screen: ScreenSetup, _ outputs: RideOutputs, _ map: MapOptions,
    _ capabilities: TerminalCapabilities, backend: String, credentials: String,
    signals: SignalWatch? = nil
  ) throws(CommandError) {
    (self.map, self.capabilities) = (map, capabilities)
    (self.screen, self.outputs) = (screen, outputs)
    settings = try ViewerSettings(arguments, map, capabilities, screen)
    settings.speed = try arguments.number(.speed)
    (settings.backend, settings.credentials) = (backend, credentials)
    self.signals = signals ?? SignalWatch()
  }

  /// Stops a program of the screen at the first signal.
  func onSignal(_ stop: @escaping @MainActor @Sendable () -> Void) {
    // An unstructured task: a signal comes from outside and may come or not.
    signals.onSignal { Task { @MainActor in stop() } }
  }

  /// Whether lines are read by a person at a terminal.
  func isOnTerminal(_ form: StreamSession.Form) -> Bool {
    form == .plain && capabilities.outputIsTerminal
  }

  /// Shows a notice among lines, unless a program reads them.
  func show(_ notice: TerminalNotice, among form: StreamSession.Form) {
    // A terminal that is gone ends the session.
    if isOnTerminal(form) { try? Console.print(notice) }
  }

  /// Closes the screen, prints the last lines and returns the exit status.
  @MainActor func close(
    _ cursesScreen: CursesScreen, isInterrupted: Bool, _ printLast: () throws(CommandError) -> Void
  ) async throws(CommandError) -> ExitStatus {
    let status = signals.exitStatus ?? (isInterrupted ? .interrupt : .success)
    signals.end(status)
    // A terminal that accepts no output would block the last lines.
    guard await cursesScreen.close() else { return status }
    try signals.printLast(printLast)
    return status
  }
}

extension ViewerSettings {
  /// Keeps what keys changed on another screen.
  mutating func keep(_ other: ViewerSettings) {
    adoptLook(of: other)
    (units, reportsMouse) = (other.units, other.reportsMouse)
  }
}

/// How `--once` reports trips.
enum ReportForm: Sendable, Hashable {
  /// For people: a report of one trip, a line for each of several.
  case text
  /// An object for each trip, which describes the trip or its failure.
  case objects(ObjectPrinter.Form)

  /// A printer of objects; nil for text.
  func printer() throws(CommandError) -> ObjectPrinter? {
    guard case .objects(let form) = self else { return nil }
    return try ObjectPrinter(form)
  }
}

enum RideForm: Sendable, Hashable {
  case screen
  case report(ReportForm)
  case lines(StreamSession.Form)

  /// Chooses the form from the options, the terminal and `ACCESSIBLE`.
  init(
    _ arguments: Arguments, _ capabilities: TerminalCapabilities, _ environment: Environment
  ) throws(CommandError) {
    guard !(arguments.has(.plain) && arguments.has(.json)) else {
      throw .usage("--plain and --json cannot be combined.")
    }
    let form = try ObjectPrinter.Form(
      arguments, MemberColumns(arguments, among: JSONMembers.trip + JSONMembers.error))
    if !arguments.has(.once) { try arguments.refuse([.columns, .csv], "needs --once") }
    if arguments.has(.once) {
      self = .report(form.map(ReportForm.objects) ?? .text)
    } else if arguments.has(.json) {
      self = .lines(.json)
    } else if arguments.has(.plain) {
      self = .lines(.plain)
    } else if !capabilities.outputIsTerminal {
      self = .report(.text)
    } else if environment.isAccessible {
      self = .lines(.plain)
    } else if capabilities.canShowScreen {
      self = .screen
    } else {
      self = .lines(.plain)
      // A dumb terminal needs no warning; another one may only lack its description.
      guard capabilities.term != "dumb", let why = capabilities.noScreenReason else { return }
      Console.printError("No screen (\(why)): plain output. Set TERM or install ncurses-term.")
    }
  }
}
