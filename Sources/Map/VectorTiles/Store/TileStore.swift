import Synchronization

/// The decoded tiles of one map in memory; missing tiles are loaded in the background.
///
/// Call ``want(_:ahead:detail:)`` with the tiles of the view and draw what ``view(of:detail:)`` returns;
/// neither waits. The store reports when new tiles have come.
public final class TileStore: Sendable {
  /// The limits and preferences of a store.
  public struct Configuration: Sendable, Hashable {
    /// The most bytes of decoded tiles in memory.
    public var memoryBytes: Int
    /// The most concurrent loads.
    public var concurrentLoads: Int
    /// The time after which a failed tile is requested again.
    public var retryTime: Duration
    /// The preferred languages of names, the best first.
    public var languages: [String]

    /// Creates a configuration.
    public init(
      memoryBytes: Int = 12 * 1_048_576, concurrentLoads: Int = 4,
      retryTime: Duration = .seconds(30), languages: [String] = []
    ) {
      self.memoryBytes = memoryBytes
      self.concurrentLoads = concurrentLoads
      self.retryTime = retryTime
      self.languages = languages
    }
  }

  /// The source's metadata.
  public let metadata: TileSourceMetadata

  let source: any TileSource
  let cache: TileCache?
  let configuration: Configuration
  private let elapsed: @Sendable () -> Duration
  private let changed: @Sendable () -> Void
  private let state: Mutex<TileStoreState>

  /// Creates a store of a source's tiles; a cache keeps tiles from servers on disk.
  ///
  /// `changed` is called on any thread when there is something new to draw or to report.
  public init(
    source: some TileSource, cache: TileCache? = nil,
    configuration: Configuration = Configuration(), clock: some Clock<Duration>,
    changed: @escaping @Sendable () -> Void = {}
  ) {
    self.source = source
    self.cache = cache
    self.configuration = configuration
    self.changed = changed
    metadata = source.metadata
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    let lowest = metadata.minimumZoom
    state = Mutex(
      TileStoreState(
        zooms: lowest...max(lowest, metadata.maximumZoom), memoryLimit: configuration.memoryBytes,
        concurrentLoads: configuration.concurrentLoads,
        hasKnownLayers: TileSchema.drawing(metadata.layers) != nil))
  }

  deinit {
    // Loads do not retain the store, and nobody needs their results.
    for load in state.withLock({ $0.loads.values }) { load.task?.cancel() }
  }

  /// The number of loads and failures, and the last error.
  public var status: TileStoreStatus { state.withLock { $0.status } }

  /// The tiles to draw now for a tile of the view, at any zoom; never waits.
  ///
  /// They may have more than the detail; skip classes with a higher ``MapFeatureClass/detail``.
  public func view(of address: TileAddress, detail: TileDetail) -> TileView {
    state.withLock { $0.view(address, detail: detail) }
  }

  /// Sets the wanted tiles, the most important first: loads missing ones and cancels other loads.
  ///
  /// Tiles `ahead` are loaded after the visible ones. Repeating the last call is cheap. A tile that
  /// failed is requested again by the first call after ``Configuration/retryTime``.
  public func want(_ visible: [TileAddress], ahead: [TileAddress] = [], detail: TileDetail) {
    let now = elapsed()
    let cancelled = state.withLock { $0.want(visible, ahead: ahead, detail: detail, now: now) }
    for task in cancelled { task.cancel() }
    startLoads()
  }

  /// Cancels all loads for good; loaded tiles stay.
  public func shutDown() {
    let tasks = state.withLock { state in
      state.isShutDown = true
      return state.want([], ahead: [], detail: .overview, now: .zero)
    }
    for task in tasks { task.cancel() }
  }

  private func startLoads() {
    while let start = state.withLock({ $0.nextStart() }) {
      let loader = TileLoader(source: source, cache: cache, languages: configuration.languages)
      let task = Task { [weak self] in
        let result = await loader.load(start.address, detail: start.detail)
        self?.finish(start, result)
      }
      if !state.withLock({ $0.attach(task, to: start) }) { task.cancel() }
    }
  }

  private func finish(
    _ start: TileStoreState.Start, _ result: Result<DecodedTile?, TileSourceError>
  ) {
    let retry = elapsed() + configuration.retryTime
    let isNew = state.withLock { $0.finish(start, result, retry: retry) }
    startLoads()
    if isNew { changed() }
  }
}

/// Loads one tile from the cache or its source and decodes it.
struct TileLoader: Sendable {
  let source: any TileSource
  let cache: TileCache?
  let languages: [String]

  /// Loads and decodes a tile; nil if the source does not have it.
  @concurrent func load(
    _ address: TileAddress, detail: TileDetail
  ) async -> Result<DecodedTile?, TileSourceError> {
    do throws(TileSourceError) {
      let tile = try await tile(address)
      return .success(
        tile.map { DecodedTile($0, address: address, detail: detail, languages: languages) })
    } catch { return .failure(error) }
  }

  private func tile(_ address: TileAddress) async throws(TileSourceError) -> VectorTile? {
    let name = source.cacheName ?? ""
    let cache = source.cacheName == nil ? nil : cache
    // A damaged tile in the cache is loaded again and replaced.
    if let body = cache?.body(of: address, source: name),
      let tile = try? TileBody.tile(body, source: name)
    {
      return tile
    }
    guard let body = try await source.body(of: address) else { return nil }
    let label = "Tile \(address)"
    let tile = try TileBody.tile(body, source: label)
    // A cancelled load still fills the cache, but decodes nothing.
    cache?.keep(body, of: address, source: name)
    guard !Task.isCancelled else {
      throw TileSourceError(.cancelled, source: label, reason: "Loading was canceled.")
    }
    return tile
  }
}
