import Foundation
import Testing

@testable import RidealongCLI

/// A shell in a clean home that has read its completions from the program itself.
@Suite(.blocking, .timeLimit(.minutes(3)))
struct `A shell` {
  private let folder = TestFolder()

  /// What is typed, one of the words that have to come, and one that must not.
  static let lines: [(line: String, wanted: String, unwanted: String)] = [
    ("ridealong fo", "follow", "book"), ("ridealong ", "contexts", "--once"),
    ("ridealong follow --gl", "--glyphs", "--once"),
    ("ridealong follow --glyphs ", "narrow", "braille"),
    ("ridealong demo --dots h", "half", "braille"),
    ("ridealong follow --context ", "staging", "none"),
    ("ridealong providers/p/trips/t --onc", "--once", "--pickup"),
    ("ridealong follow --style lo", "look.toml", "other"),
    ("ridealong token ", "inspect", "look.toml"), ("ridealong help ke", "keys", "book"),
    ("ridealong completions ", "fish", "look.toml"),
    ("ridealong replay-log lo", "look.toml", "--speed"),
  ]

  static func has(_ shell: Shell) -> Bool {
    ["/bin/", "/usr/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + shell.rawValue)
    }
  }

  init() {
    _ = folder.file("look.toml", "")
    _ = folder.file("config.toml", "[contexts.staging]\n[contexts.prod]\n")
  }

  /// Runs a shell's script, which finds the program as `ridealong` and the line as `$LINE`.
  private func offered(_ line: String, _ script: String) throws -> [String] {
    let bin = folder.path + "/bin"
    let outcome = try RunningProgram.run(
      [],
      in: folder,
      environment: [
        "LINE": line, "PATH": "\(bin):/usr/bin:/bin", "TERM": "dumb",
        "RIDEALONG_CONFIG": folder.path + "/config.toml",
      ],
      shell: "mkdir -p \(bin) && ln -sf \"$1\" \(bin)/ridealong && cd && \(script)"
    )
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private func check(_ offered: [String], _ line: (line: String, wanted: String, unwanted: String))
  {
    #expect(offered.contains(line.wanted), "\(line.line): \(offered)")
    #expect(!offered.contains(line.unwanted), "\(line.line): \(offered)")
  }

  @Test(.enabled(if: has(.bash)), arguments: lines)
  func `bash completes`(line: (line: String, wanted: String, unwanted: String)) throws {
    let script = #"""
      exec bash --norc -c '
        source <(ridealong completions bash)
        complete -p ridealong >/dev/null || exit 1
        read -ra COMP_WORDS <<<"$LINE"
        if [[ $LINE == *" " ]]; then COMP_WORDS+=(""); fi
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _ridealong 2>/dev/null
        printf "%s\n" "${COMPREPLY[@]}"'
      """#
    check(try offered(line.line, script), line)
  }

  @Test(.enabled(if: has(.bash)), arguments: ["", "b"])
  func `bash completes a value after an equals sign, as three words`(start: String) throws {
    let script = #"""
      exec bash --norc -c '
        source <(ridealong completions bash)
        COMP_WORDS=(ridealong follow --glyphs =)
        if [[ -n $LINE ]]; then COMP_WORDS+=("$LINE"); fi
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _ridealong
        printf "%s\n" "${COMPREPLY[@]}"'
      """#
    let words = try offered(start, script)
    #expect(words == (start.isEmpty ? Option.glyphs.kind.choices : ["block"]))
  }

  @Test(.enabled(if: has(.zsh)), arguments: lines)
  func `zsh completes`(line: (line: String, wanted: String, unwanted: String)) throws {
    // In a terminal of its own, where Tab is pressed; what is offered goes to a file.
    let script = #"""
      mkdir -p functions && ridealong completions zsh >functions/_ridealong && exec zsh -f -c '
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "PROMPT=; fpath=(~/functions \$fpath); autoload -Uz compinit; compinit -D -u
      compadd() {
        local -a offered
        if [[ \${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
          builtin compadd -O offered \"\$@\"
          print -rl -- \$offered >>~/offered
        fi
        builtin compadd \"\$@\"
      }
      asked() { zle complete-word; print done >>~/offered; zle kill-buffer }
      zle -N asked
      bindkey \"^T\" asked
      print REA\"\"DY"
        while zpty -r shell output; do [[ $output == *READY* ]] && break; done
        zpty -n -w shell "$LINE"$'\''\C-t'\''
        while ! grep -qx done ~/offered 2>/dev/null; do zpty -rt shell output; read -t 0.02; done
        zpty -d shell
        grep -vx done ~/offered' </dev/zero
      """#
    check(try offered(line.line, script), line)
  }

  @Test(.enabled(if: has(.fish)), arguments: lines)
  func `fish completes`(line: (line: String, wanted: String, unwanted: String)) throws {
    let script = #"""
      exec fish --no-config -c '
        ridealong completions fish | source
        complete -C "$LINE" | string replace -r "\t.*" ""'
      """#
    check(try offered(line.line, script), line)
  }

  @Test(arguments: Shell.allCases)
  func `is told of every command and option`(shell: Shell) {
    let text = shell.completions.joined(separator: "\n")
    for command in Command.allCases {
      #expect(text.contains(command.rawValue))
      for option in command.options {
        #expect(text.contains(shell == .fish ? "-l " + option.name.dropFirst(2) : option.name))
      }
    }
    #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  }
}
