internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import MapCanvas
internal import RidesharingConsumer
internal import SystemLibrary
internal import TerminalUI
internal import TrustLimits
internal import Viewer

/// How a command opens the screen.
struct ScreenSetup: Sendable {
  /// A command line with the reloaded configuration.
  struct Rereading: Sendable {
    let arguments: Arguments
    let screen: ScreenSetup
    let warnings: [String]
  }

  let environment: Environment
  var themeDirectory: String?
  var keys = KeyTable.standard
  var log: LogFile?
  /// Reloads the configuration of the running command; nil if it has none.
  var reread: (@Sendable () throws(CommandError) -> Rereading)?

  /// The terminal's capabilities, with `--color` applied.
  func capabilities(_ map: MapOptions) async -> TerminalCapabilities {
    var capabilities = await TerminalCapabilities.detect(environment: environment.variables)
    switch map.color {
    case .auto: break
    case .always: capabilities.refusesColor = false
    case .never: capabilities.refusesColor = true
    }
    return capabilities
  }

  /// Opens the screen, which the caller closes.
  ///
  /// `command` is the command line that continues after a crash, without the program's name.
  func open(
    _ capabilities: TerminalCapabilities, _ settings: ViewerSettings, after command: [String]
  ) async throws(CommandError) -> CursesScreen {
    guard log.map({ !AppendedFile.isOutput($0.path) }) ?? true else {
      throw .usage("A screen keeps its log in a file: --log-file needs a FILE, --json or --plain.")
    }
    // The default log is held back until there is a screen; --log-file none has no file at all.
    let path = log.flatMap { log in
      log.isHeld ? environment.madeStateDirectory().map { $0 + "/" + LogFile.name } : log.path
    }
    if let path {
      LogFile.rotateIfFull(path)
      log?.begin()
    }
    var options = CursesScreen.Options(
      colorDepth: capabilities.colorDepth, reportsMouse: settings.reportsMouse,
      logFile: path ?? "/dev/null", crashNote: crashNote(command),
      answerTime: environment.answerTime)
    options.hasExactColors = settings.hasExactColors
    options.setsTitle = settings.setsTitle && capabilities.takesTitle
    options.showsProgress = settings.showsProgress && capabilities.takesProgress
    options.focusReports = CursesScreen.ModeUse(
      isWanted: settings.reportsFocus, isKnown: capabilities.takesFocus)
    options.schemeReports = CursesScreen.ModeUse(
      isWanted: settings.reportsScheme, isKnown: capabilities.takesScheme)
    options.makesLinks = settings.makesLinks && capabilities.takesLinks
    options.asksColors = capabilities.asksColors && !settings.hasExactColors
    options.asksWidth = settings.isGlyphLevelAutomatic
    do {
      let screen = try await CursesScreen(capabilities: capabilities, options: options)
      if let name = capabilities.descriptionName, SafeText(name) != capabilities.term {
        // The screen is open, so this goes to the log.
        Console.printError(
          SafeText("Terminal \(capabilities.term) is not described; taken for \(name)."))
      }
      #if DEBUG
        await CrashTrial.run(environment)
      #endif
      return screen
    } catch { throw CommandError(.failure, "\(error)") }
  }

  private func crashNote(_ command: [String]) -> [SafeText] {
    var lines: [SafeText] = ["ridealong stopped because of a bug."]
    if CrashReports.areWritten, let state = environment.stateDirectory {
      lines.append("Report: \(state)/crash (no tokens inside)")
    }
    let words = command.map(ShellWord.quoted).joined(separator: " ")
    return lines + [SafeText("Continue with: ridealong \(words)")]
  }

  /// The service that reloads the configuration for an open viewer; nil without a configuration.
  ///
  /// The server, the credentials and the speed of `settings` are kept.
  func reload(
    _ capabilities: TerminalCapabilities, like settings: ViewerSettings
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
        var new = try ViewerSettings(read.arguments, map, capabilities, read.screen)
        (new.speed, new.backend) = (settings.speed, settings.backend)
        new.credentials = settings.credentials
        map.style.replaceStyles(of: mapView.consumerMapStyleCoordinator)
        return .success(
          ViewerServices.Reading(settings: new, warnings: read.warnings.map { SafeText($0) }))
      } catch { return .failure(ViewerServices.ReadingFailure(message: SafeText(error.message))) }
    }
  }
}

extension Environment {
  /// How long to wait for the terminal's answers.
  var answerTime: Duration { isRemote ? .milliseconds(400) : .milliseconds(150) }
}

extension TerminalCapabilities {
  /// Why the terminal cannot show the screen; nil if it can or there is no terminal.
  var noScreenReason: String? {
    guard outputIsTerminal, !canShowScreen else { return nil }
    return term.isEmpty ? "TERM is not set" : "terminal \(term)"
  }
}

