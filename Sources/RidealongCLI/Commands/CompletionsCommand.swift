internal import TrustLimits

/// `ridealong completions`: prints the script that makes a shell complete the command line.
enum CompletionsCommand {
  /// The argument with which the scripts read the last trips; it is not documented for users.
  static let trips = "trips"

  static func run(
    _ arguments: Arguments,
    _ environment: Environment
  ) throws(CommandError) -> ExitStatus {
    if arguments.positionals == [trips] {
      guard let directory = environment.stateDirectory else { return .success }
      // Servers name trips, so names that a shell might split or expand are left out.
      let trips = StateFile.read(directory + "/" + StateFile.name).trips
      try Console.print(whole: trips.filter { ShellWord.isPlain($0) })
      return .success
    }
    let names = Shell.allCases.map(\.rawValue)
    try arguments.expect(["a shell, one of " + names.joined(separator: ", ")], for: "completions")
    guard let shell = Shell(rawValue: arguments.positionals[0]) else {
      throw .noChoice("the shell", arguments.positionals[0], among: names)
    }
    try Console.print(whole: shell.completions)
    return .success
  }
}

/// A shell that completes command lines.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The lines of the script, made from the tables of commands and options.
  var completions: [String] {
    switch self {
    case .bash: BashCompletions.lines
    case .zsh: ZshCompletions.lines
    case .fish: FishCompletions.lines
    }
  }

  /// The comment that names the program.
  var comment: String { "# Written by: ridealong completions \(rawValue)" }

  /// The names of the commands, separated by spaces.
  static var commands: String { Command.allCases.map(\.rawValue).joined(separator: " ") }
}
