public import Geo
internal import TrustLimits

/// Copies the tiles of a region from a source to an MBTiles file.
///
/// A copy that was interrupted continues where it stopped: tiles in the file are not requested again.
public struct TileExtract: Sendable {
  /// How far a copy is.
  public struct Progress: Sendable, Hashable {
    /// The tiles of the region.
    public let total: Int
    /// The tiles that are in the file, and those that the source does not have.
    public internal(set) var done = 0
    /// The bytes that this run has received.
    public internal(set) var receivedBytes = 0
  }

  private struct Tile {
    let address: TileAddress
    let body: [UInt8]
    let layers: [String]
  }

  /// How many tiles are requested at the same time, and are written together.
  private static let concurrentRequests = 8
  /// The waits before a tile is requested again while the source is unavailable.
  private static let retryDelays: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]

  /// The part of the region that the source covers.
  public let bounds: CoordinateBounds
  /// The zooms that are copied.
  public let zooms: ClosedRange<Int>
  /// The tiles of the region, from the lowest zoom to the highest.
  public let addresses: [TileAddress]

  private let source: any TileSource

  /// Creates a copy of a region.
  ///
  /// - Parameters:
  ///   - source: The source of the tiles.
  ///   - bounds: The region.
  ///   - maximumZoom: The highest zoom; the source's own is used if that is lower.
  /// - Throws: A ``TileSourceError`` of kind `tooLarge` if the region has more than
  ///   `Limits.Tile.extractedTiles` tiles, and one of kind `unsupported` if the source does not cover
  ///   the region.
  public init(
    of source: any TileSource, in bounds: CoordinateBounds, maximumZoom: Int = 14
  ) throws(TileSourceError) {
    let metadata = source.metadata
    let highest = max(metadata.minimumZoom, min(maximumZoom, metadata.maximumZoom))
    var bounds = bounds
    if let covered = metadata.bounds {
      guard let part = bounds.intersection(covered) else {
        throw TileSourceError(
          .unsupported, source: metadata.name ?? "The map",
          reason: "It has no tiles there. It covers \(covered.shortDescription).")
      }
      bounds = part
    }
    zooms = metadata.minimumZoom...highest
    var addresses: [TileAddress] = []
    for zoom in zooms {
      let (columns, rows) = TileAddress.ranges(covering: bounds, zoom: zoom)
      guard addresses.count + columns.count * rows.count <= Limits.Tile.extractedTiles else {
        throw TileSourceError(
          .tooLarge, source: metadata.name ?? "The map",
          reason: "The region has more than \(Limits.Tile.extractedTiles) tiles."
            + " Choose a smaller radius.")
      }
      for row in rows {
        for column in columns {
          addresses.append(TileAddress(unchecked: zoom, column & ((1 << zoom) - 1), row))
        }
      }
    }
    self.addresses = addresses
    self.bounds = bounds
    self.source = source
  }

  /// Copies what the file does not hold yet.
  ///
  /// - Parameters:
  ///   - path: The file, which is created with mode 0600 if it is missing.
  ///   - maximumBytes: The most bytes to receive, by default 2 GiB.
  ///   - sleep: Waits before a request is repeated.
  ///   - report: Called after every step.
  /// - Throws: Why a tile could not be read or written. What was copied stays in the file.
  public func write(
    to path: String, maximumBytes: Int? = nil,
    sleep: @escaping @Sendable (Duration) async throws -> Void, report: (Progress) -> Void
  ) async throws(TileSourceError) {
    let maximumBytes = maximumBytes ?? Limits.Tile.extractedBytes
    let writer = try MBTilesWriter(
      path: path, metadata: source.metadata,
      source: source.cacheName ?? source.metadata.name ?? "file")
    // The tile in the middle of the highest zoom comes first: it is the most likely to say which layers there are.
    let middle = [TileAddress(of: bounds.center, zoom: zooms.upperBound)].compactMap(\.self)
    var missing: [TileAddress] = []
    for address in middle.filter(addresses.contains) + addresses.filter({ !middle.contains($0) })
    where try !writer.has(address) { missing.append(address) }
    var layers = source.metadata.layers
    let before = source.readBytes ?? 0
    var bodyBytes = 0
    var progress = Progress(total: addresses.count)
    progress.done = addresses.count - missing.count
    report(progress)
    var rest = missing[...]
    while !rest.isEmpty {
      guard !Task.isCancelled else {
        throw TileSourceError(.cancelled, source: path, reason: "The download was canceled.")
      }
      let batch = rest.prefix(Self.concurrentRequests)
      rest = rest.dropFirst(batch.count)
      let tiles = try await bodies(of: Array(batch), sleep)
      if source.metadata.layers.isEmpty {
        for name in tiles.flatMap(\.layers) where !layers.contains(name) {
          if layers.count < Limits.Tile.layers { layers.append(name) }
        }
      }
      let isTypical =
        rest.isEmpty || tiles.contains { $0.address.z == zooms.upperBound && !$0.layers.isEmpty }
      if isTypical, !layers.isEmpty, TileSchema.drawing(layers) == nil {
        throw TileSourceError(
          .unsupported, source: source.metadata.name ?? "The map",
          reason: TileSchema.refusal(of: layers))
      }
      try writer.put(tiles.map { ($0.address, $0.body) })
      progress.done += tiles.count
      bodyBytes += tiles.reduce(0) { $0 + $1.body.count }
      // The directories of an archive may be much larger than its tiles.
      progress.receivedBytes = max(bodyBytes, (source.readBytes ?? 0) - before)
      report(progress)
      guard rest.isEmpty || progress.receivedBytes <= maximumBytes else {
        throw TileSourceError(
          .tooLarge, source: source.metadata.name ?? "The map",
          reason:
            "The region has more than \(maximumBytes / 1_000_000) MB. Choose a smaller radius.")
      }
    }
    try writer.add(layers: layers)
    try writer.add(bounds, zooms: zooms)
  }

  private func bodies(
    of addresses: [TileAddress], _ sleep: @escaping @Sendable (Duration) async throws -> Void
  ) async throws(TileSourceError) -> [Tile] {
    let results = await withTaskGroup { group in
      for (index, address) in addresses.enumerated() {
        group.addTask { [source] in (index, await Self.body(of: address, source, sleep)) }
      }
      return await group.reduce(into: [Int: Result<Tile, TileSourceError>]()) { $0[$1.0] = $1.1 }
    }
    var tiles: [Tile] = []
    for index in addresses.indices {
      if let result = results[index] { tiles.append(try result.get()) }
    }
    return tiles
  }

  private static func body(
    of address: TileAddress, _ source: any TileSource,
    _ sleep: @escaping @Sendable (Duration) async throws -> Void
  ) async -> Result<Tile, TileSourceError> {
    var delays = retryDelays[...]
    while true {
      do throws(TileSourceError) {
        let body = try await source.body(of: address) ?? []
        // A page of a proxy that asks for a login must not become part of the map.
        let tile = body.isEmpty ? nil : try TileBody.tile(body, source: "Tile \(address)")
        return .success(Tile(address: address, body: body, layers: tile?.layers.map(\.name) ?? []))
      } catch {
        guard error.kind == .unavailable, let delay = delays.popFirst(),
          (try? await sleep(delay)) != nil
        else { return .failure(error) }
      }
    }
  }
}

