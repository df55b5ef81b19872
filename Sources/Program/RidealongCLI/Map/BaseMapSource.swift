internal import CellGrid
internal import ConsumerMap
internal import DemoAssets
internal import FleetEngine
internal import HTTPMessages
internal import VectorTiles

struct BaseMapSource: Sendable {
  /// The meaning of `--basemap`, in help.
  static let detail = [
    "--basemap draws a base map of vector tiles under the ride: a PMTiles or MBTiles file, or the",
    "URL of a PMTiles file, of TileJSON, or of tiles with {z}, {x} and {y} in it. Without it no map is",
    "requested, because a map server learns where you look; a map of ridealong map get that covers the",
    "ride is used, and the demo's town for a ride there on ridealong emulator. none shows no map.",
    "Tiles of a server are kept in ~/.cache/ridealong, or below XDG_CACHE_HOME.",
  ]

  private enum Source {
    case opened(any TileSource)
    /// The address of a map server, which is opened while the ride is shown.
    case address(String)
  }

  private static let retry: Duration = .seconds(30)

  private let source: Source
  private let servers: ServerAccess

  init(_ source: any TileSource, _ servers: ServerAccess) {
    (self.source, self.servers) = (.opened(source), servers)
  }

  /// Opens the base map of the command line, or else `standard`; nil for none.
  ///
  /// A file is opened immediately; no request is sent to a server yet.
  @concurrent init?(
    _ arguments: Arguments, _ servers: ServerAccess, standard: (any TileSource)? = nil
  ) async throws(CommandError) {
    self.servers = servers
    guard let name = arguments[.baseMap] else {
      guard let standard else { return nil }
      source = .opened(standard)
      return
    }
    guard name != "none" else { return nil }
    // A file is opened now, so that an error ends the command; a server is asked while the ride is
    // shown.
    guard name.contains("://"), !name.contains("{z}") else {
      source = .opened(try await Self.open(name, arguments.named(.baseMap), servers))
      return
    }
    try Self.checkAddress(name, arguments.named(.baseMap))
    source = .address(name)
  }

  /// Opens a map that an option names: a file, or a server with a request.
  @concurrent static func open(
    _ name: String, _ option: String, _ servers: ServerAccess
  ) async throws(CommandError) -> any TileSource {
    if name.contains("://"), !name.contains("{z}") { try checkAddress(name, option) }
    do throws(TileSourceError) {
      return try await TileSources.open(name, transport: servers.transport())
    } catch {
      throw CommandError(error.kind == .unavailable ? .unavailable : .usage, "\(option): \(error)")
    }
  }

  private static func checkAddress(_ name: String, _ option: String) throws(CommandError) {
    let url: HTTPURL
    do { url = try HTTPURL(parsing: name) } catch {
      throw .usage(
        "\(option) is not the address of a base map: \(error.reason). "
          + "Expected a file, an https address or none.")
    }
    guard url.scheme == .https || url.isLoopback else {
      throw .usage("Refusing to request map tiles from \(url.host) over http. Use https.")
    }
  }

  /// Opens the map of the demo's town, which is embedded in the program.
  static func demo() async throws(CommandError) -> PMTilesArchive {
    do {
      return try await PMTilesArchive(
        named: "The demo's map", byteCount: ridealong_demo_city_size()
      ) { range in
        let all = unsafe UnsafeBufferPointer(
          start: ridealong_demo_city_bytes(), count: ridealong_demo_city_size())
        return unsafe Array(all[range])
      }
    } catch { throw CommandError(.failure, "\(error)") }
  }

  /// Adds the base map to a map, immediately or when its server has answered.
  @MainActor func show(on mapView: MapView) {
    if case .opened(let source) = source, source.cacheName == nil {
      mapView.baseMap = BaseMap(tiles: tiles(of: source, for: mapView))
      return
    }
    // An unstructured task: the ride never waits for the base map.
    Task { [weak mapView] in
      let cache = await tileCache()
      while mapView != nil {
        switch await open() {
        case .success(let source):
          guard let mapView else { return }
          mapView.baseMap = BaseMap(tiles: tiles(of: source, cache: cache, for: mapView))
          return
        case .failure(let error):
          mapView?.baseMapProblem = SafeText(error.notice)
          guard error.kind == .unavailable else { return }
        }
        do { try await servers.clock.sleep(Self.retry) } catch { return }
      }
    }
  }

  /// Opens the source; a server's needs a request.
  @concurrent private func open() async -> Result<any TileSource, TileSourceError> {
    switch source {
    case .opened(let source): .success(source)
    case .address(let name):
      await Result { () async throws(TileSourceError) in
        try await TileSources.open(name, transport: servers.transport())
      }
    }
  }

  private func tiles(
    of source: any TileSource, cache: TileCache? = nil, for mapView: MapView
  ) -> TileStore {
    TileStore(
      source: source, cache: cache,
      configuration: TileStore.Configuration(languages: servers.environment.languages),
      clock: ContinuousClock(), changed: { [weak mapView] in mapView?.baseMapChanged() })
  }

  /// The cache of servers' tiles; nil, after a warning, if its directory cannot be used.
  @concurrent private func tileCache() async -> TileCache? {
    guard let path = servers.environment.cacheDirectory else { return nil }
    do throws(CommandError) { try UserFolder.makeAll(path) } catch {
      // The screen is open, so this goes to the log.
      Console.printError(SafeText("No map tiles are cached: \(error.message)"))
      return nil
    }
    let clock = servers.clock
    let cache = TileCache(directory: path) { Int(clock.wallNow().seconds) }
    if let problem = cache.problem {
      Console.printError(SafeText("No map tiles are cached: \(problem)"))
    }
    return cache
  }
}
