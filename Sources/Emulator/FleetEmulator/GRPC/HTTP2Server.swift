internal import CHTTP2
internal import FleetEngine
internal import Synchronization
internal import SystemLibrary
internal import TrustLimits

/// Receives the events of calls, on the server's thread.
///
/// A returned duration is the time until ``HTTP2Events/expired(_:)``.
protocol HTTP2Events: AnyObject, Sendable {
  func began(_ call: UInt64, _ fields: [(name: String, value: String)]) -> Duration?
  /// A part of the body; returns whether the call may send more.
  func received(_ call: UInt64, _ bytes: [UInt8]) -> Bool
  func ended(_ call: UInt64) -> Duration?
  func expired(_ call: UInt64) -> Duration?
  func closed(_ call: UInt64, sentBytes: Int)
  /// A connection was closed at once, because there are too many.
  func refused()
}

/// A running HTTP/2 server, usable from any thread.
final class HTTP2Server: Sendable {
  @safe private struct Pointer: @unchecked Sendable {
    let value: OpaquePointer
    let context: Unmanaged<EventBox>
  }

  /// The limits in time.
  struct Times {
    /// Until a new connection has sent its first frame.
    var handshake = Limits.Emulator.requestTime
    /// Until the header fields of a call have arrived.
    var request = Limits.Emulator.requestTime
    /// Without calls.
    var idle = Limits.GRPC.idleTime
    /// In which a client receives a whole response.
    var answer = Limits.Emulator.answerTime
  }

  let port: UInt16
  private let pointer: Mutex<Pointer?>

  /// Starts a server; throws the system's error, 0 if the certificate is refused.
  init(
    _ events: any HTTP2Events, address: String, port: UInt16, tls: TLSIdentity?, times: Times
  ) throws(StartFailure) {
    let held = unsafe Unmanaged.passRetained(EventBox(events))
    func start(_ certificate: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?) -> OpaquePointer?
    {
      unsafe address.withCString { text in
        var options = unsafe ridealong_h2_options()
        unsafe options.address = text
        unsafe options.port = port
        unsafe options.certificate = certificate
        unsafe options.key = key
        unsafe options.connections = UInt32(Limits.Emulator.connections)
        unsafe options.connections_per_address = Limits.Emulator.connections(perAddressAt: address)
        unsafe options.streams = UInt32(Limits.GRPC.callsPerConnection)
        unsafe options.header_bytes = UInt32(Limits.Emulator.connectionPoolBytes)
        unsafe options.handshake_ms = UInt32(times.handshake.milliseconds)
        unsafe options.idle_ms = UInt32(times.idle.milliseconds)
        unsafe options.answer_ms = UInt32(times.answer.milliseconds)
        unsafe options.request_ms = UInt32(times.request.milliseconds)
        unsafe options.context = held.toOpaque()
        unsafe options.began = http2Began
        unsafe options.received = http2Received
        unsafe options.ended = http2Ended
        unsafe options.expired = http2Expired
        unsafe options.closed = http2Closed
        unsafe options.refused = http2Refused
        return unsafe ridealong_h2_start(&options)
      }
    }
    let started =
      if let tls { unsafe tls.withPEM { unsafe start($0, $1) } } else { unsafe start(nil, nil) }
    guard let started = unsafe started else {
      let code = errno
      unsafe held.release()
      throw StartFailure(code: code)
    }
    self.port = unsafe ridealong_h2_port(started)
    pointer = unsafe Mutex(Pointer(value: started, context: held))
  }

  struct StartFailure: Error { let code: Int32 }

  var openConnections: Int {
    pointer.withLock { pointer in
      guard let pointer else { return 0 }
      return Int(unsafe ridealong_h2_connections(pointer.value))
    }
  }