extension TileAddress {
  /// The columns and rows of a zoom that cover a region.
  ///
  /// East of the antimeridian columns continue beyond the last one.
  static func ranges(
    covering bounds: CoordinateBounds, zoom: Int
  ) -> (columns: Range<Int>, rows: Range<Int>) {
    let edge = Double(1 << zoom)
    let northWest = WebMercator.worldPoint(
      Coordinate(latitude: bounds.north, longitude: bounds.west))
    let south = WebMercator.worldPoint(Coordinate(latitude: bounds.south, longitude: bounds.west)).y
    guard northWest.isFinite, south.isFinite else { return (0..<0, 0..<0) }
    let last = (1 << zoom) - 1
    func clamped(_ value: Double, _ range: ClosedRange<Int>) -> Int {
      min(max(range.lowerBound, Int(value)), range.upperBound)
    }
    let west = clamped(northWest.x * edge, 0...last)
    let east = clamped((northWest.x + bounds.longitudeSpan / 360) * edge, west...west + last)
    return (
      west..<east + 1, clamped(northWest.y * edge, 0...last)..<clamped(south * edge, 0...last) + 1
    )
  }
}

extension CoordinateBounds {
  /// The edges in degrees, such as `43.72 to 43.76, 7.40 to 7.44`.
  fileprivate var shortDescription: String {
    func degrees(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    return "latitude \(degrees(south)) to \(degrees(north)), longitude \(degrees(west)) to "
      + degrees(east)
  }
}
