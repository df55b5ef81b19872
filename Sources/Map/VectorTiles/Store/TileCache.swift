import SQLiteFiles
import Synchronization
internal import SystemLibrary
import TrustLimits

/// A disk cache for tiles from servers: an SQLite database that several processes share.
///
/// It keeps only what was decoded as a tile. When it is full, the tiles that were not used for the
/// longest time are removed. A damaged database is replaced by an empty one. If the database cannot
/// be used at all, nothing is kept and ``problem`` gives the reason.
public final class TileCache: Sendable {
  /// The name of the database in its directory.
  public static let fileName = "tiles.sqlite"

  private static let version = 1
  /// The seconds between updates of a tile's last use, so that reading seldom writes.
  private static let useSeconds = 3_600

  private struct State {
    var connection: SQLiteConnection?
    var problem: String?
  }

  private let path: String
  private let limit: Int
  private let now: @Sendable () -> Int
  private let state: Mutex<State>

  /// Opens the cache in a directory that only its owner may enter, creating both if missing.
  ///
  /// `limit` is the most bytes of tiles to keep; `now` returns the seconds since 1970.
  public init(directory: String, limit: Int = 128 * 1_048_576, now: @escaping @Sendable () -> Int) {
    path = directory + "/" + Self.fileName
    self.limit = max(0, limit)
    self.now = now
    var state = State()
    // The tiles show where the user rode.
    if unsafe mkdir(directory, 0o700) != 0, errno != EEXIST {
      state.problem = "The directory \(directory) cannot be made (error \(errno))."
    }
    self.state = Mutex(state)
    self.state.withLock { state in if state.problem == nil { reopen(&state, mayReplace: true) } }
  }

  /// Why nothing is kept, as a sentence for people; nil while the cache works.
  public var problem: String? { state.withLock { $0.problem } }

  /// The bytes of all tiles in the cache.
  public var size: Int {
    use { connection throws(SQLiteConnection.Failure) in
      try connection.number("SELECT bytes FROM total") ?? 0
    } ?? 0
  }

  /// Returns a tile that is in the cache and not too old, for a ``TileSource/cacheName``.
  public func body(of address: TileAddress, source: String) -> [UInt8]? {
    let now = now()
    let key = Self.key(address, source)
    let found = use { connection throws(SQLiteConnection.Failure) in
      var found: (body: [UInt8], used: Int)?
      try connection.rows(
        "SELECT body, used FROM tile WHERE source = ? AND z = ? AND x = ? AND y = ?"
          + " AND stored BETWEEN ? AND ?",
        key + [
          .integer(now - Int(Limits.Tile.cacheLifetime.components.seconds)),
          // A time in the future comes from a wrong clock.
          .integer(now + Self.useSeconds),
        ]
      ) { row in
        found = row.bytes(0, limit: Limits.Tile.inflatedBytes).map { ($0, row.number(1)) }
        return false
      }
      if let found, abs(now - found.used) > Self.useSeconds {
        try connection.rows(
          "UPDATE tile SET used = ? WHERE source = ? AND z = ? AND x = ? AND y = ?",
          [.integer(now)] + key)
      }
      return found
    }
    return found??.body
  }

  /// Keeps a tile that was decoded without an error, for a ``TileSource/cacheName``.
  public func keep(_ body: [UInt8], of address: TileAddress, source: String) {
    guard !body.isEmpty, body.count <= limit else { return }
    let now = now()
    let key = Self.key(address, source)
    let limit = limit
    use { connection throws(SQLiteConnection.Failure) in
      try connection.execute("BEGIN IMMEDIATE")
      do throws(SQLiteConnection.Failure) {
        try connection.rows("DELETE FROM tile WHERE source = ? AND z = ? AND x = ? AND y = ?", key)
        try connection.rows(
          "INSERT INTO tile (source, z, x, y, stored, used, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
          key + [.integer(now), .integer(now), .blob(body)])
        while try connection.number("SELECT bytes FROM total") ?? 0 > limit {
          try connection.execute(
            "DELETE FROM tile WHERE rowid IN (SELECT rowid FROM tile ORDER BY used, rowid LIMIT 8)")
          // A wrong sum would never come down.
          guard connection.changes > 0 else {
            try connection.execute("UPDATE total SET bytes = 0")
            break
          }
        }
        try connection.execute("COMMIT")
      } catch {
        // A transaction that cannot be rolled back has ended already.
        try? connection.execute("ROLLBACK")
        throw error
      }
    }
  }

  private static func key(_ address: TileAddress, _ source: String) -> [SQLiteConnection.Value] {
    [.text(source), .integer(address.z), .integer(address.x), .integer(address.y)]
  }

  @discardableResult private func use<Value: Sendable>(
    _ work: (SQLiteConnection) throws(SQLiteConnection.Failure) -> Value
  ) -> Value? {
    state.withLock { state in
      guard let connection = state.connection else { return nil }
      do throws(SQLiteConnection.Failure) { return try work(connection) } catch {
        // A lock that another process holds for long is no reason to replace the database.
        if error.isDamaged { reopen(&state, mayReplace: true) }
        return nil
      }
    }
  }

  private func reopen(_ state: inout State, mayReplace: Bool) {
    state.connection = nil
    do throws(SQLiteConnection.Failure) {
      state.connection = try Self.connect(path)
      state.problem = nil
    } catch {
      guard mayReplace, error.isDamaged else {
        state.problem = "Tiles are not kept, as \(path) cannot be used: \(error.description)."
        return
      }
      for suffix in ["", "-wal", "-shm"] { _ = unsafe unlink(path + suffix) }
      reopen(&state, mayReplace: false)
    }
  }

  private static func connect(_ path: String) throws(SQLiteConnection.Failure) -> SQLiteConnection {
    SQLiteConnection.createFile(path)
    let connection = try SQLiteConnection(path: path, access: .writing, busyTime: 2_000)
    // If this fails, another process is switching the mode at the moment; damage shows below.
    try? connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("PRAGMA synchronous = NORMAL")
    if try connection.number("PRAGMA user_version") != version {
      try connection.execute("BEGIN IMMEDIATE")
      // Another process may have made the tables while this one waited.
      if try connection.number("PRAGMA user_version") != version { try connection.execute(schema) }
      try connection.execute("COMMIT")
    }
    // Opening does not detect damage; reading the tables does.
    _ = try connection.number("SELECT bytes FROM total")
    _ = try connection.number("SELECT count(*) FROM (SELECT 1 FROM tile LIMIT 1)")
    return connection
  }

  /// The tables of the current version, which replace any others.
  private static let schema = """
    DROP TABLE IF EXISTS tile;
    DROP TABLE IF EXISTS total;
    CREATE TABLE tile (
      source TEXT NOT NULL, z INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
      stored INTEGER NOT NULL, used INTEGER NOT NULL, body BLOB NOT NULL,
      UNIQUE (source, z, x, y)
    );
    CREATE INDEX tile_used ON tile (used);
    CREATE TABLE total (bytes INTEGER NOT NULL);
    INSERT INTO total VALUES (0);
    CREATE TRIGGER tile_in AFTER INSERT ON tile BEGIN
      UPDATE total SET bytes = bytes + length(new.body);
    END;
    CREATE TRIGGER tile_out AFTER DELETE ON tile BEGIN
      UPDATE total SET bytes = bytes - length(old.body);
    END;
    PRAGMA user_version = \(version);
    """
}
