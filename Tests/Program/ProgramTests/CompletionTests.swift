import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

@testable import RidealongCLI

/// A shell in a clean home that has read its completions from the program itself.
@Suite(.blocking) struct `Shell completion` {
  private let folder = TestFolder()

  /// The typed line, one of the words that must be offered, and one that must not.
  static let lines: [(line: String, wanted: String, unwanted: String)] = [
    ("ridealong fo", "follow", "book"), ("ridealong ", "contexts", "--once"),
    ("ridealong --tr", "--trips", "--once"), ("ridealong --trips lo", "look.toml", "follow"),
    ("ridealong --trips look.toml --onc", "--once", "--pickup"),
    ("ridealong follow --gl", "--glyphs", "--once"),
    ("ridealong follow --glyphs ", "narrow", "braille"),
    ("ridealong demo --dots h", "half", "braille"),
    ("ridealong follow --context ", "staging", "none"),
    ("ridealong providers/p/trips/t --onc", "--once", "--pickup"),
    ("ridealong follow --style lo", "look.toml", "other"),
    ("ridealong follow --theme ", "high-contrast", "--once"),
    ("ridealong wait --for arr", "arrived-at-pickup", "complete"),
    ("ridealong follow --notify os", "osc9", "bell"),
    ("ridealong drive --trip-types ex", "exclusive,shared", "shared"),
    ("ridealong 42 --onc", "--once", "--pickup"),
    ("ridealong token ", "inspect", "look.toml"), ("ridealong help ke", "keys", "book"),
    ("ridealong vehicle ", "offline", "look.toml"), ("ridealong map re", "render", "get"),
    ("ridealong map get --ra", "--radius", "--once"), ("ridealong map info lo", "look.toml", "get"),
    ("ridealong map get --from lo", "look.toml", "get"),
    ("ridealong map render --format s", "svg", "txt"),
    ("ridealong completions ", "fish", "look.toml"),
    ("ridealong replay-log lo", "look.toml", "--speed"),
    ("ridealong follow prov", "providers/p/trips/remembered", "--once"),
    ("ridealong doctor ", "providers/p/trips/remembered", "look.toml"),
    ("ridealong providers/p", "providers/p/trips/remembered", "follow"),
    ("ridealong follow providers/p/trips/", "providers/p/trips/a@b", "providers/p/trips/*"),
  ]

  /// Names that a server may give to trips, which run a command where a shell expands them.
  static let hostileNames = [
    "$(touch${IFS}PWNED)", "`touch PWNED`", "';touch PWNED;'", #"\';touch PWNED;\'"#,
    "a b;touch PWNED",
    "${x:-$(touch PWNED)}", "|touch PWNED", "&touch PWNED&", "<(touch PWNED)", "\"$(touch PWNED)\"",
    "(touch PWNED)", "*", "{a,b}",
  ].map { "providers/p/trips/" + $0 }

  /// A state that remembers these and others.
  private static var state: String {
    let names = hostileNames + ["a@b", "a=b", "remembered"].map { "providers/p/trips/" + $0 }
    let encoded = try? JSONEncoder().encode(names)
    return #"{"v":1,"trips":"# + String(decoding: encoded ?? Data(), as: UTF8.self) + "}"
  }

  /// Where the commands in hostile names would leave a file.
  private var hasRunName: Bool { FileManager.default.fileExists(atPath: folder.path + "/PWNED") }

  static func has(_ shell: Shell) -> Bool {
    ["/bin/", "/usr/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + shell.rawValue)
    }
  }

  init() {
    _ = folder.file("look.toml", "")
    let state = folder.path + "/state/ridealong"
    // Where it cannot be made the lines that need it say so.
    try? FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    _ = folder.file("state/ridealong/state.json", Self.state)
    _ = folder.file("config.toml", "[contexts.staging]\n[contexts.prod]\n")
  }

