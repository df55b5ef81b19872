public import CellGrid
internal import VectorTiles

/// The characters that names on a map may contain.
public enum MapLetters: Sendable, Hashable {
  case all
  /// Characters of the same width on every terminal; some draw others, such as é and Я, wider.
  case unambiguous
  /// The Latin characters in fonts of the Linux console.
  case latin
  case ascii

  /// Whether a text contains only these characters.
  func contain(_ text: SafeText) -> Bool {
    switch self {
    case .all: true
    case .unambiguous: !text.glyphs.contains { CharacterWidth.isAmbiguous($0.base) }
    case .latin: text.glyphs.allSatisfy { $0.base.value < 0x180 && $0.marks == (0, 0) }
    case .ascii: text.glyphs.allSatisfy { $0.base.isASCII }
    }
  }
}

/// How a base map looks: quiet, so that the ride stands out.
///
/// If the terminal's colors allow it, areas are painted, and streets are bands on them where dots fill their
/// cells. Otherwise areas are textures of dots, which the roads on them replace.
public struct BaseMapStyle: Sendable, Hashable {
  struct Paint: Sendable, Hashable {
    var style: CellStyle
    var zoom: Double
    var pattern = FillPattern.quarter
    /// The color of an area or a band; nil for a texture or a line of dots.
    var fill: Color?
    /// The band of a street; nil for an area or a line of dots.
    var band: Band?
    /// The kind of ground, which decides in a cell of more than two colors.
    var ground = Ground.land
    var isOutlined = false
    /// The lowest zoom at which a line is two dots wide; nil for never.
    var wideZoom: Double?
    /// The style of a line among buildings, from ``BaseMapStyle/closeZoom``; nil for the same style.
    var closeStyle: CellStyle?
    /// The quiet styles in which a line fades in, one after the other; empty if it appears at once.
    var fadeStyles: [CellStyle] = []
    /// The zooms for which a line has each of its quiet styles.
    var fadeStep = 0.25
    /// Whether a line is not shown in full yet.
    var isFading = false
    /// Whether a line is hidden by water.
    var isWater = false
    /// Whether the line shows every other dot.
    var isSparse = false
    /// Whether cells full of parallel lines show every other dot.
    var isThin = false
    var asciiGlyph: Unicode.Scalar = "."
    /// The texture in an ASCII map, of characters instead of dots.
    var hatching = FillPattern.eighth
    /// The order among areas or among lines; the highest is visible.
    var order: UInt8 = 0
  }

  /// A kind of ground; in a cell of several, streets are seen best, then water.
  enum Ground: UInt8, Sendable, Hashable {
    case land
    case green
    case water
    case street
    /// A primary road, a trunk road or a motorway.
    case mainRoad

    var isStreet: Bool { self == .street || self == .mainRoad }
  }

  /// The lowest zoom at which buildings are painted.
  private static let buildingZoom = 13.0
  /// The lowest zoom at which buildings are painted between streets that are bands.
  static let buildingZoomBetweenBands = 14.75
  /// The same where cells are painted whole.
  static let buildingZoomOfCells = 16.25
  /// The lowest zoom at which streets have to stand out among buildings.
  static let closeZoom = 15.5

  /// The order of lakes and seas, which hide the rivers through them.
  private static let waterOrder: UInt8 = 9

  struct NamePaint: Sendable, Hashable {
    var style: CellStyle
    var zooms: ClosedRange<Double>
  }

  /// The style for terminals with 256 colors and a dark background.
  public static let dark = BaseMapStyle()

  /// The characters that names may contain; other names are not shown.
  public var letters: MapLetters
  let colors: ColorTable
  /// Whether the map has fewer dots, so that the ride stands out without colors.
  private let isSparse: Bool
  /// Whether lines can be dimmer than others; if not, they have fewer dots.
  private let hasQuietColors: Bool
  /// Whether areas are painted; otherwise they are textures.
  let paintsGround: Bool
  /// Whether lines keep their colors on every ground, as those of a theme do.
  private let keepsColors: Bool

  /// The background of the map; nil for the terminal's own.
  package var land: Color? { colors.fill(.land) }

  /// Whether streets are bands of the ground.
  func hasBands(_ kind: DotGridKind) -> Bool { paintsGround && kind.isSolid }

  /// Creates a style for a terminal's background and colors.
  public init(_ appearance: Appearance = Appearance(), letters: MapLetters = .all) {
    self.init(appearance, colors: ColorTable(appearance), letters: letters)
  }

