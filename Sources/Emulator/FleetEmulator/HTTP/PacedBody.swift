internal import CMicrohttpd
internal import Synchronization

/// A body that is sent in pieces, and possibly not to its end.
final class PacedBody: Sendable {
  enum Move: Equatable {
    case send(Range<Int>)
    case pause
    case end
    case reset
  }

  private struct State {
    /// The end of the present piece.
    var allowed: Int
    var isGivenUp = false
  }

  /// The most bytes that the library requests at once.
  private static let block = 65_536

  /// The announced length, more than is sent if the body is cut short.
  let announcedBytes: Int
  private let bytes: [UInt8]
  private let sentBytes: Int
  private let delivery: FaultDelivery
  private let state: Mutex<State>

  init(_ bytes: [UInt8], _ delivery: FaultDelivery) {
    self.bytes = bytes
    self.delivery = delivery
    sentBytes = delivery.sentBytes(of: bytes.count)
    let isCut = delivery.end != .whole && sentBytes == bytes.count
    announcedBytes = bytes.count + (isCut ? 1 : 0)
    state = Mutex(State(allowed: delivery.pause > .zero ? delivery.pieceBytes : Int.max))
  }

  var pause: Duration { delivery.pause }

  /// Decides what follows the bytes before a position.
  func next(at position: Int, atMost most: Int) -> Move {
    state.withLock { state in
      if state.isGivenUp { return .end }
      guard position < sentBytes else {
        if case .reset = delivery.end { return .reset }
        return .end
      }
      guard position < state.allowed else { return .pause }
      return .send(position..<min(sentBytes, state.allowed, position + most))
    }
  }

  /// Allows the next piece, or gives up if the client has left.
  func resume(_ hasClient: Bool) {
    state.withLock { state in
      if hasClient { state.allowed += delivery.pieceBytes } else { state.isGivenUp = true }
    }
  }

  func copy(_ range: Range<Int>, to buffer: UnsafeMutableRawPointer) {
    unsafe bytes.withUnsafeBytes { source in
      unsafe UnsafeMutableRawBufferPointer(start: buffer, count: range.count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
    }
  }

  /// The library's response that reads the body; nil on failure.
  func response(on connection: ConnectionPointer, _ server: ServerContext) -> OpaquePointer? {
    let reader = unsafe Unmanaged.passRetained(PacedReader(self, connection, server)).toOpaque()
    let response = unsafe ridealong_mhd_create_response_from_callback(
      UInt64(announcedBytes), Self.block, readPacedBody, reader, releasePacedBody)
    if unsafe response == nil { unsafe releasePacedBody(reader) }
    return unsafe response
  }
}

/// The context of the library's callbacks for one body.
private final class PacedReader: Sendable {
  let body: PacedBody
  let connection: ConnectionPointer
  let server: ServerContext

  init(_ body: PacedBody, _ connection: ConnectionPointer, _ server: ServerContext) {
    self.body = body
    self.connection = connection
    self.server = server
  }

  /// Suspends the connection for the body's pause.
  func pause() {
    guard server.maySuspend() else {
      body.resume(false)
      return
    }
    // Suspended first, so that resuming cannot happen before.
    connection.suspend()
    let (body, connection, server) = (body, connection, server)
    Task.detached {
      body.resume(await server.wait(body.pause, for: connection.key))
      connection.resume()
      server.resumed()
    }
  }
}

// Called on the server's own threads; nothing here may belong to an actor.

@unsafe private nonisolated func readPacedBody(
  _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
  _ most: Int
) -> Int {
  let failure = ridealong_mhd_end_with_error()
  guard let context = unsafe context, let buffer = unsafe buffer,
    let position = Int(exactly: position)
  else { return failure }
  let reader = unsafe Unmanaged<PacedReader>.fromOpaque(context).takeUnretainedValue()
  switch reader.body.next(at: position, atMost: most) {
  case .send(let range):
    unsafe reader.body.copy(range, to: UnsafeMutableRawPointer(buffer))
    return range.count
  case .pause:
    reader.pause()
    return 0
  case .end: return failure
  case .reset:
    reader.server.reset(reader.connection.key)
    return failure
  }
}

@unsafe private nonisolated func releasePacedBody(_ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<PacedReader>.fromOpaque(context).release()
}