  /// Asks a shell for all lines and checks what it offers.
  ///
  /// - Parameters:
  ///   - script: What the shell is to do with each line of `~/lines`: print it after `= `, and what
  ///     it offers, one word a line.
  ///   - shell: How the script is run.
  ///   - lines: The lines, with a word that has to come and one that must not.
  /// - Throws: That the shell could not be asked.
  private func check(
    _ script: String, _ shell: String,
    _ lines: [(line: String, wanted: String, unwanted: String)] = lines
  ) throws {
    let bin = folder.path + "/bin"
    _ = folder.file("lines", lines.map { $0.line + "\n" }.joined())
    _ = folder.file("script", script)
    let outcome = try RunningProgram.run(
      [], in: folder,
      environment: [
        "PATH": "\(bin):/usr/bin:/bin", "TERM": "dumb",
        "RIDEALONG_CONFIG": folder.path + "/config.toml",
      ],
      shell:
        "cd && mkdir bin && ln -s \"$1\" bin/ridealong && exec timeout -k 5 80 \(shell) ~/script")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(!hasRunName)
    for name in Self.hostileNames { #expect(!outcome.output.contains(name), "\(outcome.output)") }
    let answers = outcome.output.split(separator: "= ridealong").map {
      $0.split(separator: "\n").map(String.init)
    }
    try #require(answers.count == lines.count, "\(outcome.output)")
    for (line, answer) in zip(lines, answers) {
      try #require("ridealong" + answer[0] == line.line)
      #expect(answer.dropFirst().contains(line.wanted), "\(line.line): \(answer)")
      #expect(!answer.dropFirst().contains(line.unwanted), "\(line.line): \(answer)")
    }
  }

  @Test(.enabled(if: has(.bash)))
  func `The bash completion completes commands and options`() throws {
    try check(
      #"""
      source <(ridealong completions bash)
      complete -p ridealong >/dev/null || exit 1
      # Options that only apply while Tab is pressed.
      compopt() { :; }
      while IFS= read -r line; do
        read -ra COMP_WORDS <<<"${line//=/ = }"
        if [[ $line == *" " ]]; then COMP_WORDS+=(""); fi
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line}
        last=${line##*[[:space:]=@:\'\"]}
        _ridealong ridealong "$last" ""
        printf '%s\n' "= $line" "${COMPREPLY[@]}"
      done <~/lines
      """#,
      "bash --norc",
      Self.lines + [
        ("ridealong follow --glyphs=", "full", "--once"),
        ("ridealong follow --glyphs=b", "block", "full"),
        ("ridealong follow --context=s", "staging", "prod"),
        // Only what follows the last of : = and @, or a quote, is replaced.
        ("ridealong follow providers/p/trips/a=", "b", "--once"),
        ("ridealong follow 'providers/p/trips/re", "providers/p/trips/remembered", "--once"),
      ])
  }

  @Test(.enabled(if: has(.bash)))
  func `The bash completion quotes the names of trips and contexts`() throws {
    // A program that prints what this one leaves out.
    _ = folder.file(
      "stub",
      """
      #!/bin/sh
      printf '%s\\n' \(Self.hostileNames.map(ShellWord.quoted).joined(separator: " "))
      """, mode: 0o700)
    _ = folder.file(
      "script",
      #"""
      source <("$1" completions bash)
      for words in 'follow ' 'follow providers/p/trips/' 'follow --context ' 'providers/p'; do
        COMP_WORDS=(~/stub $words)
        if [[ $words == *' ' ]]; then COMP_WORDS+=(''); fi
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE="ridealong $words" COMP_POINT=99
        _ridealong ridealong "${words##* }" ''
        for word in "${COMPREPLY[@]}"; do eval "plain=$word"; printf '%s\n' "$plain"; done
      done
      """#)
    let outcome = try RunningProgram.run([], in: folder, shell: #"cd && bash --norc script "$1""#)
    #expect(outcome.errors.isEmpty && !hasRunName, "\(outcome.errors)")
    let offered = outcome.output.split(separator: "\n").map(String.init)
    for name in Self.hostileNames { #expect(offered.count { $0 == name } == 4, "\(offered)") }
  }

  @Test(.enabled(if: has(.bash))) func `The bash completion offers trips before options`() throws {
    _ = folder.file(
      "script",
      #"""
      source <(ridealong completions bash)
      compopt() { echo "$@"; }
      COMP_WORDS=(ridealong follow "") COMP_CWORD=2 COMP_LINE='ridealong follow ' COMP_POINT=17
      _ridealong ridealong "" follow
      printf '%s\n' "${COMPREPLY[@]:0:4}"
      """#)
    let outcome = try RunningProgram.run(
      [], in: folder, environment: ["PATH": "\(folder.path)/bin:/usr/bin:/bin"],
      shell:
        #"cd && mkdir bin && ln -s "$1" bin/ridealong && exec timeout -k 5 80 bash --norc script"#)
    #expect(
      outcome.output
        == "-o nosort\nproviders/p/trips/a@b\nproviders/p/trips/a=b\nproviders/p/trips/remembered\n"
        + "\(Command.follow.options[0].name)\n",
      "\(outcome.errors)"
    )
  }

  @Test(.enabled(if: has(.zsh))) func `The zsh completion completes commands and options`() throws {
    // In a terminal of its own, in which a key asks for every line.
    _ = folder.file(
      "inner",
      #"""
      PROMPT=
      mkdir ~/functions && ridealong completions zsh >~/functions/_ridealong
      fpath=(~/functions $fpath)
      autoload -Uz compinit
      compinit -D -u
      compadd() {
        local -a offered
        if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
          builtin compadd -O offered "$@"
          print -rl -- $offered >>~/offered
        fi
        builtin compadd "$@"
      }
      ask() {
        for BUFFER in "${(@f)$(<~/lines)}"; do
          CURSOR=$#BUFFER
          print -r -- "= $BUFFER" >>~/offered
          zle complete-word
        done
        BUFFER=
        zle -I
        print DO''NE
      }
      zle -N ask
      bindkey '^T' ask
      print REA''DY
      """#)
    try check(
      #"""
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'source ~/inner'
      zpty -m -r shell output '*READY*'
      zpty -n -w shell $'\C-t'
      zpty -m -r shell output '*DONE*'
      zpty -d shell
      cat ~/offered
      """#,
      "zsh -f"
    )
  }

  @Test(.enabled(if: has(.fish)))
  func `The fish completion completes commands and options`() throws {
    try check(
      #"""
      ridealong completions fish | source
      for line in (cat ~/lines)
        printf '%s\n' "= $line"
        complete -C "$line" | string replace -r "\t.*" ""
      end
      """#,
      "fish --no-config",
      Self.lines + [("ridealong follow --glyphs=b", "--glyphs=block", "--glyphs=full")])
  }

  @Test(arguments: Shell.allCases)
  func `The completions have every command and option`(shell: Shell) {
    let text = shell.completions.joined(separator: "\n")
    #expect(text.contains("Written by: ridealong completions \(shell.rawValue)\n"))
    for command in Command.all {
      #expect(text.contains(command.name))
      for option in command.options {
        #expect(text.contains(shell == .fish ? "-l " + option.name.dropFirst(2) : option.name))
      }
    }
    #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  }
}
