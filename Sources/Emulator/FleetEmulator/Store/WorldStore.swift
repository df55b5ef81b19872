internal import FleetEngine
internal import JSON
internal import SQLiteFiles

/// The database of trips and vehicles.
///
/// A row is a record as JSON, and is written whole. Only the actor that owns the store uses it.
final class WorldStore {
  /// `RIDE` in ASCII, which marks the file as the emulator's.
  private static let applicationID = 0x5249_4445
  private static let schemaVersion = 1

  private let path: String
  private let directory: DataDirectory
  private let database: SQLiteConnection
  private var statements: [String: SQLiteStatement] = [:]
  private var savedSeconds = 0

  init(_ directory: DataDirectory, providerID: String) throws(EmulatorError) {
    let files = directory.files
    let path = files.path + "/emulator.sqlite"
    self.path = path
    self.directory = directory
    // SQLite treats a file that is shorter than a page as empty, and would overwrite it.
    let size = files.size("emulator.sqlite") ?? 0
    guard size == 0 || size >= 512 else {
      throw EmulatorError(.storage, "\(path) is not a database; name another directory.")
    }
    do {
      let database = try SQLiteConnection(path: path, access: .writing, busyTime: 5_000, steps: nil)
      self.database = database
      try database.execute("PRAGMA cell_size_check = ON")
      try Self.checkIdentity(database, path: path)
      // The data are private; SQLite gives its other files the same mode.
      try files.restrict("emulator.sqlite")
      try database.execute(
        """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
        PRAGMA journal_size_limit = 16777216;
        BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS trip (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS vehicle (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
        PRAGMA application_id = \(Self.applicationID);
        PRAGMA user_version = \(Self.schemaVersion);
        COMMIT;
        """)
      try Self.checkProvider(database, providerID, path: path)
    } catch let error as EmulatorError { throw error } catch {
      throw EmulatorError(
        .storage, "The database \(path) cannot be used: \(error); name another directory.")
    }
  }

  func load() throws(EmulatorError) -> World {
    var world = World()
    do {
      for record in try records("trip", of: StoredTrip.self) { world.put(record) }
      for record in try records("vehicle", of: StoredVehicle.self) { world.put(record) }
    } catch {
      throw EmulatorError(
        .storage, "The database \(path) holds a row that cannot be read; move the file away.")
    }
    return world
  }

  /// The seconds for which emulators have run on these data; 0 for data of older versions.
  func runningSeconds() throws(EmulatorError) -> Int {
    do {
      let rows = try database.prepare("SELECT value FROM setting WHERE name = 'running_seconds'")
      guard try rows.next(), let seconds = rows.text(0).flatMap(Int32.init) else { return 0 }
      savedSeconds = max(0, Int(seconds))
      return savedSeconds
    } catch { throw EmulatorError(.storage, "The database \(path) cannot be read: \(error).") }
  }

  private func records<Record: Decodable>(
    _ table: String,
    of type: Record.Type
  ) throws -> [Record] {
    var records: [Record] = []
    let rows = try database.prepare("SELECT record FROM \(table)")
    while try rows.next() {
      records.append(try JSONTree(parsing: rows.bytes(0) ?? []).decoded(as: type))
    }
    return records
  }

  /// Writes changes and the emulator's running time in one transaction.
  ///
  /// Killing the process loses nothing, because the system has the database's log then. A machine
  /// that loses power may lose the last calls, but never a part of one.
  func save(
    _ changes: Changes, _ routeTexts: RouteTexts? = nil, runningSeconds: Int? = nil
  ) throws(EmulatorError) {
    guard !changes.isEmpty else { return }
    do { try run("BEGIN IMMEDIATE") } catch { throw EmulatorError(.storage, error.description) }
    do {
      for record in changes.trips.values {
        try run(Self.saving("trip"), record.id, Self.text(record, routeTexts))
      }
      for record in changes.vehicles.values {
        try run(Self.saving("vehicle"), record.id, Self.text(record, routeTexts))
      }
      for id in changes.removedTrips { try run("DELETE FROM trip WHERE id = ?1", id) }
      for id in changes.removedVehicles { try run("DELETE FROM vehicle WHERE id = ?1", id) }
      if let runningSeconds, runningSeconds != savedSeconds {
        try run(
          "INSERT INTO setting (name, value) VALUES ('running_seconds', ?1) "
            + "ON CONFLICT (name) DO UPDATE SET value = excluded.value", String(runningSeconds))
      }
      try run("COMMIT")
      savedSeconds = runningSeconds ?? savedSeconds
    } catch {
      // If this fails too, the next transaction cannot begin and reports it.
      try? database.execute("ROLLBACK")
      throw EmulatorError(.storage, "\(error)")
    }
  }

  /// Replaces all trips and vehicles in one transaction.
  func replace(_ world: World) throws(EmulatorError) {
    do {
      try database.execute("BEGIN IMMEDIATE; DELETE FROM trip; DELETE FROM vehicle")
      for record in world.trips.values {
        try run(Self.saving("trip"), record.id, Self.text(record, nil))
      }
      for record in world.vehicles.values {
        try run(Self.saving("vehicle"), record.id, Self.text(record, nil))
      }
      try run("COMMIT")
    } catch {
      try? database.execute("ROLLBACK")
      throw EmulatorError(.storage, "\(error)")
    }
  }

  /// Runs a statement, which is prepared once.
  private func run(_ sql: String, _ values: String...) throws(SQLiteConnection.Failure) {
    let statement = if let known = statements[sql] { known } else { try database.prepare(sql) }
    statements[sql] = statement
    try statement.run(values.map { .text($0) })
  }

  /// A statement that keeps the place of an existing row, so that few pages change.
  private static func saving(_ table: String) -> String {
    "INSERT INTO \(table) (id, record) VALUES (?1, ?2) "
      + "ON CONFLICT (id) DO UPDATE SET record = excluded.record"
  }

  private static func text(_ record: some Encodable, _ routeTexts: RouteTexts?) throws -> String {
    let settings = WireSettings(routeTexts: routeTexts)
    let json = try JSONCoding.encode(record, userInfo: [.wireSettings: settings])
    return String(decoding: json, as: UTF8.self)
  }

  private static func checkIdentity(_ database: SQLiteConnection, path: String) throws {
    let id = try database.number("PRAGMA application_id") ?? 0
    let version = try database.number("PRAGMA user_version") ?? 0
    let isEmpty = try database.number("SELECT count(*) FROM sqlite_schema") == 0
    if isEmpty, id == 0, version == 0 { return }
    let problem =
      id == applicationID
      ? "has version \(version) of the emulator's data, this program knows \(schemaVersion)"
      : "is another program's database"
    guard id == applicationID, version == schemaVersion else {
      throw EmulatorError(.storage, "\(path) \(problem); name another directory.")
    }
  }

  private static func checkProvider(
    _ database: SQLiteConnection, _ providerID: String, path: String
  ) throws {
    let rows = try database.prepare("SELECT value FROM setting WHERE name = 'provider'")
    if try rows.next() {
      let known = rows.text(0) ?? ""
      guard known == providerID else {
        throw EmulatorError(
          .storage,
          "\(path) keeps the trips of the provider \(known), not of \(providerID); "
            + "name that provider or another directory.")
      }
      return
    }
    try database.prepare("INSERT INTO setting (name, value) VALUES ('provider', ?1)")
      .run([.text(providerID)])
  }
}
