internal import CMicrohttpd
internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the server's callbacks share.
final class ServerContext: Sendable {
  private struct Connection {
    let socket: Int32
    /// When it is cut unless it makes progress; nil while the emulator answers.
    var deadline: ContinuousClock.Instant?
  }

  private struct State {
    var connections: [UInt: Connection] = [:]
    var requests = 0
    var suspended = 0
    var isStopping = false
    /// Whether the time of the requests under way is over.
    var isDrained = false
    var port = 0
  }

  /// The time that a kept connection may take until its next request begins.
  private static let idleTime: Duration = .seconds(40)
  /// How often a wait looks whether its client is still there.
  private static let glance: Duration = .milliseconds(25)

  let handler: any RequestHandler
  let allowsOtherHosts: Bool
  /// What the server proves its name with; nil for a server without TLS.
  let tls: TLSIdentity?
  /// Where requests are noted; nil for nowhere.
  let accessLog: AccessLog?
  private let address: String
  private let requestTime: Duration
  private let answerTime: Duration
  private let state = Mutex(State())

  init(
    handler: any RequestHandler,
    address: String,
    allowsOtherHosts: Bool,
    requestTime: Duration,
    answerTime: Duration,
    tls: TLSIdentity?,
    accessLog: AccessLog?
  ) {
    self.handler = handler
    self.address = address
    self.allowsOtherHosts = allowsOtherHosts
    self.requestTime = requestTime
    self.answerTime = answerTime
    self.tls = tls
    self.accessLog = accessLog
  }

  /// Whether only this machine can reach the server.
  var isLoopback: Bool { HTTPURL(scheme: .http, host: address).isLoopback }

  func setPort(_ port: Int) { state.withLock { $0.port = port } }

  /// Whether a request's `Host` is one under which this server is meant to be called.
  ///
  /// A page in a browser can make its own name resolve to this machine, but not change this header,
  /// nor have this server's certificate be for that name.
  func accepts(host url: HTTPURL) -> Bool {
    let port = state.withLock { $0.port }
    guard port == 0 || (url.port ?? (tls == nil ? 80 : 443)) == port else { return false }
    if url.isLoopback || url.host == address || tls?.isFor(host: url.host) == true { return true }
    // On all of the machine's addresses any of them will do, but no name.
    return allowsOtherHosts && (address == "0.0.0.0" || address == "::")
      && (url.host.contains(":") || url.host.split(separator: ".").allSatisfy { UInt8($0) != nil })
  }

  // MARK: The life of connections and requests, told by the server's threads

  func connectionOpened(_ key: UInt, socket: Int32) {
    state.withLock {
      $0.connections[key] = Connection(socket: socket, deadline: .now + requestTime)
    }
  }

  func connectionClosed(_ key: UInt) {
    state.withLock { _ = $0.connections.removeValue(forKey: key) }
  }

  /// Counts a request that begins.
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

  /// Gives the client a time to take an answer in; one that takes it in drips is cut.
  func responseBegan(_ key: UInt) {
    state.withLock { $0.connections[key]?.deadline = .now + answerTime }
  }

  func requestEnded(_ key: UInt) {
    state.withLock {
      $0.requests -= 1
      $0.connections[key]?.deadline = .now + Self.idleTime
    }
  }

  /// Counts a connection that is about to be suspended.
  ///
  /// - Returns: Whether it may be; the library's end must not meet one.
  func maySuspend() -> Bool {
    state.withLock { state in
      guard !state.isDrained else { return false }
      state.suspended += 1
      return true
    }
  }

  func resumed() { state.withLock { $0.suspended -= 1 } }

  /// The number of connections that are open.
  var openConnections: Int { state.withLock { $0.connections.count } }

  /// Ends the waits of a script of faults and takes no more requests, or allows both again.
  func setStopping(_ isStopping: Bool) {
    state.withLock { ($0.isStopping, $0.isDrained) = (isStopping, false) }
  }

  /// Waits for a script of faults while its connection is suspended.
  ///
  /// The library does not look at a suspended connection, so this does.
  func wait(_ time: Duration, for key: UInt) async -> Bool {
    let end = ContinuousClock.now + time
    while true {
      let goesOn = state.withLock { state in
        // Under the lock the socket is still this connection's: closing it waits for the lock.
        guard !state.isStopping, let socket = state.connections[key]?.socket else { return false }
        return !ridealong_peer_has_left(socket)
      }
      guard goesOn else { return false }
      let now = ContinuousClock.now
      guard now < end else { return true }
      let rest = min(end, now + Self.glance)
      do { try await Task.sleep(until: rest, clock: .continuous) } catch { return false }
    }
  }

  /// Breaks a connection, whose client gets no regular end.
  func reset(_ key: UInt) {
    state.withLock { state in
      if let socket = state.connections[key]?.socket { ridealong_reset(socket) }
    }
  }

  /// Cuts connections that take too long over a request or an answer, until it is cancelled.
  ///
  /// The library's own timeout counts silence only, which a drip of bytes avoids.
  func watchConnections() async {
    let pause = min(.seconds(1), requestTime / 4, answerTime / 4)
    while (try? await Task.sleep(for: pause)) != nil {
      state.withLock { state in
        let now = ContinuousClock.Instant.now
        // Under the lock the socket is still this connection's: closing it waits for the lock.
        for (key, connection) in state.connections {
          guard let deadline = connection.deadline, deadline <= now else { continue }
          _ = shutdown(connection.socket, Int32(SHUT_RDWR))
          state.connections[key]?.deadline = nil
        }
      }
    }
  }

  /// Waits for the requests under way, and for suspended ones without a limit.
  func drain(within time: Duration) async {
    let end = ContinuousClock.now + time
    while true {
      let isOver = state.withLock { state in
        state.isDrained =
          state.requests == 0 || (state.suspended == 0 && ContinuousClock.now >= end)
        return state.isDrained
      }
      if isOver { return }
      // Sleeping is cut short in a cancelled task; yielding keeps such a one from spinning hot.
      do { try await Task.sleep(for: .milliseconds(5)) } catch { await Task.yield() }
    }
  }

  /// Gives back the reference that the stopped server held.
  func releaseFromServer() { unsafe Unmanaged.passUnretained(self).release() }
}
