import Geo
public import VectorTiles

/// Makes PMTiles archives of version 3: clustered, gzipped, equal tiles stored once.
public struct PMTilesWriter: Sendable {
  /// Why an archive was not made.
  public enum Failure: Error, Sendable, Hashable {
    /// There are no tiles.
    case empty
    /// The root directory does not fit into the archive's first 16 KiB.
    case tooManyTiles
    /// zlib had no memory.
    case compression
  }

  /// The archive's metadata.
  public var metadata: TileSourceMetadata

  /// The most bytes of the root directory; above it, tiles are found through leaf directories.
  package var rootBytes = PMTilesHeader.rootLimit - PMTilesHeader.size
  /// The entries of a leaf directory.
  package var leafEntries = 4_096

  private var contents: [[UInt8]: Int] = [:]
  private var bodies: [[UInt8]] = []
  private var tiles: [(tileID: UInt64, content: Int)] = []
  private var addresses: Set<TileAddress> = []
  private var zooms: ClosedRange<Int>?

  /// Creates a writer.
  ///
  /// - Parameter metadata: What the archive says of itself; its zooms are those of the tiles.
  public init(metadata: TileSourceMetadata) { self.metadata = metadata }

  /// Adds a tile.
  ///
  /// - Parameters:
  ///   - tile: The tile's bytes, not compressed; an empty one or one that is there already is left out.
  ///   - address: Which tile it is.
  /// - Throws: ``Failure`` if it cannot be compressed.
  public mutating func add(_ tile: [UInt8], at address: TileAddress) throws(Failure) {
    guard !tile.isEmpty, addresses.insert(address).inserted else { return }
    zooms =
      zooms.map { min($0.lowerBound, address.z)...max($0.upperBound, address.z) }
      ?? address.z...address.z
    if let known = contents[tile] {
      tiles.append((address.hilbertID, known))
      return
    }
    contents[tile] = bodies.count
    tiles.append((address.hilbertID, bodies.count))
    bodies.append(try Self.compressed(tile))
  }

  /// Makes the archive.
  ///
  /// - Returns: Its bytes, the same for the same tiles in whatever order they were added.
  /// - Throws: ``Failure`` if there are no or too many tiles.
  public func archive() throws(Failure) -> [UInt8] {
    guard let zooms, !tiles.isEmpty else { throw .empty }
    var data: [UInt8] = []
    let entries = layOut(into: &data)
    let json = try Self.compressed(Array(document().utf8))
    let (root, leaves) = try directories(entries)
    var header = PMTilesHeader(
      zooms: zooms,
      bounds: metadata.bounds ?? CoordinateBounds(south: -85, west: -180, north: 85, east: 180),
      center: metadata.center ?? metadata.bounds?.center ?? Coordinate(latitude: 0, longitude: 0),
      centerZoom: (zooms.lowerBound + zooms.upperBound + 1) / 2)
    var offset = UInt64(PMTilesHeader.size)
    func section(_ bytes: [UInt8]) -> PMTilesHeader.Section {
      defer { offset += UInt64(bytes.count) }
      return PMTilesHeader.Section(offset: offset, length: UInt64(bytes.count))
    }
    header.root = section(root)
    header.metadata = section(json)
    header.leaves = section(leaves)
    header.tiles = section(data)
    header.addressedTiles = UInt64(tiles.count)
    header.entries = UInt64(entries.count)
    header.contents = UInt64(bodies.count)
    return Self.bytes(of: header) + root + json + leaves + data
  }

  /// Puts every content where its first tile is in the order of numbers, and joins runs.
  private func layOut(into data: inout [UInt8]) -> [PMTilesEntry] {
    var places: [Int: UInt64] = [:]
    var entries: [PMTilesEntry] = []
    var last: Int?
    for tile in tiles.sorted(by: { $0.tileID < $1.tileID }) {
      if let index = entries.indices.last, last == tile.content,
        entries[index].tileID + UInt64(entries[index].runLength) == tile.tileID
      {
        entries[index].runLength += 1
        continue
      }
      let body = bodies[tile.content]
      let place = places[tile.content] ?? UInt64(data.count)
      if places[tile.content] == nil {
        places[tile.content] = place
        data += body
      }
      entries.append(
        PMTilesEntry(tileID: tile.tileID, offset: place, length: UInt64(body.count), runLength: 1))
      last = tile.content
    }
    return entries
  }

