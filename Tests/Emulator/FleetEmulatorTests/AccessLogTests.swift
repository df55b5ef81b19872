@testable import FleetEmulator
import FleetEngine
import HTTPMessages
import Synchronization
import TestSupport
import Testing

/// Keeps what a server notes.
private final class Notes: Sendable {
  private let entries = Mutex<[AccessLogEntry]>([])

  var all: [AccessLogEntry] { entries.withLock { $0 } }

  func take(_ entry: AccessLogEntry) { entries.withLock { $0.append(entry) } }
}

@Suite(.limited) struct `The access log` {
  private func notes(
    of requests: String..., script: FaultScript = FaultScript()
  ) async throws -> [AccessLogEntry] {
    let rig = try Rig.withBackend()
    try await rig.emulator.setFaults(script)
    let notes = Notes()
    let server = LocalServer(rig.emulator, accessLog: notes.take)
    let port = try #require(try server.start().port)
    for (index, request) in requests.enumerated() {
      let end = "Host: 127.0.0.1:\(port)\r\nConnection: close\r\n"
      _ = try await RawClient.exchange(port: port, request + " HTTP/1.1\r\n" + end + "\r\n")
      // A request is noted when its end is known to the server, which is after its client knows.
      await waitWhile(notes.all.count <= index)
    }
    await server.stop()
    return notes.all
  }

  @Test func `The access log has a line for each request`() async throws {
    let entries = try await notes(
      of: "GET \(Samples.name)?view=SDK&header.languageCode=it",
      "GET /provider/trip/none",
      "BREW /"
    )
    #expect(entries.map(\.method) == ["GET", "GET", "BREW"])
    #expect(entries.map(\.status) == [401, 404, 501])
    #expect(entries.map(\.procedure) == ["GetTrip", nil, nil])
    let entry = try #require(entries.first)
    #expect(entry.time == TestNow.start)
    #expect(entry.duration > .zero && entry.bodyBytes > 0)
    let words = entry.line.split(separator: " ")
    #expect(words.count == 7)
    #expect(words[0] == "2026-01-01T10:00:00Z")
    #expect(words[2] == "\(Samples.name)?view=SDK&header.languageCode=it")
    #expect(words[3] == "401")
    #expect(words[4].wholeMatch(of: /[0-9]+\.[0-9]{3}ms/) != nil)
    #expect(words[5] == "\(entry.bodyBytes)")
    #expect(words[6] == "GetTrip")
  }

  @Test func `The access log records that a connection ended without a response`() async throws {
    let reset = FaultScript([Fault(delivery: FaultDelivery(end: .resetBeforeAnswer))])
    let entries = try await notes(of: "GET \(Samples.name)", script: reset)
    #expect(entries.map(\.status) == [nil])
    #expect(entries.first?.line.contains(" \(Samples.name) - ") == true)
  }

  @Test(arguments: [
    ("/v1/x?access_token=SECRET&key=SECRET", "/v1/x?access_token=…&key=…"),
    ("\(Samples.name)?access_token=SECRET&view=SDK", "\(Samples.name)?access_token=…&view=SDK"),
    ("\(Samples.name)?oauth_token=SECRET&$key=SECRET", "\(Samples.name)?oauth_token=…&$key=…"),
    ("\(Samples.name)?%61ccess_token=SECRET", "\(Samples.name)?%61ccess_token=…"),
    ("\(Samples.name)?fields=name&$alt=json", "\(Samples.name)?fields=name&$alt=json"),
    ("\(Samples.name)?view=eyJSECRET", "\(Samples.name)?view=…"),
    ("\(Samples.name)?eyJSECRET", "\(Samples.name)?…"),
    ("/provider/token/consumer/eyJhbGciOiJ9.SECRET.x", "/provider/token/consumer/…"),
    ("/provider/token/server?jwt=SECRET", "/provider/token/server?jwt=…"),
    ("/v1/ya29.SECRET", "/v1/…"),
    ("/\(String(repeating: "SECRET", count: 40))", "/…"),
    ("/a\u{1B}[31m\u{7F}b", "/a%1B[31m%7Fb"), ("/ü", "/%C3%BC"),
    ("/a b\nGET /c", "/a%20b%0AGET%20/c"),
  ]) func `The access log contains no secrets and no control characters`(
    target: String, told: String
  ) {
    let route = try? Route.match(.get, String(target.prefix { $0 != "?" })).route
    let text = LoggedText.target(target, route?.queryFields)
    #expect(text == told)
    #expect(!text.contains("SECRET"))
  }

  @Test func `The access log is limited in size`() {
    let target = "/v1/x?" + (0..<1_000).map { "name\($0)=value" }.joined(separator: "&")
    #expect(LoggedText.target(target, nil).utf8.count <= 1_024)
    let path = String(repeating: "/%00", count: 5_000)
    #expect(LoggedText.target(path, nil).utf8.count <= 1_024)
  }

  @Test func `The access log never contains a token that was sent`() async throws {
    let rig = try Rig.withBackend()
    let notes = Notes()
    let server = LocalServer(rig.emulator, accessLog: notes.take)
    let port = try #require(try server.start().port)
    let end = "Host: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    let answer = try await RawClient.exchange(
      port: port, "GET /provider/token/consumer/t1 HTTP/1.1\r\n\(end)\r\n")
    let token = try #require(answer.firstMatch(of: /"jwt" : "([^"]+)"/)?.1)
    _ = try await RawClient.exchange(
      port: port, "GET \(Samples.name) HTTP/1.1\r\n\(end)Authorization: Bearer \(token)\r\n\r\n")
    await waitWhile(notes.all.count < 2)
    let text = notes.all.map(\.line).joined(separator: "\n")
    #expect(text.contains(" 200 ") && text.contains(" 404 "))
    for part in token.split(separator: ".") { #expect(!text.contains(part)) }
    await server.stop()
  }
}
