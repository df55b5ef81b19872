internal import Gzip
import TrustLimits
import VectorTiles

/// Measures the time to decode map tiles, whole and as far as a map draws them, and a store's memory.
struct TilesMeasurement {
  static let options: Set<String> = ["data", "rounds", "most-whole", "most-drawn", "most-memory"]

  /// Reads every property and point of a tile and keeps nothing.
  struct Everything: FeatureVisitor {
    var features = 0
    var sum: Int64 = 0

    mutating func begin(id: UInt64?, type: TileGeometryType) { features += 1 }
    mutating func tag(key: Int, value: Int) { sum &+= Int64(key ^ value) }
    func wantsGeometry() -> Bool { true }
    mutating func move(x: Int32, y: Int32) { sum &+= Int64(x ^ y) }
    mutating func line(x: Int32, y: Int32) { sum &+= Int64(x ^ y) }
    func close() {}
    func end() {}
    func discard(_ problem: TileProblem.Kind) {}
  }

  private struct Tile {
    let address: TileAddress
    let body: [UInt8]
    let bytes: [UInt8]
  }

  private let folder: String
  private let rounds: Int
  private let mostWhole: Duration
  private let mostDrawn: Duration
  private let mostMemory: Int

  init(_ arguments: Arguments) throws {
    folder = try arguments.text(required: "data") + "/tiles/"
    rounds = try arguments.number("rounds", default: 15)
    mostWhole = .milliseconds(try arguments.number("most-whole", default: 35.0))
    mostDrawn = .milliseconds(try arguments.number("most-drawn", default: 30.0))
    mostMemory = try arguments.number("most-memory", default: 40) * 1_048_576
  }

  func run() async throws {
    try await measureStore()
    print("tile                        bytes      inflate        whole   z14 layers   z16 layers")
    for (name, file, z, x, y) in [
      ("Florence 14-8704-5971", "firenze-protomaps.pmtiles", 14, 8_704, 5_971),
      ("Paris 14-8298-5635", "omt-paris.mbtiles", 14, 8_298, 5_635),
      ("Dortmund 12-2132-1362", "omt-dortmund.mbtiles", 12, 2_132, 1_362),
    ] {
      let source = try await TileSources.open(path: folder + file)
      guard let address = TileAddress(z: z, x: x, y: y), let tile = try await tile(address, source)
      else { throw Unexpected(description: "\(file) has no tile \(z)/\(x)/\(y).") }
      _ = try row(name, [tile])
    }
    let source = try await TileSources.open(path: folder + "firenze-protomaps.pmtiles")
    var florence: [Tile] = []
    for x in 8_698...8_707 {
      for y in 5_963...5_978 {
        guard let address = TileAddress(z: 14, x: x, y: y),
          let tile = try await tile(address, source)
        else { continue }
        florence.append(tile)
      }
    }
    let (whole, drawn) = try row("Florence, all \(florence.count) of z14", florence)
    guard whole <= mostWhole, drawn <= mostDrawn else {
      throw Unexpected(description: "Decoding Florence takes longer than it may.")
    }
  }

  private func tile(_ address: TileAddress, _ source: any TileSource) async throws -> Tile? {
    guard let body = try await source.body(of: address) else { return nil }
    let bytes = try TileBody.tile(body, source: "\(address)").bytes
    return Tile(address: address, body: body, bytes: bytes)
  }

  /// Measures and prints some tiles; returns the shortest times for everything and for z14's layers.
  private func row(_ name: String, _ tiles: [Tile]) throws -> (whole: Duration, drawn: Duration) {
    let inflate = try shortest {
      for tile in tiles where TileCompression.ofTile(tile.body) == .deflate {
        _ = try Inflation.inflate(tile.body, limit: Limits.Tile.inflatedBytes)
      }
    }
    var features = 0
    let whole = try shortest {
      var visitor = Everything()
      for tile in tiles {
        let read = try VectorTile(tile.bytes)
        for layer in read.layers { try read.visit(layer, with: &visitor) }
      }
      features = visitor.features
    }
    func decode(_ zoom: Double) throws -> Duration {
      try shortest {
        for tile in tiles {
          let read = try VectorTile(tile.bytes)
          let decoded = DecodedTile(
            read, address: tile.address, detail: TileDetail(zoom: zoom), languages: ["it"])
          guard !decoded.geometries.isEmpty || tiles.count > 1 else {
            throw Unexpected(description: "Nothing of \(name) is drawn.")
          }
        }
      }
    }
    let (overview, close) = (try decode(14), try decode(16))
    func column(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let bytes = tiles.reduce(0) { $0 + $1.bytes.count }
    print(
      name + column("\(bytes)", max(0, 33 - name.count))
        + [inflate, whole, overview, close].map {
          column(Figures.fixed($0 / .milliseconds(1), 2) + " ms", 13)
        }.joined() + "  \(features) features")
    return (whole, overview)
  }

  /// The tiles of a large terminal's view at zoom 14, held by a store.
  private func measureStore() async throws {
    let source = try await TileSources.open(path: folder + "firenze-protomaps.pmtiles")
    let before = ProcessFigures.peakMemory()
    let start = ContinuousClock.now
    let addresses = (8_702...8_705).flatMap { x in
      (5_969...5_972).compactMap { TileAddress(z: 14, x: x, y: $0) }
    }
    let (finished, continuation) = AsyncStream.makeStream(of: Void.self)
    let store = TileStore(source: source, clock: ContinuousClock()) { continuation.yield() }
    store.want(addresses, detail: .streets)
    for await _ in finished where store.status.loading == 0 { break }
    let taken = ContinuousClock.now - start
    let held = addresses.count { store.view(of: $0, detail: .streets).fit == .exact }
    Figures.row(
      "16 tiles of Florence by a store", Figures.milliseconds(taken) + ", \(held) on hand")
    Figures.row("decoded in memory", Figures.megabytes(store.status.memoryBytes))
    Figures.row("resident before", Figures.megabytes(before))
    let peak = ProcessFigures.peakMemory()
    Figures.row("resident at most", Figures.megabytes(peak))
    guard peak ?? 0 <= mostMemory else { throw Unexpected(description: "That is too much memory.") }
  }

  private func shortest(_ work: () throws -> Void) rethrows -> Duration {
    try (0..<rounds).map { _ in
      let start = ProcessFigures.threadTime()
      try work()
      return ProcessFigures.threadTime() - start
    }.min() ?? .zero
  }
}
