/// A shell whose command line can be completed.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The argument of `completions` with which the scripts read the last trips; it is not documented for users.
  static let trips = "trips"

  var completions: [String] {
    switch self {
    case .bash: BashCompletions.lines
    case .zsh: ZshCompletions.lines
    case .fish: FishCompletions.lines
    }
  }

  /// The comment that names the program.
  var comment: String { "# Written by: ridealong completions \(rawValue)" }

  static var commands: String { Command.all.map(\.name).joined(separator: " ") }
}
