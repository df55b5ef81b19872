import Geo
import JSON
import SQLiteFiles
import TrustLimits

/// Writes tiles to an MBTiles file, which an interrupted program can continue later.
///
/// Source: https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md
final class MBTilesWriter {
  private let path: String
  private let connection: SQLiteConnection

  /// Opens a file of mode 0600, or creates it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - metadata: The metadata of the tiles' source.
  ///   - source: A name of the source. A file that was begun with another source is refused.
  init(path: String, metadata: TileSourceMetadata, source: String) throws(TileSourceError) {
    self.path = path
    do throws(SQLiteConnection.Failure) {
      SQLiteConnection.createFile(path)
      connection = try SQLiteConnection(path: path, access: .writing, busyTime: 2_000)
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS metadata (name TEXT PRIMARY KEY, value TEXT);
        CREATE TABLE IF NOT EXISTS tiles (
          zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB,
          PRIMARY KEY (zoom_level, tile_column, tile_row)
        );
        """)
    } catch {
      throw error.isDamaged ? MBTilesFile.error(error, path) : Self.unwritable(error, path)
    }
    guard try value("source") ?? source == source else {
      throw TileSourceError(
        .unsupported, source: path,
        reason: "It holds tiles of another source. Choose another name, or remove the file.")
    }
    try set("source", source)
    try set("name", metadata.name ?? "map")
    try set("type", "baselayer")
    try set("format", "pbf")
    if let attribution = metadata.attribution { try set("attribution", attribution) }
    try add(layers: metadata.layers)
  }

  /// Adds the names of layers to those of earlier copies.
  func add(layers: [String]) throws(TileSourceError) {
    let old = try value("json").flatMap { MetadataDocument(Array($0.utf8)) }?.layers ?? []
    let layers = Array((old + layers.filter { !old.contains($0) }).prefix(Limits.Tile.layers))
    var json = JSONWriter()
    json.write(.object(["vector_layers": .list(layers.map { .object(["id": .text($0)]) })]))
    try set("json", String(decoding: json.bytes, as: UTF8.self))
  }

  /// Adds a region to the metadata; a file may hold several.
  func add(_ bounds: CoordinateBounds, zooms: ClosedRange<Int>) throws(TileSourceError) {
    let old = try value("bounds")?.split(separator: ",").compactMap { Double($0) } ?? []
    let all = MetadataDocument.bounds(old)?.union(bounds) ?? bounds
    try set("bounds", "\(all.west),\(all.south),\(all.east),\(all.north)")
    try set("center", "\(bounds.center.longitude),\(bounds.center.latitude),\(zooms.upperBound)")
    let lowest = try value("minzoom").flatMap { Int($0) } ?? zooms.lowerBound
    let highest = try value("maxzoom").flatMap { Int($0) } ?? zooms.upperBound
    try set("minzoom", "\(min(lowest, zooms.lowerBound))")
    try set("maxzoom", "\(max(highest, zooms.upperBound))")
  }

  /// Whether the file holds a tile, or the fact that the source has none there.
  func has(_ address: TileAddress) throws(TileSourceError) -> Bool {
    try run { connection throws(SQLiteConnection.Failure) in
      try connection.number(
        "SELECT 1 FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
        Self.key(address)) != nil
    }
  }

  /// Writes tiles in one transaction; an empty body records that the source has no tile there.
  func put(_ tiles: [(address: TileAddress, body: [UInt8])]) throws(TileSourceError) {
    try run { connection throws(SQLiteConnection.Failure) in
      try connection.execute("BEGIN IMMEDIATE")
      do throws(SQLiteConnection.Failure) {
        let statement = try connection.prepare("INSERT OR REPLACE INTO tiles VALUES (?, ?, ?, ?)")
        for tile in tiles { try statement.run(Self.key(tile.address) + [.blob(tile.body)]) }
        try connection.execute("COMMIT")
      } catch {
        // A full disk has rolled the transaction back already.
        try? connection.execute("ROLLBACK")
        throw error
      }
    }
  }

  private static func key(_ address: TileAddress) -> [SQLiteConnection.Value] {
    [.integer(address.z), .integer(address.x), .integer(address.southernRow)]
  }

  private func value(_ name: String) throws(TileSourceError) -> String? {
    try run { connection throws(SQLiteConnection.Failure) in
      var value: String?
      try connection.rows("SELECT value FROM metadata WHERE name = ?", [.text(name)]) { row in
        value = row.text(0, limit: Limits.Tile.metadataBytes)
        return false
      }
      return value
    }
  }

  private func set(_ name: String, _ value: String) throws(TileSourceError) {
    try run { connection throws(SQLiteConnection.Failure) in
      try connection.rows(
        "INSERT OR REPLACE INTO metadata VALUES (?, ?)", [.text(name), .text(value)])
    }
  }

  private func run<Value>(
    _ work: (SQLiteConnection) throws(SQLiteConnection.Failure) -> Value
  ) throws(TileSourceError) -> Value {
    do throws(SQLiteConnection.Failure) { return try work(connection) } catch {
      throw Self.unwritable(error, path)
    }
  }

  private static func unwritable(
    _ failure: SQLiteConnection.Failure, _ path: String
  ) -> TileSourceError {
    .unreadable(path, "It cannot be written: \(failure.description).")
  }
}
