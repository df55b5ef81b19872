internal import CellGrid
internal import ConsumerMap
internal import MapCanvas
internal import VectorTiles
internal import Viewer

/// What the command line says of the map.
struct MapOptions: Sendable {
  let style: StyleFile
  let startsWithAutoCamera: Bool
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
  /// Follows where the user is; nil where that is not known.
  private(set) var ownPlace: OwnPlaceFeed?
  private(set) var streetMap: StreetMap?

  /// Reads how the map looks, without the street map.
  init(_ arguments: Arguments, _ screen: ScreenSetup) throws(CommandError) {
    style =
      try arguments[.style].map { (path) throws(CommandError) in try StyleFile(contentsOf: path) }
      ?? StyleFile()
    startsWithAutoCamera = !arguments.has(.noAuto)
    _ = try OwnPlace.read(arguments)
    let level = try arguments.choice(GlyphLevel.self, .glyphs)
    glyphs = arguments.has(.ascii) ? .ascii : level
    (theme, userTheme) = try Self.theme(arguments, screen.themeDirectory)
    color = try arguments.choice(ColorChoice.self, .color) ?? .auto
    dots = try arguments.choice(DotGridKind.self, .dots)
  }

  /// Reads what the command line says, and opens the street map.
  ///
  /// `standard` is the street map where the command line names none; nil for none.
  init(
    _ arguments: Arguments,
    _ screen: ScreenSetup,
    _ network: Network,
    standard: (any TileSource)? = nil
  ) async throws(CommandError) {
    try self.init(arguments, screen)
    ownPlace = try OwnPlace.read(arguments).map { place in
      OwnPlaceFeed(source: place, clock: network.clock) { [log = network.log] in
        log?.record(.warning, $0)
      }
    }
    streetMap = try await StreetMap(arguments, network, standard: standard)
  }

  /// The theme that is asked for.
  private static func theme(
    _ arguments: Arguments,
    _ directory: String?
  ) throws(CommandError) -> (ThemeChoice, UserTheme?) {
    let name = arguments[.theme] ?? ThemeChoice.auto.rawValue
    if let choice = ThemeChoice(rawValue: name) { return (choice, nil) }
    let own = try ThemeFile(directory: directory)
      .theme(name, namedBy: arguments.named(.theme))
    return (own.base, own)
  }

  /// Makes the map; the street map may come later.
  @MainActor
  func makeMap() -> MapView {
    let mapView = MapView()
    mapView.isAllowCameraAutoUpdate = startsWithAutoCamera
    style.apply(to: mapView.consumerMapStyleCoordinator)
    mapView.settings.myLocationButton = true
    ownPlace?.show(on: mapView)
    streetMap?.show(on: mapView)
    return mapView
  }
}
