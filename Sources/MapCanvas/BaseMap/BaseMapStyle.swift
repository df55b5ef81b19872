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
/// Nothing paints a background. Areas are textures of dots, which the roads on them replace.
public struct BaseMapStyle: Sendable, Hashable {
  struct Paint: Sendable, Hashable {
    var style: CellStyle
    var zoom: Double
    var pattern = FillPattern.quarter
    var isOutlined = false
    /// The lowest zoom at which a line is two dots wide; nil for never.
    var wideZoom: Double?
    /// The style of a line among buildings, from ``BaseMapStyle/closeZoom``; nil for the same style.
    var closeStyle: CellStyle?
    var asciiGlyph: Unicode.Scalar = "."
    /// The order among areas or among lines; the highest is visible.
    var order: UInt8 = 0
  }

  /// The lowest zoom with buildings, among which streets have to stand out.
  static let closeZoom = 15.5

  struct NamePaint: Sendable, Hashable {
    var style: CellStyle
    var zooms: ClosedRange<Double>
  }

  /// The style for terminals with 256 colors and a dark background.
  public static let dark = BaseMapStyle()

  /// The characters that names may contain; other names are not shown.
  public var letters: MapLetters
  private let tones: BaseMapTones
  /// Whether only dots distinguish the ride from the map, which then has fewer dots.
  private let isSparse: Bool

  /// Creates a style for a terminal's background and colors.
  public init(_ appearance: Appearance = Appearance(), letters: MapLetters = .all) {
    tones = BaseMapTones(appearance)
    isSparse = appearance.colorDepth == .monochrome
    self.letters = letters
  }

  /// How a class of areas or lines is drawn; nil if it is not drawn.
  func paint(_ featureClass: MapFeatureClass) -> Paint? {
    switch featureClass {
    case .water: area(tones.water, .half, "~", zoom: 0, order: 9)
    case .wetland: area(tones.water, .sparse, "~", zoom: 11, order: 2)
    case .park: area(tones.green, .quarter, "'", zoom: 11, order: 6)
    case .wood: area(tones.green, .quarter, "\"", zoom: 8, order: 5)
    case .grass: area(tones.green, .eighth, "'", zoom: 13, order: 4)
    case .pitch: area(tones.green, .sparse, "'", zoom: 15, order: 7)
    case .cemetery: area(tones.green, .sparse, "+", zoom: 13, order: 4)
    case .sand: area(tones.sand, .sparse, ",", zoom: 13, order: 3)
    case .airport: area(tones.minor, .sparse, "-", zoom: 11, order: 3)
    case .square: area(tones.minor, .sparse, ",", zoom: 15.5, order: 7)
    case .building:
      Paint(
        style: tones.building,
        zoom: Self.closeZoom,
        pattern: .eighth,
        isOutlined: true,
        asciiGlyph: ",",
        order: 8
      )
    case .land, .residential, .commercial, .industrial, .farmland, .hospital, .school, .ice, .rock:
      nil
    case .river: line(tones.water, "~", zoom: 7, wide: 15, order: 1)
    case .stream: line(tones.water, "~", zoom: 14, order: 0)
    case .ferry: line(tones.water, "-", zoom: 11, order: 2)
    case .path: line(tones.faint, ",", zoom: 15, close: tones.minor, order: 3)
    case .service: line(tones.faint, ".", zoom: 15, close: tones.minor, order: 4)
    case .street: line(tones.minor, ".", zoom: 12.5, close: tones.middle, order: 5)
    case .tertiary: line(tones.middle, ".", zoom: 11.5, close: tones.name, order: 8)
    case .secondary: line(tones.middle, ":", zoom: 10, wide: 16.5, close: tones.name, order: 9)
    case .primary: line(tones.major, ":", zoom: 8, wide: 15.5, order: 10)
    case .trunk: line(tones.major, "=", zoom: 6, wide: 14.5, order: 11)
    case .motorway: line(tones.motorway, "=", zoom: 4, wide: 13.5, order: 12)
    case .runway: line(tones.minor, "=", zoom: 11, wide: 13, order: 6)
    case .tram: line(tones.rail, "-", zoom: 15, order: 6)
    case .siding: line(tones.faint, "-", zoom: 15, order: 5)
    case .rail: line(tones.rail, "-", zoom: 11, order: 7)
    case .regionBoundary: line(tones.boundary, "-", zoom: 4, order: 13)
    case .countryBoundary: line(tones.boundary, "-", zoom: 0, order: 14)
    default: nil
    }
  }

  /// How names of a class are written; nil if they are not shown.
  func name(_ featureClass: MapFeatureClass) -> NamePaint? {
    switch featureClass {
    case .countryName: NamePaint(style: tones.place, zooms: 0...7)
    case .regionName: NamePaint(style: tones.place, zooms: 3...8)
    case .cityName: NamePaint(style: tones.place, zooms: 3...14)
    case .townName: NamePaint(style: tones.place, zooms: 7...15)
    case .suburbName, .villageName: NamePaint(style: tones.place, zooms: 10...16)
    case .neighbourhoodName: NamePaint(style: tones.place, zooms: 13...17)
    case .airportName, .stationName: NamePaint(style: tones.name, zooms: 12...22)
    case .hospitalName, .sightName: NamePaint(style: tones.name, zooms: 15.5...22)
    case .parkName: NamePaint(style: tones.greenName, zooms: 13.5...22)
    case .waterName, .river, .stream: NamePaint(style: tones.waterName, zooms: 10...22)
    case .motorway, .trunk, .primary: NamePaint(style: tones.name, zooms: 12.5...22)
    case .secondary, .tertiary: NamePaint(style: tones.name, zooms: 13.5...22)
    case .street: NamePaint(style: tones.quietName, zooms: 14...22)
    case .service, .path: NamePaint(style: tones.quietName, zooms: 15...22)
    default: nil
    }
  }

  private func area(
    _ style: CellStyle,
    _ pattern: FillPattern,
    _ ascii: Unicode.Scalar,
    zoom: Double,
    order: UInt8
  ) -> Paint {
    Paint(
      style: style,
      zoom: zoom,
      pattern: isSparse ? pattern.sparser : pattern,
      asciiGlyph: ascii,
      order: order
    )
  }

  private func line(
    _ style: CellStyle,
    _ ascii: Unicode.Scalar,
    zoom: Double,
    wide: Double? = nil,
    close: CellStyle? = nil,
    order: UInt8
  ) -> Paint {
    Paint(
      style: style,
      zoom: zoom,
      // Without colors only the ride is wide.
      wideZoom: isSparse ? nil : wide,
      closeStyle: close,
      asciiGlyph: ascii,
      order: order
    )
  }
}
