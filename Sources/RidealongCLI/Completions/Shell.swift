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

  /// A text as one word of a command line; a plain word stays as it is.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "._+:/,@%-".utf8.contains(byte)
      }
    }
    guard word.isEmpty || !isPlain else { return word }
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
