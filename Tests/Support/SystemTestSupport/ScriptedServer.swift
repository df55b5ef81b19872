import Foundation
public import HTTPMessages
import Synchronization

/// A tiny HTTP server on loopback that responds with the raw bytes of a script.
///
/// Each connection has its own thread, so a script may block. The server closes with its value.
public final class ScriptedServer: Sendable {
  /// A received request.
  public struct Request: Sendable {
    /// The request line and the header lines.
    public let head: String
    /// The body's bytes.
    public let body: [UInt8]
    /// The number of the connection, from 0.
    public let connection: Int

    /// The request line.
    public var line: String { head.split(separator: "\r\n").first.map(String.init) ?? "" }

    /// The value of a header line, if there is one.
    public func header(_ name: String) -> String? {
      head.split(separator: "\r\n").dropFirst().first {
        $0.lowercased().hasPrefix(name.lowercased() + ":")
      }.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
  }

  /// One step of a response.
  public enum Step: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Sends bytes repeatedly until the client disconnects.
    case sendForever([UInt8])
    /// Sends nothing until the client disconnects.
    case hang
    /// Sends nothing until the client disconnects, and reports that it did.
    case hangUntil(gone: @Sendable () -> Void)
    /// Closes the connection.
    case close
  }

  private struct State {
    var requests: [Request] = []
    var sockets: Set<Int32> = []
    var connections = 0
    var isStopped = false
  }

  /// The port that the system has chosen.
  public let port: Int

  private let listener: Int32
  private let state: Shared
  private final class Shared: Sendable { let value = Mutex(State()) }

  /// Starts a server.
  ///
  /// - Parameter answer: Returns the steps for a request, on the connection's thread.
  /// - Throws: An error of the system's sockets.
  public init(answer: @escaping @Sendable (Request) -> [Step]) throws {
    (listener, port) = try LoopbackSocket.listen()
    state = Shared()
    let (listener, state) = (listener, state)
    Thread.detachNewThread {
      // Closed by who uses it: its number may else be another server's already.
      defer { close(listener) }
      while true {
        let socket = accept(listener, nil, nil)
        if socket < 0, errno == EINTR || errno == ECONNABORTED { continue }
        guard socket >= 0 else { return }
        let number: Int? = state.value.withLock { state in
          guard !state.isStopped else { return nil }
          state.sockets.insert(socket)
          state.connections += 1
          return state.connections - 1
        }
        guard let number else {
          close(socket)
          return
        }
        Thread.detachNewThread {
          Self.serve(socket, number: number, state: state, answer: answer)
          state.value.withLock { _ = $0.sockets.remove(socket) }
          close(socket)
        }
      }
    }
  }

  /// Starts a server that responds to each request with the same bytes and closes the connection.
  ///
  /// - Parameter raw: The whole response, head and body.
  /// - Throws: An error of the system's sockets.
  public convenience init(raw: String) throws {
    try self.init { _ in [.send(Array(raw.utf8)), .close] }
  }

  deinit { stop() }

  /// Closes the server and all connections.
  public func stop() {
    state.value.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
      shutdown(listener, Int32(SHUT_RDWR))
    }
  }

  /// The requests so far, in the order of their arrival.
  public var requests: [Request] { state.value.withLock { $0.requests } }

  /// The number of connections so far.
  public var connectionCount: Int { state.value.withLock { $0.connections } }

  /// An address on the server.
  public func url(_ path: String = "/") -> HTTPURL {
    HTTPURL(scheme: .http, host: "127.0.0.1", port: port, path: path)
  }

  /// Returns a whole response with its length, for a connection that stays open.
  public static func answer(
    _ status: String = "200 OK", headers: [String] = [], body: [UInt8] = []
  ) -> [Step] {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers + ["", ""]
    return [.send(Array(lines.joined(separator: "\r\n").utf8) + body)]
  }

  private static func serve(
    _ socket: Int32, number: Int, state: Shared, answer: @Sendable (Request) -> [Step]
  ) {
    var pending: [UInt8] = []
    while let request = LoopbackSocket.readRequest(socket, pending: &pending, connection: number) {
      state.value.withLock { $0.requests.append(request) }
      for step in answer(request) {
        switch step {
        case .send(let bytes): guard LoopbackSocket.send(socket, bytes) else { return }
        case .sendForever(let bytes):
          while LoopbackSocket.send(socket, bytes) {}
          return
        case .hang:
          while let more = LoopbackSocket.receive(socket), !more.isEmpty {}
          return
        case .hangUntil(let gone):
          while let more = LoopbackSocket.receive(socket), !more.isEmpty {}
          gone()
          return
        case .close: return
        }
      }
    }
  }
}
