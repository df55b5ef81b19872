internal import Gzip
import Geo
public import HTTPMessages
import Synchronization
import TrustLimits

/// A PMTiles archive of version 3, in a file or on a server that answers range requests.
public final class PMTilesArchive: TileSource {
  private struct State {
    var header: PMTilesHeader
    var root: PMTilesDirectory
    /// Leaf directories by their offset.
    var leaves: [UInt64: PMTilesDirectory] = [:]
    /// The offsets of the leaves, the one used last at the end.
    var order: [UInt64] = []
    var cost = 0
    var readBytes = 0
  }

  private static let leafBytes = 4 * 1_048_576

  /// The archive's metadata when it was opened.
  public let metadata: TileSourceMetadata
  /// The name for its tiles in a cache; nil for a file.
  public var cacheName: String? { reader.cacheName }

  /// The bytes of all tiles and directories that were read, also of those that were read again.
  public var readBytes: Int? { state.withLock { $0.readBytes } }

  private let reader: any ByteRangeReader
  private let state: Mutex<State>

  /// Opens a file.
  public convenience init(path: String) async throws(TileSourceError) {
    try await self.init(FileRangeReader(path: path))
  }

  /// Opens an archive on a server.
  public convenience init(
    url: HTTPURL,
    transport: any HTTPTransport
  ) async throws(TileSourceError) {
    try await self.init(HTTPRangeReader(url: url, transport: transport))
  }

  /// Opens an archive in memory, such as one embedded in the program.
  ///
  /// `bytes` copies a range within 0..<byteCount.
  public convenience init(
    named name: String, byteCount: Int, bytes: @escaping @Sendable (Range<Int>) -> [UInt8]
  ) async throws(TileSourceError) {
    try await self.init(MemoryRangeReader(source: name, byteCount: byteCount, bytes: bytes))
  }

  init(_ reader: some ByteRangeReader) async throws(TileSourceError) {
    let (header, root) = try await Self.open(reader)
    self.reader = reader
    state = Mutex(State(header: header, root: root))
    metadata = try await Self.metadata(header, reader)
  }

  /// The archive's header as it was read last.
  public var header: PMTilesHeader { state.withLock { $0.header } }

