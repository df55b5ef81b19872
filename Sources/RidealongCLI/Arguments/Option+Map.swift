internal import MapCanvas
internal import Viewer

/// The options of the map's and the screen's look.
extension Option {
  static let baseMap = Option(
    "--basemap",
    .source,
    "street map: a PMTiles or MBTiles file, an https address, or none"
  )
  static let glyphs = Option(
    "--glyphs",
    .words(GlyphLevel.allCases.map(\.rawValue)),
    "characters: \(GlyphLevel.allCases.map(\.rawValue).joined(separator: ", "))",
    placeholder: "LEVEL"
  )
  static let dots = Option(
    "--dots",
    .words(DotGridKind.allCases.map(\.rawValue)),
    "the map's dots: \(DotGridKind.allCases.map(\.rawValue).joined(separator: ", "))",
    placeholder: "KIND"
  )

  static let theme = Option(
    "--theme",
    .named(ThemeChoice.allCases.map(\.rawValue)),
    "colors: \(ThemeChoice.allCases.map(\.rawValue).joined(separator: ", ")), or your own theme, "
      + "themes/NAME.toml next to config.toml"
  )
  static let color = Option(
    "--color",
    .words(ColorChoice.allCases.map(\.rawValue)),
    "\(ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")) (auto respects NO_COLOR)",
    placeholder: "WHEN"
  )

  static let units = Option(
    "--units",
    .words(DistanceUnits.allCases.map(\.rawValue)),
    "distances in \(DistanceUnits.allCases.map(\.rawValue).joined(separator: " or "))"
      + " (default: from the locale)",
    placeholder: "UNITS"
  )

  static let autoResume = Option(
    "--auto-resume",
    .time,
    "resume the automatic camera this long after you moved the map; 0s: never",
    standard: "0s"
  )
  static let synchronizedOutput = Option(
    "--sync",
    .words(SyncChoice.allCases.map(\.rawValue)),
    "synchronized output, against flicker: "
      + SyncChoice.allCases.map(\.rawValue).joined(separator: ", "),
    placeholder: "WHEN"
  )

  /// The options of each command that shows a map.
  static let map = [
    baseMap, style, noAuto, autoResume, myLocation, glyphs, dots, ascii, theme, color, units,
    reducedMotion, noMouse, synchronizedOutput,
  ]
}
