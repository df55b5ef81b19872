internal import FleetEngine
internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// The calls of a gRPC server.
final class GRPCCalls: HTTP2Events {
  fileprivate struct State {
    var server: HTTP2Server?
    var calls: [UInt64: GRPCCall] = [:]
    /// Entries of the access log of calls that did not begin.
    var refused: [UInt64: (trail: AccessTrail, target: String)] = [:]
    /// The bytes of all requests and responses that wait.
    var heldBytes = 0
    var queue = GRPCQueue()
    var isStopping = false
  }

  /// How often a wait checks that its client is still there.
  private static let checkInterval: Duration = .milliseconds(25)

  private let handler: any RequestHandler
  private let accessLog: AccessLog?
  private let requestTime: Duration
  private let onRefusal: (@Sendable () -> Void)?
  private let state = Mutex(State())

  init(
    _ handler: any RequestHandler,
    _ accessLog: AccessLog?,
    requestTime: Duration,
    onRefusal: (@Sendable () -> Void)? = nil
  ) {
    self.onRefusal = onRefusal
    self.handler = handler
    self.accessLog = accessLog
    self.requestTime = requestTime
  }

  /// Starts the server; events wait until it is known.
  func start(
    _ make: (GRPCCalls) throws(HTTP2Server.StartFailure) -> HTTP2Server
  ) throws(HTTP2Server.StartFailure) -> UInt16 {
    let result = state.withLock { state in
      Result { () throws(HTTP2Server.StartFailure) in
        let server = try make(self)
        (state.server, state.isStopping) = (server, false)
        return server.port
      }
    }
    return try result.get()
  }

  func refused() { onRefusal?() }

  var isRunning: Bool { state.withLock { $0.server != nil } }

  var openConnections: Int { server?.openConnections ?? 0 }

  /// Ends waits and watches, and stops the server after a time for running calls.
  func stop(drainTime: Duration) async {
    let (server, watches) = state.withLock { state in
      state.isStopping = true
      return (state.server, state.calls.filter { !$0.value.method.isUnary }.keys)
    }
    for call in watches { fail(call, Self.stopping) }
    await server?.stop(drainTime: drainTime)
    state.withLock { $0.server = nil }
  }

  private static let stopping = RPCFailure(.unavailable, "The emulator is stopping.")

  private var server: HTTP2Server? { state.withLock { $0.server } }

  // MARK: Events

