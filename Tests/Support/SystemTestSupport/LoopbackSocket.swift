import Foundation

/// POSIX sockets on loopback, bounded in time and size.
package enum LoopbackSocket {
  /// An error of the system's sockets.
  struct Failure: Error {
    let call: String
    let number: Int32
  }

  /// Opens a listening socket on a port that the system chooses.
  package static func listen() throws -> (socket: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw Failure(call: "socket", number: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && Foundation.listen(listener, 256) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard bound else {
      let number = errno
      close(listener)
      throw Failure(call: "bind", number: number)
    }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// A port on which nothing listens: the system has just assigned it to a closed socket.
  static func unusedPort() throws -> Int {
    let (socket, port) = try listen()
    close(socket)
    return port
  }

  /// Ends calls that wait for a socket after some seconds.
  package static func limit(_ socket: Int32, seconds: Int) {
    // A `timeval`, whose initializer belongs to one module or another, depending on what a build imports first.
    let time = [seconds, 0]
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, time, socklen_t(2 * MemoryLayout<Int>.size))
    }
  }

  /// Sends all bytes; returns false if the client has disconnected.
  static func send(_ socket: Int32, _ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.send(
          socket, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Receives some bytes, empty at the end; nil for an error or after four minutes without bytes.
  static func receive(_ socket: Int32) -> [UInt8]? {
    var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 240_000) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count < 0 ? nil : Array(buffer.prefix(count))
  }

  /// Reads one request of at most a mebibyte; nil at the end or for a malformed request.
  static func readRequest(
    _ socket: Int32, pending: inout [UInt8], connection: Int
  ) -> ScriptedServer.Request? {
    let end = Array("\r\n\r\n".utf8)
    while pending.count < 1_048_576 {
      if let range = pending.firstRange(of: end) {
        let head = String(decoding: pending[..<range.lowerBound], as: UTF8.self)
        let empty = ScriptedServer.Request(head: head, body: [], connection: connection)
        let length = empty.header("Content-Length").flatMap { Int($0) } ?? 0
        if pending.count - range.upperBound >= length {
          let body = Array(pending[range.upperBound..<range.upperBound + length])
          pending.removeFirst(range.upperBound + length)
          return ScriptedServer.Request(head: head, body: body, connection: connection)
        }
      }
      guard let more = receive(socket), !more.isEmpty else { return nil }
      pending += more
      // No method begins so: it is TLS, or noise.
      guard let first = pending.first, (0x41...0x5A).contains(first) else { return nil }
    }
    return nil
  }
}

/// A port on loopback on which nothing listens.
public func unusedLoopbackPort() throws -> Int { try LoopbackSocket.unusedPort() }

/// Blocks the thread while a condition holds, for 90 seconds at most, and lets other threads run.
public func spin(while condition: @autoclosure () -> Bool) {
  let deadline = ContinuousClock.now + .seconds(90)
  while condition(), ContinuousClock.now < deadline { sched_yield() }
}
