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

  /// The time that requests under way have to end when the server stops.
  private static let drainTime: Duration = .seconds(2)

  private let address: String
  private let port: UInt16
  private let context: ServerContext
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
  public init(
    _ emulator: FleetEmulator,
    address: String = "127.0.0.1",
    port: UInt16 = 0,
    allowsOtherHosts: Bool = false,
    requestTime: Duration = EmulatorServer.defaultRequestTime
  ) {
    self.address = address
    self.port = port
    context = ServerContext(
      emulator: emulator,
      address: address,
      allowsOtherHosts: allowsOtherHosts,
      requestTime: requestTime
    )
  }

  /// The time that a client has to send a full request.
  public static let defaultRequestTime = Limits.Emulator.requestTime

  /// Starts to listen.
  ///
  /// - Returns: The base URL, with the port that was picked.
  /// - Throws: Why the address cannot be had.
  @discardableResult
  public func start() throws(EmulatorError) -> HTTPURL {
    let own = HTTPURL(scheme: .http, host: address)
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

  /// Stops to listen, lets requests under way end for up to two seconds, and closes connections.
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
    daemon.stopListening()
    context.setStopping(true)
    await context.drain(within: Self.drainTime)
    daemon.stop()
    context.releaseFromServer()
  }

  private func startFailure(_ code: Int32) -> EmulatorError {
    switch code {
    case EADDRINUSE:
      EmulatorError(.address, "Port \(port) of \(address) is in use; use port 0 for a free one.")
    case EACCES:
      EmulatorError(.address, "Port \(port) needs rights; use port 0 for a free one.")
    case EINVAL:
      EmulatorError(.address, "\(address) is not a numeric address; listen on 127.0.0.1.")
    default:
      EmulatorError(.address, "The emulator cannot listen on \(address) port \(port).")
    }
  }
}
