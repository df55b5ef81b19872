import AccessTokens
import FleetEngine
import Foundation
import HTTPMessages
import TestSupport
import Testing

@Suite(.blocking) struct `A token from a file` {
  private static let now = Timestamp(seconds: 1_767_261_600)
  private let folder = TokenFolder()
  private let trip = AuthorizationContext(tripID: "t")

  private func provider(_ path: String) -> FileAccessTokenProvider {
    FileAccessTokenProvider(path: path, wallNow: { Self.now })
  }

  @Test func `A token from a file is the present content of the file`() async throws {
    let path = folder.file("token", "first\n")
    let provider = provider(path)
    #expect(try await provider.accessToken(for: trip).value == "first")
    _ = folder.file("token", #"{"token":"second","expires_in":60}"#)
    let second = AccessToken("second", expiresAt: Self.now + .seconds(60))
    #expect(try await provider.accessToken(for: trip) == second)
    _ = folder.file("token", "")
    await #expect(throws: AccessTokenError.self) { try await provider.accessToken(for: trip) }
    try FileManager.default.removeItem(atPath: path)
    let error = await #expect(throws: AccessTokenError.self) {
      try await provider.accessToken(for: trip)
    }
    #expect(error?.reason == "The token file \(path) does not exist.")
  }

  @Test func `A token from a file is read again after a server refused it`() async throws {
    let path = folder.file("token", "first")
    let tokens = CheckedAccessTokenProvider(provider(path), wallNow: { Self.now })
    let folder = folder
    let transport = ScriptedTransport { _, index in
      guard index == 0 else { return .json(#"{"tripStatus":"NEW"}"#) }
      _ = folder.file("token", "second")
      return .json("{}", status: 401)
    }
    _ = try await FleetEngineClient(transport: transport, tokens: tokens)
      .getTrip(TripName(providerID: "p", tripID: "t"))
    #expect(
      transport.requests.map { $0.headers["Authorization"] } == ["Bearer first", "Bearer second"])
  }

  @Test(arguments: [0o644, 0o640, 0o602, 0o666])
  func `A token file that other users can change or read is refused`(mode: Int) async {
    let path = folder.file("my token", "SECRET", mode: mode)
    let error = await #expect(throws: AccessTokenError.self) {
      try await provider(path).accessToken(for: trip)
    }
    #expect(
      error?.reason
        == "The token file \(path) can be read or changed by other users; run: chmod 600 '\(path)'")
  }

  @Test func `A token from a file keeps the start of its lifetime while the file is unchanged`()
    async throws
  {
    let clock = ManualClock()
    let path = folder.file("token", #"{"token":"T","expires_in":60}"#)
    let provider = FileAccessTokenProvider(path: path) { Self.now + clock.now.offset }
    let first = try await provider.accessToken(for: trip)
    clock.advance(by: .seconds(30))
    #expect(try await provider.accessToken(for: trip) == first)
  }

  @Test func `A token from a file through a pipe is read once and kept`() async throws {
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    // Open for reading and writing, opening does not wait for another end; and no program that another
    // test starts meanwhile may keep it open.
    let end = open(path, O_RDWR | O_CLOEXEC)
    try #require(end >= 0)
    let provider = provider(path)
    try #require(write(end, "T.o.K\n", 6) == 6)
    // The writer goes away once the reader has come, which ends the file. It has a thread of its own:
    // the reader is patient for seconds only, and the tasks of other tests may take longer.
    Thread.detachNewThread {
      var written: Int32 = 6
      while written > 0, ioctl(end, UInt(FIONREAD), &written) == 0 { sched_yield() }
      close(end)
    }
    #expect(try provider.read().value == "T.o.K")
    #expect(try provider.read().value == "T.o.K")
  }

  @Test(arguments: [("/dev/zero", "holds more than"), ("/", "is a directory")])
  func `A token from something other than a file is refused`(path: String, fragment: String) {
    let error = #expect(throws: AccessTokenError.self) { try provider(path).read() }
    #expect(error?.reason.contains(fragment) == true)
  }
}

@Suite(.blocking) struct `A token from standard input` {
  private static let now = Timestamp(seconds: 1_767_261_600)

  private func read(
    _ content: String, closing: Bool = true
  ) throws -> StandardInputAccessTokenProvider {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(content.utf8))
    if closing { try pipe.fileHandleForWriting.close() }
    defer { withExtendedLifetime(pipe) {} }
    return try StandardInputAccessTokenProvider(
      descriptor: pipe.fileHandleForReading.fileDescriptor,
      patience: closing ? .seconds(60) : .seconds(1), wallNow: { Self.now })
  }

  @Test func `A token from standard input is read once and used for every trip`() async throws {
    let provider = try read(#"{"token":"T.o.K","expires_in":60}"# + "\n")
    for id in ["a", "b"] {
      let token = try await provider.accessToken(for: AuthorizationContext(tripID: id))
      #expect(token == AccessToken("T.o.K", expiresAt: Self.now + .seconds(60)))
    }
  }

  @Test(arguments: [
    ("", "Standard input is empty"), ("two words", "more than one word"),
    (String(repeating: "x", count: 20_000), "longer than 16384 bytes"),
  ])
  func `An invalid token from standard input is a clear error`(
    content: String,
    fragment: String
  ) {
    let error = #expect(throws: AccessTokenError.self) { try read(content) }
    #expect(error?.reason.contains(fragment) == true, "\(error?.reason ?? "")")
  }

  @Test func `The wait for a token from standard input is limited`() {
    let error = #expect(throws: AccessTokenError.self) { try read("T.o", closing: false) }
    #expect(error?.reason == "Standard input gave nothing for 1 s, where a token is expected.")
  }
}
