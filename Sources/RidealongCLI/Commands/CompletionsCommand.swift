/// `ridealong completions`: prints what lets a shell complete the command line.
enum CompletionsCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> ExitStatus {
    let names = Shell.allCases.map(\.rawValue)
    try arguments.expect(["a shell, one of " + names.joined(separator: ", ")], for: "completions")
    guard let shell = Shell(rawValue: arguments.positionals[0]) else {
      throw .noChoice("the shell", arguments.positionals[0], among: names)
    }
    try Console.print(shell.completions)
    return .success
  }
}