extension ScreenSetup {
  /// The services of the program for a viewer.
  func viewerServices(_ service: TripService, _ client: FleetEngineClient) -> ViewerServices {
    var services = recordingServices()
    services.openTrip = { [log] name in
      guard name.providerID == service.providerID else { return nil }
      log?.record(.info, "now follows \(name)")
      return service.tripModel(forTripName: name.description)
    }
    services.renewToken = { await client.renewToken(for: $0) }
    return services
  }

  /// The services of a viewer of a recording, which has no server.
  func recordingServices() -> ViewerServices {
    var services = ViewerServices()
    if let log = log?.path { services.readLog = { await LogFile.tail(of: log) } }
    services.styleText = { StyleFile(of: $0.consumerMapStyleCoordinator).toml }
    services.saveAs = { [environment] in await Self.save($1, at: $0, environment) }
    services.save = { [environment] in await Self.save($1, as: $0, environment) }
    return services
  }

  /// Writes a new file into the directory for what the user saves.
  @concurrent private static func save(
    _ bytes: [UInt8], as name: String, _ environment: Environment
  ) async -> Result<String, ViewerServices.SaveFailure> {
    guard let directory = environment.dataDirectory else {
      return .failure(ViewerServices.SaveFailure(reason: environment.homeProblem))
    }
    do throws(CommandError) { try UserFolder.makeAll(directory) } catch {
      let message = error.message
      let reason = message.hasSuffix(".") ? String(message.dropLast()) : message
      return .failure(ViewerServices.SaveFailure(reason: reason))
    }
    return write(bytes, to: directory + "/" + name)
  }

  /// Writes a new file; `~/` is the home directory.
  @concurrent private static func save(
    _ bytes: [UInt8], at path: String, _ environment: Environment
  ) async -> Result<String, ViewerServices.SaveFailure> {
    let home = environment.variables["HOME"] ?? "~"
    let path = path.hasPrefix("~/") ? home + path.dropFirst() : path
    if let problem = environment.problem(creating: path) {
      return .failure(ViewerServices.SaveFailure(reason: problem))
    }
    return write(bytes, to: path)
  }

  private static func write(
    _ bytes: [UInt8], to path: String
  ) -> Result<String, ViewerServices.SaveFailure> {
    do throws(NewFile.Failure) {
      try NewFile.write(bytes, to: path)
      return .success(path)
    } catch { return .failure(ViewerServices.SaveFailure(reason: error.reason)) }
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
  init(
    _ arguments: Arguments, _ map: MapOptions, _ capabilities: TerminalCapabilities,
    _ screen: ScreenSetup
  ) throws(CommandError) {
    let isCalm = screen.environment.isRemote || capabilities.isOnSlowLine
    let wantsMore =
      map.glyphs.map { $0 != .ascii } ?? false || map.dots.map { !$0.isASCII } ?? false
    if !capabilities.isUTF8, wantsMore {
      Console.printError("The locale is not UTF-8: ASCII only. LC_ALL=C.UTF-8 allows more.")
    }
    let lacksOctants = map.dots == .octant && !capabilities.knowsOctants
    if lacksOctants {
      Console.printError("This system's C library does not know octants: the map has sextants.")
    }
    let isConsole = capabilities.isLinuxConsole
    self.init(
      glyphs: capabilities.isUTF8 ? map.glyphs ?? (isConsole ? .block : .full) : .ascii,
      isGlyphLevelAutomatic: map.glyphs == nil, theme: map.theme, userTheme: map.userTheme,
      background: screen.environment.background, colorDepth: capabilities.colorDepth,
      paintsAreas: !arguments.has(.noFill), hasExactColors: capabilities.hasExactColors,
      dots: lacksOctants
        ? .sextant : map.dots.flatMap { capabilities.isUTF8 || $0.isASCII ? $0 : nil },
      lacksQuadrants: isConsole, blockElements: capabilities.blockElements,
      canShowUnicode: capabilities.isUTF8, framesPerSecond: isCalm ? 4 : 10,
      isMotionReduced: arguments.setting(.reducedMotion)?.isOn ?? isCalm)
    canShowOctants = capabilities.knowsOctants
    keys = screen.keys
    let wait = try arguments.duration(.autoResume)
    autoResume = wait > .zero ? wait : nil
    reportsMouse = !arguments.has(.noMouse)
    parksCursor = !arguments.has(.noCursor)
    (setsTitle, showsProgress) = (!arguments.has(.noTitle), !arguments.has(.noProgress))
    makesLinks = !arguments.has(.noLinks)
    (reportsFocus, reportsScheme) = (!arguments.has(.noFocus), !arguments.has(.noScheme))
    units = try arguments.choice(.units) ?? screen.environment.distanceUnits
    isClipboardGuarded = !(screen.environment.variables["TMUX"] ?? "").isEmpty
    tips = screen.environment.hasState ? .none : .first
  }
}
