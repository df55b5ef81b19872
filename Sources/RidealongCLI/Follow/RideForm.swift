internal import CellGrid
internal import TerminalUI

/// The form in which a command shows a ride.
enum RideForm: Sendable, Hashable {
  case screen
  case report(isJSON: Bool)
  case lines(StreamSession.Form)

  /// Chooses the form for the command line, the terminal and the environment.
  ///
  /// `arguments` is the command line, with `--once`, `--json` and `--plain`. `environment` is the
  /// environment, whose `ACCESSIBLE` asks for sentences.
  init(
    _ arguments: Arguments,
    _ capabilities: TerminalCapabilities,
    _ environment: Environment
  ) throws(CommandError) {
    guard !(arguments.has(.plain) && arguments.has(.json)) else {
      throw .usage("--plain and --json cannot be combined.")
    }
    if arguments.has(.once) {
      self = .report(isJSON: arguments.has(.json))
    } else if arguments.has(.json) {
      self = .lines(.json)
    } else if arguments.has(.plain) {
      self = .lines(.plain)
    } else if !capabilities.outputIsTerminal {
      self = .report(isJSON: false)
    } else if environment.isAccessible {
      self = .lines(.plain)
    } else if capabilities.canShowScreen {
      self = .screen
    } else {
      self = .lines(.plain)
      // The user of a dumb terminal knows it; another one may only lack its description.
      guard capabilities.term != "dumb", let why = capabilities.noScreenReason else { return }
      Console.printError("No screen (\(why)): plain output. Set TERM or install ncurses-term.")
    }
  }
}
