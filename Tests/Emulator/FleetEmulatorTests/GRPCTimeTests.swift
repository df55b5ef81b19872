import FleetEngine
import Foundation
import HTTPMessages
import Synchronization
import TestSupport
import Testing

@testable import FleetEmulator

@Suite(.blocking) struct `The server of gRPC in time` {
  private static let short: Duration = .milliseconds(40)
  private static let long: Duration = .seconds(600)
  /// A reset of the first call.
  private static let reset = frame(3, stream: 1, [0, 0, 0, 0]).prefix(9)

  /// The entries of an access log.
  private final class Log: Sendable {
    let entries = Mutex<[AccessLogEntry]>([])
    var statuses: [Int?] { entries.withLock { $0.map(\.status) } }
  }

  /// A frame of HTTP/2 shorter than 256 bytes.
  private static func frame(
    _ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []
  ) -> [UInt8] { [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload }

  /// The beginning of a connection; `window` is how much of each response the client takes.
  private static func hello(window: UInt8? = nil) -> [UInt8] {
    let settings: [UInt8] = window.map { [0, 4, 0, 0, 0, $0] } ?? []
    return Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, settings)
  }

  /// The header fields of a call, written literally.
  private static func headers(_ path: String) -> [UInt8] {
    let fields = [
      (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost"),
      ("te", "trailers"), ("content-type", "application/grpc"),
    ]
    var block: [UInt8] = []
    for (name, value) in fields {
      block += [0, UInt8(name.utf8.count)] + Array(name.utf8)
      block += [UInt8(value.utf8.count)] + Array(value.utf8)
    }
    return frame(1, flags: 4, stream: 1, block)
  }

  private static let check = headers("/grpc.health.v1.Health/Check")
  private static let watch = headers("/grpc.health.v1.Health/Watch")
  /// An empty message that ends a request.
  private static let message = frame(0, flags: 1, stream: 1, [0, 0, 0, 0, 0])

  /// Sends bytes and returns what the server sends until it closes the connection.
  private func exchange(
    _ bytes: [UInt8], request: Duration = long, answer: Duration = long, idle: Duration = long,
    _ log: Log = Log()
  ) async throws -> [UInt8] {
    let server = GRPCServer(
      try Rig().emulator, requestTime: request, answerTime: answer, idleTime: idle,
      drainTime: .milliseconds(200),
      accessLog: { entry in log.entries.withLock { $0.append(entry) } })
    let port = try #require(try server.start().port)
    let received = try await RawClient.exchange(port: port, bytes)
    await waitWhile(server.openConnections > 0)
    await server.stop()
    return received
  }

  @Test func `The server of gRPC in time closes a connection that sends no first frame`()
    async throws
  {
    #expect(try await exchange([], request: Self.short).isEmpty)
    _ = try await exchange(Array("PRI * HTTP/2.0\r\n".utf8), request: Self.short)
  }

  @Test func `The server of gRPC in time closes a connection without calls`() async throws {
    // Without any call, and after one.
    _ = try await exchange(Self.hello(), idle: Self.short)
    let log = Log()
    _ = try await exchange(Self.hello() + Self.check + Self.message, idle: Self.short, log)
    #expect(log.statuses == [200])
  }

  @Test func `The server of gRPC in time ends a call whose request does not arrive`() async throws {
    let log = Log()
    // The time without calls begins after the call.
    _ = try await exchange(Self.hello() + Self.check, request: Self.short, idle: Self.short, log)
    #expect(log.statuses == [RPCCode.deadlineExceeded.httpStatus])
  }

  @Test func `The server of gRPC in time closes a connection whose header block does not end`()
    async throws
  {
    var block = Self.check
    // Without END_HEADERS, and only its first half.
    block[4] = 0
    for bytes in [block, Array(Self.check.prefix(20))] {
      _ = try await exchange(Self.hello() + bytes, request: Self.short, idle: Self.short)
    }
  }

  @Test func `The server of gRPC in time ends a stream whose first message does not arrive`()
    async throws
  {
    let log = Log()
    _ = try await exchange(Self.hello() + Self.watch, request: Self.short, idle: Self.short, log)
    #expect(log.statuses == [RPCCode.deadlineExceeded.httpStatus])
  }

  @Test func `The server of gRPC in time closes a connection that floods it and reads nothing`()
    async throws
  {
    // Header blocks without a method; each needs a reset as its answer.
    var flood: [UInt8] = []
    for number in UInt32(0)..<20_000 {
      let stream = (0..<4).map { UInt8(truncatingIfNeeded: (2 * number + 1) >> (24 - 8 * $0)) }
      flood += [0, 0, 0, 1, 4] + stream
    }
    // The times are long: only the flood ends the connection.
    _ = try await exchange(Self.hello() + flood)
  }

  @Test func `The server of gRPC in time resets a response that its client does not take`()
    async throws
  {
    let bytes = try await exchange(
      Self.hello(window: 0) + Self.check + Self.message, answer: Self.short, idle: Self.short)
    #expect(bytes.firstRange(of: Self.reset) != nil)
    // One that takes it gets no reset.
    let taken = try await exchange(
      Self.hello() + Self.check + Self.message, answer: Self.short, idle: Self.short)
    #expect(taken.firstRange(of: Self.reset) == nil)
  }

  @Test func `The server of gRPC in time keeps a connection with a call that waits`() async throws {
    let server = GRPCServer(try Rig().emulator, idleTime: Self.short, drainTime: .milliseconds(200))
    let port = try #require(try server.start().port)
    let waiting = try RawClient.connect(port: port)
    defer { close(waiting) }
    let watch = Self.hello() + Self.watch + Self.message
    RawClient.write(watch, to: waiting)
    await waitWhile(server.openConnections < 1)
    // Another connection that is as old is closed meanwhile.
    _ = try await RawClient.exchange(port: port, Self.hello())
    await waitWhile(server.openConnections > 1)
    #expect(server.openConnections == 1)
    await server.stop()
  }
}
