internal import CMicrohttpd
internal import HTTPMessages

// Called on the server's own threads; nothing here may belong to an actor.

private nonisolated let yes = ridealong_mhd_yes()
private nonisolated let no = ridealong_mhd_no()

@unsafe private func serverContext(_ pointer: UnsafeMutableRawPointer) -> ServerContext {
  unsafe Unmanaged<ServerContext>.fromOpaque(pointer).takeUnretainedValue()
}

/// Called when a connection opens or closes.
@unsafe nonisolated func serverConnection(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ event: MHD_ConnectionNotificationCode
) {
  guard let context = unsafe context, let connection = unsafe connection else { return }
  let server = unsafe serverContext(context)
  let key = UInt(bitPattern: connection)
  if ridealong_mhd_has_started(event) {
    server.connectionOpened(key, socket: unsafe ridealong_mhd_socket(connection))
  } else {
    server.connectionClosed(key)
  }
}

/// Called when a connection is refused, because there are too many.
@unsafe nonisolated func serverRefused(_ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  unsafe serverContext(context).onRefusal?()
}

/// Called with the unchanged target of a request's first line.
@unsafe nonisolated func serverTarget(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context, let target = unsafe target, let connection = unsafe connection
  else { return nil }
  let server = unsafe serverContext(context)
  guard server.requestBegan(UInt(bitPattern: connection)) else { return nil }
  let request = PendingRequest(
    target: unsafe String(cString: target), bodyLimit: server.handler.bodyBytes,
    trail: server.accessLog.map(AccessTrail.init))
  return unsafe Unmanaged.passRetained(request).toOpaque()
}

/// Called when a request ends, for whatever reason.
@unsafe nonisolated func serverCompleted(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  guard let context = unsafe context, let connection = unsafe connection,
    let request = unsafe request, let pending = unsafe request.pointee
  else { return }
  let ended = unsafe Unmanaged<PendingRequest>.fromOpaque(pending).takeRetainedValue()
  unsafe request.pointee = nil
  ended.trail?.end(ended.target)
  unsafe serverContext(context).requestEnded(UInt(bitPattern: connection))
}

/// Called for the header fields, each part of the body and the end of a request.
@unsafe nonisolated func serverAccess(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?, _ uploadSize: UnsafeMutablePointer<Int>?,
  _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context = unsafe context, let connection = unsafe connection,
    let method = unsafe method, let uploadSize = unsafe uploadSize,
    let held = unsafe request?.pointee
  else { return no }
  let server = unsafe serverContext(context)
  let pending = unsafe Unmanaged<PendingRequest>.fromOpaque(held).takeUnretainedValue()
  let here = unsafe ConnectionPointer(pointer: connection)
  let step: PendingRequest.Step
  if !pending.hasBegun {
    pending.trail?.recordMethod(unsafe String(cString: method))
    step = pending.begin(unsafe String(cString: method), unsafe headers(connection), server)
  } else if unsafe uploadSize.pointee > 0 {
    let bytes = unsafe UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
    step = pending.append(unsafe Array(bytes))
    unsafe uploadSize.pointee = 0
  } else {
    server.requestIsWhole(here.key)
    step = pending.proceed()
  }
  switch step {
  case .read: return yes
  case .finish(.givenUp): return no
  case .finish(.reset):
    server.reset(here.key)
    return no
  case .finish(.respond(let response, let delivery)):
    pending.trail?.recordResponse(response.status, delivery.sentBytes(of: response.body.count))
    if delivery == .whole { server.responseBegan(here.key) }
    return queue(response, delivery, on: here, server)
  case .handle(let request): return startHandling(request, pending, server, here) ? yes : no
  }
}

/// Handles a request in a task, so that the server's thread continues with other connections.
///
/// Returns false if the server has stopped.
private func startHandling(
  _ request: TransportRequest, _ pending: PendingRequest, _ server: ServerContext,
  _ connection: ConnectionPointer
) -> Bool {
  guard server.maySuspend() else { return false }
  // Suspended first, so that resuming cannot happen before.
  connection.suspend()
  Task.detached {
    let key = connection.key
    pending.finish(
      await server.handler.handle(request) { time in await server.wait(time, for: key) })
    connection.resume()
    server.resumed()
  }
  return true
}

private func queue(
  _ response: TransportResponse, _ delivery: FaultDelivery, on connection: ConnectionPointer,
  _ server: ServerContext
) -> MHD_Result {
  let made =
    delivery == .whole
    ? unsafe ridealong_mhd_response(response.body, response.body.count)
    : unsafe PacedBody(response.body, delivery).response(on: connection, server)
  guard let made = unsafe made else { return no }
  defer { unsafe ridealong_mhd_destroy_response(made) }
  for field in response.headers.fields {
    guard unsafe ridealong_mhd_add_response_header(made, field.name, field.value) == yes else {
      return no
    }
  }
  return unsafe ridealong_mhd_queue_response(connection.pointer, UInt32(response.status), made)
}

@unsafe private func headers(_ connection: OpaquePointer) -> TransportHeaders {
  var headers = TransportHeaders()
  unsafe withUnsafeMutablePointer(to: &headers) { pointer in
    _ = unsafe ridealong_mhd_get_connection_values(
      connection, ridealong_mhd_header_kind(), collectHeader, pointer)
  }
  return headers
}

@unsafe private func collectHeader(
  _ headers: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
  _ value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let headers = unsafe headers, let name = unsafe name else { return yes }
  let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
  unsafe headers.assumingMemoryBound(to: TransportHeaders.self).pointee
    .append(String(cString: name), text)
  return yes
}
