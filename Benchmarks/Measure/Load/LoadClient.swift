#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Sends prepared requests over kept connections, as fast as the server responds.
///
/// It uses one thread and `poll(2)`: it shares the machine with the server, so it must be cheap.
struct LoadClient {
  private var connections: [LoadConnection]

  /// Opens connections.
  init(port: Int, connections: Int) throws {
    self.connections = try (0..<connections).map { _ in try LoadConnection(port: port) }
  }

  func end() { for connection in connections { connection.end() } }

  /// Sends requests until there are no more, and reads all responses.
  ///
  /// - Parameters:
  ///   - next: The bytes of the request with a number; nil at the end.
  ///   - heard: Receives a response's status and body, and its nanoseconds.
  /// - Throws: A connection error, or the error of `heard`.
  mutating func run(
    _ next: (Int) throws -> [UInt8]?, heard: (Int, Int, ArraySlice<UInt8>, UInt64) throws -> Void
  ) throws {
    var sent = 0
    var waiting: [pollfd] = []
    var lanes: [Int] = []
    for lane in connections.indices {
      guard let bytes = try next(sent) else { break }
      try connections[lane].send(bytes, number: sent, at: Self.now())
      sent += 1
      waiting.append(pollfd(fd: connections[lane].socket, events: Int16(POLLIN), revents: 0))
      lanes.append(lane)
    }
    while !waiting.isEmpty {
      guard unsafe poll(&waiting, nfds_t(waiting.count), 30_000) > 0 else {
        throw Unexpected(description: "The server has not answered for 30 s.")
      }
      for index in waiting.indices.reversed() where waiting[index].revents != 0 {
        let lane = lanes[index]
        guard let answer = try connections[lane].receive() else { continue }
        let moment = Self.now()
        let connection = connections[lane]
        try heard(
          connection.request, answer.status, connection.received[answer.body],
          moment - connection.sentAt)
        if let bytes = try next(sent) {
          try connections[lane].send(bytes, number: sent, at: moment)
          sent += 1
        } else {
          waiting.remove(at: index)
          lanes.remove(at: index)
        }
      }
    }
  }

  /// Monotonic nanoseconds.
  static func now() -> UInt64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