  private func directories(
    _ entries: [PMTilesEntry]
  ) throws(Failure) -> (root: [UInt8], leaves: [UInt8]) {
    let whole = try Self.compressed(PMTilesEntry.directory(entries))
    guard whole.count > rootBytes else { return (whole, []) }
    var (leaves, root): ([UInt8], [PMTilesEntry]) = ([], [])
    for start in stride(from: 0, to: entries.count, by: leafEntries) {
      let part = Array(entries[start..<min(start + leafEntries, entries.count)])
      let leaf = try Self.compressed(PMTilesEntry.directory(part))
      root.append(
        PMTilesEntry(
          tileID: part[0].tileID, offset: UInt64(leaves.count), length: UInt64(leaf.count),
          runLength: 0))
      leaves += leaf
    }
    let directory = try Self.compressed(PMTilesEntry.directory(root))
    guard directory.count <= rootBytes else { throw .tooManyTiles }
    return (directory, leaves)
  }

  private static func compressed(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    do { return try GzipWriter.deflate(bytes) } catch { throw .compression }
  }

  /// The metadata as JSON.
  private func document() -> String {
    func quoted(_ text: String) -> String {
      var result = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case _ where scalar.value < 0x20:
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result + "\""
    }
    var fields: [String] = []
    if let name = metadata.name { fields.append("\"name\":" + quoted(name)) }
    if let attribution = metadata.attribution {
      fields.append("\"attribution\":" + quoted(attribution))
    }
    let layers = metadata.layers.map { "{\"id\":" + quoted($0) + ",\"fields\":{}}" }
    fields.append("\"vector_layers\":[" + layers.joined(separator: ",") + "]")
    return "{" + fields.joined(separator: ",") + "}"
  }

  private static func bytes(of header: PMTilesHeader) -> [UInt8] {
    var bytes = Array("PMTiles".utf8) + [3]
    func append(_ value: UInt64, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }
    func append(degrees: Double) {
      let units = Int32(clamping: Int64((degrees * 10_000_000).rounded()))
      append(UInt64(UInt32(bitPattern: units)), 4)
    }
    for section in [header.root, header.metadata, header.leaves, header.tiles] {
      append(section.offset, 8)
      append(section.length, 8)
    }
    for count in [header.addressedTiles, header.entries, header.contents] { append(count, 8) }
    // Clustered; directories and tiles gzipped; vector tiles.
    bytes += [1, 2, 2, 1, UInt8(clamping: header.minimumZoom), UInt8(clamping: header.maximumZoom)]
    for edge in [
      header.bounds.west, header.bounds.south, header.bounds.east, header.bounds.north,
    ] { append(degrees: edge) }
    bytes.append(UInt8(clamping: header.centerZoom))
    append(degrees: header.center.longitude)
    append(degrees: header.center.latitude)
    return bytes
  }
}

/// An entry of a directory to be written.
private struct PMTilesEntry {
  var tileID: UInt64
  var offset: UInt64
  var length: UInt64
  var runLength: UInt32

  /// A directory of entries, not compressed.
  static func directory(_ entries: [PMTilesEntry]) -> [UInt8] {
    var writer = ProtobufWriter()
    writer.varint(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      writer.varint(entry.tileID - last)
      last = entry.tileID
    }
    for entry in entries { writer.varint(UInt64(entry.runLength)) }
    for entry in entries { writer.varint(entry.length) }
    for (index, entry) in entries.enumerated() {
      let follows =
        index > 0 && entries[index - 1].offset + entries[index - 1].length == entry.offset
      writer.varint(follows ? 0 : entry.offset + 1)
    }
    return writer.bytes
  }
}
