public import CellGrid
internal import ConsumerMap
public import MapCanvas

/// The colors of the screen, as the user chooses them.
public enum ThemeChoice: String, Sendable, Hashable, CaseIterable {
  /// Dark or light, by the terminal's background.
  case auto
  /// For a dark background.
  case dark
  /// For a light background.
  case light
  /// No faint colors; the lines of the map differ by pattern.
  case highContrast = "high-contrast"
  /// No colors: bold, underline, reverse and patterns.
  case mono
}

/// A theme of the user's own: a built-in theme with other colors.
public struct UserTheme: Sendable, Hashable {
  /// The theme's name.
  public let name: String
  /// The theme for everything without a color here.
  public let base: ThemeChoice
  /// The colors; a terminal without them shows the nearest that it has.
  public let colors: [ThemeRole: Color]

  /// Creates a theme.
  public init(name: String, base: ThemeChoice = .auto, colors: [ThemeRole: Color]) {
    self.name = name
    self.base = base
    self.colors = colors
  }
}

/// The choices of the user and the terminal before a viewer starts.
public struct ViewerSettings: Sendable {
  /// From here on a difference between clocks is shown.
  static let shownClockOffset: Duration = .seconds(30)
  /// The characters that are shown.
  public var glyphs: GlyphLevel
  /// Whether a terminal report may change the level, because nobody has chosen one.
  public var isGlyphLevelAutomatic: Bool
  /// The built-in theme.
  public var theme: ThemeChoice { didSet { updatePalette() } }
  /// The user's own theme, if any; it is shown first.
  public let userTheme: UserTheme?
  var usesUserTheme: Bool { didSet { updatePalette() } }
  /// The terminal's background, as far as it is known.
  public var background: Appearance.Background { didSet { updatePalette() } }
  /// The colors that the terminal has and the user wants.
  public var colorDepth: ColorDepth { didSet { updatePalette() } }
  /// Whether areas of the map are painted as backgrounds if the colors allow it.
  public var paintsAreas: Bool { didSet { updatePalette() } }
  /// Whether the terminal shows every color, and not only those of the palette.
  public var hasExactColors: Bool { didSet { updatePalette() } }
  /// The dots of the map; nil for those of the level.
  public var dots: DotGridKind?
  /// Whether the terminal's font has box drawing but no quarter blocks, as on the Linux console.
  public var lacksQuadrants: Bool
  /// The finest block elements that the terminal draws itself.
  public var blockElements: BlockElements
  /// Whether the C library knows octants; curses leaves out characters that it does not know.
  public var canShowOctants = true
  /// Whether characters beyond ASCII can be shown; if not, the level cannot change.
  public var canShowUnicode: Bool
  /// The most frames per second of animations.
  public var framesPerSecond: Int
  /// Whether nothing moves between updates.
  public var isMotionReduced: Bool
  /// How much faster than the clock the followed world runs.
  public var speed: Double
  /// The units of lengths and speeds.
  public var units = DistanceUnits.kilometers
  /// Whether a multiplexer such as tmux keeps the clipboard to itself by default.
  public var isClipboardGuarded = false
  /// Whether the mouse is reported at the start; if not, the terminal selects text with it.
  public var reportsMouse = true
  /// Whether the terminal's cursor is shown on what is selected.
  public var parksCursor = true
  /// Whether the terminal's title says how the ride is, if the terminal takes one.
  public var setsTitle = true
  /// Whether the terminal's tab or task bar shows the ride's progress, if the terminal can.
  public var showsProgress = true
  /// Whether names of saved files are links, if the terminal makes links.
  public var makesLinks = true
  /// Whether the terminal is to say when the user looks at it again.
  public var reportsFocus = true
  /// Whether the terminal is to say when it becomes light or dark.
  public var reportsScheme = true
  /// The keys.
  public var keys = KeyTable.standard
  /// The tips about keys that are shown as a ride goes on.
  public enum Tips: Sendable {
    case none
    /// One, for a user who runs a viewer for the first time.
    case first
    /// Several, one after the other.
    case tour
  }

  /// The tips that are shown once the trip is known.
  public var tips = Tips.none
  /// The time from the last move by hand until the automatic camera resumes; nil for never.
  public var autoResume: Duration?
  /// The longest ``autoResume``.
  public static let maximumAutoResume: Duration = .seconds(3_600)
  /// The user's clock.
  public var localTime: LocalTime
  /// The server's name, for display.
  public var backend: String
  /// The kind of credentials, for display and without any secret.
  public var credentials: String

