internal import TrustLimits

/// The completion script for fish.
enum FishCompletions {
  static var lines: [String] {
    [
      Shell.fish.comment,
      "# Whether the command line has one of these commands; a trip means follow.",
      "function __ridealong_command",
      "    set -l words (commandline -opc)",
      "    test (count $words) -ge 2; or return 1",
      "    set -l command $words[2]",
      "    if not contains -- $command \(Shell.commands)",
      "        set command follow",
      "    end",
      "    contains -- $command $argv",
      "end",
      "",
      "# Whether the command line has a command and nothing else.",
      "function __ridealong_first",
      "    test (count (commandline -opc)) -eq 2; and __ridealong_command $argv",
      "end",
      "",
      "# Whether the command line has no command.",
      "function __ridealong_none",
      "    test (count (commandline -opc)) -eq 1",
      "end",
      "",
      "# The contexts of the program that is being called.",
      "function __ridealong_contexts",
      "    set -l words (commandline -opc)",
      "    $words[1] contexts --names 2>/dev/null",
      "end",
      "",
      "# The last trips, with the program that is being called.",
      "function __ridealong_trips",
      "    set -l words (commandline -opc)",
      "    $words[1] completions \(Shell.trips) 2>/dev/null",
      "end",
      "",
      "# Whether the word that is being written may be a trip's name.",
      "function __ridealong_trip",
      "    string match -q '*/*' -- (commandline -ct); or __ridealong_first \(tripCommands)",
      "end",
      "",
      "complete -c ridealong -f",
      "complete -c ridealong -k -n __ridealong_trip -a '(__ridealong_trips)' -d 'a trip followed before'",
      "complete -c ridealong -n __ridealong_none -l help -d 'show help'",
      "complete -c ridealong -n __ridealong_none -l version -d 'show the version'",
    ]
      + [Option.tripFile, .followedVehicle].map { option in
        let file = option.kind == .file ? " -F" : ""
        return line("__ridealong_none", "-l \(option.name.dropFirst(2)) -r\(file)", option.help)
      } + Command.all.map { line("__ridealong_none", "-a \($0.name)", $0.summary) }
      + Command.all.flatMap(operands) + options
  }

  private static var tripCommands: String {
    Command.all.filter { $0.operands == .trips }.map(\.name).joined(separator: " ")
  }

  private static func operands(_ command: Command) -> [String] {
    var lines: [String] = []
    if !command.firstWords.isEmpty {
      let words = ShellWord.quoted(command.firstWords.joined(separator: " "))
      lines.append(line("__ridealong_first \(command.name)", "-a \(words)", "what to do"))
    }
    if command.operands == .files {
      let names = "__ridealong_command \(command.name)"
      let condition =
        command.firstWords.isEmpty
        ? names : names + "; and not __ridealong_first \(command.name)"
      lines.append(line(condition, "-F", ""))
    }
    return lines
  }

  private static var options: [String] {
    let all = Command.all.flatMap { $0.options + [.help] }
      .reduce(into: [Option]()) { if !$0.contains($1) { $0.append($1) } }
    return all.map { option in
      let commands = Command.all.filter { ($0.options + [.help]).contains(option) }
      let value =
        switch option.kind {
        case .flag: ""
        case .words(let words), .named(let words):
          " -x -a " + ShellWord.quoted(words.joined(separator: " "))
        case .file, .optionalFile, .source: " -r -F"
        case .directory: " -x -a '(__fish_complete_directories)'"
        case .command(let words):
          " -x -a "
            + ShellWord.quoted((words + ["(__fish_complete_command)"]).joined(separator: " "))
        case .context: " -x -a '(__ridealong_contexts)'"
        default: " -x"
        }
      return line(
        "__ridealong_command " + commands.map(\.name).joined(separator: " "),
        "-l \(option.name.dropFirst(2))" + value, option.help)
    }
  }

  private static func line(_ condition: String, _ what: String, _ help: String) -> String {
    "complete -c ridealong -n \(ShellWord.quoted(condition)) \(what)"
      + (help.isEmpty ? "" : " -d \(ShellWord.quoted(help))")
  }
}
