internal import CNcurses
public import CellGrid
internal import SystemLibrary

/// The terminal's capabilities according to the environment.
public struct TerminalCapabilities: Sendable, Hashable {
  /// The terminal's name in `TERM`; empty if that is not set.
  public var term: SafeText
  /// The name of the terminal's description; nil if none is installed.
  public var descriptionName: String?
  /// Whether the locale's character set is UTF-8.
  public var isUTF8: Bool
  /// The terminal's colors, whatever the user prefers.
  public var terminalColorDepth: ColorDepth
  /// Whether `COLORTERM` or the terminal's description says that the terminal shows every color, and the program can
  /// write them.
  public var hasExactColors: Bool
  /// Whether the terminal has to be asked about ``hasExactColors``, as over ssh, which does not pass `COLORTERM` on.
  ///
  /// GNU screen would pass the question on to the terminal around it, and tmux does not answer.
  public var asksColors: Bool {
    let isMultiplexer =
      isInScreen || ["screen", "tmux"].contains { term.description.hasPrefix($0) }
    return colorDepth == .palette256 && !hasExactColors && canWriteExactColors && !isMultiplexer
  }
  /// Whether the terminal's description lets the program write exact colors.
  var canWriteExactColors = false
  /// Whether GNU screen says so, under whatever `TERM`.
  var isInScreen = false
  /// Whether `NO_COLOR` is set and not empty.
  public var refusesColor: Bool
  /// Whether the terminal can move its cursor, which a screen needs.
  public var canShowScreen: Bool
  /// Whether standard input is a terminal.
  public var inputIsTerminal: Bool
  /// Whether standard output is a terminal.
  public var outputIsTerminal: Bool
  /// Whether the terminal is on a serial line of less than 38,400 bits a second.
  public var isOnSlowLine: Bool { lineSpeed != nil }
  /// The speed of a slow serial line, in bits a second; nil for any other, and over ssh, which passes on the setting of a
  /// terminal that may have no such line.
  var lineSpeed: Int?

  /// The finest block elements that the terminal draws itself, whatever its font has.
  public var blockElements = BlockElements.quadrant
  /// Whether the C library knows octants, which curses leaves out otherwise.
  public var knowsOctants = false

  /// Whether the terminal's description says that it takes a title as xterm does.
  public var takesTitle = false
  /// Whether the terminal is known to show a progress (OSC 9;4).
  public var takesProgress = false
  /// Whether the terminal is known to report focus changes (1004).
  public var takesFocus = false
  /// Whether the terminal is known to report changes of its color scheme (2031).
  public var takesScheme = false
  /// Whether the terminal is known to make links of text (OSC 8).
  public var takesLinks = false

  /// The colors to draw with.
  public var colorDepth: ColorDepth { refusesColor ? .monochrome : terminalColorDepth }

  /// Whether it is the Linux console, whose fonts lack Braille.
  public var isLinuxConsole: Bool { term == "linux" }

  /// Detects the capabilities.
  ///
  /// Sets the process's locale from the environment, which curses needs. A terminal of a known family
  /// whose description is not installed uses that of a common member of the family.
  @TerminalActor public static func detect(environment: [String: String]) -> TerminalCapabilities {
    let term = environment["TERM"] ?? ""
    let codeset = unsafe String(cString: ridealong_codeset())
    var colors: Int32 = -1
    var (addresses, exact, plain, title): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var descriptionName: String?
    for name in candidates(term) where descriptionName == nil {
      guard unsafe ridealong_terminfo(name, &colors, &addresses, &exact, &plain, &title) == 1
      else { continue }
      descriptionName = name
    }
    let takesTitle = title != 0
    let isExact = exact != 0 || hasExactColors(environment)
    if colors > 256 {
      // Colors are not numbers of a palette there, but such terminals have the usual palette, too.
      for name in ["xterm-256color", "xterm"]
      where unsafe ridealong_terminfo(name, &colors, &addresses, &exact, &plain, &title) == 1 {
        descriptionName = name
        break
      }
    }
    var capabilities = TerminalCapabilities(
      term: SafeText(term), descriptionName: descriptionName,
      isUTF8: ["UTF-8", "UTF8", "utf-8", "utf8"].contains(codeset),
      terminalColorDepth: ColorDepth(colorCount: Int(colors)),
      hasExactColors: isExact && plain != 0, refusesColor: !(environment["NO_COLOR"] ?? "").isEmpty,
      canShowScreen: descriptionName != nil && addresses != 0 && term != "dumb",
      inputIsTerminal: isatty(STDIN_FILENO) != 0, outputIsTerminal: isatty(STDOUT_FILENO) != 0)
    let isKnown = { (character: Unicode.Scalar) in ridealong_width(character.value) == 1 }
    capabilities.blockElements = blockElements(environment, isKnown: isKnown)
    capabilities.knowsOctants = isKnown(octant)
    capabilities.canWriteExactColors = plain != 0
    let speed = isRemote(environment) ? 0 : Int(ridealong_terminal_speed(STDOUT_FILENO))
    capabilities.lineSpeed = speed > 0 ? speed : nil
    capabilities.isInScreen = !(environment["STY"] ?? "").isEmpty
    capabilities.takesTitle = takesTitle && !capabilities.isInScreen
    capabilities.takesProgress = TerminalKind(environment)?.takesProgress ?? false
    capabilities.takesFocus = takesFocus(environment)
    capabilities.takesScheme = takesScheme(environment)
    capabilities.takesLinks = takesLinks(environment)
    return capabilities
  }

