@testable import FleetEmulator
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

/// An emulator and the server of its admin endpoint.
private struct AdminRig {
  let rig: Rig
  let server: LocalServer
  private let port: Int

  init() throws {
    rig = try Rig(.loopback)
    server = LocalServer(administering: rig.emulator)
    port = try #require(try server.start().port)
  }

  /// The status and body that answer a request.
  func ask(
    _ method: String, _ target: String, _ headers: [String] = [], _ body: String? = nil
  ) async throws -> (status: Int, body: String) {
    var lines = ["\(method) \(target) HTTP/1.1", "Connection: close"] + headers
    if !headers.contains(where: { $0.hasPrefix("Host") }) {
      lines.append("Host: 127.0.0.1:\(port)")
    }
    if let body {
      lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
    }
    let head = lines.joined(separator: "\r\n").replacing("PORT", with: String(port))
    let text = head + "\r\n\r\n" + (body ?? "")
    let answer = try await RawClient.exchange(port: port, text)
    let status = try #require(answer.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    let end = try #require(answer.firstRange(of: "\r\n\r\n"))
    return (status, String(answer[end.upperBound...]))
  }

  func end() async {
    await server.stop()
    await rig.end()
  }
}

@Suite(.limited) struct `The emulator's admin endpoint` {
  @Test(arguments: [
    ("/health", "GET"), ("/calls", "GET"), ("/faults", "GET, PUT, DELETE"), ("/reset", "POST"),
    ("/snapshot", "GET, PUT"), ("/seed", "POST"), ("/clock", "GET, PUT, DELETE"),
    ("/clock/advance", "POST"),
  ]) func `The emulator's admin endpoint names the methods that a path takes`(
    _ path: String, _ methods: String
  ) async throws {
    let admin = try AdminRig()
    for method in ["GET", "PUT", "DELETE", "POST", "PATCH"] {
      let hasBody = method.hasPrefix("P")
      let answer = try await admin.ask(method, path, [], hasBody ? "{}" : nil)
      let isServed = methods.split(separator: ", ").contains(method[...])
      #expect((answer.status == 404) == !isServed, "\(method): \(answer)")
      #expect(isServed || answer.body.contains("\(method) is not served at this path"))
      #expect(isServed || answer.body.contains("which takes \(methods)."))
    }
    await admin.end()
  }

  @Test func `The emulator's admin endpoint sets, returns and deletes the script of faults`()
    async throws
  {
    let admin = try AdminRig()
    #expect(try await admin.ask("GET", "/faults") == (200, #"{"faults":[]}"# + "\n"))
    let script = #"[{"count":2,"procedure":"GetTrip","status":503},"reset"]"#
    let set = try await admin.ask("PUT", "/faults", [], script)
    #expect(set.status == 200)
    #expect(try FaultScript(json: Array(set.body.utf8)) == FaultScript(json: Array(script.utf8)))
    #expect(try await admin.rig.send(.get, Samples.name).status == 503)
    let left = try await admin.ask("GET", "/faults")
    #expect(try FaultScript(json: Array(left.body.utf8)).faults.map(\.requests) == [1, 1])
    #expect(try await admin.ask("DELETE", "/faults").body == #"{"faults":[]}"# + "\n")
    #expect(try await admin.rig.send(.get, Samples.name).status == 404)
    await admin.end()
  }

  @Test(arguments: [
    (#"[{"color":1}]"#, "\\\"color\\\" in entry 1"), ("{", "is not JSON"),
    (#"[{"procedure":"DropTrip","pass":true}]"#, "procedure"), (#"[{"delay":99999}]"#, "delay"),
  ]) func `The emulator's admin endpoint reports an invalid script and keeps the previous one`(
    _ script: String, _ says: String
  ) async throws {
    let admin = try AdminRig()
    try await admin.rig.emulator.setFaults(FaultScript([Fault(requests: 7, delay: .seconds(1))]))
    let answer = try await admin.ask("PUT", "/faults", [], script)
    #expect(answer.status == 400)
    #expect(answer.body.contains(says), "\(answer.body)")
    #expect(await admin.rig.emulator.remainingFaults.faults.map(\.requests) == [7])
    await admin.end()
  }

  @Test
  func `The emulator's admin endpoint lists the latest calls with warnings and without tokens`()
    async throws
  {
    let admin = try AdminRig()
    let rig = admin.rig
    try await rig.run(.vehicle("v1"), .trip("t1"), .status("ENROUTE_TO_PICKUP"))
    _ = try await rig.send(.get, "/v1/eyJhbGciOiJSUzI1NiJ9.e30.AAAA/x")
    let calls = try await admin.ask("GET", "/calls").body
    #expect(calls.contains(#""procedure":"UpdateTrip""#))
    #expect(calls.contains(#""statusAfter":"ENROUTE_TO_PICKUP","statusBefore":"NEW""#))
    let warning = try #require(await rig.emulator.history.flatMap(\.warnings).first)
    #expect(calls.contains(warning))
    #expect(calls.contains(#""resource":"/v1/…/x""#))
    #expect(!calls.contains("eyJ"))
    let last = try await admin.ask("GET", "/calls?limit=1").body
    #expect(last.contains("/v1/…/x") && !last.contains("UpdateTrip"))
    for target in ["/calls?limit=0", "/calls?limit=1001", "/calls?limit=x", "/calls?since=x"] {
      #expect(try await admin.ask("GET", target).status == 400)
    }
    await admin.end()
  }

  @Test func `The emulator's admin endpoint reports the emulator's health`() async throws {
    let admin = try AdminRig()
    let health = try await admin.ask("GET", "/health")
    #expect(health == (200, #"{"calls":0,"faults":0,"provider":"demo","status":"ok"}"# + "\n"))
    #expect(try await admin.ask("GET", "/").status == 404)
    #expect(try await admin.ask("POST", "/health", [], "{}").status == 404)
    // The admin server is separate from the emulator's.
    #expect(try await admin.rig.send(.get, "/health").status == 404)
    #expect(try await admin.ask("GET", Samples.name).status == 404)
    await admin.end()
  }

  @Test(arguments: [
    "Host: evil.example:PORT", "Origin: http://evil.example", "Origin: null",
    "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
  ]) func `The emulator's admin endpoint refuses web pages`(_ header: String) async throws {
    let admin = try AdminRig()
    for (method, target) in [("GET", "/calls"), ("DELETE", "/faults")] {
      #expect(try await admin.ask(method, target, [header]).status == 403)
    }
    await admin.end()
  }

  @Test func `The emulator's admin endpoint listens on loopback only`() throws {
    let emulator = try Rig().emulator
    #expect(throws: EmulatorError.self) {
      try LocalServer(administering: emulator, address: "0.0.0.0").start()
    }
  }
}
