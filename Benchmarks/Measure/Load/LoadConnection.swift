// The compiler attributes socket addresses to the library, whose header names them first.
import CMicrohttpd

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A kept connection to a server on loopback, with at most one request at a time.
///
/// It supports only the HTTP of the emulator's responses, so that load costs next to nothing.
struct LoadConnection {
  /// A response: its status, and the range of its body in ``received``.
  struct Answer {
    let status: Int
    let body: Range<Int>
  }

  let socket: Int32
  /// The number of the request that is under way.
  var request = 0
  /// When it was sent, in nanoseconds.
  var sentAt: UInt64 = 0
  private(set) var received: [UInt8] = []
  private var header: (end: Int, length: Int, status: Int)?

  /// Connects.
  init(port: Int) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Unexpected(description: "There is no socket: \(errno).") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, size)
      }
    }
    guard result == 0 else {
      throw Unexpected(description: "Port \(port) cannot be reached: \(errno).")
    }
    var yes: Int32 = 1
    _ = unsafe setsockopt(
      socket,
      Int32(IPPROTO_TCP),
      TCP_NODELAY,
      &yes,
      socklen_t(MemoryLayout<Int32>.size)
    )
  }

  func end() { close(socket) }

  /// Sends a whole request.
  mutating func send(_ bytes: [UInt8], number: Int, at moment: UInt64) throws {
    request = number
    sentAt = moment
    received.removeAll(keepingCapacity: true)
    header = nil
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.send(
          socket, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Unexpected(description: "The server has left: \(errno).") }
      sent += count
    }
  }

  /// Reads the response; nil while it is incomplete.
  mutating func receive() throws -> Answer? {
    let start = received.count
    received.append(contentsOf: repeatElement(0, count: 16_384))
    let count = unsafe received.withUnsafeMutableBytes { buffer in
      unsafe recv(
        socket, buffer.baseAddress?.advanced(by: start), buffer.count - start, Int32(MSG_DONTWAIT))
    }
    received.removeLast(16_384 - max(0, count))
    if count < 0, errno == EAGAIN || errno == EINTR { return nil }
    guard count > 0 else { throw Unexpected(description: "The server ended a connection.") }
    if header == nil { header = try Self.header(received) }
    guard let header, received.count >= header.end + header.length else { return nil }
    return Answer(status: header.status, body: header.end..<header.end + header.length)
  }

  /// Reads the status and the body's length once the header block is complete.
  private static func header(_ bytes: [UInt8]) throws -> (end: Int, length: Int, status: Int)? {
    let blank = Array("\r\n\r\n".utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: blank) }
    guard let end = start.map({ $0 + blank.count }) else { return nil }
    let lines = bytes[..<end].split(separator: UInt8(ascii: "\n"))
    let name = Array("content-length:".utf8)
    let field = lines.first { line in
      line.count > name.count && zip(line, name).allSatisfy { ($0 | 0x20) == ($1 | 0x20) }
    }
    func number(_ bytes: ArraySlice<UInt8>) -> Int? {
      Int(String(decoding: bytes.filter { (0x30...0x39).contains($0) }, as: UTF8.self))
    }
    guard let status = lines.first.flatMap({ number($0.dropFirst(9).prefix(3)) }),
      let length = field.flatMap({ number($0.dropFirst(name.count)) })
    else { throw Unexpected(description: "The server's answer is not HTTP with a length.") }
    return (end, length, status)
  }
}
