import Geo
import SQLiteFiles
import Synchronization
import TrustLimits

/// An MBTiles file: an SQLite database with a row for each tile.
public final class MBTilesFile: TileSource {
  /// What the file says of itself.
  public let metadata: TileSourceMetadata
  /// Nil, because the file is on a disk already.
  public let cacheName: String? = nil

  private let path: String
  private let connection: Mutex<SQLiteConnection>

  /// Opens a file for reading.
  public init(path: String) throws(TileSourceError) {
    // SQLite would call a missing file and a directory by the same error.
    _ = try FileRangeReader(path: path)
    let connection = try Self.checked(path) { () throws(SQLiteConnection.Failure) in
      try SQLiteConnection(path: path, access: .reading, busyTime: 2_000)
    }
    metadata = try Self.checked(path) { () throws(SQLiteConnection.Failure) in
      try Self.metadata(connection)
    }.get(path)
    self.path = path
    self.connection = Mutex(connection)
  }

  /// Reads a tile as it is stored; nil if the file has none.
  @concurrent
  public func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]? {
    var found: (size: Int, body: [UInt8]?)?
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
    } catch {
      throw Self.error(error, path)
    }
    guard let found, found.size > 0 else { return nil }
    guard let body = found.body else {
      throw TileSourceError(
        .tooLarge,
        source: path,
        reason: "A tile has \(found.size) bytes, more than it may."
      )
    }
    return body
  }

  /// The metadata and the format of the tiles.
  private struct Reading {
    var metadata = TileSourceMetadata()
    var format: String?

    func get(_ path: String) throws(TileSourceError) -> TileSourceMetadata {
      if let format, !["pbf", "mvt", "application/vnd.mapbox-vector-tile"].contains(format) {
        throw TileSourceError(
          .unsupported,
          source: path,
          reason: "Its tiles are pictures (\(format)). Only vector tiles can be drawn."
        )
      }
      return metadata
    }
  }

  private static func metadata(
    _ connection: SQLiteConnection
  ) throws(SQLiteConnection.Failure) -> Reading {
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
      // What the tiles say counts where the metadata says nothing.
      var number = numbers(name).first.flatMap { Int(exactly: $0.rounded()) }
      if number == nil {
        number = try connection.number("SELECT \(function)(zoom_level) FROM tiles")
      }
      return min(max(0, number ?? 0), Limits.Tile.zoom)
    }
    let (lowest, highest) = (try zoom("minzoom", "min"), try zoom("maxzoom", "max"))
    // Without this table the file is no MBTiles file, whatever its metadata say.
    _ = try connection.number(
      "SELECT zoom_level + tile_column + tile_row FROM tiles WHERE zoom_level = -1 LIMIT 1"
    )
    let json = fields["json"].flatMap { MetadataDocument(Array($0.utf8)) }
    return Reading(
      metadata: TileSourceMetadata(
        name: fields["name"],
        attribution: MetadataDocument.bounded(fields["attribution"]),
        minimumZoom: min(lowest, highest),
        maximumZoom: max(lowest, highest),
        bounds: MetadataDocument.bounds(numbers("bounds")),
        center: MetadataDocument.center(numbers("center")),
        layers: json?.layers ?? []
      ),
      format: fields["format"]
    )
  }

  private static func checked<Value>(
    _ path: String,
    _ work: () throws(SQLiteConnection.Failure) -> Value
  ) throws(TileSourceError) -> Value {
    do throws(SQLiteConnection.Failure) {
      return try work()
    } catch {
      throw Self.error(error, path)
    }
  }

  private static func error(_ failure: SQLiteConnection.Failure, _ path: String) -> TileSourceError
  {
    if failure.isTooLarge {
      return TileSourceError(
        .tooLarge,
        source: path,
        reason: "A tile or its metadata is larger than it may be."
      )
    }
    return TileSourceError(
      .malformed,
      source: path,
      reason: failure.isDamaged
        ? "It is not an MBTiles file, or a damaged one. Copy or download it anew."
        : "It cannot be read as an MBTiles file: \(failure.description)."
    )
  }
}