  private(set) var palette = ColorTable(Appearance())

  /// Creates settings.
  public init(
    glyphs: GlyphLevel = .full, isGlyphLevelAutomatic: Bool = false, theme: ThemeChoice = .auto,
    userTheme: UserTheme? = nil, background: Appearance.Background = .unknown,
    colorDepth: ColorDepth = .palette256, paintsAreas: Bool = true, hasExactColors: Bool = false,
    dots: DotGridKind? = nil, lacksQuadrants: Bool = false,
    blockElements: BlockElements = .quadrant, canShowUnicode: Bool = true,
    framesPerSecond: Int = 10, isMotionReduced: Bool = false, speed: Double = 1,
    localTime: LocalTime = .system, backend: String = "", credentials: String = ""
  ) {
    self.glyphs = glyphs
    self.isGlyphLevelAutomatic = isGlyphLevelAutomatic
    self.theme = theme
    self.userTheme = userTheme
    usesUserTheme = userTheme != nil
    self.background = background
    self.colorDepth = colorDepth
    self.paintsAreas = paintsAreas
    self.hasExactColors = hasExactColors
    self.dots = dots
    self.lacksQuadrants = lacksQuadrants
    self.blockElements = blockElements
    self.canShowUnicode = canShowUnicode
    self.framesPerSecond = framesPerSecond
    self.isMotionReduced = isMotionReduced
    self.speed = speed
    self.localTime = localTime
    self.backend = backend
    self.credentials = credentials
    // An initializer calls no observers.
    updatePalette()
  }

  private mutating func updatePalette() { palette = ColorTable(appearance) }
  var frameTime: Duration { .seconds(1) / max(1, framesPerSecond) }

  /// The dots of the map.
  public var dotGrid: DotGridKind { dots ?? usualDots }

  /// The dots of the level.
  private var usualDots: DotGridKind {
    switch glyphs {
    case .block where lacksQuadrants: .box
    case .full: .usual(appearance, blockElements)
    default: glyphs.mapDots(in: appearance)
    }
  }

  private var mapLetters: MapLetters {
    guard canShowUnicode else { return .ascii }
    return glyphs == .block && lacksQuadrants ? .latin : glyphs.mapLetters
  }

  /// Makes a map use these colors and characters.
  @MainActor func adjust(_ mapView: MapView) {
    if mapView.appearance != appearance { mapView.appearance = appearance }
    guard let baseMap = mapView.baseMap else { return }
    let style = BaseMapStyle(appearance, colors: palette, letters: mapLetters)
    guard baseMap.dots != dotGrid || baseMap.style != style else { return }
    mapView.baseMap?.dots = dotGrid
    mapView.baseMap?.style = style
  }

  /// Goes to the next dots of the full level, or to the next level after the last ones.
  mutating func goToNextGlyphs() -> String {
    guard canShowUnicode else { return ViewerText.onlyASCII }
    isGlyphLevelAutomatic = false
    if glyphs == .full {
      let kinds =
        [usualDots]
        + Self.fineDots.filter { $0 != usualDots && ($0 != .octant || canShowOctants) }
      let next = (kinds.firstIndex(of: dotGrid) ?? kinds.count) + 1
      if next < kinds.count {
        dots = kinds[next]
        return ViewerText.dots(kinds[next])
      }
    }
    return setGlyphs(glyphs.next)
  }

  /// The dots that the key for glyphs goes through.
  private static let fineDots: [DotGridKind] = [.quadrant, .sextant, .octant, .half, .braille]

  mutating func setGlyphs(_ level: GlyphLevel) -> String {
    guard canShowUnicode else { return ViewerText.onlyASCII }
    (glyphs, dots) = (level, nil)
    return ViewerText.glyphs(level)
  }

  mutating func setUnits(_ units: DistanceUnits) -> String {
    self.units = units
    return units == .miles ? "Units: feet and miles." : "Units: meters and kilometers."
  }
}

