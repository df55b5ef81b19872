internal import CellGrid
internal import CurlTransport
internal import SystemLibrary
internal import TerminalUI
internal import Viewer

extension DoctorVisit {
  mutating func checkProgram() {
    let libraries = LibcurlTransport.libraryVersions.split(separator: " ").map(String.init)
    add(
      .program, .ok, "ridealong \(HelpText.version)",
      facts: [
        Fact("swift", "Swift", Self.compiler),
        Fact("curl", "libcurl", libraries.first ?? ""),
        Fact("tls", "TLS", libraries.first { $0.contains("SSL") } ?? "-"),
        Fact("libraries", "with it", libraries.dropFirst().joined(separator: " ")),
        Fact("ncurses", "ncurses", TerminalProbe.libraryVersion),
      ])
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

  mutating func checkPaths() {
    let environment = servers.environment
    let state = environment.stateDirectory
    let log = arguments[.logFile] ?? state.map { $0 + "/" + LogFile.name }
    let files: [(key: String, label: String, path: String?)] = [
      ("config", "configuration", environment.configurationDirectory.map { $0 + "/config.toml" }),
      ("config_system", "for all users", Configuration.systemPath),
      ("cache", "map tiles", environment.cacheDirectory),
      ("data", "saved files", environment.dataDirectory),
      ("state", "state", state.map { $0 + "/" + StateFile.name }), ("log", "log", log),
      ("crashes", "crash reports", state.map { $0 + "/crash" }),
    ]
    let problem = environment.homeProblem
    let facts = files.map { file in
      guard let path = file.path else { return Fact(file.key, file.label, "nowhere: \(problem)") }
      let exists = unsafe access(path, F_OK) == 0
      return Fact(file.key, file.label, path + (exists ? "" : " (does not exist)"))
    }
    guard state != nil else {
      let sentence = "\(problem). There is no log and no state."
      let directories = "XDG_STATE_HOME, XDG_CACHE_HOME, XDG_DATA_HOME and XDG_CONFIG_HOME"
      let advice = ["Set HOME, or \(directories)."]
      return add(.paths, .warning, sentence, advice: advice, facts: facts)
    }
    let directories = [state, environment.cacheDirectory, environment.dataDirectory]
    let unwritable = directories.compactMap(\.self).filter { !Self.isWritable($0) }
    guard unwritable.isEmpty else {
      let sentence = "Not writable: " + unwritable.joined(separator: ", ")
      let advice = ["Rides can be followed, but what is kept there is lost."]
      return add(.paths, .warning, sentence, advice: advice, facts: facts)
    }
    add(
      .paths, .ok, "The directories of the log, the state and map tiles are usable.", facts: facts)
  }

  private static func isWritable(_ directory: String) -> Bool {
    var path = directory
    while unsafe access(path, F_OK) != 0, let slash = path.lastIndex(of: "/"),
      slash > path.startIndex
    { path = String(path[..<slash]) }
    return unsafe access(path, W_OK | X_OK) == 0
  }

  mutating func checkTerminal() async {
    let variables = servers.environment.variables
    let capabilities = await TerminalCapabilities.detect(environment: variables)
    let probe = await probe(capabilities)
    if let size = probe?.size { columns = size.columns }
    glyphs = glyphLevel(capabilities, probe)
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { name in
      variables[name].flatMap { $0.isEmpty ? nil : "\(name)=\($0)" }
    }.first
    let encoding = capabilities.isUTF8 ? ", UTF-8" : ", not UTF-8"
    var facts = [
      Fact("term", "TERM", capabilities.term.isEmpty ? "not set" : "\(capabilities.term)"),
      Fact("description", "described as", capabilities.descriptionName ?? "not described"),
      Fact("colors", "colors", Self.words(capabilities, probe)),
      Fact("locale", "locale", (locale ?? "C") + encoding),
    ]
    if let probe { facts += Self.facts(probe) }
    if !capabilities.outputIsTerminal {
      add(.terminal, .skipped, "Standard output is not a terminal.", facts: facts)
    } else if !capabilities.canShowScreen {
      let advice = ["Set TERM to the terminal's name, or install ncurses-term."]
      let sentence = "It cannot show the screen: rides are described in sentences."
      add(.terminal, .warning, sentence, advice: advice, facts: facts)
    } else if !capabilities.isUTF8 {
      let advice = ["Set LC_ALL=C.UTF-8, or your own locale with .UTF-8 at its end."]
      let sentence = "The locale is not UTF-8: the map is drawn in ASCII."
      add(.terminal, .warning, sentence, advice: advice, facts: facts)
    } else {
      add(.terminal, .ok, "It can show the screen.", facts: facts)
    }
  }

  private func glyphLevel(
    _ capabilities: TerminalCapabilities, _ probe: TerminalProbe?
  ) -> GlyphLevel {
    guard capabilities.isUTF8, !arguments.has(.ascii) else { return .ascii }
    if let level = arguments[.glyphs].flatMap(GlyphLevel.init(rawValue:)) { return level }
    if probe?.ambiguousWidth == 2 { return .narrow }
    return capabilities.isLinuxConsole ? .block : .full
  }

  /// Queries the terminal, if it is one that answers.
  private func probe(_ capabilities: TerminalCapabilities) async -> TerminalProbe? {
    guard capabilities.outputIsTerminal, capabilities.canShowScreen,
      capabilities.terminalColorDepth != .monochrome, !capabilities.isLinuxConsole
    else { return nil }
    do throws(TerminalError) {
      return try await TerminalProbe(
        asksWidth: capabilities.isUTF8, asksColors: capabilities.asksColors,
        // Answers that come later would stand between the doctor's lines.
        patience: max(.seconds(2), servers.environment.answerTime))
    } catch {
      // Reported like a terminal that does not answer.
      return nil
    }
  }

  private static func facts(_ probe: TerminalProbe) -> [Fact] {
    let background =
      switch probe.background {
      case .background(let red, let green, let blue)?:
        "rgb \(red) \(green) \(blue), \(probe.background?.isLight == true ? "light" : "dark")"
      default: "unknown"
      }
    return [
      Fact("size", "size", "\(probe.size.columns) x \(probe.size.rows)"),
      Fact("answers", "answers", probe.hasAnswered ? "yes" : "no, within its time"),
      Fact("width", "width of ●", probe.ambiguousWidth.map { "\($0)" } ?? "unknown"),
      Fact("background", "background", background),
      Fact("sync", "whole updates", probe.canSynchronize ? "yes" : "no"),
    ]
  }

  private static func words(_ capabilities: TerminalCapabilities, _ probe: TerminalProbe?) -> String
  {
    let hasExactColors = capabilities.hasExactColors || probe?.hasExactColors == true
    let depth =
      switch capabilities.terminalColorDepth {
      case .monochrome: "none"
      case .eight: "8"
      case .sixteen: "16"
      case .palette256: hasExactColors ? "all" : "256"
      }
    return depth + (capabilities.refusesColor ? ", refused by NO_COLOR" : "")
  }
}
