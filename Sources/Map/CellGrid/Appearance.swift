/// The settings that decide which colors a screen has: those of the panels, the map and the rest.
///
/// Only areas and streets of a map and markers paint a background; other colors suit the one that is given.
public struct Appearance: Sendable, Hashable {
  /// The brightness of the terminal's background.
  public enum Background: Sendable, Hashable, CaseIterable {
    /// Treated as dark, without colors that are invisible on a light background.
    case unknown
    case dark
    case light
  }

  /// The terminal's background.
  public var background: Background
  /// The available colors; none if the user wants none.
  public var colorDepth: ColorDepth
  /// Whether nothing is faint, for eyes or screens that need it.
  public var isHighContrast: Bool
  /// Whether areas of a map are painted as backgrounds if the colors allow it.
  public var paintsAreas = true
  /// Whether the terminal shows every color, and not only those of the palette.
  public var hasExactColors = false
  /// The colors of the user's theme, which replace the usual ones.
  public var colors: [ThemeRole: Color] = [:]

  /// Creates an appearance.
  public init(
    background: Background = .dark, colorDepth: ColorDepth = .palette256,
    isHighContrast: Bool = false
  ) {
    self.background = background
    self.colorDepth = colorDepth
    self.isHighContrast = isHighContrast
  }

  /// Whether the ground of a map is painted; otherwise areas are textures of dots.
  package var paintsGround: Bool { paintsAreas && hasUsualColors }

  /// Whether colors are exact, and not of the palette.
  var showsExactColors: Bool { hasExactColors && hasUsualColors }

  /// Whether there are at least 256 colors, and not those of high contrast.
  var hasUsualColors: Bool { colorDepth == .palette256 && !isHighContrast }

  /// The theme's color for a role; nil if the theme has none, or the terminal no colors.
  package func color(of role: ThemeRole) -> Color? {
    guard colorDepth != .monochrome else { return nil }
    let isExact = hasExactColors && colorDepth == .palette256
    return isExact ? colors[role] : colors[role]?.reduced(to: colorDepth)
  }
}
