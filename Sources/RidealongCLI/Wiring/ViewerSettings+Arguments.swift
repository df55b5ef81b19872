internal import CellGrid
internal import MapCanvas
internal import TerminalUI
internal import Viewer

extension ViewerSettings {
  /// The settings that the command line, the terminal and the environment ask for.
  init(
    arguments: Arguments,
    capabilities: TerminalCapabilities,
    wiring: Wiring,
    speed: Double,
    backend: String,
    credentials: String
  ) throws(CommandError) {
    let isRemote = wiring.environment.isRemote
    let level = try arguments.choice(GlyphLevel.self, .glyphs)
    let wished = arguments.has(.ascii) ? .ascii : level
    let dots = try arguments.choice(DotGridKind.self, .dots)
    if !capabilities.isUTF8, [level.map { $0 != .ascii }, dots.map { !$0.isASCII }].contains(true) {
      Console.note("The locale is not UTF-8: ASCII only. LC_ALL=C.UTF-8 allows more.")
    }
    let isConsole = capabilities.isLinuxConsole
    self.init(
      glyphs: capabilities.isUTF8 ? wished ?? (isConsole ? .block : .full) : .ascii,
      dots: capabilities.isUTF8 ? dots : .ascii,
      lacksQuadrants: isConsole,
      canShowUnicode: capabilities.isUTF8,
      framesPerSecond: isRemote ? 4 : 10,
      isMotionReduced: arguments.has(.reducedMotion),
      speed: speed,
      backend: backend,
      credentials: credentials
    )
  }
}
