internal import CellGrid
internal import TerminalUI
internal import TrustLimits
internal import Viewer

extension Wiring {
  /// What the terminal can do, as the command line wants it used.
  func capabilities(_ map: MapOptions) async -> TerminalCapabilities {
    await TerminalCapabilities.detect(environment: environment.variables).using(map.color)
  }

  /// Opens the screen.
  ///
  /// - Parameters:
  ///   - capabilities: What the terminal can do.
  ///   - settings: What the user decides.
  ///   - command: The words of the command line that continues after a crash, without the program's
  ///     name.
  /// - Returns: The screen, to be closed by the caller.
  /// - Throws: Why there is none.
  func openScreen(
    _ capabilities: TerminalCapabilities,
    _ settings: ViewerSettings,
    after command: [String]
  ) async throws(CommandError) -> CursesScreen {
    // A log that nobody asked for has its directory from now on; who wants none gets no file at all.
    let path = log.flatMap { log in
      log.isHeld ? stateDirectory().map { $0 + "/" + LogTail.name } : log.path
    }
    if let path {
      LogFile.rotateIfFull(path)
      log?.begin()
    }
    var options = CursesScreen.Options(
      colorDepth: capabilities.colorDepth,
      reportsMouse: settings.reportsMouse,
      logFile: path ?? "/dev/null",
      crashNote: crashNote(command),
      answerTime: environment.isRemote ? .milliseconds(400) : .milliseconds(150)
    )
    options.synchronizedOutput = sync.output
    options.asksWidth = settings.isGlyphLevelAutomatic
    do {
      let screen = try await CursesScreen(capabilities: capabilities, options: options)
      if let name = capabilities.descriptionName, SafeText(name) != capabilities.term {
        // The screen is open: this goes to the log.
        Console.note(SafeText("Terminal \(capabilities.term) is not described; taken for \(name)."))
      }
      #if DEBUG
        await CrashTrial.run(environment)
      #endif
      return screen
    } catch {
      throw CommandError(.failure, "\(error)")
    }
  }

  /// What a crash leaves on the terminal.
  private func crashNote(_ command: [String]) -> [SafeText] {
    var lines: [SafeText] = ["ridealong stopped because of a bug."]
    if CrashReports.areWritten, let state = environment.stateDirectory {
      lines.append("Report: \(state)/crash (no tokens inside)")
    }
    let words = command.map(ShellWord.quoted).joined(separator: " ")
    return lines + [SafeText("Continue with: ridealong \(words)")]
  }
}
