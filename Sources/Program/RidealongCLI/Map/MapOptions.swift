internal import ConsumerMap
internal import MapCanvas
internal import VectorTiles
internal import Viewer

struct MapOptions: Sendable {
  let style: StyleFile
  let startsWithAutoCamera: Bool
  /// The level of characters; nil for the best one of the terminal.
  let glyphs: GlyphLevel?
  let theme: ThemeChoice
  let userTheme: UserTheme?
  let color: ColorChoice
  /// The map's dots; nil for those of the level of characters.
  let dots: DotGridKind?
  private(set) var myLocationFeed: MyLocationFeed?
  private(set) var baseMap: BaseMapSource?
  /// Chooses a base map for each ride; nil if one is configured.
  private(set) var chooser: BaseMapChooser?

  /// Reads the look of the map, without the base map.
  init(_ arguments: Arguments, _ screen: ScreenSetup) throws(CommandError) {
    style = if let path = arguments[.style] { try StyleFile(contentsOf: path) } else { StyleFile() }
    startsWithAutoCamera = !arguments.has(.noAuto)
    _ = try MyLocationSource.read(arguments)
    let level: GlyphLevel? = try arguments.choice(.glyphs)
    glyphs = arguments.has(.ascii) ? .ascii : level
    let name = arguments[.theme] ?? ThemeChoice.auto.rawValue
    if let choice = ThemeChoice(rawValue: name) {
      (theme, userTheme) = (choice, nil)
    } else {
      let own = try ThemeFile(directory: screen.themeDirectory)
        .theme(name, namedBy: arguments.named(.theme))
      (theme, userTheme) = (own.base, own)
    }
    color = try arguments.choice(.color) ?? .auto
    dots = try arguments.choice(.dots)
  }

  /// Reads the options and opens the base map; `standard` is the default base map.
  init(
    _ arguments: Arguments, _ servers: ServerAccess, _ screen: ScreenSetup, _ stateFile: StateFile?,
    standard: (any TileSource)? = nil
  ) async throws(CommandError) {
    try self.init(arguments, screen)
    myLocationFeed = try MyLocationSource.read(arguments).map { place in
      MyLocationFeed(source: place, clock: servers.clock) { [log = servers.log] in
        log?.record(.warning, $0)
      }
    }
    baseMap = try await BaseMapSource(arguments, servers, standard: standard)
    if baseMap == nil, arguments[.baseMap] == nil { chooser = BaseMapChooser(servers, stateFile) }
  }

  /// Creates the map; the base map may appear later.
  @MainActor func makeMap(showsMyLocation: Bool = true) -> MapView {
    let mapView = MapView()
    mapView.isAllowCameraAutoUpdate = startsWithAutoCamera
    style.apply(to: mapView.consumerMapStyleCoordinator)
    mapView.settings.myLocationButton = true
    if showsMyLocation { myLocationFeed?.show(on: mapView) }
    baseMap?.show(on: mapView)
    return mapView
  }

  /// Creates a map for pictures, with its own choice of a base map.
  @MainActor func makePictureMap(showsMyLocation: Bool) -> PictureMap {
    let mapView = makeMap(showsMyLocation: showsMyLocation)
    let isSet = baseMap != nil
    guard let chooser = chooser?.copy() else { return PictureMap(mapView, expectsBaseMap: isSet) }
    return PictureMap(mapView, expectsBaseMap: isSet) { places in
      _ = await chooser.show(places, on: mapView)
    }
  }
}