  /// Creates a style with the table of an appearance.
  package init(_ appearance: Appearance, colors: ColorTable, letters: MapLetters) {
    self.colors = colors
    isSparse = appearance.colorDepth == .monochrome
    hasQuietColors = appearance.colorDepth == .palette256
    paintsGround = appearance.paintsGround
    // A theme's colors are used as they are.
    keepsColors = !appearance.colors.isEmpty
    self.letters = letters
  }

  /// The streets below secondary roads, and the zoom from which they are drawn as characters without quiet colors.
  private static let smallStreets: Set<MapFeatureClass> = [.tertiary, .street, .service, .path]
  private static let smallStreetZoom = 15.0

  /// How a class of areas or lines is drawn at a zoom; nil if it is not drawn.
  ///
  /// Where cells show slopes, minor lines appear later, because a cell shows one of them.
  func paint(
    _ featureClass: MapFeatureClass,
    zoom: Double,
    kind: DotGridKind = .braille
  ) -> Paint? {
    if hasBands(kind) {
      return featureClass.isArea
        ? paintedArea(featureClass, zoom, kind) : band(featureClass, zoom, kind)
    }
    guard var paint = paint(featureClass) else { return nil }
    let showsSlopes = kind.showsSlopes
    // Without quiet colors the many small streets of a town would hide the ride.
    if showsSlopes, !hasQuietColors, zoom < Self.smallStreetZoom,
      Self.smallStreets.contains(featureClass)
    {
      return nil
    }
    let isMinor = !featureClass.isArea && paint.zoom >= 12
    let delay = showsSlopes && isMinor ? (hasQuietColors ? 0.5 : 1) : 0
    let shown = zoom - paint.zoom - delay
    guard shown >= 0 else { return nil }
    if zoom >= Self.closeZoom, let close = paint.closeStyle { paint.style = close }
    let step = Int(shown / paint.fadeStep)
    if step < paint.fadeStyles.count {
      paint.style = paint.fadeStyles[step]
      paint.isFading = true
      paint.isSparse = step == 0 && !hasQuietColors
    }
    return paint
  }

  /// The style of a line on a background, nil for the terminal's own.
  ///
  /// On the map's colors lines have a contrast of at least 3 to 1, unless they fade.
  func line(_ paint: Paint, on ground: Color?) -> CellStyle {
    var style = paint.style
    guard let ground else { return style }
    style.background = ground
    if !paint.isFading, !keepsColors {
      style.foreground = style.foreground.legible(on: ground, contrast: 3)
    }
    return style
  }

