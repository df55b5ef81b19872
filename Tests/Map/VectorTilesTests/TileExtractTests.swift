import Geo
import Synchronization
import TestSupport
import Testing
import TileWriting
import VectorTiles

@Suite(.limited) struct TileExtractTests {
  /// A source whose every tile has one layer, named after its address.
  private final class Source: TileSource {
    struct Request: Error {}

    let metadata: TileSourceMetadata
    let cacheName: String?
    let asked = Mutex<[TileAddress]>([])
    /// Called with each address and the number of requests so far.
    let fail: @Sendable (TileAddress, Int) -> TileSourceError?

    init(
      _ metadata: TileSourceMetadata = TileSourceMetadata(
        name: "town",
        attribution: "© town",
        layers: ["water"]
      ),
      cacheName: String = "source",
      fail: @escaping @Sendable (TileAddress, Int) -> TileSourceError? = { _, _ in nil }
    ) { (self.metadata, self.cacheName, self.fail) = (metadata, cacheName, fail) }

    func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]? {
      let count = asked.withLock { asked in
        asked.append(address)
        return asked.count
      }
      if let error = fail(address, count) { throw error }
      // The northernmost row has no tiles.
      return address.y == 0 && address.z > 0
        ? nil : TileStoreTests.tile("\(address)")
    }
  }

  private let folder: TemporaryFolder
  private let place = CoordinateBounds(south: 48.1, west: 16.3, north: 48.2, east: 16.4)

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/map.mbtiles" }

  private func write(
    _ source: Source, _ bounds: CoordinateBounds, zoom: Int = 8
  ) async throws -> [TileExtract.Progress] {
    var steps: [TileExtract.Progress] = []
    try await TileExtract(of: source, in: bounds, maximumZoom: zoom)
      .write(to: path, sleep: { _ in }) { steps.append($0) }
    return steps
  }

  @Test func `An extract is a file with the source's tiles and attribution`() async throws {
    let source = Source()
    let steps = try await write(source, place)
    #expect(steps.last?.done == steps.last?.total)
    let file = try MBTilesFile(path: path)
    #expect(file.metadata.name == "town")
    #expect(file.metadata.plainAttribution == "© town")
    #expect(file.metadata.layers == ["water"])
    #expect(file.metadata.bounds == place)
    #expect((file.metadata.minimumZoom, file.metadata.maximumZoom) == (0, 8))
    let address = try #require(TileAddress(of: place.center, zoom: 8))
    #expect(try await file.body(of: address) == (try await source.body(of: address)))
  }

  @Test func `An extract covers every tile of its region at every zoom`() throws {
    let addresses = try TileExtract(of: Source(), in: place, maximumZoom: 14).addresses
    #expect(Set(addresses).count == addresses.count)
    for corner in [
      Coordinate(latitude: place.south, longitude: place.west),
      Coordinate(latitude: place.north, longitude: place.east), place.center,
    ] {
      for zoom in 0...14 {
        #expect(addresses.contains(try #require(TileAddress(of: corner, zoom: zoom))))
      }
    }
  }

  @Test func `An extract across the antimeridian has the tiles of both sides`() throws {
    let bounds = CoordinateBounds(south: -17, west: 179.9, north: -16, east: -179.9)
    let addresses = try TileExtract(of: Source(), in: bounds, maximumZoom: 6).addresses
    #expect(Set(addresses.filter { $0.z == 6 }.map(\.x)) == [0, 63])
  }

  @Test func `An interrupted extract requests only the tiles that are missing`() async throws {
    let failing = Source { _, count in
      count > 9 ? TileSourceError(.refused, source: "town", reason: "No.") : nil
    }
    await #expect(throws: TileSourceError.self) { try await write(failing, place, zoom: 10) }
    // The metadata name no region before it is complete.
    #expect(try MBTilesFile(path: path).metadata.bounds == nil)
    let source = Source()
    let steps = try await write(source, place, zoom: 10)
    let total = try #require(steps.first).total
    #expect(steps.first?.done == 8)
    #expect(source.asked.withLock { $0.count } == total - 8)
    #expect(try MBTilesFile(path: path).metadata.bounds == place)
    // Where the source has no tile is remembered too.
    #expect(try await write(source, place, zoom: 10).map(\.done) == [total])
  }

  @Test func `A canceled extract of a file continues where it stopped`() async throws {
    var writer = PMTilesWriter(metadata: TileSourceMetadata(name: "town", layers: ["water"]))
    let region = try TileExtract(of: Source(), in: place, maximumZoom: 12)
    for address in region.addresses {
      try writer.add(TileStoreTests.tile("\(address)"), at: address)
    }
    let file = try folder.file("town.pmtiles", try writer.archive())
    let (path, place) = (path, place)
    let cancelled = Task {
      try await TileExtract(of: TileSources.open(path: file), in: place, maximumZoom: 12)
        .write(to: path, sleep: { _ in }) { step in
          if step.done > 0 { withUnsafeCurrentTask { $0?.cancel() } }
        }
    }
    let error = await #expect(throws: TileSourceError.self) { try await cancelled.value }
    #expect(error?.kind == .cancelled)
    var steps: [TileExtract.Progress] = []
    try await TileExtract(of: TileSources.open(path: file), in: place, maximumZoom: 12)
      .write(to: path, sleep: { _ in }) { steps.append($0) }
    #expect(steps.first?.done == 8)
    #expect(steps.last?.done == region.addresses.count)
    let saved = try MBTilesFile(path: path)
    for address in region.addresses { #expect(try await saved.body(of: address) != nil) }
  }

  @Test func `An extract ends at the edge of its source`() async throws {
    let source = Source(TileSourceMetadata(name: "town", bounds: place))
    let wide = CoordinateBounds(south: 47, west: 16.35, north: 49, east: 18)
    _ = try await write(source, wide, zoom: 6)
    #expect(
      try MBTilesFile(path: path).metadata.bounds
        == CoordinateBounds(south: 48.1, west: 16.35, north: 48.2, east: 16.4))
  }

  @Test func `An extract stops at its byte limit and keeps the tiles it has`() async throws {
    let extract = try TileExtract(of: Source(), in: place, maximumZoom: 10)
    let error = await #expect(throws: TileSourceError.self) {
      try await extract.write(to: path, maximumBytes: 100, sleep: { _ in }) { _ in }
    }
    #expect(error?.kind == .tooLarge)
    #expect(try await MBTilesFile(path: path).body(of: extract.addresses[0]) != nil)
  }

  @Test func `An extract waits for a source that is unavailable, and stops at its fourth failure`()
    async throws
  {
    let passing = Source { _, count in
      count == 1 ? TileSourceError(.unavailable, source: "town", reason: "503.") : nil
    }
    _ = try await write(passing, place, zoom: 0)
    #expect(passing.asked.withLock { $0.count } == 2)
    let down = Source(cacheName: "source") { _, _ in
      TileSourceError(.unavailable, source: "town", reason: "503.")
    }
    await #expect(throws: TileSourceError(.unavailable, source: "town", reason: "503.")) {
      try await write(down, CoordinateBounds(south: 10, west: 10, north: 11, east: 11), zoom: 1)
    }
    // Of the one tile that the first download has not copied.
    #expect(down.asked.withLock { $0.count } == 4)
  }

  @Test func `An extract does not save a web page that a proxy sends instead of a tile`()
    async throws
  {
    struct Proxy: TileSource {
      let metadata = TileSourceMetadata()
      let cacheName: String? = nil
      func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]? {
        Array("<html>log in</html>".utf8)
      }
    }
    let extract = try TileExtract(of: Proxy(), in: place)
    await #expect(throws: TileSourceError.self) {
      try await extract.write(to: path, sleep: { _ in }) { _ in }
    }
    #expect(try await MBTilesFile(path: path).body(of: extract.addresses[0]) == nil)
  }

  @Test func `An extract refuses too many tiles, a place without any, and another source's file`()
    async throws
  {
    let earth = CoordinateBounds(south: -80, west: -180, north: 80, east: 180)
    #expect(throws: TileSourceError.self) { try TileExtract(of: Source(), in: earth) }
    let elsewhere = Source(TileSourceMetadata(bounds: place))
    #expect(throws: TileSourceError.self) {
      try TileExtract(of: elsewhere, in: CoordinateBounds(south: 0, west: 0, north: 1, east: 1))
    }
    _ = try await write(Source(), place, zoom: 2)
    await #expect(throws: TileSourceError.self) {
      try await write(Source(cacheName: "other"), place, zoom: 2)
    }
  }
}
