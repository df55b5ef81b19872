internal import CellGrid
internal import ConsumerMap
internal import MapCanvas
internal import VectorTiles
internal import Viewer

/// What the command line says of the map.
struct MapOptions: Sendable {
  let style: StyleFile
  let startsWithAutoCamera: Bool
  /// Where the user is, or what reports it; nil where that is not known.
  let myLocation: OwnPlace?
  /// The characters that are asked for; nil for what the terminal can show.
  let glyphs: GlyphLevel?
  /// The colors that are asked for.
  let theme: ThemeChoice
  /// The colors of the user's own that are asked for; nil for none.
  let userTheme: UserTheme?
  /// When there are colors at all.
  let color: ColorChoice
  /// The map's dots that are asked for; nil for those of the characters' level.
  let dots: DotGridKind?
  /// The street map; nil for none.
  let baseMap: BaseMapChoice?

  /// Reads what the command line says.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - wiring: What reads the style and opens the street map.
  ///   - standard: The street map where the command line names none; nil for none.
  ///   - opensBaseMap: Whether the street map is opened; else there is none.
  /// - Throws: What is wrong with it.
  init(
    _ arguments: Arguments,
    _ wiring: Wiring,
    standard: (any TileSource)? = nil,
    opensBaseMap: Bool = true
  ) async throws(CommandError) {
    style = try wiring.style(arguments)
    startsWithAutoCamera = !arguments.has(.noAuto)
    myLocation = try OwnPlace.read(arguments)
    let level = try arguments.choice(GlyphLevel.self, .glyphs)
    glyphs = arguments.has(.ascii) ? .ascii : level
    (theme, userTheme) = try Self.theme(arguments, wiring)
    color = try arguments.choice(ColorChoice.self, .color) ?? .auto
    dots = try arguments.choice(DotGridKind.self, .dots)
    baseMap = opensBaseMap ? try await wiring.baseMap(arguments, standard: standard) : nil
  }

  /// The theme that is asked for.
  private static func theme(
    _ arguments: Arguments,
    _ wiring: Wiring
  ) throws(CommandError) -> (ThemeChoice, UserTheme?) {
    let name = arguments[.theme] ?? ThemeChoice.auto.rawValue
    if let choice = ThemeChoice(rawValue: name) { return (choice, nil) }
    let own = try ThemeFile(directory: wiring.themeDirectory)
      .theme(name, namedBy: arguments.named(.theme))
    return (own.base, own)
  }

  /// Makes the map.
  ///
  /// - Parameter wiring: What brings the street map's tiles.
  /// - Returns: The map, whose street map may come later.
  @MainActor
  func makeMap(_ wiring: Wiring) -> MapView {
    let mapView = MapView()
    mapView.isAllowCameraAutoUpdate = startsWithAutoCamera
    style.apply(to: mapView.consumerMapStyleCoordinator)
    mapView.settings.myLocationButton = true
    if let myLocation { wiring.show(myLocation, on: mapView) }
    if let baseMap { wiring.show(baseMap, on: mapView) }
    return mapView
  }
}
