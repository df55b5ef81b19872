internal import CSQLite

/// A prepared statement and its current row.
@safe package final class SQLiteStatement {
  private let handle: OpaquePointer
  private let connection: SQLiteConnection

  @unsafe init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
    unsafe self.handle = handle
    self.connection = connection
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Runs the statement for its effect, and resets it.
  package func run(_ values: [SQLiteConnection.Value] = []) throws(SQLiteConnection.Failure) {
    defer {
      unsafe sqlite3_reset(handle)
      unsafe sqlite3_clear_bindings(handle)
    }
    try bind(values)
    _ = try next()
  }

  func bind(_ values: [SQLiteConnection.Value]) throws(SQLiteConnection.Failure) {
    for (index, value) in values.enumerated() {
      let code = bind(value, Int32(index + 1))
      guard code == SQLITE_OK else { throw connection.failure(code) }
    }
  }

  /// Goes to the next row; false after the last one.
  package func next() throws(SQLiteConnection.Failure) -> Bool {
    let code = unsafe sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.failure(code)
    }
  }

  /// A number in the row; 0 for any other type.
  package func number(_ column: Int32) -> Int { Int(unsafe sqlite3_column_int64(handle, column)) }

  /// A text or blob in the row; nil if it is null, empty or larger than the limit.
  package func bytes(_ column: Int32, limit: Int = .max) -> [UInt8]? {
    // The size comes first, because requesting the bytes of a zeroblob allocates them.
    let count = size(column)
    guard count <= limit, let start = unsafe sqlite3_column_blob(handle, column) else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A text in the row; nil if it is missing, larger than the limit or not UTF-8.
  package func text(_ column: Int32, limit: Int = .max) -> String? {
    bytes(column, limit: limit).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The number of bytes of a value in the row.
  package func size(_ column: Int32) -> Int { Int(unsafe sqlite3_column_bytes(handle, column)) }

  private func bind(_ value: SQLiteConnection.Value, _ index: Int32) -> Int32 {
    switch value {
    case .integer(let number): unsafe sqlite3_bind_int64(handle, index, sqlite3_int64(number))
    case .text(let text):
      unsafe ridealong_sqlite_bind_text(handle, index, text, Int32(text.utf8.count))
    case .blob(let bytes):
      unsafe bytes.withUnsafeBytes { buffer in
        unsafe ridealong_sqlite_bind_blob(
          handle, index, buffer.baseAddress, Int32(clamping: buffer.count))
      }
    }
  }
}
