import Geo
import Synchronization
import TestSupport
import Testing
import TileWriting
import VectorTiles

@Suite(.limited) struct TileStoreTests {
  /// A source that answers when a test lets it.
  private final class GatedSource: TileSource {
    typealias Answer = @Sendable (TileAddress) throws(TileSourceError) -> [UInt8]?

    struct State {
      var asked: [TileAddress] = []
      var open = false
      var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
      var cancelled = 0
      var most = 0
      var running = 0
    }

    let metadata: TileSourceMetadata
    let cacheName: String?
    let state = Mutex(State())
    private let answer: Answer

    init(
      zooms: ClosedRange<Int> = 0...14, cacheName: String? = nil, isOpen: Bool = true,
      answer: @escaping Answer = { _ in TileStoreTests.tile("sea") }
    ) {
      metadata = TileSourceMetadata(minimumZoom: zooms.lowerBound, maximumZoom: zooms.upperBound)
      self.cacheName = cacheName
      self.answer = answer
      state.withLock { $0.open = isOpen }
    }

    var asked: [TileAddress] { state.withLock { $0.asked } }

    func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]? {
      let number = state.withLock { state in
        state.asked.append(address)
        state.running += 1
        state.most = max(state.most, state.running)
        return state.asked.count
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isOpen = state.withLock { state in
            if !state.open, !Task.isCancelled { state.waiting[number] = continuation }
            return state.waiting[number] == nil
          }
          if isOpen { continuation.resume() }
        }
      } onCancel: {
        state.withLock { state in
          state.cancelled += 1
          return state.waiting.removeValue(forKey: number)
        }?.resume()
      }
      state.withLock { $0.running -= 1 }
      if Task.isCancelled { throw TileSourceError(.cancelled, source: "gate", reason: "") }
      return try answer(address)
    }

    func open() {
      let waiting = state.withLock { state in
        state.open = true
        defer { state.waiting = [:] }
        return state.waiting.values
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  static func tile(_ name: String, points: Int = 4) -> [UInt8] {
    let ring = (0..<Int32(points)).flatMap { [$0 * 3, $0 % 2 * 100] }
    return TileEncoder.encode([
      EncodableLayer(
        name: "water", features: [.init(type: .polygon, coordinates: ring, partEnds: [points])]),
      EncodableLayer(
        name: "transportation",
        features: [
          .init(
            type: .line, properties: ["class": .string("service")], coordinates: [0, 0, 5, 5],
            partEnds: [2])
        ]),
    ])
  }

  private func address(_ z: Int, _ x: Int, _ y: Int) throws -> TileAddress {
    try #require(TileAddress(z: z, x: x, y: y))
  }

  /// Waits until a store has no loads.
  private func settle(_ store: TileStore) async { await waitWhile(store.status.loading > 0) }

  private func wait(until isTrue: () -> Bool) async { await waitWhile(!isTrue()) }

  @Test("A tile store returns nothing at first, then the tile") func loading() async throws {
    let changes = Mutex(0)
    let source = GatedSource(isOpen: false)
    let store = TileStore(source: source, clock: ManualClock()) { changes.withLock { $0 += 1 } }
    let address = try address(14, 5, 6)
    #expect(store.view(of: address, detail: .ways).fit == .nothing)
    store.want([address], detail: .ways)
    store.want([address], detail: .ways)
    #expect(store.view(of: address, detail: .ways).fit == .nothing)
    #expect(store.status.loading == 1)
    source.open()
    await settle(store)
    let view = store.view(of: address, detail: .ways)
    #expect(view.fit == .exact)
    #expect(view.tiles.map(\.address) == [address])
    #expect(source.asked == [address])
    #expect(changes.withLock { $0 } == 1)
  }

  @Test("A tile store returns the deepest tile at deeper zooms") func overzoom() async throws {
    let source = GatedSource()
    let store = TileStore(source: source, clock: ManualClock())
    let deep = try [address(16, 20, 24), address(16, 21, 24), address(16, 20, 27)]
    store.want(deep, detail: .ways)
    await settle(store)
    #expect(source.asked == [try address(14, 5, 6)])
    for wanted in deep {
      let view = store.view(of: wanted, detail: .ways)
      #expect(view.fit == .exact)
      #expect(view.tiles.map(\.address) == [try address(14, 5, 6)])
    }
  }

  @Test(
    "A tile store returns tiles of neighboring zooms while a tile loads"
  )
  func standIn() async throws {
    let source = GatedSource()
    let store = TileStore(source: source, clock: ManualClock())
    store.want([try address(12, 4, 4)], detail: .streets)
    await settle(store)
    let below = store.view(of: try address(14, 17, 18), detail: .streets)
    #expect(below.fit == .standIn)
    #expect(below.tiles.map(\.address) == [try address(12, 4, 4)])
    let above = store.view(of: try address(11, 2, 2), detail: .streets)
    #expect(above.fit == .standIn)
    #expect(above.tiles.map(\.address) == [try address(12, 4, 4)])
    #expect(store.view(of: try address(12, 5, 4), detail: .streets).fit == .nothing)
  }

  @Test("A tile store returns the parent of a missing tile") func missing() async throws {
    let source = GatedSource { address in address.z < 13 ? Self.tile("parent") : nil }
    let store = TileStore(source: source, clock: ManualClock())
    let wanted = try address(14, 16, 16)
    store.want([wanted], detail: .streets)
    await settle(store)
    let view = store.view(of: wanted, detail: .streets)
    #expect(view.fit == .exact)
    #expect(view.tiles.map(\.address) == [try address(12, 4, 4)])
    #expect(source.asked.map(\.z) == [14, 13, 12])
    store.want([wanted], detail: .streets)
    await settle(store)
    #expect(source.asked.count == 3)
  }

  @Test("A tile store decodes again for more detail, but not for less") func detail() async throws {
    let source = GatedSource()
    let store = TileStore(source: source, clock: ManualClock())
    let wanted = try address(14, 1, 1)
    store.want([wanted], detail: .overview)
    await settle(store)
    #expect(store.view(of: wanted, detail: .overview).tiles.first?.geometry(.service) == nil)
    #expect(store.view(of: wanted, detail: .ways).fit == .standIn)
    store.want([wanted], detail: .ways)
    await settle(store)
    #expect(store.view(of: wanted, detail: .ways).tiles.first?.geometry(.service) != nil)
    store.want([wanted], detail: .overview)
    await settle(store)
    #expect(source.asked.count == 2)
  }

  @Test("A tile store limits concurrent loads and cancels unwanted ones")
  func bounded() async throws {
    let source = GatedSource(isOpen: false)
    let store = TileStore(
      source: source, configuration: .init(concurrentLoads: 3), clock: ManualClock())
    store.want(try (0..<20).map { try address(14, $0, 0) }, detail: .streets)
    await wait { source.asked.count == 3 }
    #expect(store.status.loading == 20)
    let other = try address(14, 0, 9)
    store.want([other], detail: .streets)
    await wait { source.asked.contains(other) }
    #expect(source.state.withLock { $0.cancelled } == 3)
    source.open()
    await settle(store)
    #expect(source.asked.count == 4)
    #expect(source.state.withLock { $0.most } <= 3)
    #expect(store.status.lastError == nil)
    #expect(store.view(of: other, detail: .streets).fit == .exact)
  }

  @Test("A tile store loads visible tiles before those ahead") func ahead() async throws {
    let source = GatedSource()
    let store = TileStore(
      source: source, configuration: .init(concurrentLoads: 1), clock: ManualClock())
    let (seen, later) = (try address(14, 1, 1), try address(14, 2, 1))
    store.want([seen], ahead: [later, seen], detail: .streets)
    await settle(store)
    #expect(source.asked == [seen, later])
  }

  @Test("A tile store retries a failed tile only after a while") func failure() async throws {
    let clock = ManualClock()
    let fails = Mutex(true)
    let source = GatedSource { (_) throws(TileSourceError) in
      if fails.withLock({ $0 }) {
        throw TileSourceError(.unavailable, source: "maps.example", reason: "It has failed.")
      }
      return Self.tile("sea")
    }
    let store = TileStore(source: source, clock: clock)
    let wanted = try address(14, 1, 1)
    store.want([wanted], detail: .streets)
    await settle(store)
    #expect(store.status.failed == 1)
    #expect(store.status.lastError?.source == "maps.example")
    fails.withLock { $0 = false }
    store.want([wanted], detail: .streets)
    await settle(store)
    #expect(source.asked.count == 1)
    clock.advance(by: .seconds(31))
    store.want([wanted], detail: .streets)
    await settle(store)
    #expect(store.status.failed == 0)
    #expect(store.status.lastError == nil)
    #expect(store.view(of: wanted, detail: .streets).fit == .exact)
  }

  @Test(
    "A tile store limits its memory and keeps the tiles in view longest"
  )
  func memory() async throws {
    let source = GatedSource { _ in Self.tile("sea", points: 5_000) }
    let store = TileStore(
      source: source, configuration: .init(memoryBytes: 100_000), clock: ManualClock())
    for x in 0..<30 {
      store.want([try address(14, x, 0)], detail: .streets)
      await settle(store)
      #expect(store.view(of: try address(14, x, 0), detail: .streets).fit == .exact)
      #expect(store.status.memoryBytes <= 100_000)
    }
    #expect(store.view(of: try address(14, 0, 0), detail: .streets).fit == .nothing)
    // More than fits at once: some tiles are drawn, and none is loaded again and again.
    store.want(try (0..<20).map { try address(14, $0, 5) }, detail: .streets)
    await settle(store)
    let (asked, status) = (source.asked.count, store.status)
    #expect(status.memoryBytes <= 100_000)
    #expect(status.failed > 0)
    store.want(try (0..<20).map { try address(14, $0, 5) }, detail: .streets)
    await settle(store)
    #expect(source.asked.count == asked)
  }

  @Test("A tile store caches only tiles") func cached() async throws {
    let folder = try TemporaryFolder()
    let cache = TileCache(directory: folder.path, now: { 1_000_000 })
    let good = try address(14, 1, 1)
    let source = GatedSource(cacheName: "city") { address in
      address == good ? Self.tile("sea") : Array("<html>Please pay</html>".utf8)
    }
    let store = TileStore(source: source, cache: cache, clock: ManualClock())
    store.want([good], detail: .streets)
    await settle(store)
    // After the good tile, whose success clears the last error.
    store.want([good, try address(14, 2, 1)], detail: .streets)
    await settle(store)
    #expect(store.status.lastError?.reason.contains("HTML") == true)
    #expect(cache.body(of: good, source: "city") == Self.tile("sea"))
    #expect(cache.size == Self.tile("sea").count)
    let offline = GatedSource(cacheName: "city") { (_) throws(TileSourceError) in
      throw TileSourceError(.unavailable, source: "maps.example", reason: "It has failed.")
    }
    let later = TileStore(source: offline, cache: cache, clock: ManualClock())
    later.want([good], detail: .streets)
    await settle(later)
    #expect(later.view(of: good, detail: .streets).fit == .exact)
    #expect(offline.asked.isEmpty)
  }

  @Test("A tile store reports a damaged tile and returns the rest of it")
  func damaged() async throws {
    // A layer of an unknown version behind a good tile.
    let source = GatedSource { _ in Self.tile("sea") + [0x1A, 0x05, 0x78, 0x09, 0x0A, 0x01, 0x61] }
    let store = TileStore(source: source, clock: ManualClock())
    let wanted = try address(14, 1, 1)
    store.want([wanted], detail: .streets)
    await settle(store)
    #expect(store.status.damaged == 1)
    #expect(store.view(of: wanted, detail: .streets).tiles.first?.geometry(.water) != nil)
  }

  @Test("A tile store cancels its loads at shutdown") func shutDown() async throws {
    let source = GatedSource(isOpen: false)
    let store = TileStore(source: source, clock: ManualClock())
    store.want(try (0..<8).map { try address(14, $0, 0) }, detail: .streets)
    await wait { source.asked.count == 4 }
    store.shutDown()
    await wait { source.state.withLock { $0.running } == 0 }
    store.want([try address(14, 9, 9)], detail: .streets)
    #expect(source.asked.count == 4)
  }

  @Test("The tiles along a path come in its order, also across the antimeridian")
  func path() throws {
    let path = [
      Coordinate(latitude: 0.1, longitude: 179.9), Coordinate(latitude: 0.1, longitude: -179.9),
    ]
    let tiles = TileAddress.along(path, zoom: 12, limit: 10)
    #expect(tiles.map(\.x) == [4_094, 4_095, 0, 1])
    #expect(Set(tiles.map(\.y)) == [2_046])
    #expect(TileAddress.along(path, zoom: 12, limit: 2).count == 2)
    #expect(TileAddress.along([], zoom: 12, limit: 2).isEmpty)
  }
}

@Suite(.limited) struct `The folding of names` {
  @Test(arguments: [
    ("Rue de la Clé", "rue de la cle"), ("Łódź", "lodz"), ("Søndre Ås", "sondre as"),
    ("Nguye\u{302}\u{303}n", "nguyen"), ("Straße", "straße"), ("Тверская", "тверская"), ("", ""),
  ]) func `The folding of names removes case and accents of Latin letters`(
    name: String, folded: String
  ) { #expect(NamedPlace.folded(name) == folded) }
}
