import Geo
import SQLiteFiles
import Synchronization
import TrustLimits

/// An MBTiles file: an SQLite database with a row for each tile.
public final class MBTilesFile: TileSource {
  /// The file's metadata.
  public let metadata: TileSourceMetadata
  /// Nil, because the file is on disk already.
  public let cacheName: String? = nil

  private let path: String
  private let connection: Mutex<SQLiteConnection>

  /// Opens a file for reading.
  public init(path: String) throws(TileSourceError) {
    // SQLite reports a missing file and a directory by the same error.
    _ = try FileRangeReader(path: path)
    let format: String?
    do throws(SQLiteConnection.Failure) {
      let connection = try SQLiteConnection(path: path, access: .reading, busyTime: 2_000)
      (metadata, format) = try Self.metadata(connection)
      self.connection = Mutex(connection)
    } catch { throw Self.error(error, path) }
    self.path = path
    if let reason = format.flatMap(TileFormat.refusal) { throw .unsupported(path, reason) }
  }

  /// Three tiles of the highest zoom that has some.
  public func samples() async -> [TileAddress] {
    var samples: [TileAddress] = []
    try? connection.withLock { (connection) throws(SQLiteConnection.Failure) in
      try connection.rows(
        """
        SELECT zoom_level, tile_column, tile_row FROM tiles
        WHERE zoom_level = (SELECT max(zoom_level) FROM tiles) AND tile_data IS NOT NULL LIMIT 3
        """
      ) { row in
        let (zoom, column, south) = (row.number(0), row.number(1), row.number(2))
        guard (0...Limits.Tile.zoom).contains(zoom), (0..<1 << zoom).contains(south) else {
          return true
        }
        if let address = TileAddress(z: zoom, x: column, y: (1 << zoom) - 1 - south) {
          samples.append(address)
        }
        return true
      }
    }
    return samples
  }

  /// Reads a tile as it is stored; nil if the file does not have it.
  @concurrent public func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]? {
    let found: (size: Int, body: [UInt8]?)?
    do throws(SQLiteConnection.Failure) {
      found = try connection.withLock {
        (connection) throws(SQLiteConnection.Failure) -> (size: Int, body: [UInt8]?)? in
        var found: (size: Int, body: [UInt8]?)?
        try connection.rows(
          "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
          [.integer(address.z), .integer(address.x), .integer(address.southernRow)]
        ) { row in
          found = (row.size(0), row.bytes(0, limit: Limits.Tile.inflatedBytes))
          return false
        }
        return found
      }
    } catch { throw Self.error(error, path) }
    guard let found, found.size > 0 else { return nil }
    guard let body = found.body else {
      throw .tooLarge(path, "A tile has \(found.size) bytes, more than it may.")
    }
    return body
  }

  /// Reads the metadata and the format of the tiles.
  private static func metadata(
    _ connection: SQLiteConnection
  ) throws(SQLiteConnection.Failure) -> (TileSourceMetadata, format: String?) {
    var fields: [String: String] = [:]
    try connection.rows("SELECT name, value FROM metadata LIMIT 256") { row in
      if let name = row.text(0, limit: Limits.Text.bytes),
        let value = row.text(1, limit: Limits.Tile.metadataBytes)
      {
        fields[name] = value
      }
      return true
    }
    func numbers(_ name: String) -> [Double] {
      (fields[name] ?? "").split(separator: ",").compactMap { part in
        Double(part.drop { $0 == " " }.prefix { $0 != " " })
      }
    }
    func zoom(_ name: String, _ function: String) throws(SQLiteConnection.Failure) -> Int {
      // Without metadata the tiles determine the zooms.
      var number = numbers(name).first.flatMap { Int(exactly: $0.rounded()) }
      if number == nil {
        number = try connection.number("SELECT \(function)(zoom_level) FROM tiles")
      }
      return min(max(0, number ?? 0), Limits.Tile.zoom)
    }
    let (lowest, highest) = (try zoom("minzoom", "min"), try zoom("maxzoom", "max"))
    // A file without this table is not an MBTiles file, whatever its metadata says.
    _ = try connection.number(
      "SELECT zoom_level + tile_column + tile_row FROM tiles WHERE zoom_level = -1 LIMIT 1")
    let json = fields["json"].flatMap { MetadataDocument(Array($0.utf8)) }
    let metadata = TileSourceMetadata(
      name: fields["name"], attribution: MetadataDocument.bounded(fields["attribution"]),
      minimumZoom: min(lowest, highest), maximumZoom: max(lowest, highest),
      bounds: MetadataDocument.bounds(numbers("bounds")),
      center: MetadataDocument.center(numbers("center")), layers: json?.layers ?? [])
    return (metadata, fields["format"])
  }

  static func error(_ failure: SQLiteConnection.Failure, _ path: String) -> TileSourceError {
    if failure.isTooLarge { return .tooLarge(path, "A tile or its metadata is too large.") }
    return .malformed(
      path,
      failure.isDamaged
        ? "It is not an MBTiles file, or is damaged. Copy or download it again."
        : "It cannot be read as an MBTiles file: \(failure.description).")
  }
}
