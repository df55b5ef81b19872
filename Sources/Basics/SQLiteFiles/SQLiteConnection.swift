internal import CSQLite
internal import SystemLibrary

/// A connection to an SQLite database, for one thread at a time.
@safe package final class SQLiteConnection {
  /// An error of SQLite.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    /// Whether the file is damaged or not a database.
    package let isDamaged: Bool
    /// Whether a value is larger than the limit for foreign files.
    package let isTooLarge: Bool
    /// SQLite's message.
    package let description: String
  }

  /// A value of a statement's parameter.
  package enum Value: Sendable {
    case integer(Int)
    case text(String)
    case blob([UInt8])
  }

  /// The access to a file.
  package enum Access: Sendable {
    /// The file has to exist and is not changed.
    case reading
    /// The file is created if it is missing.
    case writing
  }

  /// The most virtual machine steps of a statement on a foreign file, some seconds.
  package static let foreignSteps: Int32 = 20_000_000
  /// The most bytes of a value or row of a foreign file, whose views can have values of any size.
  package static let foreignBytes: Int32 = 16 * 1_048_576

  private let handle: OpaquePointer

  /// Opens a database.
  ///
  /// A file opened for writing may be in a linked directory, but may not be a link itself. `busyTime`
  /// is the milliseconds to wait while another process writes. `steps` bounds each statement on a
  /// foreign file; nil trusts the file.
  package init(
    path: String, access: Access, busyTime: Int32, steps: Int32? = foreignSteps
  ) throws(Failure) {
    var handle: OpaquePointer?
    let flags =
      switch access {
      case .reading: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW
      }
    // SQLite refuses links in any part of the path, but only the file itself must not be one.
    let path = access == .writing ? Self.resolvingDirectory(of: path) : path
    var code = unsafe sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_FULLMUTEX, nil)
    if access == .reading, code == SQLITE_OK, unsafe Self.needsWriting(handle, path) {
      unsafe sqlite3_close_v2(handle)
      let uri = (path.hasPrefix("/") ? "file://" : "file:") + Self.escaped(path) + "?immutable=1"
      code = unsafe sqlite3_open_v2(
        uri, &handle, flags | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_URI, nil)
    }
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
    // Views and triggers of a foreign database may only read and write it.
    try execute("PRAGMA trusted_schema = OFF")
  }

  /// Whether reading a file would have to write next to it, although nobody else writes it: a file in WAL mode in a
  /// directory that is read-only.
  private static func needsWriting(_ handle: OpaquePointer?, _ path: String) -> Bool {
    let code = unsafe sqlite3_exec(handle, "SELECT 1 FROM sqlite_master LIMIT 1", nil, nil, nil)
    guard [SQLITE_READONLY, SQLITE_CANTOPEN].contains(code & 0xFF) else { return false }
    return unsafe access(path + "-wal", F_OK) != 0
  }

  /// A path in a URI.
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "-")...UInt8(ascii: "9"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }

  /// A file's path with all links in its directory resolved.
  private static func resolvingDirectory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex,
      let resolved = unsafe realpath(String(path[..<slash]), nil)
    else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved) + path[slash...]
  }

  deinit {
    // Remaining statements keep the connection open until they are finalized.
    unsafe sqlite3_close_v2(handle)
  }

  /// Creates a file of mode 0600 if it is missing; opening it reports what prevents that.
  ///
  /// SQLite gives the files next to a database its permissions.
  package static func createFile(_ path: String) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = unsafe open(path, flags, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Runs statements and ignores their rows.
  package func execute(_ sql: String) throws(Failure) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Prepares a statement.
  package func prepare(_ sql: String) throws(Failure) -> SQLiteStatement {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let statement = unsafe prepared else { throw failure(code) }
    return unsafe SQLiteStatement(statement, of: self)
  }

  /// Runs a statement and calls a closure with each row until it returns false.
  package func rows(
    _ sql: String, _ values: [Value] = [], _ body: (SQLiteStatement) -> Bool = { _ in true }
  ) throws(Failure) {
    let statement = try prepare(sql)
    try statement.bind(values)
    while try statement.next(), body(statement) {}
  }

  /// The number in the first column of a statement's first row; nil without a row.
  package func number(_ sql: String, _ values: [Value] = []) throws(Failure) -> Int? {
    let statement = try prepare(sql)
    try statement.bind(values)
    return try statement.next() ? statement.number(0) : nil
  }

  /// The number of rows that the last statement changed.
  package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

  func failure(_ code: Int32) -> Failure {
    let primary = code & 0xFF
    return Failure(
      isDamaged: primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB,
      isTooLarge: primary == SQLITE_TOOBIG,
      description: unsafe String(cString: sqlite3_errmsg(handle)))
  }
}