  /// How a class of areas or lines is drawn; nil if it is not drawn.
  func paint(_ featureClass: MapFeatureClass) -> Paint? {
    switch featureClass {
    case .water:
      area(colors[.water], .half, "~", zoom: 0, order: Self.waterOrder, fill: colors.fill(.water))
    case .wetland: area(colors[.water], .sparse, "~", zoom: 11, order: 2)
    case .park: area(colors[.green], .quarter, "'", zoom: 11, order: 6, fill: colors.fill(.green))
    case .wood: area(colors[.green], .quarter, "\"", zoom: 8, order: 5, fill: colors.fill(.green))
    case .grass: area(colors[.green], .eighth, "'", zoom: 13, order: 4, fill: colors.fill(.green))
    case .pitch: area(colors[.green], .sparse, "'", zoom: 15, order: 7, fill: colors.fill(.green))
    case .cemetery:
      area(colors[.green], .sparse, "+", zoom: 13, order: 4, fill: colors.fill(.green))
    case .sand: area(colors[.sand], .sparse, ",", zoom: 13, order: 3, fill: colors.fill(.sand))
    case .airport:
      area(colors[.street], .sparse, "-", zoom: 11, order: 3, fill: colors.fill(.building))
    case .square:
      area(colors[.square], .sparse, ",", zoom: 15.5, order: 7, fill: colors.fill(.square))
    case .building:
      Paint(
        style: colors[.building],
        // As a texture they would hide the streets of a town.
        zoom: paintsGround ? Self.buildingZoom : Self.closeZoom,
        pattern: paintsGround ? .solid : .eighth, fill: colors.fill(.building),
        isOutlined: !paintsGround, asciiGlyph: ",", order: 8)
    case .land, .residential, .commercial, .industrial, .farmland, .hospital, .school, .ice, .rock:
      nil
    case .river: line(colors[.water], zoom: 7, wide: 15, fades: false, isWater: true, order: 1)
    case .stream: line(colors[.water], zoom: 14, fades: false, isWater: true, order: 0)
    case .ferry: line(colors[.water], zoom: 11, fades: false, order: 2)
    case .path: line(colors[.path], zoom: 15, close: colors[.street], fades: false, order: 3)
    case .service: line(colors[.path], zoom: 15, close: colors[.street], fades: false, order: 4)
    // In full strength the many streets of a whole town would hide its parks and the ride.
    case .street:
      line(colors[.street], zoom: 12.5, close: colors[.tertiary], fadeStep: 0.75, order: 5)
    case .tertiary: line(colors[.tertiary], zoom: 11.5, close: colors[.secondary], order: 8)
    case .secondary:
      line(colors[.secondary], zoom: 10, wide: 16.5, close: colors[.roadName], order: 9)
    case .primary: line(colors[.primary], zoom: 8, wide: 15.5, order: 10)
    case .trunk: line(colors[.trunk], zoom: 6, wide: 14.5, order: 11)
    case .motorway: line(colors[.motorway], zoom: 4, wide: 11, order: 12)
    case .runway: line(colors[.street], zoom: 11, wide: 13, order: 6)
    case .tram: line(colors[.rail], zoom: 15, isThin: true, order: 6)
    case .siding: line(colors[.path], zoom: 15, fades: false, order: 5)
    case .rail: line(colors[.rail], zoom: 11, isThin: true, order: 7)
    case .regionBoundary: line(colors[.boundary], zoom: 4, fades: false, order: 13)
    case .countryBoundary: line(colors[.boundary], zoom: 0, fades: false, order: 14)
    default: nil
    }
  }

  /// How names of a class are written; nil if they are not shown.
  func name(_ featureClass: MapFeatureClass) -> NamePaint? {
    switch featureClass {
    case .countryName: NamePaint(style: colors[.placeName], zooms: 0...7)
    case .regionName: NamePaint(style: colors[.placeName], zooms: 3...8)
    case .cityName: NamePaint(style: colors[.placeName], zooms: 3...14)
    case .townName: NamePaint(style: colors[.placeName], zooms: 7...15)
    case .suburbName, .villageName: NamePaint(style: colors[.placeName], zooms: 10...16)
    case .neighborhoodName: NamePaint(style: colors[.placeName], zooms: 13...17)
    case .airportName, .stationName: NamePaint(style: colors[.roadName], zooms: 12...22)
    case .hospitalName, .sightName: NamePaint(style: colors[.roadName], zooms: 15.5...22)
    case .parkName: NamePaint(style: colors[.parkName], zooms: 13.5...22)
    case .waterName, .river, .stream: NamePaint(style: colors[.waterName], zooms: 10...22)
    case .motorway, .trunk, .primary: NamePaint(style: colors[.roadName], zooms: 12.5...22)
    case .secondary, .tertiary: NamePaint(style: colors[.roadName], zooms: 13.5...22)
    case .street: NamePaint(style: colors[.streetName], zooms: 14...22)
    case .service, .path: NamePaint(style: colors[.streetName], zooms: 15...22)
    default: nil
    }
  }

  private func area(
    _ style: CellStyle, _ pattern: FillPattern, _ ascii: Unicode.Scalar, zoom: Double, order: UInt8,
    fill: Color? = nil
  ) -> Paint {
    Paint(
      style: style, zoom: zoom,
      pattern: fill != nil ? .solid : isSparse ? pattern.sparser : pattern, fill: fill,
      isWater: order == Self.waterOrder, asciiGlyph: ascii,
      hatching: pattern == .sparse ? .eighth : pattern, order: order)
  }

  private func line(
    _ style: CellStyle, zoom: Double, wide: Double? = nil, close: CellStyle? = nil,
    fades: Bool = true, fadeStep: Double = 0.25, isWater: Bool = false, isThin: Bool = false,
    order: UInt8
  ) -> Paint {
    Paint(
      style: style, zoom: zoom,
      // Without colors only the ride is wide.
      wideZoom: isSparse ? nil : wide, closeStyle: close,
      fadeStyles: fades ? [colors[.fading], colors[.path]] : [], fadeStep: fadeStep,
      isWater: isWater, isThin: isThin, order: order)
  }
}
