internal import MapCanvas
internal import Viewer

/// The options of the map's and the screen's look.
extension Option {
  static let baseMap = Option(
    "--basemap",
    "SOURCE",
    "street map: a PMTiles or MBTiles file, an https address, or none",
    kind: .source
  )
  static let glyphs = Option(
    "--glyphs",
    "LEVEL",
    "characters: \(GlyphLevel.allCases.map(\.rawValue).joined(separator: ", "))",
    choices: GlyphLevel.allCases.map(\.rawValue)
  )
  static let dots = Option(
    "--dots",
    "KIND",
    "the map's dots: \(DotGridKind.allCases.map(\.rawValue).joined(separator: ", "))",
    choices: DotGridKind.allCases.map(\.rawValue)
  )

  static let theme = Option(
    "--theme",
    "NAME",
    "colors: \(ThemeChoice.allCases.map(\.rawValue).joined(separator: ", ")), or your own theme, "
      + "themes/NAME.toml next to config.toml",
    kind: .named(ThemeChoice.allCases.map(\.rawValue))
  )
  static let color = Option(
    "--color",
    "WHEN",
    "\(ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")) (auto respects NO_COLOR)",
    choices: ColorChoice.allCases.map(\.rawValue)
  )

  static let units = Option(
    "--units",
    "UNITS",
    "distances in \(DistanceUnits.allCases.map(\.rawValue).joined(separator: " or "))"
      + " (default: from the locale)",
    choices: DistanceUnits.allCases.map(\.rawValue)
  )

  static let autoResume = Option(
    "--auto-resume",
    "TIME",
    "resume the automatic camera this long after you moved the map; 0s: never",
    standard: "0s"
  )
  static let synchronizedOutput = Option(
    "--sync",
    "WHEN",
    "synchronized output, against flicker: "
      + SyncChoice.allCases.map(\.rawValue).joined(separator: ", "),
    choices: SyncChoice.allCases.map(\.rawValue)
  )

  /// The options of each command that shows a map.
  static let map = [
    baseMap, style, noAuto, autoResume, myLocation, glyphs, dots, ascii, theme, color, units,
    reducedMotion, noMouse, synchronizedOutput,
  ]
}
