internal import CMicrohttpd
internal import TrustLimits

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A running server of libmicrohttpd, which may be spoken to from any thread.
@safe
struct DaemonPointer: @unchecked Sendable {
  private static let threads: UInt32 = 2
  /// The time that a kept connection may be silent, in seconds; longer than clients poll.
  private static let idleSeconds: UInt32 = 30

  private let pointer: OpaquePointer

  /// Starts a server; nil on failure, with `errno` telling why.
  ///
  /// The server holds the context until it is released from it.
  static func start(address: String, port: UInt16, _ context: ServerContext) -> DaemonPointer? {
    guard let identity = context.tls else {
      return unsafe start(address, port, certificate: nil, key: nil, context)
    }
    return unsafe identity.withPEM { certificate, key in
      unsafe start(address, port, certificate: certificate, key: key, context)
    }
  }

  @unsafe
  private static func start(
    _ address: String,
    _ port: UInt16,
    certificate: UnsafePointer<CChar>?,
    key: UnsafePointer<CChar>?,
    _ context: ServerContext
  ) -> DaemonPointer? {
    let held = unsafe Unmanaged.passRetained(context)
    let daemon = unsafe address.withCString { text in
      var options = unsafe ridealong_mhd_options()
      unsafe options.address = text
      unsafe options.certificate = certificate
      unsafe options.key = key
      unsafe options.port = port
      unsafe options.threads = threads
      unsafe options.connections = UInt32(Limits.Emulator.connections)
      unsafe options.connections_per_address = UInt32(Limits.Emulator.connectionsPerAddress)
      unsafe options.connection_memory = Limits.Emulator.connectionPoolBytes
      unsafe options.idle_seconds = idleSeconds
      unsafe options.context = held.toOpaque()
      unsafe options.access = serverAccess
      unsafe options.uri = serverTarget
      unsafe options.completed = serverCompleted
      unsafe options.connection = serverConnection
      return unsafe ridealong_mhd_start(&options)
    }
    guard let daemon = unsafe daemon else {
      let code = errno
      unsafe held.release()
      errno = code
      return nil
    }
    return unsafe DaemonPointer(pointer: daemon)
  }

  @unsafe
  private init(pointer: OpaquePointer) {
    unsafe self.pointer = pointer
  }

  /// The port that it listens on.
  var port: UInt16 { unsafe ridealong_mhd_port(pointer) }

  /// Closes everything; no connection may be suspended any more.
  ///
  /// Nothing closes the listening socket before: libmicrohttpd 0.9.75 ends the process where one of
  /// its threads looks at that socket just as `MHD_quiesce_daemon` takes it away.
  func stop() { unsafe MHD_stop_daemon(pointer) }
}

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
