internal import CMicrohttpd
public import HTTPMessages
internal import Synchronization
internal import TrustLimits

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The emulator on a socket, for clients of this machine.
///
/// A server that was started runs until it is stopped.
public final class EmulatorServer: Sendable {
  private struct State {
    var daemon: DaemonPointer?
    var watchdog: Task<Void, Never>?
  }

  private let address: String
  private let port: UInt16
  private let drainTime: Duration
  let context: ServerContext
  private let state = Mutex(State())

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - emulator: What answers the requests.
  ///   - address: The numeric address to listen on.
  ///   - port: The port; 0 lets the system pick one.
  ///   - allowsOtherHosts: Whether the address may be another than loopback, where any machine
  ///     that reaches it can call.
  ///   - requestTime: The time that a client has to send a full request.
  ///   - answerTime: The time that a client has to take in a full answer.
  ///   - drainTime: The time that requests under way have to end when the server stops.
  ///   - tls: The certificate and key of a server that speaks TLS; nil for one that does not.
  ///   - accessLog: Is told of each request when it has ended, on the server's own threads, which
  ///     wait for it; nil to tell nobody.
  public convenience init(
    _ emulator: FleetEmulator,
    address: String = "127.0.0.1",
    port: UInt16 = 0,
    allowsOtherHosts: Bool = false,
    requestTime: Duration = EmulatorServer.defaultRequestTime,
    answerTime: Duration = EmulatorServer.defaultAnswerTime,
    drainTime: Duration = EmulatorServer.defaultDrainTime,
    tls: TLSIdentity? = nil,
    accessLog: (@Sendable (AccessLogEntry) -> Void)? = nil
  ) {
    self.init(
      ServerContext(
        handler: emulator,
        address: address,
        allowsOtherHosts: allowsOtherHosts,
        requestTime: requestTime,
        answerTime: answerTime,
        tls: tls,
        accessLog: accessLog.map { AccessLog(now: emulator.now, write: $0) }
      ),
      address: address,
      port: port,
      drainTime: drainTime
    )
  }

  /// Creates the server of an emulator's admin endpoint, which does not listen yet.
  ///
  /// It sets and tells the script of faults, and tells the latest calls with their warnings. It asks
  /// nobody who they are, so that it listens on loopback only; web pages are refused.
  ///
  /// - Parameters:
  ///   - emulator: The emulator.
  ///   - address: The numeric address of loopback to listen on.
  ///   - port: The port; 0 lets the system pick one.
  public convenience init(
    administering emulator: FleetEmulator,
    address: String = "127.0.0.1",
    port: UInt16 = 0
  ) {
    self.init(
      ServerContext(
        handler: AdminEndpoint(emulator: emulator),
        address: address,
        allowsOtherHosts: false,
        requestTime: Self.defaultRequestTime,
        answerTime: Self.defaultAnswerTime,
        tls: nil,
        accessLog: nil
      ),
      address: address,
      port: port,
      drainTime: Self.defaultDrainTime
    )
  }

  private init(_ context: ServerContext, address: String, port: UInt16, drainTime: Duration) {
    self.drainTime = drainTime
    self.address = address
    self.port = port
    self.context = context
  }

  /// The time that a client has to send a full request.
  public static let defaultRequestTime = Limits.Emulator.requestTime

  /// The time that a client has to take in a full answer.
  public static let defaultAnswerTime = Limits.Emulator.answerTime

  /// The time that requests under way have to end when the server stops.
  public static let defaultDrainTime: Duration = .seconds(2)

  /// Starts to listen.
  ///
  /// - Throws: Why the address cannot be had.
  @discardableResult
  public func start() throws(EmulatorError) -> HTTPURL {
    let own = HTTPURL(scheme: context.tls == nil ? .http : .https, host: address)
    guard context.allowsOtherHosts || own.isLoopback else {
      throw EmulatorError(
        .address,
        "\(address) can be reached from other machines; listen on 127.0.0.1."
      )
    }
    let result = state.withLock { state -> Result<UInt16, EmulatorError> in
      guard state.daemon == nil else {
        return .failure(EmulatorError(.address, "The emulator listens already."))
      }
      guard let daemon = DaemonPointer.start(address: address, port: port, context) else {
        return .failure(startFailure(errno))
      }
      state.daemon = daemon
      context.setStopping(false)
      let context = context
      state.watchdog = Task.detached { await context.watchConnections() }
      return .success(daemon.port)
    }
    var url = own
    let picked = Int(try result.get())
    url.port = picked
    context.setPort(picked)
    return url
  }

  /// The number of connections that clients have open.
  public var openConnections: Int { context.openConnections }

  /// Takes no more requests, lets those under way end for a time, and closes all connections.
  ///
  /// Answers that a script of faults holds back are given up at once.
  @concurrent
  public func stop() async {
    let (daemon, watchdog) = state.withLock { state in
      defer { state = State() }
      return (state.daemon, state.watchdog)
    }
    watchdog?.cancel()
    guard let daemon else { return }
    context.setStopping(true)
    await context.drain(within: drainTime)
    daemon.stop()
    context.releaseFromServer()
  }

  private func startFailure(_ code: Int32) -> EmulatorError {
    switch code {
    case EADDRINUSE:
      EmulatorError(.address, "Port \(port) of \(address) is in use; use port 0 for a free one.")
    case EACCES: EmulatorError(.address, "Port \(port) needs rights; use port 0 for a free one.")
    case EINVAL:
      EmulatorError(.address, "\(address) is not a numeric address; listen on 127.0.0.1.")
    case 0 where context.tls != nil:
      EmulatorError(.configuration, "The TLS library refuses the certificate or its key.")
    default: EmulatorError(.address, "The emulator cannot listen on \(address) port \(port).")
    }
  }
}
