internal import MapCanvas
internal import Viewer

/// What decides how the map and the screen look.
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
    "colors: \(ThemeChoice.allCases.map(\.rawValue).joined(separator: ", ")), or a theme of one's "
      + "own from themes/NAME.toml beside the configuration",
    kind: .named(ThemeChoice.allCases.map(\.rawValue))
  )
  static let color = Option(
    "--color",
    "WHEN",
    "\(ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")) (auto minds NO_COLOR)",
    choices: ColorChoice.allCases.map(\.rawValue)
  )

  static let units = Option(
    "--units",
    "UNITS",
    "lengths in \(DistanceUnits.allCases.map(\.rawValue).joined(separator: " or "))"
      + " (default: as the locale has it)",
    choices: DistanceUnits.allCases.map(\.rawValue)
  )

  static let autoResume = Option(
    "--auto-resume",
    "TIME",
    "go back to the automatic camera so long after the last move by hand; 0s stays"
      + " where it was moved",
    standard: "0s"
  )
  static let synchronizedOutput = Option(
    "--sync",
    "WHEN",
    "show each update at once: \(SyncChoice.allCases.map(\.rawValue).joined(separator: ", "))"
      + " (auto: where the terminal says that it can)",
    choices: SyncChoice.allCases.map(\.rawValue)
  )

  /// The options of each command that shows a map.
  static let map = [
    baseMap, style, noAuto, autoResume, myLocation, glyphs, dots, ascii, theme, color, units,
    reducedMotion, noMouse, synchronizedOutput,
  ]
}
