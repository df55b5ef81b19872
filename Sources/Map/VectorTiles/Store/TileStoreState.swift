/// The state of a store, changed only under its lock; it returns which loads to start and cancel.
struct TileStoreState {
  struct Held {
    let tile: DecodedTile
    let cost: Int
    /// The count of uses when it was drawn last.
    var used: UInt64
  }

  struct Load {
    let number: UInt64
    let detail: TileDetail
    var isCancelled = false
    var task: Task<Void, Never>?
  }

  struct Failure {
    let error: TileSourceError
    let retry: Duration
  }

  struct Start {
    let address: TileAddress
    let detail: TileDetail
    let number: UInt64
  }

  /// The number of known missing tiles at which they are forgotten.
  private static let missingLimit = 16_384

  /// The least bytes that a tile counts for, which limits the number of tiles that are searched for the
  /// oldest.
  private static let leastCost = 4_096

  let zooms: ClosedRange<Int>
  let memoryLimit: Int
  let concurrentLoads: Int
  /// Whether the source lists layers that can be drawn.
  let hasKnownLayers: Bool

  private(set) var held: [TileAddress: Held] = [:]
  private(set) var loads: [TileAddress: Load] = [:]
  private(set) var waiting: [TileAddress] = []
  private(set) var failures: [TileAddress: Failure] = [:]
  private(set) var memory = 0
  private(set) var lastError: TileSourceError?
  var isShutDown = false

  private var missing: Set<TileAddress> = []
  private var wanted: Set<TileAddress> = []
  private var ahead: Set<TileAddress> = []
  private var detail = TileDetail.overview
  private var uses: UInt64 = 0
  private var numbers: UInt64 = 0

  init(zooms: ClosedRange<Int>, memoryLimit: Int, concurrentLoads: Int, hasKnownLayers: Bool) {
    self.zooms = zooms
    self.hasKnownLayers = hasKnownLayers
    self.memoryLimit = memoryLimit
    self.concurrentLoads = max(1, concurrentLoads)
  }

  // MARK: Tiles to draw

  /// The tile of the source that an address is drawn from, as far as known; nil if there is none.
  func sourceAddress(_ address: TileAddress) -> TileAddress? {
    guard address.z >= zooms.lowerBound else { return nil }
    var candidate = address.ancestor(atZoom: zooms.upperBound)
    while missing.contains(candidate) {
      guard candidate.z > zooms.lowerBound else { return nil }
      candidate = candidate.ancestor(atZoom: candidate.z - 1)
    }
    return candidate
  }

  mutating func view(_ address: TileAddress, detail: TileDetail) -> TileView {
    func view(_ tiles: [DecodedTile], _ fit: TileView.Fit = .standIn) -> TileView {
      TileView(address: address, tiles: tiles, fit: tiles.isEmpty ? .nothing : fit)
    }
    uses += 1
    guard let target = sourceAddress(address) else { return view(descendants(of: address)) }
    if let tile = use(target) { return view([tile], tile.detail >= detail ? .exact : .standIn) }
    var parent = target
    while parent.z > zooms.lowerBound {
      parent = parent.ancestor(atZoom: parent.z - 1)
      if let tile = use(parent) { return view([tile]) }
    }
    return view(descendants(of: target))
  }

  private mutating func use(_ address: TileAddress) -> DecodedTile? {
    held[address]?.used = uses
    return held[address]?.tile
  }

  /// The loaded tiles of the next zoom, or of the one after it if there are none.
  private mutating func descendants(of address: TileAddress) -> [DecodedTile] {
    let children = address.children
    let found = children.compactMap { use($0) }
    guard found.isEmpty else { return found }
    return children.flatMap(\.children).compactMap { use($0) }
  }

  // MARK: Wanted tiles

  /// Sets the wanted tiles and returns the tasks to cancel.
  mutating func want(
    _ visible: [TileAddress], ahead: [TileAddress], detail: TileDetail, now: Duration
  ) -> [Task<Void, Never>] {
    let targets = visible.compactMap(sourceAddress)
    let later = ahead.compactMap(sourceAddress)
    self.detail = detail
    wanted = Set(targets)
    self.ahead = Set(later).subtracting(wanted)
    waiting = []
    var queued: Set<TileAddress> = []
    for address in targets + later where queued.insert(address).inserted {
      if needsLoad(address, now: now) { waiting.append(address) }
    }
    var cancelled: [Task<Void, Never>] = []
    for (address, load) in loads where !queued.contains(address) && !load.isCancelled {
      loads[address]?.isCancelled = true
      if let task = load.task { cancelled.append(task) }
    }
    return cancelled
  }

  private func needsLoad(_ address: TileAddress, now: Duration) -> Bool {
    if let held = held[address], held.tile.detail >= detail { return false }
    if let load = loads[address], !load.isCancelled, load.detail >= detail { return false }
    if let failure = failures[address], failure.retry > now { return false }
    return true
  }

