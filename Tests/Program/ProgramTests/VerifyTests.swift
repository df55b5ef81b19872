import JSON
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `The verification of a server` {
  private let folder = TestFolder()

  private func verify(_ words: String...) throws -> RunningProgram.Outcome {
    try RunningProgram.run(["verify"] + words, in: folder)
  }

  @Test func `A verification of the emulator prints cases by area and origin, and how many passed`()
    throws
  {
    let outcome = try verify("--case", "an-id-has-no-slash", "--case", "a-call-needs-a-token")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("area      recorded  documented  client  inferred  ours  REST"))
    #expect(outcome.output.contains("REST: 2 of 2 cases passed."))
    #expect(isPlain(outcome.bytes))
  }

  @Test func `A verification lists its cases with their origins`() throws {
    let lines = try verify("--list").output.split(separator: "\n")
    #expect(lines.count > 200)
    #expect(lines.contains { $0.hasPrefix("a-call-needs-a-token ") && $0.contains(" tokens ") })
    let objects = try verify("--list", "--json").output.split(separator: "\n")
    #expect(objects.count == lines.count)
    let first = try JSONTree(parsing: Array(objects[0].utf8))
    #expect(first["case"]?.text != nil && first["origin"]?.text != nil)
  }

  @Test func `An unknown case is a usage error that names a similar one`() throws {
    let outcome = try verify("--case", "a-call-needs-a-tokn")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Did you mean a-call-needs-a-token?"))
  }

  @Test func `A verification of a server needs the key of the server's role`() throws {
    let outcome = try verify("--endpoint", "http://127.0.0.1:1")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--service-account"))
    let idle = try verify("--service-account", folder.key())
    #expect(idle.status == 2)
    #expect(idle.errors.contains("has no effect without --endpoint"))
  }

  @Test func `A verification of a server shows what differs, expected against seen, and fails`()
    throws
  {
    let server = try ScriptedServer { _ in ScriptedServer.answer(body: Array("{}".utf8)) }
    let outcome = try verify(
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(), "--json",
      "--case", "a-call-needs-a-token")
    #expect(outcome.status == 8, "\(outcome.errors)")
    #expect(outcome.errors.contains("whose IDs begin with ridealong-verify-"))
    let report = try JSONTree(parsing: Array(outcome.output.utf8))
    #expect(report["failed"]?.number == 1)
    let difference = report["cases"]?.list?.first?["differences"]?.list?.first?.text
    #expect(difference?.contains("expected UNAUTHENTICATED, not OK") == true, "\(report)")
    #expect(!outcome.output.contains("PRIVATE KEY"))
  }

  @Test func `A verification ends with status 5 when the server answers no more`() throws {
    let server = try ScriptedServer(raw: "")
    let outcome = try verify(
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key())
    #expect(outcome.status == 5, "\(outcome.errors)")
    #expect(outcome.errors.contains("does not answer"))
    #expect(server.requests.count < 10)
  }

  @Test func `A verification of one case ends with status 5 without an answer`() throws {
    let server = try ScriptedServer(raw: "")
    let outcome = try verify(
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      "--case", "a-trips-id-is-used-once")
    #expect(outcome.status == 5, "\(outcome.errors)")
  }

  @Test func `A verification goes on over REST if gRPC does not answer`() throws {
    let server = try ScriptedServer { _ in ScriptedServer.answer(body: Array("{}".utf8)) }
    let silent = try ScriptedServer(raw: "")
    let outcome = try verify(
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      "--grpc-endpoint", "http://127.0.0.1:\(silent.port)", "--case", "a-trips-id-is-used-once",
      "--case", "a-trip-needs-a-type", "--case", "a-vehicle-needs-a-capacity",
      "--case", "a-call-needs-a-token")
    #expect(outcome.status == 8, "\(outcome.errors)")
    #expect(outcome.output.contains("of 4 cases passed"), "\(outcome.output)")
    #expect(outcome.output.contains("gRPC: 0 of 3 cases passed."), "\(outcome.output)")
    #expect(outcome.output.contains("Not run: 1, because gRPC does not answer."))
  }

  @Test(arguments: [("502 Bad Gateway", 0, true), ("409 Conflict", 409, false)])
  func `A verification removes what it may have created, and not what another one has`(
    status: String, code: Int, isRemoved: Bool
  ) throws {
    let error =
      #"{"error": {"code": \#(code), "status": "ALREADY_EXISTS", "message": "It exists."}}"#
    let server = try ScriptedServer { request in
      request.line.hasPrefix("POST")
        ? ScriptedServer.answer(status, body: Array((code == 0 ? "" : error).utf8))
        : ScriptedServer.answer(body: Array("{}".utf8))
    }
    let outcome = try verify(
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      "--case", "a-trips-id-is-used-once")
    #expect(outcome.status == 8, "\(outcome.errors)")
    #expect(server.requests.contains { $0.line.hasPrefix("DELETE") } == isRemoved)
  }

  @Test func `A page instead of JSON is not a success`() throws {
    let server = try ScriptedServer { _ in
      ScriptedServer.answer(body: Array("<html>Sign in</html>".utf8))
    }
    let outcome = try verify(
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      "--case", "a-trips-id-is-used-once")
    #expect(outcome.status == 8, "\(outcome.errors)")
    #expect(outcome.output.contains("HTTP status 200 without JSON"), "\(outcome.output)")
  }

  @Test func `A verification names what it could not remove`() throws {
    let server = try ScriptedServer { request in
      request.line.hasPrefix("DELETE")
        ? ScriptedServer.answer("500 Internal Server Error")
        : ScriptedServer.answer(body: Array("{}".utf8))
    }
    let outcome = try verify(
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      "--case", "a-trips-id-is-used-once")
    #expect(outcome.status == 8, "\(outcome.errors)")
    #expect(outcome.errors.contains("Not removed: trips/ridealong-verify-"))
  }

  @Test func `A verification runs nothing against a server that may be billed`() throws {
    let server = try ScriptedServer { _ in ScriptedServer.answer(body: Array("{}".utf8)) }
    let outcome = try verify(
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      "--case", "a-billable-trip-needs-a-country", "--case", "a-complete-trip-has-no-eta")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Not run: 1, because a report may be billed."))
    #expect(outcome.output.contains("Not run: 1, because a complete trip may be billed."))
    #expect(server.requests.isEmpty)
  }
}
