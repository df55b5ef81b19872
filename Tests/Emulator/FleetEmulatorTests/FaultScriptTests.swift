import FleetEmulator
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

/// An invalid script and its error message.
struct BadScript: CustomTestStringConvertible, Sendable {
  let json: String
  let says: String
  var testDescription: String { says }

  init(_ json: String, _ says: String) {
    self.json = json
    self.says = says
  }

  static let all: [BadScript] = [
    BadScript("", "is not JSON"),
    BadScript("{", "is not JSON"),
    BadScript("7", "has to be a list"),
    BadScript(#"{"faults":[],"speed":1}"#, #""speed" in the fault script is unknown"#),
    BadScript("[7]", "Entry 1 of the fault script has to be an object"),
    BadScript(#"["pass","crash"]"#, "Entry 2 of the fault script has to be an object"),
    BadScript(#"["pass",{}]"#, #"Entry 2 of the fault script says nothing to do"#),
    BadScript(#"[{"staus":503}]"#, #""staus" in entry 1 of the fault script is unknown."#),
    BadScript(
      #"[{"status":"503"}]"#,
      #""status" in entry 1 of the fault script has to be a whole"#
    ),
    BadScript(#"[{"status":1000}]"#, "has to be 200 to 599"),
    BadScript(#"[{"status":100}]"#, "has to be 200 to 599"),
    BadScript(#"[{"status":503,"count":0}]"#, #""count" in entry 1"#),
    BadScript(#"[{"status":503,"count":1e30}]"#, #""count" in entry 1"#),
    BadScript(#"[{"status":503,"delay":-1}]"#, "has to be 0 to 600 s"),
    BadScript(#"[{"status":503,"delay":1e300}]"#, "below a billion"),
    BadScript(#"[{"status":503,"delay":1e999}]"#, #"fault script"#),
    BadScript(#"[{"delay":"soon"}]"#, "has to be a number of seconds"),
    BadScript(#"[{"delay":1,"pass":true}]"#, #""pass" in entry 1"#),
    BadScript(#"[{"code":"TEAPOT"}]"#, "google.rpc code"),
    BadScript(#"[{"status":503,"procedure":"get"}]"#, "procedure's name"),
    BadScript(#"[{"status":503,"stage":"middle"}]"#, "edge or service"),
    BadScript(#"[{"status":429,"retryAfterDate":1e9}]"#, #""retryAfterDate" in entry 1"#),
    BadScript(#"[{"retryAfter":3}]"#, "has to name a status"),
    BadScript(#"[{"status":429,"retryAfter":3,"retry_after_date":3}]"#, "cannot be used with"),
    BadScript(#"[{"status":429,"retryAfter":3,"retry_after":3}]"#, "is there twice"),
    BadScript(#"[{"status":200,"body":"a","bodyBytes":3}]"#, "is one of body"),
    BadScript(#"[{"status":200,"bodyBase64":"?"}]"#, "has to be Base64"),
    BadScript(#"[{"bodyBytes":1000000000}]"#, "has to be 0 to 33554432"),
    BadScript(#"[{"body":"a","code":"UNAVAILABLE"}]"#, "cannot be used with code"),
    BadScript(#"[{"body":"a","contentType":"a\r\nX: y"}]"#, "cannot be sent"),
    BadScript(#"[{"body":"a","headers":{"Content-Length":"3"}}]"#, "a script cannot set"),
    BadScript(#"[{"body":"a","headers":{"X":"y\r\nZ: 1"}}]"#, "a script cannot set"),
    BadScript(#"[{"body":"a","headers":{"X":1}}]"#, "object of texts"),
    BadScript(#"[{"reset":true,"truncateAfter":3}]"#, "is one of reset"),
    BadScript(#"[{"pieceBytes":3}]"#, "can only be used with pause"),
    BadScript(#"[{"pause":1,"pieceBytes":0}]"#, "has to be 1 to"),
    BadScript(#"[{"pause":1e-7}]"#, "has to be 0 or at least 0.001 s"),
    BadScript(
      "[" + Array(repeating: "\"pass\"", count: 1_001).joined(separator: ",") + "]",
      "more than 1000 entries"
    ),
    BadScript(String(repeating: "[", count: 100_000), "is not JSON"),
    BadScript(String(repeating: " ", count: 1_048_577), "is longer than"),
  ]
}

@Suite(.limited) struct `A script of faults` {
  private static let json = """
    {"faults": [
      "pass",
      {"pass": true, "count": 3, "procedure": "GetTrip"},
      {"status": 503, "count": 2, "trip": "t1"},
      {"code": "resource_exhausted", "retryAfter": 7, "message": "slow down"},
      {"status": 429, "retry_after_date": 7},
      {"status": 429, "retryDelay": 9.5, "stage": "service"},
      {"delay": 0.25},
      {"status": 502, "body": "<html>", "contentType": "text/html"},
      {"bodyBase64": "//4=", "headers": {"Content-Encoding": "gzip"}},
      {"status": 200, "bodyBytes": 1000000},
      {"status": 302, "headers": {"Location": "/elsewhere"}},
      {"pieceBytes": 10, "pause": 0.5},
      {"truncateAfter": 100},
      {"resetAfter": 20},
      {"reset": true},
      "reset"
    ]}
    """

  @Test func `A script of faults is read from JSON`() throws {
    let faults = try FaultScript(json: Array(Self.json.utf8)).faults
    let reset = Fault(delivery: FaultDelivery(end: .resetBeforeAnswer))
    let expected: [Fault] = [
      Fault(),
      Fault(requests: 3, procedure: "GetTrip"),
      Fault(requests: 2, tripID: "t1", answer: FaultAnswer(.unavailable)),
      Fault(answer: FaultAnswer(.resourceExhausted, message: "slow down", retryAfter: .seconds(7))),
      Fault(answer: FaultAnswer(.resourceExhausted, retryAfter: .date(secondsFromNow: 7))),
      Fault(stage: .service, answer: FaultAnswer(.resourceExhausted, retryDelay: .seconds(9.5))),
      Fault(delay: .milliseconds(250)),
      Fault(
        answer: FaultAnswer(
          status: 502, body: .literal(Array("<html>".utf8), contentType: "text/html"))),
      Fault(
        answer: FaultAnswer(
          status: 200, body: .literal([0xFF, 0xFE], contentType: "application/json"),
          headers: ["Content-Encoding": "gzip"])),
      Fault(answer: FaultAnswer(status: 200, body: .filler(bytes: 1_000_000))),
      Fault(
        answer: FaultAnswer(
          status: 302, body: .literal([], contentType: "application/json"),
          headers: ["Location": "/elsewhere"])),
      Fault(delivery: FaultDelivery(pieceBytes: 10, pause: .milliseconds(500))),
      Fault(delivery: FaultDelivery(end: .truncated(afterBytes: 100))),
      Fault(delivery: FaultDelivery(end: .reset(afterBytes: 20))), reset, reset,
    ]
    #expect(faults == expected)
  }

  @Test func `A script of faults is the same after it was written`() throws {
    let script = try FaultScript(json: Array(Self.json.utf8))
    #expect(try FaultScript(json: script.json) == script)
  }

  @Test(arguments: FaultKey.allCases)
  func `A script of faults accepts each key that the help lists`(_ key: FaultKey) {
    #expect(!key.values.isEmpty && !key.meaning.hasSuffix("."))
    #expect {
      _ = try FaultScript(json: Array("[{\"\(key.rawValue)\":[]}]".utf8))
    } throws: { error in
      (error as? FaultScriptError)?.key == key.rawValue
    }
  }

  @Test(arguments: BadScript.all)
  func `A script of faults that is invalid is refused with the reason`(_ bad: BadScript) {
    #expect { _ = try FaultScript(json: Array(bad.json.utf8)) } throws: { error in
      "\(error)".contains(bad.says)
    }
  }

  @Test func `A script of faults out of range is refused from code too`() async throws {
    let emulator = try Rig().emulator
    let good = FaultScript([Fault(requests: 5)])
    try await emulator.setFaults(good)
    await #expect(throws: FaultScriptError.self) {
      try await emulator.setFaults(FaultScript([Fault(), Fault(delay: .seconds(-1))]))
    }
    #expect(await emulator.remainingFaults == good)
  }

  @Test(arguments: Edge.allCases)
  func `A script of faults affects matching calls only, in order`(_ edge: Edge) async throws {
    let rig = try Rig(edge)
    try await rig.prepare()
    let unavailable = FaultAnswer(.unavailable)
    try await rig.emulator.setFaults(
      FaultScript([
        Fault(procedure: "UpdateTrip", answer: FaultAnswer(.aborted)),
        Fault(requests: 1, tripID: "t1"),
        Fault(requests: 2, tripID: "t1", answer: unavailable),
        Fault(tripID: "t2", answer: FaultAnswer(.internal)),
        Fault(procedure: "CreateTrip", tripID: "t3", answer: FaultAnswer(.dataLoss)),
      ]))
    var statuses: [Int] = []
    for _ in 0..<4 { statuses.append(try await rig.send(.get, Samples.name).status) }
    #expect(statuses == [200, 503, 503, 200])
    let other = "/v1/providers/demo/trips/t2"
    #expect(try await rig.send(.get, other).status == 500)
    #expect(try await rig.send(.get, other).status == 404)
    let update = try await rig.send(
      .put, Samples.name, #"{"tripStatus":"ARRIVED_AT_PICKUP"}"#,
      query: [("updateMask", "tripStatus")])
    #expect(update.status == 409)
    #expect(RPCStatus(body: update.body, httpStatus: 409)?.code == .aborted)
    #expect(try await rig.trip().status == .new)
    let trips = "/v1/providers/demo/trips"
    let id = [("trip_id", "t3")]
    #expect(try await rig.send(.post, trips, Samples.trip, query: id).status == 500)
    #expect(try await rig.send(.post, trips, Samples.trip, query: id).status == 200)
    #expect(await rig.emulator.remainingFaults.faults.isEmpty)
    await rig.end()
  }

  @Test(arguments: Edge.allCases)
  func `A script of faults applies before the token is read, or to authorized calls only`(
    _ edge: Edge
  ) async throws {
    let rig = try Rig(edge)
    try await rig.prepare()
    let quota = FaultAnswer(.resourceExhausted, retryAfter: .seconds(7))
    try await rig.emulator.setFaults(
      FaultScript([Fault(answer: FaultAnswer(.unavailable)), Fault(stage: .service, answer: quota)])
    )
    #expect(try await rig.send(.get, Samples.name, as: nil).status == 503)
    #expect(try await rig.send(.get, Samples.name, as: nil).status == 401)
    #expect(try await rig.send(.get, "/v1/providers/demo/trips/t2", as: .consumer).status == 403)
    #expect(await rig.emulator.remainingFaults.faults.count == 1)
    let answer = try await rig.send(.get, Samples.name, as: .consumer)
    #expect(answer.status == 429)
    #expect(answer.headers["Retry-After"] == "7")
    #expect(try await rig.send(.get, Samples.name, as: .consumer).status == 200)
    await rig.end()
  }

  @Test(arguments: Edge.allCases)
  func `A script of faults drops the response of a completed call, or the call itself`(
    _ edge: Edge
  ) async throws {
    let rig = try Rig(edge)
    let reset = FaultDelivery(end: .resetBeforeAnswer)
    // libcurl repeats nothing here: what creates is sent over a new connection.
    try await rig.emulator.setFaults(
      FaultScript([Fault(delivery: reset), Fault(stage: .service, delivery: reset)]))
    let trips = "/v1/providers/demo/trips"
    for _ in 0..<2 {
      await #expect(throws: HTTPTransportError.self) {
        try await rig.send(.post, trips, Samples.trip, query: [("tripId", "t1")])
      }
    }
    let again = try await rig.send(.post, trips, Samples.trip, query: [("tripId", "t1")])
    #expect(RPCStatus(body: again.body, httpStatus: again.status)?.code == .alreadyExists)
    let history = await rig.emulator.history.map(\.httpStatus)
    #expect(history == [200, 409])
    await rig.end()
  }

  @Test(arguments: Edge.allCases)
  func `A script of faults responds with any status, header and body`(_ edge: Edge) async throws {
    let rig = try Rig(edge)
    let page = Array("<html>Bad gateway</html>".utf8)
    try await rig.emulator.setFaults(
      FaultScript([
        Fault(
          answer: FaultAnswer(
            status: 502, body: .literal(page, contentType: "text/html"),
            headers: ["Via": "1.1 balancer"])),
        Fault(answer: FaultAnswer(.resourceExhausted, retryAfter: .date(secondsFromNow: 30))),
        Fault(answer: FaultAnswer(.resourceExhausted, retryDelay: .milliseconds(9_500))),
        Fault(answer: FaultAnswer(status: 200, body: .filler(bytes: 1_000_000))),
      ]))
    let html = try await rig.send(.get, Samples.name)
    #expect(html.status == 502)
    #expect(html.body == page)
    #expect(html.headers["Content-Type"] == "text/html")
    #expect(html.headers["Via"] == "1.1 balancer")
    let dated = try await rig.send(.get, Samples.name)
    #expect(dated.headers["Retry-After"] == "Thu, 01 Jan 2026 10:00:30 GMT")
    #expect(dated.headers["Date"] == "Thu, 01 Jan 2026 10:00:00 GMT")
    let told = try await rig.send(.get, Samples.name)
    #expect(RPCStatus(body: told.body, httpStatus: told.status)?.retryDelay == .milliseconds(9_500))
    #expect(try await rig.send(.get, Samples.name).body.count == 1_000_000)
    await rig.end()
  }

  @Test(
    arguments: Edge.allCases,
    [FaultDelivery.End.truncated(afterBytes: 20), .reset(afterBytes: 20), .resetBeforeAnswer])
  func `A script of faults truncates a response`(
    _ edge: Edge, _ end: FaultDelivery.End
  ) async throws {
    let rig = try Rig(edge)
    try await rig.emulator.setFaults(FaultScript([Fault(delivery: FaultDelivery(end: end))]))
    await #expect { _ = try await rig.send(.get, Samples.name) } throws: { error in
      let error = error as? HTTPTransportError
      // A break is not the same as an early end.
      let isReset = error?.detail.contains("reset") == true
      return error?.kind == .connectionLost && isReset == (end != .truncated(afterBytes: 20))
    }
    #expect(try await rig.send(.get, Samples.name).status == 404)
    await rig.end()
  }
}
