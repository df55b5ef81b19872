internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import MapCanvas
internal import RidesharingConsumer
internal import TerminalUI
internal import TrustLimits
internal import Viewer

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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
  /// The directory of the user's themes; nil without one.
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
        Console.printError(
          SafeText("Terminal \(capabilities.term) is not described; taken for \(name).")
        )
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

extension ScreenSetup {
  /// What the program does for a viewer; without a log none can be read.
  func viewerServices(_ service: TripService, _ client: FleetEngineClient) -> ViewerServices {
    var services = ViewerServices()
    services.openTrip = { [log] name in
      guard name.providerID == service.providerID else { return nil }
      log?.record(.info, "follows now \(name)")
      return service.tripModel(forTripName: name.description)
    }
    services.renewToken = { await client.renewToken(for: $0) }
    let state = environment.stateDirectory
    if let log = log?.path {
      services.readLog = { await LogFile.tail(of: log) }
    }
    services.styleText = { StyleFile(of: $0.consumerMapStyleCoordinator).toml }
    services.saveAs = { [home = environment.variables["HOME"]] in await Self.save($1, at: $0, home)
    }
    services.save = { await Self.save($1, as: $0, or: state) }
    return services
  }

  /// Writes a new file into the current directory, or into another where that cannot be written.
  @concurrent
  private static func save(
    _ bytes: [UInt8],
    as name: String,
    or fallback: String?
  ) async -> Result<SafeText, ViewerServices.SaveFailure> {
    let directories = [Environment.currentDirectory, fallback].compactMap { $0 }
    var reason = "there is no directory for it"
    for directory in directories {
      let path = directory + (directory.hasSuffix("/") ? "" : "/") + name
      do throws(NewFile.Failure) {
        try NewFile.write(bytes, to: path)
        return .success(SafeText(path))
      } catch {
        reason = error.reason
      }
    }
    return .failure(ViewerServices.SaveFailure(reason: reason))
  }

  /// Writes a new file where the user wants it; `~/` is the home directory.
  @concurrent
  private static func save(
    _ bytes: [UInt8],
    at path: String,
    _ home: String?
  ) async -> Result<SafeText, ViewerServices.SaveFailure> {
    let path = path.hasPrefix("~/") ? (home ?? "~") + path.dropFirst() : path
    do throws(NewFile.Failure) {
      try NewFile.write(bytes, to: path)
      return .success(SafeText(path))
    } catch {
      return .failure(ViewerServices.SaveFailure(reason: error.reason))
    }
  }
}

extension Environment {
  /// The working directory; nil if it was removed.
  static var currentDirectory: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}

extension ViewerSettings {
  /// The settings that the command line, the terminal and the environment ask for.
  init(
    arguments: Arguments,
    capabilities: TerminalCapabilities,
    screen: ScreenSetup,
    speed: Double,
    backend: String,
    credentials: String,
    map: MapOptions
  ) throws(CommandError) {
    let isRemote = screen.environment.isRemote
    let isMoreWished =
      map.glyphs.map { $0 != .ascii } ?? false || map.dots.map { !$0.isASCII } ?? false
    if !capabilities.isUTF8, isMoreWished {
      Console.printError("The locale is not UTF-8: ASCII only. LC_ALL=C.UTF-8 allows more.")
    }
    let isConsole = capabilities.isLinuxConsole
    self.init(
      glyphs: capabilities.isUTF8 ? map.glyphs ?? (isConsole ? .block : .full) : .ascii,
      isGlyphLevelAutomatic: map.glyphs == nil,
      theme: map.theme,
      userTheme: map.userTheme,
      background: screen.environment.background,
      colorDepth: capabilities.colorDepth,
      dots: capabilities.isUTF8 ? map.dots : .ascii,
      lacksQuadrants: isConsole,
      canShowUnicode: capabilities.isUTF8,
      framesPerSecond: isRemote ? 4 : 10,
      isMotionReduced: arguments.setting(.reducedMotion)?.isOn ?? isRemote,
      speed: speed,
      backend: backend,
      credentials: credentials
    )
    keys = screen.keys
    let wait = try arguments.duration(.autoResume, in: .zero...ViewerSettings.maximumAutoResume)
    autoResume = wait.flatMap { $0 > .zero ? $0 : nil }
    reportsMouse = !arguments.has(.noMouse)
    units =
      try arguments.choice(DistanceUnits.self, .units) ?? screen.environment.distanceUnits
    isClipboardGuarded = !(screen.environment.variables["TMUX"] ?? "").isEmpty
    isFirstRun = !screen.environment.hasState
  }
}
