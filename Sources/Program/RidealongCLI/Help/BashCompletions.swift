internal import TrustLimits

/// The completion script for bash, which works without the package bash-completion.
///
/// `compgen -W` expands its words like a command line, so it gets only words of this program.
enum BashCompletions {
  static var lines: [String] {
    [
      Shell.bash.comment,
      "_ridealong_files() {",
      "  compopt -o filenames 2>/dev/null",
      #"  mapfile -t COMPREPLY < <(compgen "$1" -- "$current")"#,
      "}",
      "",
      "# Offers the lines of standard input that continue the word. They may be anybody's text.",
      "_ridealong_offer() {",
      #"  local line word=${COMP_LINE:0:COMP_POINT} before"#,
      "  # Bash replaces the part of the word behind the last of : = and @, or behind a quote.",
      #"  word=${word##*[[:space:]]} before=${word%"$1"}"#,
      #"  before=${before#--*=} before=${before#[\'\"]}"#,
      "  while IFS= read -r line; do",
      #"    if [[ $line == "$before$1"* ]]; then"#,
      #"      printf -v line %q "${line#"$before"}""#,
      #"      COMPREPLY+=("$line")"#,
      "    fi",
      "  done",
      "}",
      "",
      "_ridealong() {",
      #"  local current=$2 previous= command= words= trips="#,
      "  COMPREPLY=()",
      "  if ((COMP_CWORD > 0)); then previous=${COMP_WORDS[COMP_CWORD - 1]}; fi",
      "  # --name=value comes as three words.",
      "  if [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi",
      "  case $previous in",
    ] + values + [
      "  esac",
      "  if ((COMP_CWORD == 1)) && [[ $current != */* ]]; then",
      "    words=\(ShellWord.quoted(Shell.commands))",
      "    if [[ $current == -* ]]; then words='--help --version \(Option.tripFile.name) \(Option.followedVehicle.name)'; fi",
      #"    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")"#,
      "    return",
      "  fi",
      "  command=${COMP_WORDS[1]}",
      "  # A trip means follow.",
      #"  if [[ " \#(Shell.commands) " != *" $command "* ]]; then command=follow; fi"#,
      "  case $command in",
    ] + Command.all.flatMap(words) + [
      "  esac",
      "  # After one of these characters a word continues; no option starts there.",
      "  if [[ ${COMP_LINE:0:COMP_POINT} == *[:=@] ]]; then words=; fi",
      "  if [[ -n $trips ]]; then",
      "    compopt -o nosort 2>/dev/null",
      #"    _ridealong_offer "$current" < <("#
        + #""${COMP_WORDS[0]}" completions \#(Shell.trips) 2>/dev/null)"#,
      "  fi",
      #"  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$words" -- "$current")"#,
      "}",
      "complete -F _ridealong ridealong",
    ]
  }

  private static var values: [String] {
    let options = Command.all.flatMap(\.options)
      .reduce(into: [Option]()) { options, option in
        if option.value != nil, !options.contains(where: { $0.name == option.name }) {
          options.append(option)
        }
      }
    return options.map { option in
      let answer =
        switch option.kind {
        case .words(let words), .named(let words):
          #"mapfile -t COMPREPLY < <(compgen -W "# + ShellWord.quoted(words.joined(separator: " "))
            + #" -- "$current"); return"#
        case .file, .optionalFile, .source: "_ridealong_files -f; return"
        case .directory: "_ridealong_files -d; return"
        case .command(let words):
          "mapfile -t COMPREPLY < <(compgen -c -W " + ShellWord.quoted(words.joined(separator: " "))
            + #" -- "$current"); return"#
        case .context:
          #"_ridealong_offer "$current" < <("${COMP_WORDS[0]}" contexts --names 2>/dev/null); return"#
        default: "return"
        }
      return "    \(option.name)) \(answer) ;;"
    }
  }

  private static func words(_ command: Command) -> [String] {
    let options = ShellWord.quoted((command.options + [.help]).map(\.name).joined(separator: " "))
    var lines = ["    \(command.name))", "      words=\(options)"]
    if command.operands == .files {
      lines.append(
        "      if [[ $current != -* ]] && ((COMP_CWORD > \(command.firstWords.isEmpty ? 1 : 2))); then"
      )
      lines += ["        _ridealong_files -f", "        return", "      fi"]
    }
    if !command.firstWords.isEmpty {
      lines.append("      if [[ $current != -* ]] && ((COMP_CWORD == 2)); then")
      lines.append("        words=\(ShellWord.quoted(command.firstWords.joined(separator: " ")))")
      lines.append("      elif [[ $current != -* ]]; then words=; fi")
    } else {
      lines.append("      if [[ -n $current && $current != -* ]]; then words=; fi")
    }
    if command.operands == .trips {
      lines.append("      if [[ $current != -* ]]; then trips=1; fi")
    }
    return lines + ["      ;;"]
  }
}
