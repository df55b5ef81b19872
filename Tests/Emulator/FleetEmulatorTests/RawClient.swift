import Dispatch
import SystemTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Sends bytes to a port of this machine and reads what comes back until the end.
enum RawClient {
  struct Failure: Error { let step: String }

  static func connect(port: Int) throws -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw Failure(step: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        #if canImport(Darwin)
          Darwin.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          Glibc.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
        #endif
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw Failure(step: "connect")
    }
    LoopbackSocket.limit(descriptor, seconds: 60)
    return descriptor
  }

  static func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8), to: descriptor)
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  static func readAll(_ descriptor: Int32) -> String {
    String(decoding: readBytes(descriptor), as: UTF8.self)
  }

  static func readBytes(_ descriptor: Int32) -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      result += buffer.prefix(count)
    }
    return result
  }

  /// Waits for blocking work on a thread of its own, because tasks would wait for each other.
  static func blocking<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
  }

  /// One exchange; the request should ask for the connection to be closed.
  static func exchange(port: Int, _ text: String) async throws -> String {
    String(decoding: try await exchange(port: port, Array(text.utf8)), as: UTF8.self)
  }

  static func exchange(port: Int, _ bytes: [UInt8]) async throws -> [UInt8] {
    try await blocking {
      let descriptor = try connect(port: port)
      defer { close(descriptor) }
      write(bytes, to: descriptor)
      return readBytes(descriptor)
    }
  }
}