  /// The next load, if one is waiting and another one may start.
  mutating func nextStart() -> Start? {
    guard !isShutDown, loads.count < concurrentLoads else { return nil }
    // A cancelled load may have delivered its tile nevertheless.
    waiting.removeAll { address in
      missing.contains(address) || held[address].map { $0.tile.detail >= detail } ?? false
    }
    // A load of the same tile that is cancelled or has less detail has to end first.
    guard let index = waiting.firstIndex(where: { loads[$0] == nil }) else { return nil }
    let address = waiting.remove(at: index)
    numbers += 1
    loads[address] = Load(number: numbers, detail: detail)
    return Start(address: address, detail: detail, number: numbers)
  }

  /// Gives a load its task; false if the load was cancelled in the meantime.
  mutating func attach(_ task: Task<Void, Never>, to start: Start) -> Bool {
    guard let load = loads[start.address], load.number == start.number else { return true }
    loads[start.address]?.task = task
    return !load.isCancelled
  }

  // MARK: Results

  /// Handles the result of a load; true if there is something new to draw.
  mutating func finish(
    _ start: Start, _ result: Result<DecodedTile?, TileSourceError>, retry: Duration
  ) -> Bool {
    let address = start.address
    guard let load = loads[address], load.number == start.number else { return false }
    loads[address] = nil
    switch result {
    case .success(let tile):
      failures[address] = nil
      lastError = nil
      if let tile { return hold(tile, retry: retry) }
      recordMissing(address)
      return true
    case .failure(let error):
      guard !load.isCancelled, error.kind != .cancelled else { return false }
      fail(address, error, retry: retry)
      return true
    }
  }

  /// Records that the source does not have a tile, and wants its parent, which is drawn instead.
  private mutating func recordMissing(_ address: TileAddress) {
    if missing.count >= Self.missingLimit { missing.removeAll() }
    missing.insert(address)
    guard address.z > zooms.lowerBound, wanted.contains(address) || ahead.contains(address),
      let parent = sourceAddress(address), held[parent] == nil, !waiting.contains(parent),
      loads[parent] == nil
    else { return }
    if wanted.contains(address) { wanted.insert(parent) } else { ahead.insert(parent) }
    waiting.append(parent)
  }

  private mutating func fail(_ address: TileAddress, _ error: TileSourceError, retry: Duration) {
    if failures.count >= Self.missingLimit { failures.removeAll() }
    failures[address] = Failure(error: error, retry: retry)
    lastError = error
  }

  /// Keeps a tile in memory; true if there is something new to draw.
  private mutating func hold(_ tile: DecodedTile, retry: Duration) -> Bool {
    let cost = max(tile.cost, Self.leastCost)
    let before = held.removeValue(forKey: tile.address)
    memory -= before?.cost ?? 0
    while memory + cost > memoryLimit {
      // Tiles on the screen stay; of the others the one that was drawn the longest ago goes first. A
      // tile ahead does not take another's place, which would be loaded again at once.
      guard let oldest = leastUsed(sparingAhead: !wanted.contains(tile.address)) else {
        let reason = "The tiles of this view take more memory than they may."
        let error = TileSourceError.tooLarge("The map", reason)
        if wanted.contains(tile.address) {
          fail(tile.address, error, retry: retry)
        } else {
          failures[tile.address] = Failure(error: error, retry: retry)
        }
        return before != nil
      }
      memory -= held.removeValue(forKey: oldest)?.cost ?? 0
    }
    uses += 1
    held[tile.address] = Held(tile: tile, cost: cost, used: uses)
    memory += cost
    return true
  }

  private func leastUsed(sparingAhead: Bool) -> TileAddress? {
    held.lazy.filter { !wanted.contains($0.key) && !(sparingAhead && ahead.contains($0.key)) }
      .min { $0.value.used < $1.value.used }?.key
  }

  /// Why the wanted tiles that have come show nothing; nil if they show something, or are empty.
  private var blankReason: String? {
    let tiles = wanted.lazy.compactMap { held[$0]?.tile }
    guard tiles.allSatisfy(\.isBlank) else { return nil }
    if !held.values.contains(where: { $0.tile.schema != nil }) {
      let layers = Set(tiles.flatMap(\.unknownLayers)).sorted()
      if !layers.isEmpty, !hasKnownLayers { return TileSchema.refusal(of: layers) }
    }
    let problems = Set(tiles.flatMap { $0.problems.prefix(1).map(\.description) })
    return problems.min().map { "The map's tiles cannot be drawn: \($0)" }
  }

  var status: TileStoreStatus {
    TileStoreStatus(
      loading: waiting.count + loads.values.count { !$0.isCancelled },
      loadingNow: waiting.count(where: wanted.contains)
        + loads.count { !$0.value.isCancelled && wanted.contains($0.key) },
      failed: wanted.count { failures[$0] != nil },
      damaged: wanted.count { held[$0]?.tile.problems.isEmpty == false }, blankReason: blankReason,
      lastError: lastError, memoryBytes: memory)
  }
}
