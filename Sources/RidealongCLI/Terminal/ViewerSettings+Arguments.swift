internal import CellGrid
internal import MapCanvas
internal import TerminalUI
internal import Viewer

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
