internal import CSQLite

/// One connection to an SQLite database of tiles, for one user at a time.
///
/// The database may come from anywhere: no statement runs without end, and no value is read that is
/// larger than a tile or its metadata may be.
@safe
final class SQLiteConnection {
  /// What SQLite says went wrong.
  struct Failure: Error {
    /// Whether the file is no database, or a damaged one.
    let isDamaged: Bool
    /// What SQLite says of it.
    let text: String
  }

  /// A value that a statement is run with.
  enum Value {
    case integer(Int)
    case text(String)
    case blob([UInt8])
  }

  /// The steps of its machine after which SQLite asks whether to go on, which it is told not to.
  private static let patience: Int32 = 20_000_000

  private let handle: OpaquePointer

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isReadOnly: Whether it has to exist and is not changed; otherwise it is made where there is none.
  ///   - busyTime: The milliseconds to wait while another process writes.
  /// - Throws: ``Failure`` if it cannot be opened.
  init(path: String, isReadOnly: Bool, busyTime: Int32) throws(Failure) {
    var handle: OpaquePointer?
    let access =
      isReadOnly
      ? SQLITE_OPEN_READONLY
      : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW
    let code = unsafe sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_FULLMUTEX, nil)
    guard let opened = unsafe handle else {
      throw Failure(isDamaged: false, text: "out of memory")
    }
    unsafe self.handle = opened
    guard code == SQLITE_OK else { throw failure(code) }
    unsafe sqlite3_busy_timeout(opened, busyTime)
    unsafe sqlite3_progress_handler(opened, Self.patience, { _ in 1 }, nil)
    // Views and triggers of a foreign database may do nothing but read and write it.
    try execute("PRAGMA trusted_schema = OFF")
  }

  deinit {
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs statements that return nothing that matters.
  func execute(_ sql: String) throws(Failure) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs a statement and gives its rows to a closure until that has enough.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - values: The values of its parameters.
  ///   - take: Takes a row and says whether to go on.
  /// - Throws: ``Failure`` if the statement cannot be run.
  func rows(
    _ sql: String,
    _ values: [Value] = [],
    _ take: (Row) -> Bool = { _ in true }
  ) throws(Failure) {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let statement = unsafe prepared else { throw failure(code) }
    defer { unsafe sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      let code = unsafe Self.bind(value, Int32(index + 1), statement)
      guard code == SQLITE_OK else { throw failure(code) }
    }
    while true {
      let code = unsafe sqlite3_step(statement)
      switch code {
      case SQLITE_DONE: return
      case SQLITE_ROW: if unsafe !take(Row(statement)) { return }
      default: throw failure(code)
      }
    }
  }

  /// The first column of a statement's first row, as a number; nil without a row.
  func number(_ sql: String, _ values: [Value] = []) throws(Failure) -> Int? {
    var number: Int?
    try rows(sql, values) { row in
      number = row.number(0)
      return false
    }
    return number
  }

  /// The rows that the last statement has changed.
  var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

  private func failure(_ code: Int32) -> Failure {
    let primary = code & 0xFF
    return Failure(
      isDamaged: primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB,
      text: unsafe String(cString: sqlite3_errmsg(handle))
    )
  }

  @unsafe
  private static func bind(
    _ value: Value,
    _ index: Int32,
    _ statement: OpaquePointer
  ) -> Int32 {
    switch value {
    case .integer(let number):
      unsafe sqlite3_bind_int64(statement, index, sqlite3_int64(number))
    case .text(let text):
      unsafe ridealong_sqlite_bind_text(statement, index, text, Int32(text.utf8.count))
    case .blob(let bytes):
      unsafe bytes.withUnsafeBytes { buffer in
        unsafe ridealong_sqlite_bind_blob(
          statement,
          index,
          buffer.baseAddress,
          Int32(clamping: buffer.count)
        )
      }
    }
  }

  /// A row of a statement's result, to be used before the next one is asked for.
  @safe
  struct Row {
    private let statement: OpaquePointer

    @unsafe
    fileprivate init(_ statement: OpaquePointer) {
      unsafe self.statement = statement
    }

    /// A number, 0 for what is none.
    func number(_ column: Int32) -> Int {
      Int(unsafe sqlite3_column_int64(statement, column))
    }

    /// A text or the bytes of a blob, nil if there is nothing or too much.
    func bytes(_ column: Int32, limit: Int) -> [UInt8]? {
      guard let start = unsafe sqlite3_column_blob(statement, column) else { return nil }
      let count = Int(unsafe sqlite3_column_bytes(statement, column))
      guard count <= limit else { return nil }
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// A text, nil if there is none, too much or it is not UTF-8.
    func text(_ column: Int32, limit: Int) -> String? {
      bytes(column, limit: limit).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The bytes of a value.
    func size(_ column: Int32) -> Int {
      Int(unsafe sqlite3_column_bytes(statement, column))
    }
  }
}
