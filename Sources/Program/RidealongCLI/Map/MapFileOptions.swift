internal import CellGrid

extension Option {
  static let around = Option("--around LAT,LNG|TRIP", .text, .commandLineOnly)
    .help("with get: the place or the trip whose surroundings are saved")
  /// How far around a place a map may reach, in km.
  static let largestRadius = 200.0
  static let standardRadius = 5
  static let radius = Option(
    "--radius KM",
    .number(0.1...largestRadius),
    .commandLineOnly,
    standard: String(standardRadius)
  )
  .help("with get: how far around, in km, 0.1 to 200")
  static let from = Option("--from", .source, .commandLineOnly)
    .help("with get: a PMTiles or MBTiles file, or an https address (default: --basemap)")
  static let mapName = Option("--name NAME", .text, .commandLineOnly)
    .help("with get: the name to save under (default: the center's coordinates)")
  static let center = Option("--center", .place, .commandLineOnly)
    .help("with render: the map's center")
  static let zoom = Option("--zoom Z", .number(0...20), .commandLineOnly, standard: "15")
    .help("with render: 0 (the world) to 20 (a house)")
  static let size = Option("--size COLUMNSxROWS", .text, .commandLineOnly, standard: "80x24")
    .help("columns and rows of a picture")
  static let format = Option(
    "--format FORMAT",
    .words(of: FrameFormat.self),
    .commandLineOnly,
    standard: FrameFormat.txt.rawValue
  ).help("with render: txt, ansi or svg")
}
