internal import TrustLimits

/// `ridealong completions`: prints what lets a shell complete the command line.
enum CompletionsCommand {
  /// The word that the shells ask the last trips with; it is for them alone.
  static let trips = "trips"

  static func run(
    _ arguments: Arguments,
    _ environment: Environment
  ) throws(CommandError) -> ExitStatus {
    if arguments.positionals == [trips] {
      guard let directory = environment.stateDirectory else { return .success }
      // Servers name trips. A name that a shell might take apart is left out, whatever reads this.
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
