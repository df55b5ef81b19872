public import HTTPMessages
internal import SystemLibrary
public import TrustLimits

/// Serves the emulator over gRPC on a socket, for clients on this machine.
///
/// It accepts connections with TLS and without it on the same port. A server that was started runs
/// until it is stopped.
public final class GRPCServer: Sendable {
  private let address: String
  private let port: UInt16
  private let allowsOtherHosts: Bool
  private let times: HTTP2Server.Times
  private let drainTime: Duration
  private let tls: TLSIdentity?
  private let calls: GRPCCalls

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - emulator: The emulator that handles the calls.
  ///   - address: The numeric address to listen on.
  ///   - port: The port; 0 lets the system pick one.
  ///   - allowsOtherHosts: Whether the address may be one that other machines can reach.
  ///   - requestTime: The time that a client has to send a full request.
  ///   - answerTime: The time that a client has to receive a full response.
  ///   - idleTime: The time that a connection may be without calls.
  ///   - drainTime: The time that running calls have to end when the server stops.
  ///   - tls: The certificate and key for TLS; nil serves plain text only.
  ///   - accessLog: Called after each call, on the server's own thread, which waits for it.
  ///   - onRefusal: Called there for each connection that is refused, because there are too many.
  public init(
    _ emulator: FleetEmulator,
    address: String = "127.0.0.1",
    port: UInt16 = 0,
    allowsOtherHosts: Bool = false,
    requestTime: Duration = Limits.Emulator.requestTime,
    answerTime: Duration = Limits.Emulator.answerTime,
    idleTime: Duration = Limits.GRPC.idleTime,
    drainTime: Duration = .seconds(2),
    tls: TLSIdentity? = nil,
    accessLog: (@Sendable (AccessLogEntry) -> Void)? = nil,
    onRefusal: (@Sendable () -> Void)? = nil
  ) {
    self.address = address
    self.port = port
    self.allowsOtherHosts = allowsOtherHosts
    times = HTTP2Server.Times(
      handshake: requestTime,
      request: requestTime,
      idle: idleTime,
      answer: answerTime
    )
    self.drainTime = drainTime
    self.tls = tls
    calls = GRPCCalls(
      emulator,
      accessLog.map { AccessLog(now: emulator.now, write: $0) },
      requestTime: requestTime,
      onRefusal: onRefusal
    )
  }

  /// Starts to listen, and returns the address; its scheme says whether TLS is served.
  @discardableResult
  public func start() throws(EmulatorError) -> HTTPURL {
    var url = HTTPURL(scheme: tls == nil ? .http : .https, host: address)
    guard allowsOtherHosts || url.isLoopback else {
      throw EmulatorError(
        .address,
        "\(address) can be reached from other machines; listen on 127.0.0.1."
      )
    }
    guard !calls.isRunning else {
      throw EmulatorError(.address, "The gRPC server listens already.")
    }
    do {
      url.port = Int(
        try calls.start { calls throws(HTTP2Server.StartFailure) in
          try HTTP2Server(calls, address: address, port: port, tls: tls, times: times)
        }
      )
    } catch {
      throw EmulatorError(code: error.code, listeningOn: address, port, hasTLS: tls != nil)
    }
    return url
  }

  /// The number of connections that clients have open.
  public var openConnections: Int { calls.openConnections }

  /// Stops accepting calls, lets running ones end for a time, and closes all connections.
  @concurrent
  public func stop() async { await calls.stop(drainTime: drainTime) }
}
