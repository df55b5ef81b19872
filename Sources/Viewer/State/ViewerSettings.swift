public import CellGrid
internal import ConsumerMap
public import MapCanvas

/// What the user and the terminal decide about a viewer before it starts.
public struct ViewerSettings: Sendable {
  /// The characters that are shown; a key goes through the levels.
  public var glyphs: GlyphLevel
  /// Whether the terminal's answer may change the level, as nobody has chosen one.
  public var isGlyphLevelAutomatic: Bool
  /// The colors that are asked for; a key goes through the themes.
  public var theme: ThemeChoice { didSet { recolor() } }
  /// The user's own theme, the first to be shown and one of those that the key goes through; nil for
  /// none.
  public let userTheme: UserTheme?
  /// Whether the user's own theme is shown, in place of another.
  var usesUserTheme: Bool { didSet { recolor() } }
  /// The terminal's background, as far as it is known.
  public var background: Appearance.Background { didSet { recolor() } }
  /// The colors that the terminal has and the user wants.
  public var colorDepth: ColorDepth { didSet { recolor() } }
  /// The dots of the map; nil for those of the level.
  public var dots: DotGridKind?
  /// Whether the terminal's font has half blocks but no quarters, as on the Linux console.
  public var lacksQuadrants: Bool
  /// Whether other characters than ASCII ones can be shown at all; else the level stays.
  public var canShowUnicode: Bool
  /// The most frames in a second, for what moves by itself.
  public var framesPerSecond: Int
  /// Whether nothing moves between updates.
  public var isMotionReduced: Bool
  /// The factor by which the followed world runs faster than the clock; 1 for the real one.
  public var speed: Double
  /// What lengths and speeds are measured in; a key changes it.
  public var units = DistanceUnits.kilometers
  /// Whether a terminal between keeps the clipboard to itself unless it is told otherwise, as tmux
  /// does.
  public var isClipboardGuarded = false
  /// Whether the mouse is reported at the start; otherwise the terminal selects text with it.
  public var reportsMouse = true
  /// What the keys do.
  public var keys = KeyTable.standard
  /// Whether the user sees a viewer for the first time, and is told of two keys.
  public var isFirstRun = false
  /// How long after the last move by hand the automatic camera goes on again; nil for never.
  public var autoResume: Duration?
  /// The longest ``autoResume``.
  public static let maximumAutoResume: Duration = .seconds(3_600)
  /// The user's clock.
  public var localTime: LocalTime
  /// The server that is asked, for people.
  public var backend: String
  /// What credentials are used, for people and without any secret.
  public var credentials: String

  /// The styles of what is drawn.
  private(set) var palette: Palette

  /// Creates settings.
  public init(
    glyphs: GlyphLevel = .full,
    isGlyphLevelAutomatic: Bool = false,
    theme: ThemeChoice = .auto,
    userTheme: UserTheme? = nil,
    background: Appearance.Background = .unknown,
    colorDepth: ColorDepth = .palette256,
    dots: DotGridKind? = nil,
    lacksQuadrants: Bool = false,
    canShowUnicode: Bool = true,
    framesPerSecond: Int = 10,
    isMotionReduced: Bool = false,
    speed: Double = 1,
    localTime: LocalTime = .system,
    backend: String = "",
    credentials: String = ""
  ) {
    self.glyphs = glyphs
    self.isGlyphLevelAutomatic = isGlyphLevelAutomatic
    self.theme = theme
    self.userTheme = userTheme
    usesUserTheme = userTheme != nil
    self.background = background
    self.colorDepth = colorDepth
    self.dots = dots
    self.lacksQuadrants = lacksQuadrants
    self.canShowUnicode = canShowUnicode
    self.framesPerSecond = framesPerSecond
    self.isMotionReduced = isMotionReduced
    self.speed = speed
    self.localTime = localTime
    self.backend = backend
    self.credentials = credentials
    palette = Palette(Appearance())
    // An initializer calls no observers.
    recolor()
  }

  /// Sees to it that the styles are those of the appearance.
  private mutating func recolor() { palette = Palette(appearance) }
  /// The shortest time between two frames.
  var frameTime: Duration { .seconds(1) / max(1, framesPerSecond) }

  /// The dots that the map is drawn with.
  public var dotGrid: DotGridKind {
    if let dots { return dots }
    return glyphs == .block && lacksQuadrants ? .half : glyphs.dotGrid
  }
}

extension ViewerSettings {
  /// Sees to it that a map is drawn with what can be shown.
  @MainActor
  func adjust(_ mapView: MapView) {
    if mapView.appearance != appearance { mapView.appearance = appearance }
    guard let baseMap = mapView.baseMap else { return }
    let style = BaseMapStyle(appearance, letters: mapLetters)
    guard baseMap.dots != dotGrid || baseMap.style != style else { return }
    mapView.baseMap?.dots = dotGrid
    mapView.baseMap?.style = style
  }

  /// The characters that names of the map may hold.
  private var mapLetters: MapLetters {
    guard canShowUnicode else { return .ascii }
    return glyphs == .block && lacksQuadrants ? .latin : glyphs.mapLetters
  }

  /// Sets the next level of characters; returns a sentence that says so.
  mutating func goToNextGlyphs() -> String {
    guard canShowUnicode else { return Catalogue.onlyASCII }
    isGlyphLevelAutomatic = false
    glyphs = glyphs.next
    return Catalogue.glyphs(glyphs)
  }

  /// Sets a level of characters; returns a sentence that says so.
  mutating func setGlyphs(_ level: GlyphLevel) -> String {
    guard canShowUnicode else { return Catalogue.onlyASCII }
    glyphs = level
    return Catalogue.glyphs(level)
  }

  /// Sets other units; returns a sentence that says so.
  mutating func setUnits(_ units: DistanceUnits) -> String {
    self.units = units
    return Catalogue.units(units)
  }
}