  /// Sends a part of a response; without effect for a call that is over.
  func send(
    _ call: UInt64, status: Int = 200, _ bytes: [UInt8] = [],
    trailers: [(name: String, value: String)]? = nil
  ) {
    let fields = Array((trailers ?? []).map { "\($0.name)\0\($0.value)\0" }.joined().utf8)
    pointer.withLock { pointer in
      guard let pointer else { return }
      unsafe ridealong_h2_send(
        pointer.value, call, Int32(status), bytes, bytes.count, fields, fields.count,
        trailers != nil)
    }
  }

  /// Resets a call after the bytes that were sent before.
  func reset(_ call: UInt64) {
    pointer.withLock { pointer in
      guard let pointer else { return }
      unsafe ridealong_h2_reset(pointer.value, call)
    }
  }

  /// Closes a call's connection at once, with all its calls.
  func disconnect(_ call: UInt64) {
    pointer.withLock { pointer in
      guard let pointer else { return }
      unsafe ridealong_h2_disconnect(pointer.value, call)
    }
  }

  /// The number of the connection of a call.
  static func connection(_ call: UInt64) -> UInt64 { call >> 31 }

  /// Stops listening, lets running calls end for a time, and closes all connections.
  func stop(drainTime: Duration) async {
    pointer.withLock { pointer in
      guard let pointer else { return }
      unsafe ridealong_h2_stop(pointer.value, UInt32(drainTime.milliseconds))
    }
    while pointer.withLock({ pointer in
      guard let pointer else { return false }
      return unsafe !ridealong_h2_has_stopped(pointer.value)
    }) { await Duration.milliseconds(2).pause() }
    guard let stopped = pointer.withLock({ $0.take() }) else { return }
    unsafe ridealong_h2_free(stopped.value)
    unsafe stopped.context.release()
  }
}

/// Holds the receiver of events behind one pointer.
private final class EventBox: Sendable {
  let events: any HTTP2Events

  init(_ events: any HTTP2Events) { self.events = events }
}

extension Duration {
  /// Whole milliseconds, rounded up, so that a deadline is not early.
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}

// Called on the server's thread; nothing here may belong to an actor.

@unsafe private nonisolated func events(_ context: UnsafeMutableRawPointer?) -> (any HTTP2Events)? {
  guard let context = unsafe context else { return nil }
  return unsafe Unmanaged<EventBox>.fromOpaque(context).takeUnretainedValue().events
}

@unsafe private nonisolated func http2Began(
  _ context: UnsafeMutableRawPointer?, _ call: UInt64, _ fields: UnsafePointer<ridealong_h2_field>?,
  _ count: Int
) -> Int64 {
  func text(_ bytes: UnsafePointer<CChar>?, _ size: Int) -> String {
    let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: size)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
  let list = unsafe UnsafeBufferPointer(start: fields, count: count).map { field in
    unsafe (name: text(field.name, field.name_size), value: text(field.value, field.value_size))
  }
  return unsafe events(context)?.began(call, list)?.milliseconds ?? -1
}

@unsafe private nonisolated func http2Received(
  _ context: UnsafeMutableRawPointer?, _ call: UInt64, _ bytes: UnsafePointer<UInt8>?, _ size: Int
) -> Bool {
  let bytes = unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
  return unsafe events(context)?.received(call, bytes) ?? false
}

@unsafe
private nonisolated func http2Ended(_ context: UnsafeMutableRawPointer?, _ call: UInt64) -> Int64 {
  unsafe events(context)?.ended(call)?.milliseconds ?? -1
}

@unsafe
private nonisolated func http2Expired(_ context: UnsafeMutableRawPointer?, _ call: UInt64) -> Int64
{
  unsafe events(context)?.expired(call)?.milliseconds ?? -1
}

@unsafe private nonisolated func http2Closed(
  _ context: UnsafeMutableRawPointer?, _ call: UInt64, _ sentBytes: UInt64
) { unsafe events(context)?.closed(call, sentBytes: Int(sentBytes)) }

@unsafe private nonisolated func http2Refused(_ context: UnsafeMutableRawPointer?) {
  unsafe events(context)?.refused()
}
