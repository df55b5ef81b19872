internal import CSQLite

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One connection to an SQLite database, for one user at a time.
@safe
package final class SQLiteConnection {
  /// What SQLite says went wrong.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    /// Whether the file is no database, or a damaged one.
    package let isDamaged: Bool
    /// Whether a value is larger than one of a foreign file may be.
    package let isTooLarge: Bool
    /// What SQLite says of it.
    package let description: String
  }

  /// A value that a statement is run with.
  package enum Value: Sendable {
    case integer(Int)
    case text(String)
    case blob([UInt8])
  }

  /// What may be done with a file.
  package enum Access: Sendable {
    /// It has to exist and is not changed.
    case reading
    /// It is made where there is none.
    case writing
  }

  /// The steps of SQLite's machine that a statement on a file from anywhere may take, which is some
  /// seconds.
  package static let foreignSteps: Int32 = 20_000_000
  /// The most bytes of a value or row of a file from anywhere, whose views can make up any size.
  package static let foreignBytes: Int32 = 16 * 1_048_576

  private let handle: OpaquePointer

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - path: The file; one that is written may be in a linked directory, but is no link itself.
  ///   - access: What may be done with it.
  ///   - busyTime: The milliseconds to wait while another process writes.
  ///   - steps: The steps after which a statement is given up; nil for a file of one's own.
  /// - Throws: ``Failure`` if it cannot be opened.
  package init(
    path: String,
    access: Access,
    busyTime: Int32,
    steps: Int32? = foreignSteps
  ) throws(Failure) {
    var handle: OpaquePointer?
    let flags =
      switch access {
      case .reading: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW
      }
    // SQLite refuses a link in any part of the path; only one in the file's own place is a danger.
    let path = access == .writing ? Self.resolvingDirectory(of: path) : path
    let code = unsafe sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_FULLMUTEX, nil)
    guard let opened = unsafe handle else {
      throw Failure(isDamaged: false, isTooLarge: false, description: "out of memory")
    }
    unsafe self.handle = opened
    guard code == SQLITE_OK else { throw failure(code) }
    unsafe sqlite3_busy_timeout(opened, busyTime)
    if let steps {
      unsafe sqlite3_progress_handler(opened, steps, { _ in 1 }, nil)
      unsafe sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, Self.foreignBytes)
      try execute("PRAGMA cell_size_check = ON")
    }
    // Views and triggers of a foreign database may do nothing but read and write it.
    try execute("PRAGMA trusted_schema = OFF")
  }

  /// A file's path with all links in its directory followed, but none in its own name.
  private static func resolvingDirectory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex,
      let resolved = unsafe realpath(String(path[..<slash]), nil)
    else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved) + path[slash...]
  }

  deinit {
    // Statements that are still there keep it until their end.
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs statements that return nothing that matters.
  package func execute(_ sql: String) throws(Failure) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Prepares a statement, to be run once or more.
  package func prepare(_ sql: String) throws(Failure) -> SQLiteStatement {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let statement = unsafe prepared else { throw failure(code) }
    return unsafe SQLiteStatement(statement, of: self)
  }

  /// Runs a statement and gives its rows to a closure until that has enough.
  ///
  /// - Throws: ``Failure`` if the statement cannot be run.
  package func rows(
    _ sql: String,
    _ values: [Value] = [],
    _ body: (SQLiteStatement) -> Bool = { _ in true }
  ) throws(Failure) {
    let statement = try prepare(sql)
    try statement.bind(values)
    while try statement.next(), body(statement) {}
  }

  /// The first column of a statement's first row, as a number; nil without a row.
  package func number(_ sql: String, _ values: [Value] = []) throws(Failure) -> Int? {
    let statement = try prepare(sql)
    try statement.bind(values)
    return try statement.next() ? statement.number(0) : nil
  }

  /// The rows that the last statement has changed.
  package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

  func failure(_ code: Int32) -> Failure {
    let primary = code & 0xFF
    return Failure(
      isDamaged: primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB,
      isTooLarge: primary == SQLITE_TOOBIG,
      description: unsafe String(cString: sqlite3_errmsg(handle))
    )
  }
}
