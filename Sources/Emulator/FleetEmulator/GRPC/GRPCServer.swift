internal import FleetEngine
public import HTTPMessages
internal import Synchronization
internal import SystemLibrary
internal import TrustLimits

/// Serves the emulator over gRPC on a socket, for clients on this machine.
///
/// It accepts connections with TLS and without it on the same port. A server that was started runs
/// until it is stopped.
public final class GRPCServer: Sendable {
  let emulator: EmulatedFleetEngine
  let state = Mutex(GRPCCalls())
  private let accessLog: AccessLog?
  private let address: String
  private let port: UInt16
  private let allowsOtherHosts: Bool
  private let times: HTTP2Server.Times
  private let drainTime: Duration
  private let tls: TLSIdentity?
  private let onRefusal: (@Sendable () -> Void)?

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - emulator: The emulator that handles the calls.
  ///   - address: The numeric address to listen on.
  ///   - port: The port; 0 lets the system pick one.
  ///   - allowsOtherHosts: Whether the address may be one that other machines can reach.
  ///   - requestTime: The time that a client has to send a full request, by default 10 s.
  ///   - answerTime: The time that a client has to receive a full response, by default a minute.
  ///   - idleTime: The time that a connection may be without calls, by default 5 minutes.
  ///   - drainTime: The time that running calls have to end when the server stops.
  ///   - tls: The certificate and key for TLS; nil serves plain text only.
  ///   - accessLog: Called after each call, on the server's own thread, which waits for it.
  ///   - onRefusal: Called there for each connection that is refused, because there are too many.
  public init(
    _ emulator: EmulatedFleetEngine, address: String = "127.0.0.1", port: UInt16 = 0,
    allowsOtherHosts: Bool = false, requestTime: Duration? = nil,
    answerTime: Duration? = nil, idleTime: Duration? = nil,
    drainTime: Duration = .seconds(2), tls: TLSIdentity? = nil,
    accessLog: (@Sendable (AccessLogEntry) -> Void)? = nil, onRefusal: (@Sendable () -> Void)? = nil
  ) {
    self.emulator = emulator
    self.address = address
    self.port = port
    self.allowsOtherHosts = allowsOtherHosts
    let requestTime = requestTime ?? Limits.Emulator.requestTime
    times = HTTP2Server.Times(
      handshake: requestTime, request: requestTime, idle: idleTime ?? Limits.GRPC.idleTime,
      answer: answerTime ?? Limits.Emulator.answerTime)
    self.drainTime = drainTime
    self.tls = tls
    self.accessLog = accessLog.map { AccessLog(now: emulator.now, write: $0) }
    self.onRefusal = onRefusal
  }

  /// Starts to listen, and returns the address; its scheme says whether TLS is served.
  @discardableResult public func start() throws(EmulatorError) -> HTTPURL {
    var url = try HTTPURL(listeningOn: address, hasTLS: tls != nil, allowsOtherHosts)
    // Events wait for the lock, until the server is known.
    let result = state.withLock { state in
      Result { () throws(EmulatorError) in
        guard state.server == nil else {
          throw EmulatorError(.address, "The gRPC server listens already.")
        }
        do throws(HTTP2Server.StartFailure) {
          let server = try HTTP2Server(self, address: address, port: port, tls: tls, times: times)
          (state.server, state.isStopping) = (server, false)
          return server.port
        } catch {
          throw EmulatorError(code: error.code, listeningOn: address, port, hasTLS: tls != nil)
        }
      }
    }
    url.port = Int(try result.get())
    return url
  }

  /// The number of connections that clients have open.
  public var openConnections: Int { server?.openConnections ?? 0 }

  /// Stops accepting calls, lets running ones end for a time, and closes all connections.
  @concurrent public func stop() async {
    let (server, watches) = state.withLock { state in
      state.isStopping = true
      return (state.server, state.calls.filter { !$0.value.method.isUnary }.keys)
    }
    for call in watches { fail(call, Self.stopping) }
    await server?.stop(drainTime: drainTime)
    state.withLock { $0.server = nil }
  }

  private static let stopping = RPCFailure(.unavailable, "The emulator is stopping.")

  var server: HTTP2Server? { state.withLock { $0.server } }
}

extension GRPCServer: HTTP2Events {
  func began(_ id: UInt64, _ fields: [(name: String, value: String)]) -> Duration? {
    let trail = accessLog.map(AccessTrail.init)
    trail?.recordMethod("GRPC")
    do throws(GRPCRefusal) {
      let call = try GRPCCall(fields, emulator, trail)
      let isStopping = state.withLock { state in
        state.calls[id] = call
        return state.isStopping
      }
      if isStopping { fail(id, Self.stopping) }
      // Until the whole request has arrived, or a stream's first message.
      return min(times.request, call.deadline.map { $0 - .now } ?? times.request)
    } catch {
      let status = error.failure.status
      let logged = error.httpStatus == 200 ? status.code.httpStatus : error.httpStatus
      trail?.recordResponse(logged, 0)
      if let trail { state.withLock { $0.refused[id] = (trail, error.target) } }
      server?.send(id, status: error.httpStatus, trailers: GRPCTrailers.error(status))
      return nil
    }
  }

  func received(_ id: UInt64, _ bytes: [UInt8]) -> Bool {
    let messages: [GRPCMessages.Message]
    hold(bytes.count, id)
    do throws(RPCFailure) {
      messages = try state.withLock { state throws(RPCFailure) in
        guard state.calls[id]?.isAnswered == false else { return [] }
        return try state.append(bytes, to: id)
      }
    } catch {
      fail(id, error)
      return false
    }
    for message in messages { stream(message, id) }
    return state.withLock { $0.calls[id]?.isAnswered == false }
  }

  func ended(_ id: UInt64) -> Duration? {
    guard let call = state.withLock({ $0.calls[id] }), !call.isAnswered else { return nil }
    if call.method.isUnary {
      guard let request = call.request, call.messages.count == 0 else {
        fail(id, .invalid("The request ended in the middle of its message."))
        return nil
      }
      guard case .procedure = call.method else {
        // The health of a busy server has an answer at once.
        if !request.isCompressed, request.bytes.count <= Limits.GRPC.healthBytes {
          answerHealth(id, call, request)
        } else {
          enqueue(id)
        }
        return call.deadline.map { max(.zero, $0 - .now) }
      }
      enqueue(id)
    } else if case .reflection = call.method {
      finish(id, [])
    }
    return call.deadline.map { max(.zero, $0 - .now) }
  }

  func expired(_ id: UInt64) -> Duration? {
    guard let call = state.withLock({ $0.calls[id] }) else { return nil }
    let isDeadline = call.deadline.map { $0 <= .now } ?? false
    // A stream whose first message has arrived has only the client's own deadline.
    if !isDeadline, !call.method.isUnary, call.messageCount > 0 {
      return call.deadline.map { max(.zero, $0 - .now) }
    }
    fail(
      id,
      RPCFailure(
        .deadlineExceeded,
        isDeadline
          ? "The call's deadline has passed."
          : "The request did not arrive within \(times.request)."))
    return nil
  }

  func closed(_ id: UInt64, sentBytes: Int) {
    let (call, refused) = state.withLock { state in
      (state.remove(id), state.refused.removeValue(forKey: id))
    }
    call?.trail?.end(call?.target ?? "")
    refused?.trail.end(refused?.target ?? "")
  }

  func refused() { onRefusal?() }
}