  func began(_ id: UInt64, _ fields: [(name: String, value: String)]) -> Duration? {
    let trail = accessLog.map(AccessTrail.init)
    trail?.recordMethod("GRPC")
    do throws(GRPCRefusal) {
      let call = try GRPCCall(fields, handler, trail)
      let isStopping = state.withLock { state in
        state.calls[id] = call
        return state.isStopping
      }
      if isStopping { fail(id, Self.stopping) }
      // Until the whole request has arrived, or a stream's first message.
      return min(requestTime, call.deadline.map { $0 - .now } ?? requestTime)
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
      finish(id, [], .ok)
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
          ? "The call's deadline has passed." : "The request did not arrive within \(requestTime)."
      )
    )
    return nil
  }

  func closed(_ id: UInt64, sentBytes: Int) {
    let (call, refused) = state.withLock { state in
      let call = state.calls.removeValue(forKey: id)
      state.queue.remove(id, of: HTTP2Server.connection(id))
      state.heldBytes -= call?.heldBytes ?? 0
      return (call, state.refused.removeValue(forKey: id))
    }
    call?.trail?.end(call?.target ?? "")
    refused?.trail.end(refused?.target ?? "")
  }

  // MARK: Work

  private func enqueue(_ id: UInt64) {
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
    return await wait(time, for: id)
  }

  // MARK: Responses

  private func answerHealth(_ id: UInt64, _ call: GRPCCall, _ message: GRPCMessages.Message) {
    do throws(RPCFailure) {
      let content = try message.content(call.headers["grpc-encoding"])
      guard let response = try GRPCMethod.health(content) else {
        throw RPCFailure(.notFound, "The emulator does not serve this service.")
      }
      finish(id, GRPCMessages.framed(response), .ok)
    } catch {
      fail(id, error)
    }
  }

  private func perform(_ id: UInt64, _ call: GRPCCall, _ message: GRPCMessages.Message) async {
    guard case .procedure(let route) = call.method else { return answerHealth(id, call, message) }
    do throws(RPCFailure) {
      // A message costs more than a token, which comes first.
      if let status = await handler.refusal(of: route, call.authority, call.headers) {
        call.trail?.recordRoute(route)
        return finish(id, [], status)
      }
      let content = try message.content(call.headers["grpc-encoding"])
      let request = try route.request(content, authority: call.authority, headers: call.headers)
      call.trail?.recordRoute(route)
      state.withLock { $0.calls[id]?.target = request.url.path }
      let outcome = await handler.handle(request) { await self.pause($0, id) }
      guard case .respond(let response, let delivery) = outcome else { return reset(id) }
      if response.status == 200 {
        await deliver(GRPCMessages.framed(try route.message(response)), delivery, id)
      } else if delivery.end == .whole {
        finish(id, [], RPCStatus(response: response))
      } else {
        reset(id)
      }
    } catch {
      fail(id, error)
    }
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
    finish(id, Array(rest), .ok)
  }

  /// Handles a message of a call that may have several.
  private func stream(_ message: GRPCMessages.Message, _ id: UInt64) {
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
    } catch {
      fail(id, error)
    }
  }

  private func fail(_ id: UInt64, _ failure: RPCFailure) { finish(id, [], failure.status) }

  /// Sends the last part of a response, once for each call.
  private func finish(_ id: UInt64, _ bytes: [UInt8], _ status: RPCStatus) {
    let server = state.withLock { state -> HTTP2Server? in
      guard state.calls[id]?.isAnswered == false else { return nil }
      state.calls[id]?.isAnswered = true
      state.calls[id]?.messages = GRPCMessages()
      state.calls[id]?.request = nil
      state.calls[id]?.trail?.recordResponse(status.code.httpStatus, bytes.count)
      return state.server
    }
    hold(bytes.count, id)
    let trailers = status.code == .ok ? GRPCTrailers.ok : GRPCTrailers.error(status)
    server?.send(id, bytes, trailers: trailers)
  }

  private func hold(_ count: Int, _ id: UInt64) {
    let (heaviest, server) = state.withLock { ($0.hold(count, for: id), $0.server) }
    if let heaviest { server?.disconnect(heaviest) }
  }

  private func reset(_ id: UInt64) {
    state.withLock { $0.calls[id]?.isAnswered = true }
    server?.reset(id)
  }

  /// Waits for a script of faults, and returns whether the client is still there.
  private func wait(_ time: Duration, for id: UInt64) async -> Bool {
    let end = ContinuousClock.now + time
    while true {
      guard state.withLock({ !$0.isStopping && $0.calls[id]?.isAnswered == false }) else {
        return false
      }
      let now = ContinuousClock.now
      guard now < end else { return true }
      let rest = min(end, now + Self.checkInterval)
      do { try await Task.sleep(until: rest, clock: .continuous) } catch { return false }
    }
  }
}

extension GRPCCalls.State {
  /// Takes the next call that still waits for its answer, if a worker is free.
  fileprivate mutating func nextWork() -> (id: UInt64, call: GRPCCall)? {
    while let id = queue.next() {
      if let call = calls[id], !call.isAnswered { return (id, call) }
      queue.free()
    }
    return nil
  }

  /// Counts bytes that wait; if there are too many, returns a call of the connection with the most,
  /// which has to be closed so that others are served.
  fileprivate mutating func hold(_ count: Int, for id: UInt64) -> UInt64? {
    guard calls[id] != nil else { return nil }
    calls[id]?.heldBytes += count
    heldBytes += count
    guard heldBytes > Limits.GRPC.bufferedBytes else { return nil }
    var sums: [UInt64: Int] = [:]
    for (id, call) in calls { sums[HTTP2Server.connection(id), default: 0] += call.heldBytes }
    guard let heaviest = sums.max(by: { $0.value < $1.value })?.key else { return nil }
    let ended = calls.keys.filter { HTTP2Server.connection($0) == heaviest }
    for id in ended {
      heldBytes -= calls[id]?.heldBytes ?? 0
      calls[id]?.heldBytes = 0
    }
    return ended.first
  }

  /// Appends a part of a request; returns the messages of a call that may have several.
  fileprivate mutating func append(
    _ bytes: [UInt8],
    to id: UInt64
  ) throws(RPCFailure) -> [GRPCMessages.Message] {
    calls[id]?.messages.append(bytes)
    var messages: [GRPCMessages.Message] = []
    while let message = try calls[id]?.messages.next() {
      calls[id]?.messageCount += 1
      let most = calls[id]?.method.isUnary == true ? 1 : Limits.GRPC.streamedMessages
      guard calls[id]?.messageCount ?? 0 <= most else {
        throw .invalid("The call has more than \(most) request messages.")
      }
      if most == 1 { calls[id]?.request = message } else { messages.append(message) }
    }
    return messages
  }
}

extension RPCStatus {
  fileprivate static let ok = RPCStatus(code: .ok, message: "")
}
