internal import CSQLite

/// One connection to an SQLite database, for one user at a time.
@safe
final class Database {
  /// What SQLite says went wrong.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let handle: OpaquePointer

  /// Opens a database, making it where there is none.
  init(path: String) throws(Failure) {
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_FULLMUTEX
    let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
    guard let opened = unsafe handle else { throw Failure(description: "out of memory") }
    guard code == SQLITE_OK else {
      let text = unsafe String(cString: sqlite3_errmsg(opened))
      unsafe sqlite3_close_v2(opened)
      throw Failure(description: text)
    }
    unsafe self.handle = opened
    unsafe sqlite3_busy_timeout(opened, 5_000)
  }

  deinit {
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs statements that return nothing that matters.
  func execute(_ sql: String) throws(Failure) {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// The first column of a statement's first row, as a number.
  func number(_ sql: String) throws(Failure) -> Int {
    let statement = try prepare(sql)
    return try statement.next() ? statement.number(0) : 0
  }

  /// Prepares a statement.
  func prepare(_ sql: String) throws(Failure) -> Statement {
    var statement: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
      let prepared = unsafe statement
    else { throw failure }
    return unsafe Statement(prepared, of: self)
  }

  fileprivate var failure: Failure {
    Failure(description: unsafe String(cString: sqlite3_errmsg(handle)))
  }

  /// A prepared statement.
  @safe
  final class Statement {
    private let handle: OpaquePointer
    private let database: Database

    @unsafe
    fileprivate init(_ handle: OpaquePointer, of database: Database) {
      unsafe self.handle = handle
      self.database = database
    }

    deinit {
      unsafe sqlite3_finalize(handle)
    }

    /// Runs the statement anew with texts as its parameters, for its effect.
    func run(_ texts: String...) throws(Failure) {
      defer {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
      }
      for (index, text) in texts.enumerated() {
        let count = Int32(text.utf8.count)
        guard
          unsafe ridealong_sqlite_bind_text(handle, Int32(index + 1), text, count) == SQLITE_OK
        else { throw database.failure }
      }
      _ = try next()
    }

    /// Goes to the next row; false after the last one.
    func next() throws(Failure) -> Bool {
      switch unsafe sqlite3_step(handle) {
      case SQLITE_ROW: return true
      case SQLITE_DONE: return false
      default: throw database.failure
      }
    }

    func text(_ column: Int32) -> String {
      guard let text = unsafe sqlite3_column_text(handle, column) else { return "" }
      return unsafe String(cString: text)
    }

    func number(_ column: Int32) -> Int {
      Int(unsafe sqlite3_column_int64(handle, column))
    }
  }
}
