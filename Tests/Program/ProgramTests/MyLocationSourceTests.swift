import FleetEngine
import Geo
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server of this machine that accepts connections one after the other.
private final class FakeGPSD: Sendable {
  let port: UInt16
  private let listener: Int32

  init() throws {
    let (listener, port) = try LoopbackSocket.listen()
    self.port = UInt16(port)
    self.listener = listener
  }

  deinit { close(listener) }

  /// Ends the wait for a connection.
  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Accepts a connection, waits for the request to watch, and sends some text; -1 after ``stop()``.
  func answer(_ text: String) -> Int32 {
    let client = accept(listener, nil, nil)
    guard client >= 0 else { return -1 }
    LoopbackSocket.limit(client, seconds: 30)
    var request = [UInt8](repeating: 0, count: 256)
    let count = read(client, &request, request.count)
    let line = String(decoding: request[..<max(0, count)], as: UTF8.self)
    let reply = line.hasPrefix("?WATCH=") ? text : "no watch\n"
    _ = reply.withCString { write(client, $0, strlen($0)) }
    return client
  }
}

@Suite(.limited) struct `The user's location` {
  private func read(_ text: String) throws(CommandError) -> MyLocationSource? {
    try MyLocationSource.read(
      try Arguments(["--my-location", text], options: [.myLocation, .tokenFile]))
  }

  @Test(arguments: [
    ("48.2,16.4", MyLocationSource.fixed(Coordinate(latitude: 48.2, longitude: 16.4))),
    ("gpsd", .gpsd(port: 2947)), ("gpsd://localhost", .gpsd(port: 2947)),
    ("gpsd://127.0.0.1:9999", .gpsd(port: 9999)),
  ]) func `The user's location is a coordinate or the gpsd of this machine`(
    text: String, expected: MyLocationSource
  ) throws { #expect(try read(text) == expected) }

  @Test(arguments: [
    "gpsd://example.com", "gpsd://10.0.0.1:2947", "gpsd:1234", "gpsd://127.0.0.1:0",
    "gpsd://127.0.0.1:99999", "gpsd://127.0.0.1/x", "gps", "",
  ]) func `An invalid location of the user is refused`(text: String) {
    #expect(throws: CommandError.self) { try read(text) }
  }

  @Test func `Only one option can read standard input`() throws {
    let arguments = try Arguments(
      ["--my-location", "-", "--token-file", "-"], options: [.myLocation, .tokenFile])
    let error = #expect(throws: CommandError.self) { try MyLocationSource.read(arguments) }
    #expect(error?.message == "--my-location - and --token-file - cannot both read standard input.")
  }

  @Test @MainActor func `The user's location follows gpsd, skips other messages, and reconnects`()
    async throws
  {
    let gpsd = try FakeGPSD()
    let clock = ManualClock()
    let feed = MyLocationFeed(
      source: .gpsd(port: gpsd.port), clock: ServiceClock(clock) { Timestamp(seconds: 0) }
    ) { _ in }
    // Two connections: the first ends after its lines.
    let serving = Task.detached(executorPreference: blockingThreads) { [gpsd] in
      close(
        gpsd.answer(
          """
          {"class":"VERSION","release":"3.25"}
          nonsense
          {"class":"TPV","mode":1}
          {"class":"TPV","mode":3,"lat":45.5,"lon":9.25}\n
          """))
      return gpsd.answer("{\"class\":\"TPV\",\"mode\":2,\"lat\":46,\"lon\":10}\n")
    }
    let (places, continuation) = AsyncStream.makeStream(of: Coordinate?.self)
    let following = Task { await feed.follow { continuation.yield($0) } }
    var shown: [Coordinate?] = []
    for await place in places {
      shown.append(place)
      if place == nil, shown.count == 2 {
        await clock.sleepers()
        clock.advance(by: .seconds(1))
      }
      if shown.count == 3 { break }
    }
    #expect(
      shown == [
        Coordinate(latitude: 45.5, longitude: 9.25), nil, Coordinate(latitude: 46, longitude: 10),
      ])
    following.cancel()
    gpsd.stop()
    close(await serving.value)
    await following.value
  }
}
