/// A shell that completes command lines.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The lines that it has to read, made from the tables of commands and options.
  var completions: [String] {
    switch self {
    case .bash: BashCompletions.lines
    case .zsh: ZshCompletions.lines
    case .fish: FishCompletions.lines
    }
  }

  /// The first line below what the shell wants first.
  var note: String { "# Written by: ridealong completions \(rawValue)" }

  /// The names of the commands, with a space between each.
  static var commands: String { Command.allCases.map(\.rawValue).joined(separator: " ") }
}
