internal import CellGrid
internal import FleetEngine
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

/// A trip's status as a word of the command line, and how far a ride with it has come.
enum StatusWord {
  /// The statuses in the order in which a ride has them.
  static let all = TripStatus.wireValues.map(\.value)

  /// The word of a status, such as `arrived-at-pickup`.
  static func word(of status: TripStatus) -> String {
    status.wireName.lowercased().replacing("_", with: "-")
  }

  /// The status of a word, also of the wire's name.
  static func status(_ text: String) throws(CommandError) -> TripStatus {
    let word = text.lowercased().replacing("_", with: "-")
    let asked = word == "cancelled" ? "canceled" : word
    if let status = all.first(where: { self.word(of: $0) == asked }) { return status }
    throw .noChoice(Option.awaited.name, text, among: all.map(self.word(of:)))
  }

  /// Whether a ride has come to a status, or past it.
  ///
  /// Returns true also where the wanted status was passed between two polls; a canceled ride has
  /// come to nothing else.
  static func hasReached(_ present: TripStatus, _ wanted: TripStatus) -> Bool {
    guard present != wanted else { return true }
    guard wanted != .canceled, present != .canceled, let place = all.firstIndex(of: present),
      let goal = all.firstIndex(of: wanted)
    else { return false }
    return place >= goal
  }
}
