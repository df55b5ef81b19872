internal import CellGrid
internal import FleetEngine
internal import TerminalUI

/// The form in which a command shows a ride.
enum RideForm: Sendable, Hashable {
  case screen
  case report(isJSON: Bool)
  case lines(StreamSession.Form)

  /// Chooses the form from `--once`, `--json`, `--plain`, the terminal and `ACCESSIBLE`.
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
      // A dumb terminal needs no warning; another one may only lack its description.
      guard capabilities.term != "dumb", let why = capabilities.noScreenReason else { return }
      Console.printError("No screen (\(why)): plain output. Set TERM or install ncurses-term.")
    }
  }
}

/// A trip's status as a word of the command line, and its place in the order of a ride.
enum StatusWord {
  /// The statuses in the order of a ride.
  static let all = TripStatus.wireValues.map(\.value)

  /// The words of all statuses.
  static var words: [String] { all.map(word(of:)) }

  /// The word of a status, such as `arrived-at-pickup`.
  static func word(of status: TripStatus) -> String {
    status.wireName.lowercased().replacing("_", with: "-")
  }

  /// Parses a word or a wire name.
  static func status(_ text: String) throws(CommandError) -> TripStatus {
    let word = text.lowercased().replacing("_", with: "-")
    let asked = word == "cancelled" ? "canceled" : word
    if let status = all.first(where: { self.word(of: $0) == asked }) { return status }
    throw .noChoice(Option.awaited.name, text, among: words)
  }

  /// Whether a ride has reached a status or passed it; a canceled ride has reached no other status.
  static func hasReached(_ present: TripStatus, _ wanted: TripStatus) -> Bool {
    guard present != wanted else { return true }
    guard wanted != .canceled, present != .canceled, let place = all.firstIndex(of: present),
      let goal = all.firstIndex(of: wanted)
    else { return false }
    return place >= goal
  }
}