  private static let octant: Unicode.Scalar = "\u{1CD00}"

  /// The finest block elements that the terminal draws itself and that the C library knows.
  ///
  /// Terminals with VTE, such as GNOME Terminal, draw sextants from version 0.62 on, and octants from 0.78 on. A
  /// multiplexer hides which terminal it is in.
  public static func blockElements(
    _ environment: [String: String], isKnown: (Unicode.Scalar) -> Bool
  ) -> BlockElements {
    let drawn = TerminalKind(environment)?.blockElements ?? .quadrant
    if drawn == .octant, isKnown(octant) { return .octant }
    return drawn != .quadrant && isKnown("\u{1FB00}") ? .sextant : .quadrant
  }

  /// Whether the terminal is one in tmux, GNU screen or Zellij.
  static func isInMultiplexer(_ environment: [String: String]) -> Bool {
    ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
      || ["tmux", "screen"].contains(where: (environment["TERM"] ?? "").hasPrefix)
  }

  /// Whether the terminal is known to report focus changes (1004), without being asked.
  ///
  /// tmux does not answer, and passes reports on when its option `focus-events` is on. Terminal.app does not answer, either.
  static func takesFocus(_ environment: [String: String]) -> Bool {
    isInTmux(environment) || TerminalKind(environment)?.program == .terminalApp
  }

  private static func isInTmux(_ environment: [String: String]) -> Bool {
    !(environment["TMUX"] ?? "").isEmpty
      && ["tmux", "screen"].contains(where: (environment["TERM"] ?? "").hasPrefix)
  }

  /// Whether the terminal is known to report changes of its color scheme (2031), without being asked.
  ///
  /// Source: https://github.com/tmux/tmux/blob/master/CHANGES, 3.6
  static func takesScheme(_ environment: [String: String]) -> Bool {
    isTmux(environment, from: [3, 6])
  }

  /// Whether the terminal is tmux and not older than a version.
  private static func isTmux(_ environment: [String: String], from first: [Int]) -> Bool {
    guard isInTmux(environment), environment["TERM_PROGRAM"] == "tmux" else { return false }
    let version = TerminalKind.numbers(environment["TERM_PROGRAM_VERSION"] ?? "")
    return !version.lexicographicallyPrecedes(first)
  }

  /// Whether the terminal is known to make links of text (OSC 8); tmux passes them on from 3.4 on.
  static func takesLinks(_ environment: [String: String]) -> Bool {
    TerminalKind(environment)?.takesLinks ?? isTmux(environment, from: [3, 4])
  }

  /// Whether the terminal is connected over ssh.
  public static func isRemote(_ environment: [String: String]) -> Bool {
    ["SSH_CONNECTION", "SSH_TTY"].contains { !(environment[$0] ?? "").isEmpty }
  }

  /// Whether the terminal shows every color, and not only those of the palette, as it says in `COLORTERM`.
  public static func hasExactColors(_ environment: [String: String]) -> Bool {
    ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
  }

  /// The names of possible descriptions, best first.
  private static func candidates(_ term: String) -> [String] {
    // The database would truncate a longer name.
    guard !term.isEmpty, term.utf8.count <= 128, !term.contains("/") else { return [] }
    let families = ["xterm", "foot", "alacritty", "wezterm", "rxvt"]
    if families.contains(where: term.hasPrefix) { return [term, "xterm-256color", "xterm"] }
    if term.hasPrefix("tmux") || term.hasPrefix("screen") { return [term, "screen"] }
    return [term]
  }
}
