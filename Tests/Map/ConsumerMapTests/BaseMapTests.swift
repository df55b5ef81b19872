import CellGrid
import FleetEngine
import Geo
import MapCanvas
import Synchronization
import TestSupport
import Testing
import TileWriting
import VectorTiles

@testable import ConsumerMap

/// A tile source with the same town of straight streets in every tile, each street with its own name.
private final class TownSource: TileSource {
  let metadata = TileSourceMetadata(
    attribution: "<a href='x'>© Town</a>", minimumZoom: 0, maximumZoom: 14)
  let cacheName: String? = nil
  let asked = Mutex<Set<TileAddress>>([])
  private let failure: TileSourceError?
  private let isHeld: Mutex<Bool>

  init(failure: TileSourceError? = nil, isHeld: Bool = false) {
    self.failure = failure
    self.isHeld = Mutex(isHeld)
  }

  /// Releases the held tiles.
  func release() { isHeld.withLock { $0 = false } }

  func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]? {
    asked.withLock { _ = $0.insert(address) }
    await waitWhile(isHeld.withLock { $0 })
    if let failure { throw failure }
    var streets: [VectorTile.Feature] = []
    for index in 0..<8 {
      let place = Int32(index) * 512 + 256
      streets.append(
        Self.street("Row \(address.y) \(index)", (0...32).flatMap { [$0 * 128, place] }))
      streets.append(
        Self.street("Alley \(address.x) \(index)", (0...32).flatMap { [place, $0 * 128] }))
    }
    return TileEncoder.encode([
      EncodableLayer(name: "transportation", features: streets),
      EncodableLayer(name: "transportation_name", features: streets),
    ])
  }

  private static func street(_ name: String, _ points: [Int32]) -> VectorTile.Feature {
    VectorTile.Feature(
      type: .line, properties: ["class": .string("primary"), "name": .string(name)],
      coordinates: points, partEnds: [points.count / 2])
  }
}

@MainActor @Suite(.limited) struct `The base map of a map` {
  private let stage = MapStage()

  /// Shows a trip over a source's map and waits for all tiles.
  private func show(_ source: TownSource, _ trip: Trip = SampleRide.riding) async -> TileStore {
    let store = TileStore(source: source, clock: stage.clock)
    stage.map.baseMap = BaseMap(tiles: store)
    stage.show()
    stage.set(trip)
    _ = stage.snapshot(at: 0)
    await settle(store)
    return store
  }

  private func settle(_ store: TileStore) async { await waitWhile(store.status.loading > 0) }