extension ViewerSettings {
  /// The settings that determine the colors of the screen.
  public var appearance: Appearance {
    var appearance = Appearance(background: background, colorDepth: colorDepth)
    appearance.paintsAreas = paintsAreas
    appearance.hasExactColors = hasExactColors
    if usesUserTheme, let userTheme { appearance.colors = userTheme.colors }
    switch baseTheme {
    case .auto: break
    case .dark: appearance.background = .dark
    case .light: appearance.background = .light
    case .highContrast: appearance.isHighContrast = true
    case .mono: appearance.colorDepth = .monochrome
    }
    return appearance
  }

  /// The name of the shown theme, built-in or the user's own.
  public var themeName: String {
    usesUserTheme ? userTheme?.name ?? theme.rawValue : theme.rawValue
  }

  private var baseTheme: ThemeChoice { usesUserTheme ? userTheme?.base ?? theme : theme }

  /// Applies a report of the terminal about itself; the user's choices stay.
  public mutating func apply(_ answer: TerminalAnswer) {
    if let isLight = answer.isLight { background = isLight ? .light : .dark }
    if case .ambiguousWidth(2...) = answer, isGlyphLevelAutomatic, glyphs == .full {
      glyphs = .narrow
    }
    if answer == .exactColors { hasExactColors = true }
  }

  /// Adopts the colors and characters of another screen on the same terminal.
  public mutating func adoptLook(of other: ViewerSettings) {
    glyphs = other.glyphs
    dots = other.dots
    isGlyphLevelAutomatic = other.isGlyphLevelAutomatic
    theme = other.theme
    usesUserTheme = other.usesUserTheme
    background = other.background
    hasExactColors = other.hasExactColors
  }

  /// The default colors of a theme for another background than the terminal's; nil otherwise.
  ///
  /// An unknown background counts as dark. Below 256 colors both themes fit any background.
  private var paint: CellStyle? {
    guard colorDepth == .palette256 else { return nil }
    return switch baseTheme {
    case .light where background != .light:
      CellStyle(foreground: .indexed(16), background: .indexed(231))
    case .dark where background == .light:
      CellStyle(foreground: .indexed(252), background: .indexed(16))
    default: nil
    }
  }

  /// A frame in the theme's colors, also where a style file has other ones, and on its background.
  func colored(_ frame: Frame) -> Frame {
    let isMono = baseTheme == .mono && colorDepth != .monochrome
    let paint = paint
    guard isMono || paint != nil else { return frame }
    var frame = frame
    frame.withCells { cells in
      for index in cells.indices {
        guard let paint else {
          cells[index].style = cells[index].style.reduced(to: .monochrome)
          continue
        }
        if cells[index].style.foreground == .standard {
          cells[index].style.foreground = paint.foreground
        }
        if cells[index].style.background == .standard {
          cells[index].style.background = paint.background
        }
      }
    }
    return frame
  }

  mutating func setTheme(_ new: ThemeChoice) -> String {
    guard colorDepth != .monochrome else { return ViewerText.onlyMono }
    (usesUserTheme, theme) = (false, new)
    return ViewerText.theme(new)
  }

  /// The lines of a configuration file for what was changed by key or command.
  func configurationLines(since old: ViewerSettings) -> [String] {
    [
      themeName == old.themeName ? nil : "theme = \"\(themeName)\"",
      units == old.units ? nil : "units = \"\(units.rawValue)\"",
      glyphs == old.glyphs ? nil : "glyphs = \"\(glyphs.rawValue)\"",
      dots == old.dots ? nil : dots.map { "dots = \"\($0.rawValue)\"" },
      reportsMouse == old.reportsMouse ? nil : "mouse = \(reportsMouse)",
    ].compactMap { $0 }
  }

  /// Sets the next theme, after `auto` one that looks different; returns a sentence that says so.
  mutating func goToNextTheme() -> String {
    guard colorDepth != .monochrome else { return ViewerText.onlyMono }
    let themes: [ThemeChoice] =
      background == .light
      ? [.auto, .dark, .highContrast, .mono, .light] : [.auto, .light, .highContrast, .mono, .dark]
    guard !usesUserTheme else { return setTheme(.auto) }
    let next = (themes.firstIndex(of: theme) ?? 0) + 1
    if next < themes.count { return setTheme(themes[next]) }
    guard let userTheme else { return setTheme(.auto) }
    usesUserTheme = true
    return "Theme: \(SafeText(userTheme.name).truncated(to: 32)), until you quit."
  }
}
