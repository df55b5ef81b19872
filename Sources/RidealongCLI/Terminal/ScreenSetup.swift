internal import CellGrid
internal import ConsumerMap
internal import TerminalUI
internal import TrustLimits
internal import Viewer

/// When there are colors.
enum ColorChoice: String, Sendable, Hashable, CaseIterable {
  /// As many as the terminal has, and none where `NO_COLOR` is set.
  case auto
  case always
  case never
}

/// Whether updates are synchronized, as the user chooses it.
enum SyncChoice: String, Sendable, CaseIterable {
  case auto
  case on
  case off

  var output: CursesScreen.SynchronizedOutput {
    switch self {
    case .auto: .automatic
    case .on: .on
    case .off: .off
    }
  }
}

/// How a command opens the screen: the environment, the configuration, and the log behind it.
struct ScreenSetup: Sendable {
  /// A command line with what the configuration says now.
  struct Rereading: Sendable {
    let arguments: Arguments
    let screen: ScreenSetup
    /// What is doubtful in the configuration.
    let warnings: [String]
  }

  let environment: Environment
  /// The directory of the user's themes; nil where there is none.
  var themeDirectory: String?
  var sync = SyncChoice.auto
  /// What the screen's keys do.
  var keys = KeyTable.standard
  /// The log; nil for none.
  var log: LogFile?
  /// Reads the configuration of the running command again; nil where it has none.
  var reread: (@Sendable () throws(CommandError) -> Rereading)?

  /// What the terminal can do, as the command line wants it used.
  func capabilities(_ map: MapOptions) async -> TerminalCapabilities {
    var capabilities = await TerminalCapabilities.detect(environment: environment.variables)
    switch map.color {
    case .auto: break
    case .always: capabilities.refusesColor = false
    case .never: capabilities.refusesColor = true
    }
    return capabilities
  }

  /// Opens the screen, to be closed by the caller.
  ///
  /// `command` is the words of the command line that continues after a crash, without the program's
  /// name.
  func open(
    _ capabilities: TerminalCapabilities,
    _ settings: ViewerSettings,
    after command: [String]
  ) async throws(CommandError) -> CursesScreen {
    // The default log has its directory from now on; with --log-file none there is no file at all.
    let path = log.flatMap { log in
      log.isHeld ? environment.madeStateDirectory().map { $0 + "/" + LogFile.name } : log.path
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
      answerTime: environment.answerTime
    )
    options.synchronizedOutput = sync.output
    options.asksWidth = settings.isGlyphLevelAutomatic
    do {
      let screen = try await CursesScreen(capabilities: capabilities, options: options)
      if let name = capabilities.descriptionName, SafeText(name) != capabilities.term {
        // The screen is open: this goes to the log.
        Console.printError(SafeText("Terminal \(capabilities.term) is not described; taken for \(name)."))
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

  /// The service that reads the configuration again for an open viewer; nil where the command has no
  /// configuration.
  ///
  /// Of `settings` the server, the credentials and the speed stay.
  func reload(
    _ capabilities: TerminalCapabilities,
    like settings: ViewerSettings
  ) -> (
    @MainActor @Sendable (MapView) async -> Result<
      ViewerServices.Reading, ViewerServices.ReadingFailure
    >
  )? {
    guard let reread else { return nil }
    return { mapView in
      do throws(CommandError) {
        let read = try reread()
        let map = try MapOptions(read.arguments, read.screen)
        let settings = try ViewerSettings(
          arguments: read.arguments,
          capabilities: capabilities,
          screen: read.screen,
          speed: settings.speed,
          backend: settings.backend,
          credentials: settings.credentials,
          map: map
        )
        map.style.replaceStyles(of: mapView.consumerMapStyleCoordinator)
        return .success(
          ViewerServices.Reading(settings: settings, warnings: read.warnings.map { SafeText($0) })
        )
      } catch {
        return .failure(ViewerServices.ReadingFailure(message: SafeText(error.message)))
      }
    }
  }
}

extension Environment {
  /// How long the terminal has to answer questions.
  var answerTime: Duration { isRemote ? .milliseconds(400) : .milliseconds(150) }
}

extension TerminalCapabilities {
  /// Why a terminal that is there cannot show a screen, for people; nil where it can.
  var noScreenReason: String? {
    guard outputIsTerminal, !canShowScreen else { return nil }
    return term.isEmpty ? "TERM is not set" : "terminal \(term)"
  }
}
