/// The settings that decide which colors a screen has: those of the panels, the map and the rest.
///
/// Only areas of a map and markers paint a background; other colors suit the one that is given.
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
    background: Background = .dark,
    colorDepth: ColorDepth = .palette256,
    isHighContrast: Bool = false
  ) {
    self.background = background
    self.colorDepth = colorDepth
    self.isHighContrast = isHighContrast
  }

  /// The colors of a map's ground; nil if areas are textures of dots.
  package var areaColors: AreaColors? {
    guard paintsAreas, colorDepth == .palette256, !isHighContrast else { return nil }
    var areas = AreaColors(isLight: background == .light, isExact: hasExactColors)
    for (role, path) in AreaColors.roles {
      if let color = color(of: role) { areas[keyPath: path] = color }
    }
    if color(of: .green) != nil { areas.greenTexture = nil }
    return areas
  }

  /// Whether the map is painted.
  fileprivate var isPainted: Bool { areaColors != nil }

  /// Whether lines on a map differ by pattern too, since colors may not distinguish them.
  public var usesPatterns: Bool { colorDepth != .palette256 || isHighContrast }

  /// The theme's color for a role; nil if the theme has none, or the terminal no colors.
  package func color(of role: ThemeRole) -> Color? {
    guard colorDepth != .monochrome else { return nil }
    let isExact = hasExactColors && colorDepth == .palette256
    return isExact ? colors[role] : colors[role]?.reduced(to: colorDepth)
  }
}

/// The look of one role, such as the route or a warning, in each appearance.
package struct ColorRole: Sendable, Hashable {
  /// Indices of xterm's palette for dark and light backgrounds; nil for the terminal's own color.
  package struct Pair: Sendable, Hashable {
    let dark: UInt8?
    let light: UInt8?

    package init(_ dark: UInt8?, _ light: UInt8?) {
      self.dark = dark
      self.light = light
    }

    package static let own = Pair(nil, nil)
  }

  let role: ThemeRole
  let palette: Pair
  let contrast: Pair
  /// The colors on a painted map; nil for the same as elsewhere.
  let painted: Pair?
  let basic: Pair
  /// The color behind the glyph among 256, which makes a pill of a marker; nil for none.
  let background: UInt8?
  let attributes: CellStyle.Attributes
  let basicAttributes: CellStyle.Attributes
  let colorlessAttributes: CellStyle.Attributes

  /// Creates a role from its colors among 256, in high contrast, and among 8 or 16.
  ///
  /// Attributes for 8 or 16 colors default to those for 256, and those without colors to the former.
  package init(
    _ role: ThemeRole,
    _ palette: Pair,
    contrast: Pair,
    painted: Pair? = nil,
    basic: Pair,
    on background: UInt8? = nil,
    attributes: CellStyle.Attributes = [],
    basicAttributes: CellStyle.Attributes? = nil,
    colorlessAttributes: CellStyle.Attributes? = nil
  ) {
    self.role = role
    self.palette = palette
    self.contrast = contrast
    self.painted = painted
    self.basic = basic
    self.background = background
    self.attributes = attributes
    self.basicAttributes = basicAttributes ?? attributes
    self.colorlessAttributes = colorlessAttributes ?? self.basicAttributes
  }

  package func style(in appearance: Appearance) -> CellStyle {
    var (pair, attributes) =
      switch appearance.colorDepth {
      case .palette256:
        (
          appearance.isHighContrast
            ? contrast : appearance.isPainted ? painted ?? palette : palette,
          self.attributes
        )
      case .sixteen, .eight: (basic, basicAttributes)
      case .monochrome: (Pair.own, colorlessAttributes)
      }
    if appearance.isHighContrast {
      attributes.remove(.dim)
      if background != nil, appearance.colorDepth == .palette256 { attributes.insert(.reverse) }
    }
    if let color = appearance.color(of: role) {
      return CellStyle(foreground: color, attributes: attributes)
    }
    let index = appearance.background == .light ? pair.light : pair.dark
    if let index, let background, appearance.colorDepth == .palette256, !appearance.isHighContrast {
      return CellStyle(
        foreground: .indexed(index),
        background: .indexed(background),
        attributes: attributes
      )
    }
    // White would be invisible on a white background, unlike the terminal's own color.
    let isHidden = index == 231 && appearance.background == .unknown
    let color = isHidden ? .standard : index.map(Color.indexed) ?? .standard
    return CellStyle(foreground: color, attributes: attributes)
  }
}
