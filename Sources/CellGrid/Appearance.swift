/// What decides which colors a screen is drawn with: one value for panels, map and all else.
///
/// What is drawn with it paints no background: its colors suit the background that it names.
public struct Appearance: Sendable, Hashable {
  /// How bright the terminal's background is.
  public enum Background: Sendable, Hashable, CaseIterable {
    /// Nobody has said; drawn as for a dark one, with nothing that vanishes on a light one.
    case unknown
    /// Nearer to black.
    case dark
    /// Nearer to white.
    case light
  }

  /// The terminal's background.
  public var background: Background
  /// The colors that there are; none where the user wants none.
  public var colorDepth: ColorDepth
  /// Whether nothing is faint, for eyes or screens that need it.
  public var isHighContrast: Bool
  /// The colors of a theme of the user's own; what it names none for looks as ever.
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

  /// Whether lines on a map differ by pattern too, since colors alone may not tell them apart.
  public var usesPatterns: Bool { colorDepth != .palette256 || isHighContrast }

  /// The color of a role; nil where the theme has none, or the terminal no colors.
  package func color(of role: ThemeRole) -> Color? {
    colorDepth == .monochrome ? nil : colors[role]?.reduced(to: colorDepth)
  }
}

/// How one role looks, such as the route or a warning, in each appearance.
///
/// The indices are of xterm's palette. A color of nil is the terminal's own.
package struct ColorRole: Sendable, Hashable {
  /// A color for each background.
  package struct Pair: Sendable, Hashable {
    let dark: UInt8?
    let light: UInt8?

    package init(_ dark: UInt8?, _ light: UInt8?) {
      self.dark = dark
      self.light = light
    }

    /// The terminal's own color.
    package static let own = Pair(nil, nil)
  }

  let role: ThemeRole
  /// The colors where there are 256.
  let palette: Pair
  /// The colors of high contrast where there are 256.
  let contrast: Pair
  /// The colors where there are 8 or 16.
  let basic: Pair
  let attributes: CellStyle.Attributes
  let basicAttributes: CellStyle.Attributes
  let colorlessAttributes: CellStyle.Attributes

  /// Creates a role.
  ///
  /// - Parameters:
  ///   - role: Which role it is.
  ///   - palette: The colors where there are 256.
  ///   - contrast: The colors of high contrast where there are 256.
  ///   - basic: The colors where there are 8 or 16.
  ///   - attributes: What shows beside one of 256 colors.
  ///   - basicAttributes: What shows beside one of 8 or 16; nil for the same.
  ///   - colorlessAttributes: What shows without colors; nil for the same as beside few.
  package init(
    _ role: ThemeRole,
    _ palette: Pair,
    contrast: Pair,
    basic: Pair,
    attributes: CellStyle.Attributes = [],
    basicAttributes: CellStyle.Attributes? = nil,
    colorlessAttributes: CellStyle.Attributes? = nil
  ) {
    self.role = role
    self.palette = palette
    self.contrast = contrast
    self.basic = basic
    self.attributes = attributes
    self.basicAttributes = basicAttributes ?? attributes
    self.colorlessAttributes = colorlessAttributes ?? self.basicAttributes
  }

  /// The role's style.
  package func style(in appearance: Appearance) -> CellStyle {
    var (pair, attributes) =
      switch appearance.colorDepth {
      case .palette256: (appearance.isHighContrast ? contrast : palette, self.attributes)
      case .sixteen, .eight: (basic, basicAttributes)
      case .monochrome: (Pair.own, colorlessAttributes)
      }
    if appearance.isHighContrast { attributes.remove(.dim) }
    if let color = appearance.color(of: role) {
      return CellStyle(foreground: color, attributes: attributes)
    }
    let index = appearance.background == .light ? pair.light : pair.dark
    // White on what may be white would not be seen at all; the terminal's own color always is.
    let isHidden = index == 231 && appearance.background == .unknown
    let color = isHidden ? nil : index
    return CellStyle(
      foreground: color.map { .indexed($0) } ?? .standard,
      attributes: attributes
    )
  }
}
