import CSQLite
import Foundation
import TileWriting
import VectorTiles

extension FuzzTarget {
  /// MBTiles files, damaged anywhere.
  static let mbtiles = FuzzTarget(
    name: "mbtiles", mostBytes: 16_384,
    seeds: {
      [
        try Database.bytes(rows: [
          ("name", "Town"), ("format", "pbf"), ("minzoom", "0"), ("maxzoom", "1"),
          ("json", #"{"vector_layers":[{"id":"water"}]}"#),
        ]),
        try Database.bytes(rows: []),
      ]
    },
    check: { bytes in try await Database.check(bytes) }
  )

  /// The metadata of an MBTiles file that is whole: a name and a value in turn, each ended by a zero.
  static let mbtilesMetadata = FuzzTarget(
    name: "mbtiles-metadata", mostBytes: 4_096,
    seeds: {
      [
        "name\0Town\0format\0pbf\0bounds\010,40, 11.5,41\0center\010.7,40.5,9\0minzoom\02\0"
          + "maxzoom\013\0attribution\0<b>© nobody</b>\0json\0{\"vector_layers\":[{\"id\":\"a\"}]}\0",
        "minzoom\0-1\0maxzoom\01e300\0bounds\0nan,inf,,\0center\0181,91\0json\0[]\0",
      ].map { Array($0.utf8) }
    },
    check: { bytes in
      var parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }[...]
      var rows: [(name: String, value: String)] = []
      while parts.count >= 2, rows.count < 300 {
        rows.append((parts.removeFirst(), parts.removeFirst()))
      }
      try await Database.check(try Database.bytes(rows: rows))
    })
}

/// MBTiles files in memory, as far as SQLite allows.
private enum Database {
  struct Failure: Error { let code: Int32 }

  /// Reads a file of these bytes.
  static func check(_ bytes: [UInt8]) async throws {
    let path = temporaryPath()
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { remove(path) }
    guard let file = try? MBTilesFile(path: path) else { return }
    try FuzzTarget.check(file.metadata)
    try await FuzzTarget.check(file, [.whole] + TileAddress.whole.children)
    try promise(
      try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes),
      "the file was changed by reading it")
  }

  /// A file of small pages with these rows of metadata and a tile.
  static func bytes(rows: [(name: String, value: String)]) throws -> [UInt8] {
    let path = temporaryPath()
    defer { remove(path) }
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let handle = opened else {
      throw Failure(code: SQLITE_CANTOPEN)
    }
    do {
      defer { sqlite3_close(handle) }
      let code = sqlite3_exec(
        handle,
        """
        PRAGMA page_size = 512; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        """, nil, nil, nil)
      guard code == SQLITE_OK else { throw Failure(code: code) }
      for row in rows {
        try run(handle, "INSERT INTO metadata VALUES (?, ?)") {
          _ = ridealong_sqlite_bind_text($0, 1, row.name, Int32(row.name.utf8.count))
          _ = ridealong_sqlite_bind_text($0, 2, row.value, Int32(row.value.utf8.count))
        }
      }
      try run(handle, "INSERT INTO tiles VALUES (0, 0, 0, ?)") { statement in
        let tile = TileEncoder.encode(Sample.everyValue)
        _ = ridealong_sqlite_bind_blob(statement, 1, tile, Int32(tile.count))
      }
      try run(handle, "COMMIT") { _ in }
    }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func run(
    _ handle: OpaquePointer, _ sql: String, bind: (OpaquePointer) -> Void
  ) throws {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let statement = prepared else { throw Failure(code: code) }
    defer { sqlite3_finalize(statement) }
    bind(statement)
    let result = sqlite3_step(statement)
    guard result == SQLITE_DONE else { throw Failure(code: result) }
  }

  /// A new path, in memory where the system has a file system there.
  private static func temporaryPath() -> String {
    let memory = "/dev/shm"
    let folder =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    return folder + "/ridealong-\(UUID().uuidString).mbtiles"
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }
}
