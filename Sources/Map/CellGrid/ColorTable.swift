/// Something with a color of its own on a screen: a part of the ride, the base map, the panels or the rail.
package enum Tone: Int, Sendable, Hashable, CaseIterable {
  // Panels
  case quiet
  case border
  case good
  case warning
  case failure
  case cursor

  // The ride
  case route
  case remaining
  case slow
  case jam
  case traveled
  case pickup
  case stop
  case dropoff
  case vehicle
  case myLocation
  case foreignStop
  case accuracy

  // The base map, from the lowest
  case land
  case building
  case square
  case sand
  case green
  case water
  /// Streets that are not shown in full yet.
  case fading
  case path
  case street
  case tertiary
  case secondary
  case primary
  case trunk
  case motorway
  case rail
  case boundary

  // Names on it
  case placeName
  case roadName
  case streetName
  case waterName
  case parkName
}

/// The look of everything on a screen in one appearance.
///
/// The map, the ride on it, the rail and the panels take their colors from here. The colors of a map's ground have a contrast
/// of 1.15 to 1.8 with land, up to 2.2 in the palette, so that the ride is loudest; lines of dots on them, and all lines in
/// high contrast, have at least 3.
package struct ColorTable: Sendable, Hashable {
  private let styles: [CellStyle]
  private let fills: [Color?]
  private let appearance: Appearance
  /// The look of whole cells of parks where no single color is quiet; nil for their color.
  package let greenTexture: CellStyle?

  /// Creates the table of an appearance.
  package init(_ appearance: Appearance) {
    self.appearance = appearance
    let rows = Tone.allCases.map(Self.row)
    styles = rows.map { $0.style(in: appearance) }
    fills = rows.map { $0.fill(in: appearance) }
    let isNight = appearance.background != .light && !appearance.showsExactColors
    greenTexture =
      appearance.paintsGround && isNight && appearance.color(of: .green) == nil
      ? CellStyle(foreground: .indexed(65), background: .indexed(236)) : nil
  }

  /// The style of text, glyphs and lines of dots.
  package subscript(tone: Tone) -> CellStyle { styles[tone.rawValue] }

  /// The style of a grid on a map without a base map, as quiet as a street.
  package var grid: CellStyle { fill(.street).map { CellStyle(foreground: $0) } ?? self[.street] }

  /// The looks of a line that fades into the map's ground, from the strongest on; none without colors.
  package func fading(_ color: Color) -> [CellStyle] {
    switch appearance.colorDepth {
    case .monochrome: return []
    case .eight, .sixteen: return [CellStyle(foreground: color, attributes: .dim)]
    case .palette256 where appearance.isHighContrast: return [CellStyle(foreground: color)]
    case .palette256:
      let ground = fill(.land) ?? .indexed(appearance.background == .light ? 231 : 16)
      return [0.8, 0.5, 0.25].map { share in
        let mixed = color.mixed(with: ground, share: share)
        return CellStyle(
          foreground: appearance.showsExactColors ? mixed : mixed.reduced(to: .palette256))
      }
    }
  }

  /// The color of a painted map's ground; nil if the map is not painted, and for what is no ground.
  package func fill(_ tone: Tone) -> Color? { fills[tone.rawValue] }
}

extension ColorTable {
  /// The looks of one tone in all appearances.
  struct Row: Sendable {
    /// Indices of xterm's palette for dark and light backgrounds; nil is the terminal's own color.
    typealias Indices = (dark: UInt8?, light: UInt8?)
    /// sRGB colors for dark and light backgrounds, as 0xRRGGBB.
    typealias Exact = (dark: UInt32, light: UInt32)

    /// The name in a user's theme; nil for colors that themes leave alone.
    var role: ThemeRole?
    /// The colors among 256, and those where the terminal shows each color; nil for the same ones.
    var palette: Indices
    var exact: Exact?
    /// The colors of lines of dots on a painted ground.
    var onGround: Indices?
    var contrast: Indices
    /// The colors among 8 and 16.
    var basic: Indices
    /// The color behind the glyph among 256, as an index and exact, makes a pill of a marker.
    var pill: (index: UInt8, exact: UInt32)?
    /// The ground of a painted map.
    var ground: (exact: Exact, palette: Indices)?
    /// With 256 colors, with fewer, and without.
    var attributes: CellStyle.Attributes = []
    var basicAttributes: CellStyle.Attributes = []
    var colorlessAttributes: CellStyle.Attributes = []
    /// Whether it is part of a base map, where it may be dim with few colors in high contrast, too.
    var isMap = false

    func fill(in appearance: Appearance) -> Color? {
      guard appearance.paintsGround, let ground else { return nil }
      if let role, let color = appearance.color(of: role) { return color }
      return appearance.showsExactColors
        ? Color(hex: appearance.one(of: ground.exact))
        : appearance.one(of: ground.palette).map(Color.indexed)
    }

    func style(in appearance: Appearance) -> CellStyle {
      let has256 = appearance.colorDepth == .palette256
      var attributes =
        has256
        ? attributes
        : appearance.colorDepth == .monochrome ? colorlessAttributes : basicAttributes
      // With few colors only dim lines of a map are quiet.
      let isHighContrast = appearance.isHighContrast && (has256 || !isMap)
      if isHighContrast {
        attributes.remove(.dim)
        if pill != nil, has256 { attributes.insert(.reverse) }
      }
      if let role, let color = appearance.color(of: role) {
        // A theme's color is used as it is.
        if isMap { attributes.remove(.dim) }
        return CellStyle(foreground: color, attributes: attributes)
      }
      let (foreground, background) = colors(in: appearance)
      return CellStyle(foreground: foreground, background: background, attributes: attributes)
    }

    private func colors(in appearance: Appearance) -> (Color, Color) {
      // Names of a base map are quieter where it is not painted.
      let isOnGround = isMap && appearance.paintsGround
      if appearance.showsExactColors, let exact, isOnGround || !isMap {
        let color = Color(hex: appearance.one(of: exact))
        return (color, pill.map { Color(hex: $0.exact) } ?? .standard)
      }
      let indices: Indices =
        switch appearance.colorDepth {
        case .monochrome: (nil, nil)
        case .eight, .sixteen: basic
        case .palette256 where appearance.isHighContrast: contrast
        case .palette256: isOnGround ? onGround ?? palette : palette
        }
      guard let index = appearance.one(of: indices) else { return (.standard, .standard) }
      if let pill, appearance.hasUsualColors { return (.indexed(index), .indexed(pill.index)) }
      // White would be invisible on a white background, unlike the terminal's own color.
      let isHidden = index == 231 && appearance.background == .unknown && !isOnGround
      return (isHidden ? .standard : .indexed(index), .standard)
    }
  }
}

extension Appearance {
  fileprivate func one<Value>(of pair: (dark: Value, light: Value)) -> Value {
    background == .light ? pair.light : pair.dark
  }
}

extension Color {
  fileprivate init(hex value: UInt32) {
    self = .rgb(
      red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }
}
