import CMicrohttpd

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server of libmicrohttpd that reads requests and always sends the same response: the least that any
/// server on this library costs.
enum BareServer {
  /// As large as the emulator's usual response.
  private static let body = [UInt8](repeating: UInt8(ascii: " "), count: 1_000)

  /// Serves until the process ends.
  static func run() throws {
    let daemon = unsafe "127.0.0.1".withCString { address in
      var options = unsafe ridealong_mhd_options()
      unsafe options.address = address
      unsafe options.threads = 2
      unsafe options.connections = 128
      unsafe options.connections_per_address = 100
      unsafe options.connection_memory = 65_536
      unsafe options.idle_seconds = 30
      unsafe options.access = answerBare
      unsafe options.uri = beginBare
      unsafe options.completed = endBare
      unsafe options.connection = ignoreBare
      return unsafe ridealong_mhd_start(&options)
    }
    guard let daemon = unsafe daemon else {
      throw Unexpected(description: "The bare server cannot listen: \(errno).")
    }
    print("ready \(unsafe ridealong_mhd_port(daemon))")
    _ = fflush(nil)
    while true { pause() }
  }

  @unsafe fileprivate static func answer(_ connection: OpaquePointer?) -> MHD_Result {
    guard let response = unsafe ridealong_mhd_response(body, body.count) else {
      return ridealong_mhd_no()
    }
    defer { unsafe ridealong_mhd_destroy_response(response) }
    return unsafe ridealong_mhd_queue_response(connection, 200, response)
  }
}

// The server's own threads call these; nothing here may belong to an actor.

@unsafe private nonisolated func answerBare(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?, _ uploadSize: UnsafeMutablePointer<Int>?,
  _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let uploadSize = unsafe uploadSize, let request = unsafe request else {
    return ridealong_mhd_no()
  }
  // First the header block, then the body in parts, then its end.
  if unsafe request.pointee == nil {
    unsafe request.pointee = UnsafeMutableRawPointer(request)
    return ridealong_mhd_yes()
  }
  if unsafe uploadSize.pointee > 0 {
    unsafe uploadSize.pointee = 0
    return ridealong_mhd_yes()
  }
  return unsafe BareServer.answer(connection)
}

@unsafe private nonisolated func beginBare(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? { nil }

@unsafe private nonisolated func endBare(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {}

@unsafe private nonisolated func ignoreBare(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ event: MHD_ConnectionNotificationCode
) {}
