internal import MapCanvas
internal import Viewer

/// What decides how the map and the screen look.
extension Option {
  static let baseMap = Option(
    "--basemap",
    "SOURCE",
    "street map: a PMTiles or MBTiles file, an https address, or none"
  )
  static let glyphs = Option(
    "--glyphs",
    "LEVEL",
    "characters: \(GlyphLevel.allCases.map(\.rawValue).joined(separator: ", "))"
  )
  static let dots = Option(
    "--dots",
    "KIND",
    "the map's dots: \(DotGridKind.allCases.map(\.rawValue).joined(separator: ", "))"
  )

  static let units = Option(
    "--units",
    "UNITS",
    "lengths in \(DistanceUnits.allCases.map(\.rawValue).joined(separator: " or "))"
      + " (default: as the locale has it)"
  )

  /// The options of each command that shows a map.
  static let map = [baseMap, style, noAuto, myLocation, glyphs, dots, ascii, units, reducedMotion]
}
