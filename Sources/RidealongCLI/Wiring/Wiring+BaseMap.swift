internal import CellGrid
internal import ConsumerMap
internal import CurlTransport
internal import FleetEngine
internal import HTTPMessages
internal import MapCanvas
internal import VectorTiles

extension Wiring {
  /// How long it takes until a server that gave no map is asked again.
  private static let baseMapRetry: Duration = .seconds(30)

  /// The street map that the command line names.
  ///
  /// A file is opened at once; a server is not asked yet, whatever it may be.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - standard: What is shown where it names none; nil for none.
  /// - Returns: The street map; nil for none.
  /// - Throws: What is wrong with the file or the address.
  @concurrent
  func baseMap(
    _ arguments: Arguments,
    standard: (any TileSource)? = nil
  ) async throws(CommandError) -> BaseMapChoice? {
    guard let name = arguments[.baseMap] else { return standard.map { .opened($0) } }
    guard name != "none" else { return nil }
    do throws(TileSourceError) {
      if name.contains("{z}") {
        return .opened(try TileURLTemplate(name, transport: transport()))
      }
      guard name.contains("://") else { return .opened(try await TileSources.open(path: name)) }
    } catch {
      throw .usage("\(arguments.named(.baseMap)): \(error)")
    }
    let url: HTTPURL
    do {
      url = try HTTPURL(parsing: name)
    } catch {
      throw .usage(
        "\(arguments.named(.baseMap)) is not the address of a map: \(error.reason). "
          + "Expected a file, an https address or none."
      )
    }
    guard url.scheme == .https || url.isLoopback else {
      throw .usage("Refusing to ask \(url.host) over http where you look. Use https.")
    }
    return .address(name)
  }

  /// Puts a street map under a map, at once or when its server has answered.
  ///
  /// - Parameters:
  ///   - choice: The street map.
  ///   - mapView: The map.
  @MainActor
  func show(_ choice: BaseMapChoice, on mapView: MapView) {
    if case .opened(let source) = choice, source.cacheName == nil {
      mapView.baseMap = BaseMap(tiles: tiles(of: source, for: mapView))
      return
    }
    // Not structured: the ride is never held up by a map.
    Task { [weak mapView] in
      let cache = await tileCache()
      while mapView != nil {
        switch await open(choice) {
        case .success(let source):
          guard let mapView else { return }
          let tiles = tiles(of: source, cache: cache, for: mapView)
          mapView.baseMap = BaseMap(tiles: tiles)
          return
        case .failure(let error):
          mapView?.baseMapProblem = SafeText(error.notice)
          guard error.kind == .unavailable else { return }
        }
        do {
          try await clock.sleep(Self.baseMapRetry)
        } catch {
          return
        }
      }
    }
  }

  /// Asks a server for its map.
  @concurrent
  private func open(
    _ choice: BaseMapChoice
  ) async -> Result<any TileSource, TileSourceError> {
    do throws(TileSourceError) {
      switch choice {
      case .opened(let source): return .success(source)
      case .address(let name):
        return .success(try await TileSources.open(name, transport: transport()))
      }
    } catch {
      return .failure(error)
    }
  }

  private func tiles(
    of source: any TileSource,
    cache: TileCache? = nil,
    for mapView: MapView
  ) -> TileStore {
    TileStore(
      source: source,
      cache: cache,
      configuration: TileStore.Configuration(languages: environment.languages),
      clock: ContinuousClock(),
      changed: { [weak mapView] in mapView?.baseMapChanged() }
    )
  }

  /// Where tiles of servers are kept; nil where there can be no such place, which keeps nobody from
  /// seeing a map.
  @concurrent
  private func tileCache() async -> TileCache? {
    guard let path = environment.cacheDirectory else { return nil }
    do throws(CommandError) {
      try PrivateFolder.makeAll(path)
    } catch {
      // Written to the log, as the screen is open.
      Console.note(SafeText("No map tiles are kept: \(error.message)"))
      return nil
    }
    let clock = clock
    let cache = TileCache(directory: path) { Int(clock.wallNow().seconds) }
    if let problem = cache.problem { Console.note(SafeText("No map tiles are kept: \(problem)")) }
    return cache
  }
}
