internal import CellGrid
internal import CurlTransport
internal import TerminalUI
internal import TrustLimits
internal import Viewer

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What is found on this machine, without asking anybody.
extension DoctorVisit {
  /// The versions of the program and of its libraries.
  mutating func lookAtProgram() {
    let libraries = CurlTransport.libraryVersions.split(separator: " ")
    add(
      Check(
        .program,
        .ok,
        "ridealong \(HelpText.version)",
        facts: [
          Check.Fact("swift", "Swift", Self.compiler),
          Check.Fact("curl", "libcurl", libraries.first.map(String.init) ?? ""),
          Check.Fact("tls", "TLS", libraries.first { $0.contains("SSL") }.map(String.init) ?? "-"),
          Check.Fact("libraries", "with it", libraries.dropFirst().joined(separator: " ")),
          Check.Fact("ncurses", "ncurses", TerminalProbe.libraryVersion),
        ]
      )
    )
  }

  private static var compiler: String {
    #if compiler(>=6.5)
      "6.5 or newer"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "before 6.3"
    #endif
  }

  var paths: Check {
    let environment = network.environment
    let state = environment.stateDirectory
    let log = arguments[.logFile] ?? state.map { $0 + "/" + LogFile.name }
    let files: [(key: String, label: String, path: String?)] = [
      ("config", "configuration", environment.configurationDirectory.map { $0 + "/config.toml" }),
      ("config_system", "for all users", Configuration.systemPath),
      ("cache", "map tiles", environment.cacheDirectory),
      ("state", "state", state.map { $0 + "/" + StateFile.name }), ("log", "log", log),
      ("crashes", "crash reports", state.map { $0 + "/crash" }),
    ]
    let unwritable = [state, environment.cacheDirectory].compactMap(\.self)
      .filter { !Self.mayWrite($0) }
    let facts = files.map { file in
      let isThere = file.path.map { unsafe access($0, F_OK) == 0 } ?? false
      return Check.Fact(
        file.key,
        file.label,
        (file.path ?? "no place: HOME is not set")
          + (isThere || file.path == nil ? "" : " (not there)")
      )
    }
    guard state != nil else {
      return Check(
        .paths,
        .warning,
        "HOME is not set to an absolute path: there is no log, no state and no cache.",
        facts: facts
      )
    }
    return Check(
      .paths,
      unwritable.isEmpty ? .ok : .warning,
      unwritable.isEmpty
        ? "Logs, state and map tiles have their places."
        : "Not to be written: "
          + unwritable.joined(separator: ", "),
      advice: unwritable.isEmpty ? [] : ["Rides are followed all the same, without a log."],
      facts: facts
    )
  }

  /// Whether a directory can be written, or made.
  private static func mayWrite(_ directory: String) -> Bool {
    var path = directory
    while unsafe access(path, F_OK) != 0, let slash = path.lastIndex(of: "/"),
      slash > path.startIndex
    {
      path = String(path[..<slash])
    }
    return unsafe access(path, W_OK | X_OK) == 0
  }

  /// What the terminal is, and what it answers.
  mutating func lookAtTerminal() async {
    let capabilities = await TerminalCapabilities.detect(
      environment: network.environment.variables
    )
    let isConsole = capabilities.isLinuxConsole
    glyphs = capabilities.isUTF8 ? isConsole ? .block : .full : .ascii
    let probe = await probe(capabilities)
    if probe?.ambiguousWidth == 2 { glyphs = .narrow }
    if let size = probe?.size { columns = size.columns }
    if capabilities.isUTF8, let wished = arguments[.glyphs].flatMap(GlyphLevel.init(rawValue:)) {
      glyphs = wished
    }
    if arguments.has(.ascii) { glyphs = .ascii }
    let variables = network.environment.variables
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { name in
      variables[name].flatMap { $0.isEmpty ? nil : "\(name)=\($0)" }
    }.first
    var facts = [
      Check.Fact("term", "TERM", capabilities.term.isEmpty ? "not set" : "\(capabilities.term)"),
      Check.Fact("description", "described as", capabilities.descriptionName ?? "not described"),
      Check.Fact("colors", "colors", Self.words(capabilities)),
      Check.Fact(
        "locale",
        "locale",
        (locale ?? "C") + (capabilities.isUTF8 ? ", UTF-8" : ", not UTF-8")
      ),
    ]
    if let probe { facts += self.facts(probe) }
    add(check(capabilities, facts))
  }

  private func check(_ capabilities: TerminalCapabilities, _ facts: [Check.Fact]) -> Check {
    guard capabilities.outputIsTerminal else {
      return Check(
        .terminal,
        .skipped,
        "Standard output is no terminal, so that none was asked.",
        facts: facts
      )
    }
    guard capabilities.canShowScreen else {
      return Check(
        .terminal,
        .warning,
        "It shows no screen: a ride is told in sentences.",
        advice: ["Set TERM to the terminal's name, or install ncurses-term."],
        facts: facts
      )
    }
    guard capabilities.isUTF8 else {
      return Check(
        .terminal,
        .warning,
        "The locale is not UTF-8: the map is drawn in ASCII.",
        advice: ["Set LC_ALL=C.UTF-8, or your own locale with .UTF-8 at its end."],
        facts: facts
      )
    }
    return Check(.terminal, .ok, "It shows the screen.", facts: facts)
  }

  /// Asks the terminal, where it is one that knows such questions.
  private func probe(_ capabilities: TerminalCapabilities) async -> TerminalProbe? {
    guard capabilities.outputIsTerminal, capabilities.canShowScreen,
      capabilities.terminalColorDepth != .monochrome, !capabilities.isLinuxConsole
    else { return nil }
    do throws(TerminalError) {
      return try await TerminalProbe(
        asksWidth: capabilities.isUTF8,
        patience: network.environment.answerTime
      )
    } catch {
      // Reported like a terminal that does not answer.
      return nil
    }
  }

  private func facts(_ probe: TerminalProbe) -> [Check.Fact] {
    let background =
      switch probe.background {
      case .background(let red, let green, let blue)?:
        "rgb \(red) \(green) \(blue), \(probe.background?.isLight == true ? "light" : "dark")"
      default: "not told"
      }
    return [
      Check.Fact("size", "size", "\(probe.size.columns) x \(probe.size.rows)"),
      Check.Fact("answers", "answers", probe.hasAnswered ? "yes" : "no, within its time"),
      Check.Fact(
        "width",
        "width of ●",
        probe.ambiguousWidth.map { "\($0)" } ?? "not told",
        number: nil
      ),
      Check.Fact("background", "background", background),
      Check.Fact("sync", "whole updates", probe.canSynchronize ? "yes" : "no"),
    ]
  }

  private static func words(_ capabilities: TerminalCapabilities) -> String {
    let depth =
      switch capabilities.terminalColorDepth {
      case .monochrome: "none"
      case .eight: "8"
      case .sixteen: "16"
      case .palette256: "256"
      }
    return depth + (capabilities.refusesColor ? ", refused by NO_COLOR" : "")
  }
}
