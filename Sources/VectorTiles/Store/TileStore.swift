import Synchronization

/// The decoded tiles of one map that are in memory; missing ones are loaded in the background.
///
/// Whoever draws says what is wanted with ``want(_:ahead:detail:)`` and draws what ``view(of:detail:)`` gives,
/// and neither waits. When more has come, the store says so.
public final class TileStore: Sendable {
  /// The limits and habits of a store.
  public struct Configuration: Sendable, Hashable {
    /// The most bytes of decoded tiles in memory.
    public var memoryBytes: Int
    /// The most loads at once.
    public var concurrentLoads: Int
    /// The time after which a failed tile is requested again.
    public var retryTime: Duration
    /// The languages that names are wanted in, the best first.
    public var languages: [String]

    /// Creates a configuration.
    public init(
      memoryBytes: Int = 12 * 1_048_576,
      concurrentLoads: Int = 4,
      retryTime: Duration = .seconds(30),
      languages: [String] = []
    ) {
      self.memoryBytes = memoryBytes
      self.concurrentLoads = concurrentLoads
      self.retryTime = retryTime
      self.languages = languages
    }
  }

  /// What the map says of itself.
  public let metadata: TileSourceMetadata

  private let source: any TileSource
  private let cache: TileCache?
  private let configuration: Configuration
  private let elapsed: @Sendable () -> Duration
  private let changed: @Sendable () -> Void
  private let state: Mutex<TileStoreState>

  /// Creates a store of a source's tiles; a cache keeps tiles from servers on disk.
  ///
  /// `changed` is called on any thread when there is something new to draw or to report.
  public init(
    source: some TileSource,
    cache: TileCache? = nil,
    configuration: Configuration = Configuration(),
    clock: some Clock<Duration>,
    changed: @escaping @Sendable () -> Void = {}
  ) {
    self.source = source
    self.cache = cache
    self.configuration = configuration
    self.changed = changed
    metadata = source.metadata
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    state = Mutex(
      TileStoreState(
        zooms: source.metadata
          .minimumZoom...max(source.metadata.minimumZoom, source.metadata.maximumZoom),
        memoryLimit: configuration.memoryBytes,
        concurrentLoads: configuration.concurrentLoads
      )
    )
  }

  deinit {
    // Loads do not retain the store, and their results are no longer needed.
    let tasks = state.withLock { $0.loads.values.compactMap(\.task) }
    for task in tasks { task.cancel() }
  }

  /// What the store is loading and what failed.
  public var status: TileStoreStatus { state.withLock { $0.status } }

  /// What to draw now for a tile of the view, at any zoom; never waits.
  ///
  /// A tile may hold more than the detail asks for; ``MapFeatureClass/detail`` says what to leave
  /// out.
  public func view(of address: TileAddress, detail: TileDetail) -> TileView {
    state.withLock { $0.view(address, detail: detail) }
  }

  /// Sets which tiles are wanted, the most important first: loads the missing ones and cancels
  /// other loads.
  ///
  /// Tiles `ahead` are loaded after the visible ones. Repeating the last call costs little. A tile
  /// that failed is requested again by the first call after ``Configuration/retryTime``.
  public func want(_ visible: [TileAddress], ahead: [TileAddress] = [], detail: TileDetail) {
    let now = elapsed()
    let cancelled = state.withLock { state in
      state.want(visible, ahead: ahead, detail: detail, now: now)
    }
    for task in cancelled { task.cancel() }
    startLoads()
  }

  /// Gives all loads up for good; what is on hand stays.
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
      let isWanted = state.withLock { $0.attach(task, to: start) }
      if !isWanted { task.cancel() }
    }
  }

  private func finish(
    _ start: TileStoreState.Start,
    _ result: Result<DecodedTile?, TileSourceError>
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

  /// Loads a tile; nil if the source has none.
  @concurrent
  func load(
    _ address: TileAddress,
    detail: TileDetail
  ) async -> Result<DecodedTile?, TileSourceError> {
    do throws(TileSourceError) {
      if let tile = kept(address) { return .success(decoded(tile, address, detail)) }
      guard let body = try await source.body(of: address) else { return .success(nil) }
      let tile = try TileBody.tile(body, source: "Tile \(address)")
      // A cancelled load still fills the cache, but decodes nothing.
      if let cache, let name = source.cacheName { cache.keep(body, of: address, source: name) }
      guard !Task.isCancelled else {
        throw TileSourceError(
          .cancelled,
          source: "Tile \(address)",
          reason: "Loading was given up."
        )
      }
      return .success(decoded(tile, address, detail))
    } catch {
      return .failure(error)
    }
  }

  /// A tile from the cache, if it is there and whole.
  private func kept(_ address: TileAddress) -> VectorTile? {
    guard let cache, let name = source.cacheName,
      let body = cache.body(of: address, source: name)
    else { return nil }
    // A damaged one is loaded again, and replaced by what comes.
    return try? TileBody.tile(body, source: name)
  }

  private func decoded(
    _ tile: VectorTile,
    _ address: TileAddress,
    _ detail: TileDetail
  ) -> DecodedTile {
    DecodedTile(tile, address: address, detail: detail, languages: languages)
  }
}
