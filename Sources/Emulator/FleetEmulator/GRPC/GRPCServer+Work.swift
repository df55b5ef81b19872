internal import FleetEngine
internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

extension GRPCServer {
  func enqueue(_ id: UInt64) {
    let hasRoom = state.withLock { $0.queue.add(id, of: HTTP2Server.connection(id)) }
    guard hasRoom else {
      return fail(id, RPCFailure(.unavailable, "Too many calls wait for the emulator."))
    }
    startWork()
  }

  /// Starts the work on waiting calls while there are free workers.
  private func startWork() {
    while let (id, call) = state.withLock({ $0.nextWork() }) {
      // REST and the screen come first.
      Task.detached(priority: .utility) {
        if let request = call.request { await self.perform(id, call, request) }
        self.state.withLock { $0.queue.free() }
        self.startWork()
      }
    }
  }

  /// Waits as a fault says, which keeps no worker from others.
  private func pause(_ time: Duration, _ id: UInt64) async -> Bool {
    state.withLock { $0.queue.free() }
    startWork()
    defer { state.withLock { $0.queue.resume() } }
    return await time.wait {
      self.state.withLock { !$0.isStopping && $0.calls[id]?.isAnswered == false }
    }
  }

  // MARK: Responses

  func answerHealth(_ id: UInt64, _ call: GRPCCall, _ message: GRPCMessages.Message) {
    do throws(RPCFailure) {
      let content = try message.content(call.headers["grpc-encoding"])
      guard let response = try GRPCMethod.health(content) else {
        throw RPCFailure(.notFound, "The emulator does not serve this service.")
      }
      finish(id, GRPCMessages.framed(response))
    } catch { fail(id, error) }
  }

  private func perform(_ id: UInt64, _ call: GRPCCall, _ message: GRPCMessages.Message) async {
    guard case .procedure(let route) = call.method else { return answerHealth(id, call, message) }
    do throws(RPCFailure) {
      // A message costs more than a token, which comes first.
      if let failure = await emulator.refusal(of: route, call.authority, call.headers) {
        call.trail?.recordRoute(route)
        return fail(id, failure)
      }
      let content = try message.content(call.headers["grpc-encoding"])
      let (authority, headers) = (call.authority, call.headers)
      let decoded = try FleetCall(route, content, authority: authority, headers: headers)
      call.trail?.recordRoute(route)
      state.withLock { $0.calls[id]?.target = decoded.request.url.path }
      let request = FleetRequest(request: decoded.request, target: .call(.success(decoded)))
      let outcome = await emulator.handle(request) { await self.pause($0, id) }
      guard case .respond(let response, let delivery) = outcome else { return reset(id) }
      switch response.grpcResult {
      case .success(let tree):
        await deliver(GRPCMessages.framed(try route.encode(tree)), delivery, id)
      case .failure(let failure): if delivery.end == .whole { fail(id, failure) } else { reset(id) }
      }
    } catch { fail(id, error) }
  }

  /// Sends a response in the pieces of a script of faults.
  private func deliver(_ message: [UInt8], _ delivery: FaultDelivery, _ id: UInt64) async {
    let count = delivery.sentBytes(of: message.count)
    var rest = message.prefix(count)
    while delivery.pause > .zero, rest.count > delivery.pieceBytes {
      server?.send(id, Array(rest.prefix(delivery.pieceBytes)))
      rest.removeFirst(delivery.pieceBytes)
      guard await pause(delivery.pause, id) else { return reset(id) }
    }
    guard delivery.end == .whole else {
      server?.send(id, Array(rest))
      return reset(id)
    }
    finish(id, Array(rest))
  }

  /// Handles a message of a call that may have several.
  func stream(_ message: GRPCMessages.Message, _ id: UInt64) {
    guard let call = state.withLock({ $0.calls[id] }), !call.isAnswered else { return }
    do throws(RPCFailure) {
      let content = try message.content(call.headers["grpc-encoding"])
      let response: [UInt8]
      if case .reflection = call.method {
        response = try GRPCMethod.reflection(content)
      } else {
        response = try GRPCMethod.health(content) ?? GRPCMethod.unknownService
      }
      let framed = GRPCMessages.framed(response)
      hold(framed.count, id)
      server?.send(id, framed)
    } catch { fail(id, error) }
  }

  func fail(_ id: UInt64, _ failure: RPCFailure) { finish(id, [], failure.status) }

  /// Sends the last part of a response, once for each call.
  func finish(_ id: UInt64, _ bytes: [UInt8], _ error: RPCStatus? = nil) {
    let server = state.withLock { state -> HTTP2Server? in
      guard state.calls[id]?.isAnswered == false else { return nil }
      state.calls[id]?.isAnswered = true
      state.calls[id]?.messages = GRPCMessages()
      state.calls[id]?.request = nil
      state.calls[id]?.trail?.recordResponse((error?.code ?? .ok).httpStatus, bytes.count)
      return state.server
    }
    hold(bytes.count, id)
    server?.send(id, bytes, trailers: error.map(GRPCTrailers.error) ?? GRPCTrailers.ok)
  }

  func hold(_ count: Int, _ id: UInt64) {
    let (heaviest, server) = state.withLock { ($0.hold(count, for: id), $0.server) }
    if let heaviest { server?.disconnect(heaviest) }
  }

  private func reset(_ id: UInt64) {
    state.withLock { $0.calls[id]?.isAnswered = true }
    server?.reset(id)
  }
}
