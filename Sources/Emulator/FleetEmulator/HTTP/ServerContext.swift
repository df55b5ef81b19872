internal import CMicrohttpd
internal import FleetEngine
internal import HTTPMessages
internal import Synchronization
internal import SystemLibrary
internal import TrustLimits

protocol RequestHandler: Sendable {
  /// Whether a request is allowed, which web pages' requests may not be.
  func allowsPage(_ headers: TransportHeaders, path: String) -> Bool

  func mintsTokens(at path: String) -> Bool

  /// The media type that a request's body has to have.
  func bodyType(at path: String) -> String

  /// The most bytes of a request's body.
  var bodyBytes: Int { get }

  /// Handles a request; the closure waits, and returns whether the client is still there.
  func handle(
    _ request: TransportRequest, waitingBy wait: @Sendable (Duration) async -> Bool
  ) async -> RequestOutcome<TransportResponse>
}

extension RequestHandler {
  /// Refuses every web page's request.
  func allowsPage(_ headers: TransportHeaders, path: String) -> Bool {
    headers.values("Origin").isEmpty && headers.values("Sec-Fetch-Site").allSatisfy { $0 == "none" }
  }

  func mintsTokens(at path: String) -> Bool { false }

  func bodyType(at path: String) -> String { "application/json" }
}

extension EmulatedFleetEngine: RequestHandler {
  nonisolated var bodyBytes: Int { Limits.Emulator.bodyBytes }
}

/// The state that the server's callbacks share.
final class ServerContext: Sendable {
  private struct Connection {
    let socket: Int32
    /// When it is cut off; nil while the emulator handles a request.
    var deadline: ContinuousClock.Instant?
  }

  private struct State {
    var connections: [UInt: Connection] = [:]
    var requests = 0
    var suspended = 0
    var isStopping = false
    /// Whether running requests have used up their time to end.
    var isDrained = false
    var port = 0
  }

  /// The time that a kept-alive connection may wait for its next request.
  private static let idleTime: Duration = .seconds(40)

  let handler: any RequestHandler
  let allowsOtherHosts: Bool
  let tls: TLSIdentity?
  let accessLog: AccessLog?
  /// Called for each connection that is refused, because there are too many.
  let onRefusal: (@Sendable () -> Void)?
  let address: String
  private let requestTime: Duration
  private let answerTime: Duration
  private let state = Mutex(State())

  init(
    handler: any RequestHandler, address: String, allowsOtherHosts: Bool = false,
    requestTime: Duration = Limits.Emulator.requestTime,
    answerTime: Duration = Limits.Emulator.answerTime, tls: TLSIdentity? = nil,
    accessLog: AccessLog? = nil, onRefusal: (@Sendable () -> Void)? = nil
  ) {
    self.handler = handler
    self.address = address
    self.allowsOtherHosts = allowsOtherHosts
    self.requestTime = requestTime
    self.answerTime = answerTime
    self.tls = tls
    self.accessLog = accessLog
    self.onRefusal = onRefusal
  }

  var isLoopback: Bool { HTTPURL(scheme: .http, host: address).isLoopback }

  func setPort(_ port: Int) { state.withLock { $0.port = port } }

  /// Whether a request's `Host` is this server's.
  ///
  /// A web page can make its own name resolve to this machine, but cannot change this header, and
  /// this server's certificate does not have that name.
  func accepts(host url: HTTPURL) -> Bool {
    let port = state.withLock { $0.port }
    guard port == 0 || (url.port ?? (tls == nil ? 80 : 443)) == port else { return false }
    if url.isLoopback || url.host == address || tls?.isFor(host: url.host) == true { return true }
    // A server on all addresses of the machine accepts any address, but no name.
    return allowsOtherHosts && (address == "0.0.0.0" || address == "::")
      && (url.host.contains(":") || url.host.split(separator: ".").allSatisfy { UInt8($0) != nil })
  }

  // MARK: Connections and requests, reported by the server's threads

  func connectionOpened(_ key: UInt, socket: Int32) {
    state.withLock {
      $0.connections[key] = Connection(socket: socket, deadline: .now + requestTime)
    }
  }

  func connectionClosed(_ key: UInt) {
    state.withLock { _ = $0.connections.removeValue(forKey: key) }
  }

  /// Counts a request; false if the server is stopping.
  func requestBegan(_ key: UInt) -> Bool {
    state.withLock {
      guard !$0.isStopping else { return false }
      $0.requests += 1
      let limit = ContinuousClock.Instant.now + requestTime
      let present = $0.connections[key]?.deadline ?? limit
      $0.connections[key]?.deadline = min(present, limit)
      return true
    }
  }

  func requestIsWhole(_ key: UInt) { state.withLock { $0.connections[key]?.deadline = nil } }

  /// Limits the time in which the client receives the response.
  func responseBegan(_ key: UInt) {
    state.withLock { $0.connections[key]?.deadline = .now + answerTime }
  }

  func requestEnded(_ key: UInt) {
    state.withLock {
      $0.requests -= 1
      $0.connections[key]?.deadline = .now + Self.idleTime
    }
  }

  /// Counts a connection that is about to be suspended; false if the library is about to stop, which
  /// it may not do with suspended connections.
  func maySuspend() -> Bool {
    state.withLock { state in
      guard !state.isDrained else { return false }
      state.suspended += 1
      return true
    }
  }

  func resumed() { state.withLock { $0.suspended -= 1 } }

  var openConnections: Int { state.withLock { $0.connections.count } }

  /// Ends the waits of a script of faults and accepts no more requests, or allows both again.
  func setStopping(_ isStopping: Bool) {
    state.withLock { ($0.isStopping, $0.isDrained) = (isStopping, false) }
  }

  /// Waits for a script of faults while the connection is suspended, and returns whether the client
  /// is still there, which the library does not check then.
  func wait(_ time: Duration, for key: UInt) async -> Bool {
    await time.wait {
      state.withLock { state in
        // Closing the socket waits for the lock, so it still belongs to this connection.
        guard !state.isStopping, let socket = state.connections[key]?.socket else { return false }
        return !ridealong_peer_has_left(socket)
      }
    }
  }

  func reset(_ key: UInt) {
    state.withLock { state in
      if let socket = state.connections[key]?.socket { ridealong_reset(socket) }
    }
  }

  /// Cuts off connections that take too long for a request or a response, until cancelled.
  ///
  /// The library's own timeout only counts silence, which a trickle of bytes avoids.
  func watchConnections() async {
    let pause = min(.seconds(1), requestTime / 4, answerTime / 4)
    while (try? await Task.sleep(for: pause)) != nil {
      state.withLock { state in
        let now = ContinuousClock.Instant.now
        // Closing the socket waits for the lock, so it still belongs to this connection.
        for (key, connection) in state.connections {
          guard let deadline = connection.deadline, deadline <= now else { continue }
          _ = shutdown(connection.socket, Int32(SHUT_RDWR))
          state.connections[key]?.deadline = nil
        }
      }
    }
  }

  /// Waits for running requests, and longer for suspended connections, with which the library may not stop; returns
  /// whether it may.
  func drain(within time: Duration) async -> Bool {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end + time * 4 {
      let isOver = state.withLock { state in
        state.isDrained =
          state.requests == 0 || (state.suspended == 0 && ContinuousClock.now >= end)
        return state.isDrained
      }
      if isOver { return true }
      await Duration.milliseconds(5).pause()
    }
    return false
  }

  /// Releases the reference that the stopped server held.
  func releaseFromServer() { unsafe Unmanaged.passUnretained(self).release() }
}
