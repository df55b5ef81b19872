internal import CMicrohttpd
internal import HTTPMessages
internal import SystemLibrary
internal import TrustLimits

/// A running libmicrohttpd server, usable from any thread.
@safe struct DaemonPointer: @unchecked Sendable {
  private static let threads: UInt32 = 2
  /// The seconds that a connection may be silent, more than a client's polling interval.
  private static let idleSeconds: UInt32 = 30

  private let pointer: OpaquePointer

  /// Starts a server; nil on failure, with the reason in `errno`.
  ///
  /// The server retains the context until ``ServerContext/releaseFromServer()``.
  static func start(port: UInt16, _ context: ServerContext) -> DaemonPointer? {
    guard let identity = context.tls else {
      return unsafe start(port, certificate: nil, key: nil, context)
    }
    return unsafe identity.withPEM { certificate, key in
      unsafe start(port, certificate: certificate, key: key, context)
    }
  }

  @unsafe private static func start(
    _ port: UInt16, certificate: UnsafePointer<CChar>?, key: UnsafePointer<CChar>?,
    _ context: ServerContext
  ) -> DaemonPointer? {
    let held = unsafe Unmanaged.passRetained(context)
    let daemon = unsafe context.address.withCString { text in
      var options = unsafe ridealong_mhd_options()
      unsafe options.address = text
      unsafe options.certificate = certificate
      unsafe options.key = key
      unsafe options.port = port
      unsafe options.threads = threads
      unsafe options.connections = UInt32(Limits.Emulator.connections)
      unsafe options.connections_per_address = Limits.Emulator.connections(
        perAddressAt: context.address)
      unsafe options.connection_memory = Limits.Emulator.connectionPoolBytes
      unsafe options.idle_seconds = idleSeconds
      unsafe options.context = held.toOpaque()
      unsafe options.access = serverAccess
      unsafe options.uri = serverTarget
      unsafe options.completed = serverCompleted
      unsafe options.connection = serverConnection
      unsafe options.refused = serverRefused
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

  @unsafe private init(pointer: OpaquePointer) { unsafe self.pointer = pointer }

  var port: UInt16 { unsafe ridealong_mhd_port(pointer) }

  /// Closes everything; no connection may be suspended.
  ///
  /// The listening socket stays open until then: libmicrohttpd 0.9.75 aborts if one of its threads
  /// uses that socket while `MHD_quiesce_daemon` takes it away.
  func stop() { unsafe ridealong_mhd_stop_daemon(pointer) }
}

extension Limits.Emulator {
  /// The most connections at once from one address; on loopback, where every client has the same, all of them.
  static func connections(perAddressAt address: String) -> UInt32 {
    let isLoopback = HTTPURL(scheme: .http, host: address).isLoopback
    return UInt32(isLoopback ? connections : connectionsPerAddress)
  }
}

/// A connection, which may be resumed from any thread.
@safe struct ConnectionPointer: @unchecked Sendable {
  let pointer: OpaquePointer

  var key: UInt { UInt(bitPattern: unsafe pointer) }

  /// Suspends the connection; only for callbacks of the server's thread.
  func suspend() { unsafe ridealong_mhd_suspend_connection(pointer) }

  func resume() { unsafe ridealong_mhd_resume_connection(pointer) }
}