  /// Reads a tile as it is stored; nil if the archive does not have it.
  public func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]? {
    do { return try await lookUp(address) } catch {
      guard error.kind == .changed else { throw error }
      // The archive was replaced, so its directories are no longer valid.
      let (header, root) = try await Self.open(reader)
      state.withLock { $0 = State(header: header, root: root, readBytes: $0.readBytes) }
      return try await lookUp(address)
    }
  }

  private func lookUp(_ address: TileAddress) async throws(TileSourceError) -> [UInt8]? {
    let (header, root) = state.withLock { ($0.header, $0.root) }
    guard (header.minimumZoom...header.maximumZoom).contains(address.z) else { return nil }
    let tileID = address.hilbertID
    var directory = root
    for _ in 0..<Limits.Tile.directoryDepth {
      guard let entry = directory.entry(for: tileID) else { return nil }
      guard entry.runLength == 0 else {
        return try await read(entry, of: header.tiles, limit: Limits.Tile.bodyBytes)
      }
      directory = try await leaf(entry, header: header)
    }
    throw .malformed(reader.source, "Its directories are nested too deep. Make the archive again.")
  }

  private func leaf(
    _ entry: PMTilesDirectory.Entry, header: PMTilesHeader
  ) async throws(TileSourceError) -> PMTilesDirectory {
    let known = state.withLock { state -> PMTilesDirectory? in
      guard let leaf = state.leaves[entry.offset] else { return nil }
      state.order.removeAll { $0 == entry.offset }
      state.order.append(entry.offset)
      return leaf
    }
    if let known { return known }
    let bytes = try await read(entry, of: header.leaves, limit: Limits.Tile.directoryBytes)
    let leaf = try Self.directory(bytes, header: header, source: reader.source)
    state.withLock { state in
      guard state.header == header, state.leaves[entry.offset] == nil else { return }
      state.leaves[entry.offset] = leaf
      state.order.append(entry.offset)
      state.cost += leaf.cost
      while state.cost > Self.leafBytes, state.order.count > 1 {
        let oldest = state.order.removeFirst()
        state.cost -= state.leaves.removeValue(forKey: oldest)?.cost ?? 0
      }
    }
    return leaf
  }

  private func read(
    _ entry: PMTilesDirectory.Entry, of section: PMTilesHeader.Section, limit: Int
  ) async throws(TileSourceError) -> [UInt8] {
    let part = PMTilesHeader.Section(offset: entry.offset, length: UInt64(entry.length))
    guard part.isWithin(section.length) else {
      throw .malformed(reader.source, "A directory entry points outside. \(Self.advice)")
    }
    guard Int(entry.length) <= limit else {
      throw .tooLarge(
        reader.source, "A tile or directory has \(entry.length) bytes, more than \(limit).")
    }
    state.withLock { $0.readBytes += Int(entry.length) }
    return try await reader.read(
      offset: section.offset + entry.offset, count: Int(entry.length), orFewer: false)
  }

  private static func open(
    _ reader: some ByteRangeReader
  ) async throws(TileSourceError) -> (PMTilesHeader, PMTilesDirectory) {
    let start = try await reader.read(offset: 0, count: PMTilesHeader.rootLimit, orFewer: true)
    let header = try PMTilesHeader(start, source: reader.source)
    try header.check(size: reader.size, source: reader.source)
    // The header's check makes this sum safe.
    let end = header.root.offset + header.root.length
    guard end <= UInt64(start.count) else {
      throw .malformed(
        reader.source, "Its root directory is not at its start. Make the archive again.")
    }
    let bytes = Array(start[Int(header.root.offset)..<Int(end)])
    return (header, try directory(bytes, header: header, source: reader.source))
  }

  private static let advice = "Copy or download it again."

  private static func directory(
    _ bytes: [UInt8], header: PMTilesHeader, source: String
  ) throws(TileSourceError) -> PMTilesDirectory {
    guard let directory = PMTilesDirectory(try inflated(bytes, header: header, source: source))
    else { throw damaged(source) }
    return directory
  }

  private static func inflated(
    _ bytes: [UInt8], header: PMTilesHeader, source: String
  ) throws(TileSourceError) -> [UInt8] {
    guard header.internalCompression != .none, TileCompression.ofTile(bytes) == .deflate else {
      return bytes
    }
    let limit = Limits.Tile.directoryBytes
    do { return try Inflation.inflate(bytes, limit: limit) } catch {
      guard error == .tooLarge else { throw damaged(source) }
      throw .tooLarge(source, "A directory inflates to more than \(limit) bytes.")
    }
  }

  private static func damaged(_ source: String) -> TileSourceError {
    .malformed(source, "One of its directories is damaged. \(advice)")
  }

  private static func metadata(
    _ header: PMTilesHeader, _ reader: some ByteRangeReader
  ) async throws(TileSourceError) -> TileSourceMetadata {
    var document: MetadataDocument?
    if header.metadata.length > 0, header.metadata.length <= Limits.Tile.metadataBytes {
      let bytes = try await reader.read(
        offset: header.metadata.offset, count: Int(header.metadata.length), orFewer: false)
      // A map can be drawn without its metadata.
      document = (try? inflated(bytes, header: header, source: reader.source))
        .flatMap(MetadataDocument.init)
    }
    let bounds = header.bounds
    return TileSourceMetadata(
      name: document?.name, attribution: document?.attribution, minimumZoom: header.minimumZoom,
      maximumZoom: header.maximumZoom,
      bounds: MetadataDocument.bounds([bounds.west, bounds.south, bounds.east, bounds.north])
        .flatMap { $0.latitudeSpan > 0 ? $0 : nil },
      center: header.center.isValid ? header.center : nil, layers: document?.layers ?? [])
  }
}
