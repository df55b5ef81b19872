internal import TrustLimits

extension Command {
  static let completions = Command(
    name: "completions", synopsis: "ridealong completions bash|zsh|fish",
    summary: "print a shell's completions of the command line",
    examples: ["source <(ridealong completions bash)"],
    detail: [
      "make install puts the completions where the shells look. By hand:",
      "  echo 'source <(ridealong completions bash)' >> ~/.bashrc",
      "  ridealong completions zsh > DIR/_ridealong   # DIR in fpath, before compinit",
      "  ridealong completions fish > ~/.config/fish/completions/ridealong.fish",
    ],
    actions: Shell.allCases.map(\.rawValue),
    onlyPrints: true,
    run: CompletionsCommand.run
  )
}

/// `ridealong completions`: prints the script that makes a shell complete the command line.
enum CompletionsCommand {
  static func run(_ context: CommandContext) throws(CommandError) -> ExitStatus {
    let arguments = context.arguments
    if arguments.positionals == [Shell.trips] {
      guard let directory = context.servers.environment.stateDirectory else { return .success }
      // Servers name trips, so names that a shell might split or expand are left out.
      let trips = StateFile.read(directory + "/" + StateFile.name).trips
      try Console.print(whole: trips.filter { ShellWord.isPlain($0) })
      return .success
    }
    let names = Shell.allCases.map(\.rawValue)
    try arguments.expect(["a shell, one of " + names.joined(separator: ", ")])
    guard let shell = Shell(rawValue: arguments.positionals[0]) else {
      throw .noChoice("the shell", arguments.positionals[0], among: names)
    }
    try Console.print(whole: shell.completions)
    return .success
  }
}