  private func frame(_ snapshot: MapSnapshot, withBaseMap: Bool = true) throws -> Frame {
    var frame = Frame(size: stage.map.size)
    MapRenderer(showsScaleBar: false).draw(
      snapshot.scene, over: withBaseMap ? snapshot.baseMap : nil,
      camera: try #require(snapshot.camera), into: &frame, rect: frame.bounds)
    return frame
  }

  @Test func `The base map of a map is drawn with its attribution once tiles have come`()
    async throws
  {
    let source = TownSource(isHeld: true)
    let store = TileStore(source: source, clock: stage.clock)
    stage.map.baseMap = BaseMap(tiles: store)
    #expect(stage.snapshot(at: 0).baseMap == nil)
    #expect(source.asked.withLock { $0.isEmpty })
    stage.show()
    stage.set(SampleRide.riding)
    stage.map.moveCamera(to: Camera(center: SampleRide.stop, zoom: 15))
    let first = stage.snapshot(at: 0)
    #expect(first.baseMap == nil)
    #expect(first.attribution == nil)
    source.release()
    await settle(store)
    let second = stage.snapshot(at: 0)
    #expect(second.baseMap?.picture.frame.size == stage.map.size)
    #expect(second.baseMap?.names.isEmpty == false)
    #expect(second.attribution == "© Town")
    #expect(second.baseMapProblem == nil)
    stage.map.baseMap = nil
    #expect(stage.snapshot(at: 0).baseMap == nil)
  }

  @Test func `The base map of a map leaves each cell of the ride as it is`() async throws {
    _ = await show(TownSource())
    let snapshot = stage.snapshot(at: 0)
    let (bare, full) = (try frame(snapshot, withBaseMap: false), try frame(snapshot))
    #expect(bare != full)
    var cells = 0
    for row in 0..<bare.size.rows {
      for column in 0..<bare.size.columns where bare[column, row].base != " " {
        var cell = full[column, row]
        // A line of the ride has the area's background.
        if bare[column, row].style.background == .standard { cell.style.background = .standard }
        #expect(cell == bare[column, row])
        cells += 1
      }
    }
    #expect(cells > 20)
    let names = try #require(snapshot.baseMap).names
    for (index, name) in names.enumerated() {
      #expect(!names.dropFirst(index + 1).contains { $0.rect.overlaps(name.rect) })
    }
  }

  @Test(arguments: [(3, 0), (-5, 2), (0, -4)])
  func `The base map of a map moves by whole cells without a change`(
    _ columns: Int, rows: Int
  ) async throws {
    let store = await show(TownSource())
    let before = try #require(stage.snapshot(at: 0).baseMap).picture.frame
    stage.map.pan(columns: columns, rows: rows)
    _ = stage.snapshot(at: 1)
    await settle(store)
    let after = try #require(stage.snapshot(at: 1).baseMap).picture.frame
    #expect(before != after)
    for row in 0..<before.size.rows {
      for column in 0..<before.size.columns {
        let (left, up) = (column - columns, row - rows)
        guard before.bounds.contains(GridPoint(column: left, row: up)) else { continue }
        #expect(after[left, up] == before[column, row])
      }
    }
  }

  @Test func `The base map of a map names the street that the vehicle is on first`() async throws {
    let source = TownSource()
    let store = await show(source)
    // A place on a street of a tile near the ride.
    let address = try #require(
      TileAddress.along([SampleRide.stop, SampleRide.dropoff], zoom: 14, limit: 1).first)
    let street = WebMercator.coordinate(
      WorldPoint(
        x: (Double(address.x) + 0.3) / Double(1 << 14),
        y: (Double(address.y) + 768.0 / 4_096) / Double(1 << 14)))
    stage.set(SampleRide.toStop(street))
    stage.map.moveCamera(to: Camera(center: street, zoom: 15))
    _ = stage.snapshot(at: 1)
    await settle(store)
    let names = try #require(stage.snapshot(at: 1).baseMap).names
    #expect(names.first?.text == SafeText("Row \(address.y) 1"))
  }

  @Test func `The base map of a map fetches the tiles ahead of the vehicle that are out of sight`()
    async throws
  {
    let source = TownSource()
    let far = [SampleRide.stop, Coordinate.meters(east: 20_000, north: 0)]
    let trip = SampleRide.trip(
      .enrouteToDropoff, vehicle: SampleRide.stop, route: far,
      remaining: [SampleRide.waypoint(.dropoff)])
    let store = TileStore(source: source, clock: stage.clock)
    stage.map.baseMap = BaseMap(tiles: store)
    stage.show()
    stage.set(trip)
    stage.map.moveCamera(to: Camera(center: SampleRide.stop, zoom: 15))
    _ = stage.snapshot(at: 0)
    await settle(store)
    let ahead = TileAddress.along(far, zoom: 14, limit: 4)
    let asked = source.asked.withLock { $0 }
    #expect(ahead.count == 4)
    for address in ahead { #expect(asked.contains(address)) }
  }

  @Test func `The base map of a map reports why tiles are missing, and its changes`() async throws {
    let problem = TileSourceError(.unavailable, source: "h", reason: "No \u{1B}[2Janswer.")
    _ = await show(TownSource(failure: problem))
    let said = try #require(stage.snapshot(at: 0).baseMapProblem)
    #expect(said.description.hasPrefix("No "))
    #expect(said.description.hasSuffix("answer. (h)"))
    #expect(!said.description.contains("\u{1B}"))
    var changes = 0
    stage.map.onChange = { changes += 1 }
    for _ in 0..<5 { stage.map.baseMapChanged() }
    await waitWhile(changes == 0)
    #expect(changes == 1)
  }
}
