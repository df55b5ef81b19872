internal import CMicrohttpd

/// A connection as its key, and as what the library resumes from any thread.
@safe
struct ConnectionPointer: @unchecked Sendable {
  let pointer: OpaquePointer

  var key: UInt { UInt(bitPattern: unsafe pointer) }

  /// Lets the server's thread go on with other connections; for that thread's callbacks only.
  func suspend() { unsafe MHD_suspend_connection(pointer) }

  /// Lets the server's thread come back to the connection.
  func resume() { unsafe MHD_resume_connection(pointer) }
}
