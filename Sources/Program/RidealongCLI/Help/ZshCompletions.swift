internal import TrustLimits

/// The completion script for zsh.
enum ZshCompletions {
  static var lines: [String] {
    [
      "#compdef ridealong",
      Shell.zsh.comment,
      "",
      "_ridealong_contexts() {",
      "  local -a names",
      #"  names=(${(f)"$(_call_program contexts ${(q)ridealong} contexts --names 2>/dev/null)"})"#,
      "  compadd -a names",
      "}",
      "",
      "_ridealong_trips() {",
      "  local -a names",
      #"  names=(${(f)"$(_call_program trips ${(q)ridealong} completions "#
        + Shell.trips + #" 2>/dev/null)"})"#,
      "  compadd -a names",
      "}",
      "",
      "# Words, and the commands of the system.",
      "_ridealong_commands() {",
      #"  compadd -- "$@""#,
      "  _command_names -e",
      "}",
      "",
      "_ridealong() {",
      "  local ridealong=$words[1] command=$words[2]",
      "  local -a commands",
      "  if (( CURRENT == 2 )) && [[ $PREFIX != */* ]]; then",
      "    if [[ $PREFIX == -* ]]; then",
      "      compadd -- --help --version \(Option.tripFile.name) \(Option.followedVehicle.name)",
      "      return",
      "    fi",
      "    commands=(",
    ]
      + Command.all.map { "      " + ShellWord.quoted($0.name + ":" + $0.summary) }
      + [
        "    )",
        "    _describe -t commands 'command' commands",
        "    return",
        "  fi",
        "  if (( CURRENT == 2 )) && [[ $PREFIX == */* ]]; then",
        "    _ridealong_trips",
        "    return",
        "  fi",
        "  # A trip means follow.",
        #"  if [[ " \#(Shell.commands) " != *" $command "* ]]; then"#,
        "    command=follow",
        "  else",
        "    shift words",
        "    (( CURRENT-- ))",
        "  fi",
        "  case $command in",
      ] + Command.all.flatMap(specifications) + [
        "  esac",
        "}",
        "",
        // Works for a file in fpath and for a sourced one.
        #"if [[ $funcstack[1] == _ridealong ]]; then _ridealong "$@"; else compdef _ridealong ridealong; fi"#,
      ]
  }

  private static func specifications(_ command: Command) -> [String] {
    var specifications = (command.options + [.help]).map { option in
      let star = option.isRepeatable ? "*" : ""
      let help = escaped(option.help, "[]:\\")
      let value = option.value.map { ":" + escaped($0, ":\\") + ":" + action(option.kind) } ?? ""
      return ShellWord.quoted("\(star)\(option.name)[\(help)]\(value)")
    }
    if !command.firstWords.isEmpty {
      let words = command.firstWords.joined(separator: " ")
      specifications.append(ShellWord.quoted("1:word:(\(words))"))
    }
    // Without a rule for arguments, options would end at the first argument.
    let rest =
      command.operands == .files
      ? "*:file:_files" : command.operands == .trips ? "*:trip:_ridealong_trips" : "*:name: "
    specifications.append(ShellWord.quoted(rest))
    return ["    \(command.name))", "      _arguments \\"]
      + specifications.dropLast().map { "        \($0) \\" }
      + ["        \(specifications[specifications.count - 1])", "      ;;"]
  }

  private static func action(_ kind: OptionKind) -> String {
    switch kind {
    case .words(let words), .named(let words): "(\(words.joined(separator: " ")))"
    case .file, .optionalFile, .source: "_files"
    case .directory: "_files -/"
    case .command([]): "_command_names -e"
    case .command(let words): " _ridealong_commands \(words.joined(separator: " "))"
    case .context: "_ridealong_contexts"
    default: " "
    }
  }

  private static func escaped(_ text: String, _ characters: String) -> String {
    text.reduce(into: "") { $0 += characters.contains($1) ? "\\\($1)" : String($1) }
  }
}
