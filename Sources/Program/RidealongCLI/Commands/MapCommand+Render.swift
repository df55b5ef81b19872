internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import MapCanvas
internal import TerminalUI
internal import VectorTiles
internal import Viewer

extension MapCommand {
  /// Prints a map; it needs no terminal.
  @MainActor
  static func render(_ context: CommandContext, _ saved: SavedMaps) async throws(CommandError) {
    let (arguments, servers) = (context.arguments, context.servers)
    guard let center = try arguments.coordinate(.center) else { throw arguments.missing(.center) }
    let zoom = try arguments.number(.zoom)
    let size = try arguments.gridSize(.size) ?? GridSize(columns: 80, rows: 24)
    let format: FrameFormat = try arguments.choice(.format) ?? .txt
    let options = try MapOptions(arguments, context.screen)
    let source = try await source(at: center, arguments, servers, saved)
    let mapView = MapView()
    let tiles = TileStore(
      source: source, cache: nil,
      configuration: TileStore.Configuration(languages: servers.environment.languages),
      clock: ContinuousClock(), changed: { [weak mapView] in mapView?.baseMapChanged() })
    defer { tiles.shutDown() }
    let glyphs = options.glyphs ?? .full
    var appearance = appearance(arguments, options, format)
    appearance.hasExactColors =
      format == .svg || TerminalCapabilities.hasExactColors(servers.environment.variables)
    mapView.isAllowCameraAutoUpdate = false
    mapView.isReducedMotion = true
    mapView.appearance = appearance
    mapView.resize(to: size)
    let dots =
      options.dots
      ?? (glyphs == .full ? .usual(appearance, .quadrant) : glyphs.mapDots(in: appearance))
    let letters: MapLetters = glyphs == .ascii ? .ascii : .all
    mapView.baseMap = BaseMap(
      tiles: tiles, style: BaseMapStyle(appearance, letters: letters), dots: dots)
    mapView.moveCamera(to: Camera(center: center, zoom: zoom))
    await mapView.drawCompletely(within: .seconds(30), servers.clock) { mapView.advance(to: .zero) }
    let snapshot = mapView.snapshot
    if let reason = tiles.status.blankReason { throw CommandError(.unavailable, reason) }
    guard let camera = snapshot.camera, snapshot.baseMap != nil else {
      throw CommandError(
        .unavailable,
        snapshot.baseMapProblem.map { "The map cannot be drawn. \($0)" }
          ?? "The map has no tiles at \(center.latitude),\(center.longitude).")
    }
    if let problem = snapshot.baseMapProblem {
      Console.printError(SafeText("Parts of the map are missing. \(problem)"))
    }
    var frame = Frame(size: size)
    MapRenderer(
      scaleBarStyle: CellStyle(attributes: appearance.colorDepth == .monochrome ? [] : .dim),
      attribution: snapshot.attribution, usesASCIISymbols: glyphs == .ascii
    )
    .draw(
      snapshot.scene, over: snapshot.baseMap, camera: camera, into: &frame, rect: frame.bounds,
      kind: dots)
    try Console.print(
      document: frame.document(
        format, background: appearance.background, hasExactColors: appearance.hasExactColors))
  }

  /// The map of the command line, or else the smallest saved one with the center.
  private static func source(
    at center: Coordinate, _ arguments: Arguments, _ servers: ServerAccess, _ saved: SavedMaps
  ) async throws(CommandError) -> any TileSource {
    if let name = arguments[.baseMap], name != "none" {
      return try await BaseMapSource.open(name, arguments.named(.baseMap), servers)
    }
    if let file = SavedMaps.best(of: try await saved.all(), covering: [center]) {
      return file.source
    }
    throw .usage(
      "No saved map covers \(center.latitude),\(center.longitude).",
      advice: [
        "Give --basemap SOURCE, or save a map: ridealong map get --around "
          + "\(center.latitude),\(center.longitude) --from SOURCE"
      ])
  }

  private static func appearance(
    _ arguments: Arguments, _ options: MapOptions, _ format: FrameFormat
  ) -> Appearance {
    var appearance = Appearance(
      background: options.theme == .light ? .light : .dark,
      colorDepth: format == FrameFormat.txt || options.theme == .mono ? .monochrome : .palette256,
      isHighContrast: options.theme == .highContrast)
    appearance.paintsAreas = !arguments.has(.noFill)
    if let theme = options.userTheme { appearance.colors = theme.colors }
    return appearance
  }
}

extension Arguments {
  /// The value of an option that is a size in cells, such as `120x40`.
  func gridSize(_ option: Option) throws(CommandError) -> GridSize? {
    guard let text = self[option] else { return nil }
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
      (10...1_000).contains(columns), (4...500).contains(rows)
    else {
      throw .usage("\(named(option)) \(text) is not a size from 10x4 to 1000x500, such as 120x40.")
    }
    return GridSize(columns: columns, rows: rows)
  }
}
