import FoundationEssentials
import SQLiteFiles
import TestSupport
import Testing

@Suite(.limited) struct `A connection to a database` {
  private func database() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:", access: .writing, busyTime: 0)
    try connection.execute("CREATE TABLE tile (id INTEGER PRIMARY KEY, name TEXT, body BLOB)")
    return connection
  }

  @Test func `A connection to a database returns the stored values`() throws {
    let connection = try database()
    let insert = try connection.prepare("INSERT INTO tile VALUES (?, ?, ?)")
    try insert.run([.integer(1), .text("a\0é"), .blob([0, 1, 2])])
    try insert.run([.integer(2), .text(""), .blob([])])
    #expect(connection.changes == 1)
    var rows: [String] = []
    try connection.rows("SELECT id, name, body FROM tile ORDER BY id") { row in
      rows.append("\(row.number(0)) \(row.text(1) ?? "nil") \(row.bytes(2) ?? []) \(row.size(2))")
      return true
    }
    #expect(rows == ["1 a\0é [0, 1, 2] 3", "2 nil [] 0"])
    #expect(try connection.number("SELECT count(*) FROM tile WHERE id > ?", [.integer(1)]) == 1)
    #expect(try connection.number("SELECT id FROM tile WHERE id = 3") == nil)
  }

  @Test func `A connection to a database reads only as much as requested`() throws {
    let connection = try database()
    try connection.rows("INSERT INTO tile VALUES (1, 'abc', x'00ff00')")
    var taken = 0
    try connection.rows("SELECT name, body FROM tile UNION ALL SELECT 'x', NULL") { row in
      taken += 1
      #expect(row.text(0, limit: 2) == nil)
      #expect(row.bytes(1, limit: 3) == [0, 0xFF, 0])
      #expect(row.text(1) == nil)
      return false
    }
    #expect(taken == 1)
  }

  @Test func `A connection to a database ends a statement that runs too long`() throws {
    let connection = try SQLiteConnection(
      path: ":memory:", access: .writing, busyTime: 0, steps: 10_000)
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n"
    let failure = #expect(throws: SQLiteConnection.Failure.self) { try connection.number(endless) }
    #expect(failure?.isDamaged == false)
    #expect(failure?.description == "interrupted")
  }

  @Test func `A connection to a database refuses values larger than the limit for foreign files`()
    throws
  {
    let connection = try database()
    let failure = #expect(throws: SQLiteConnection.Failure.self) {
      try connection.rows("SELECT zeroblob(900000000)")
    }
    #expect(failure?.isTooLarge == true)
    #expect(failure?.isDamaged == false)
    var isNil = false
    try connection.rows("SELECT zeroblob(1000000)") { row in
      isNil = row.size(0) == 1_000_000 && row.bytes(0, limit: 999_999) == nil
      return true
    }
    #expect(isNil)
    #expect(try connection.number("PRAGMA cell_size_check") == 1)
  }

  @Test
  func `A connection to a database reports a file that is not a database and an invalid statement`()
    throws
  {
    let path = FileManager.default.temporaryDirectory.path + "/no-database-\(UUID().uuidString)"
    try Data(repeating: 0x78, count: 4_096).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let damaged = #expect(throws: SQLiteConnection.Failure.self) {
      try SQLiteConnection(path: path, access: .reading, busyTime: 0)
        .number("SELECT count(*) FROM tile")
    }
    #expect(damaged?.isDamaged == true)
    #expect(throws: SQLiteConnection.Failure.self) {
      try SQLiteConnection(path: path + "-missing", access: .reading, busyTime: 0)
    }
    let connection = try database()
    let wrong = #expect(throws: SQLiteConnection.Failure.self) {
      try connection.execute("SELECT color FROM tile")
    }
    #expect(wrong?.description == "no such column: color")
    #expect(throws: SQLiteConnection.Failure.self) {
      try connection.rows("INSERT INTO tile VALUES (?)", [.integer(1), .integer(2)])
    }
  }
}
