package import FleetEngine
public import HTTPMessages
internal import Synchronization
internal import SystemLibrary
internal import TrustLimits

/// Serves an emulator, its admin endpoint or one document over HTTP, for clients on this machine.
///
/// A server that was started runs until it is stopped.
public final class LocalServer: Sendable {
  private struct State {
    var daemon: DaemonPointer?
    var watchdog: Task<Void, Never>?
  }

  private let port: UInt16
  private let drainTime: Duration
  let context: ServerContext
  private let state = Mutex(State())

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - emulator: The emulator that handles the requests.
  ///   - address: The numeric address to listen on.
  ///   - port: The port; 0 lets the system pick one.
  ///   - allowsOtherHosts: Whether the address may be one that other machines can reach.
  ///   - requestTime: The time that a client has to send a full request, by default 10 s.
  ///   - answerTime: The time that a client has to receive a full response, by default a minute.
  ///   - drainTime: The time that running requests have to end when the server stops.
  ///   - tls: The certificate and key for TLS; nil serves plain HTTP.
  ///   - accessLog: Called after each request, on the server's own threads, which wait for it.
  ///   - onRefusal: Called there for each connection that is refused, because there are too many.
  public init(
    _ emulator: EmulatedFleetEngine, address: String = "127.0.0.1", port: UInt16 = 0,
    allowsOtherHosts: Bool = false, requestTime: Duration? = nil,
    answerTime: Duration? = nil, drainTime: Duration = .seconds(2),
    tls: TLSIdentity? = nil, accessLog: (@Sendable (AccessLogEntry) -> Void)? = nil,
    onRefusal: (@Sendable () -> Void)? = nil
  ) {
    self.port = port
    self.drainTime = drainTime
    context = ServerContext(
      handler: emulator, address: address, allowsOtherHosts: allowsOtherHosts,
      requestTime: requestTime ?? Limits.Emulator.requestTime,
      answerTime: answerTime ?? Limits.Emulator.answerTime, tls: tls,
      accessLog: accessLog.map { AccessLog(now: emulator.now, write: $0) }, onRefusal: onRefusal)
  }

  /// Creates a server for an emulator's admin endpoint, which does not listen yet.
  ///
  /// The endpoint sets and shows the script of faults, and shows the latest calls with their
  /// warnings. It has no authentication, so it listens on loopback only and refuses web pages.
  public init(
    administering emulator: EmulatedFleetEngine, address: String = "127.0.0.1", port: UInt16 = 0
  ) {
    self.port = port
    drainTime = .seconds(2)
    context = ServerContext(handler: AdminEndpoint(emulator: emulator), address: address)
  }

  /// Creates a server of one document that any client may read, which does not listen yet.
  ///
  /// - Parameters:
  ///   - path: The path of the document.
  ///   - contentType: The document's media type.
  ///   - address: The numeric address to listen on.
  ///   - port: The port; 0 lets the system pick one.
  ///   - allowsOtherHosts: Whether the address may be one that other machines can reach.
  ///   - drainTime: The time that running requests have to end when the server stops.
  ///   - now: Returns the present, for the `Date` of responses.
  ///   - document: Returns the document; called for each request.
  package init(
    serving path: String, contentType: String, address: String, port: UInt16,
    allowsOtherHosts: Bool, drainTime: Duration = .seconds(2),
    now: @escaping @Sendable () -> Timestamp, document: @escaping @Sendable () -> String
  ) {
    self.port = port
    self.drainTime = drainTime
    context = ServerContext(
      handler: DocumentEndpoint(path: path, contentType: contentType, now: now, document: document),
      address: address, allowsOtherHosts: allowsOtherHosts)
  }

  /// Starts to listen, and returns the address.
  @discardableResult public func start() throws(EmulatorError) -> HTTPURL {
    let address = context.address
    let hasTLS = context.tls != nil
    var url = try HTTPURL(listeningOn: address, hasTLS: hasTLS, context.allowsOtherHosts)
    let result = state.withLock { state -> Result<UInt16, EmulatorError> in
      guard state.daemon == nil else {
        return .failure(EmulatorError(.address, "The emulator listens already."))
      }
      guard let daemon = DaemonPointer.start(port: port, context) else {
        return .failure(EmulatorError(code: errno, listeningOn: address, port, hasTLS: hasTLS))
      }
      state.daemon = daemon
      context.setStopping(false)
      let context = context
      state.watchdog = Task.detached { await context.watchConnections() }
      return .success(daemon.port)
    }
    let pickedPort = Int(try result.get())
    url.port = pickedPort
    context.setPort(pickedPort)
    return url
  }

  /// The number of connections that clients have open.
  public var openConnections: Int { context.openConnections }

  /// Stops accepting requests, lets running ones end for a time, and closes all connections.
  ///
  /// Connections whose request has not ended after five times that time stay open; no others are accepted.
  /// Responses that a script of faults delays are given up immediately.
  @concurrent public func stop() async {
    let (daemon, watchdog) = state.withLock { state in
      defer { state = State() }
      return (state.daemon, state.watchdog)
    }
    watchdog?.cancel()
    guard let daemon else { return }
    context.setStopping(true)
    guard await context.drain(within: drainTime) else { return }
    daemon.stop()
    context.releaseFromServer()
  }
}
