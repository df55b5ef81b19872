import FleetEmulator
import FleetEngine
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

/// The answers of the tests' servers.
enum Answers {
  static let tripName = "providers/demo-project/trips/t1"

  /// A sequence that would change a terminal's title, color and screen, with a bell.
  static let escapes = #"\u001b]0;pwned\u0007\u001b[2J\u001b[31m\u009b31m\u202e"#

  /// A trip on its way whose texts attack the terminal.
  static let hostileTrip = #"""
    {"name":"providers/demo-project/trips/t1","tripStatus":"ENROUTE_TO_PICKUP",
     "tripType":"EXCLUSIVE","vehicleId":"car\#(escapes)X",
     "pickupPoint":{"point":{"latitude":45.07,"longitude":7.68}},
     "dropoffPoint":{"point":{"latitude":45.06,"longitude":7.69}},
     "lastLocation":{"location":{"latitude":45.065,"longitude":7.675},"heading":90}}
    """#

  /// A refusal whose message attacks the terminal.
  static func refusal(_ code: Int, _ status: String) -> String {
    #"{"error":{"code":\#(code),"status":"\#(status)","message":"bad\#(escapes)news"}}"#
  }

  static func json(_ body: String, status: String = "200 OK") -> [ScriptedServer.Step] {
    ScriptedServer.answer(
      status, headers: ["Content-Type: application/json"], body: Array(body.utf8))
  }

  static let html = ScriptedServer.answer(
    headers: ["Content-Type: text/html"],
    body: Array("<html><title>Sign in\u{1B}[31m</title></html>".utf8))

  /// A trip that ends in its middle.
  static let truncated: [ScriptedServer.Step] = [
    .send(
      Array(
        ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n"
          + #"{"name":"providers/demo"#).utf8)), .close,
  ]
}

@Suite(.blocking) struct `A plain report` {
  private let folder = TestFolder()

  private func follow(
    _ server: ScriptedServer, environment: [String: String] = [:], arguments: [String] = []
  ) throws -> RunningProgram.Outcome {
    try RunningProgram.run(
      [
        Answers.tripName, "--once", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--service-account", folder.key(),
      ] + arguments, in: folder, environment: environment)
  }

  @Test func `A plain report of a trip has no escape sequences`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let outcome = try follow(server)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("status     ENROUTE_TO_PICKUP"))
    #expect(outcome.output.contains("vehicle    car"))
    #expect(isPlain(outcome.bytes))
  }

  @Test(arguments: [-600, 0, 600], [false, true])
  func `A plain report has ages and arrivals by the server's clock`(
    offset: Int, isJSON: Bool
  ) throws {
    @Sendable func time(_ seconds: Int) -> Timestamp {
      Timestamp(seconds: Int64(Date().timeIntervalSince1970) + Int64(seconds))
    }
    let server = try ScriptedServer { _ in
      let trip = #"""
        {"name":"\#(Answers.tripName)","tripStatus":"ENROUTE_TO_PICKUP","vehicleId":"v",
         "pickupTime":"\#(time(offset + 200))",
         "lastLocation":{"location":{"latitude":45.065,"longitude":7.675},
          "updateTime":"\#(time(offset - 2))"}}
        """#
      return ScriptedServer.answer(
        headers: ["Content-Type: application/json", "Date: \(time(offset).httpDate)"],
        body: Array(trip.utf8))
    }
    let outcome = try follow(server, arguments: isJSON ? ["--json"] : [])
    #expect(outcome.status == 0)
    if isJSON {
      let age = try #require(outcome.output.firstMatch(of: /"fix_age_s":(\d+)/)?.1)
      #expect((1...20).contains(Int(age) ?? -1))
      #expect(!outcome.output.contains("quiet"))
    } else {
      #expect(outcome.output.contains("3 min"), "\(outcome.output)")
      #expect(!outcome.output.contains("was ") && !outcome.output.contains("quiet"))
    }
  }

  @Test(arguments: [
    (404, "NOT_FOUND", Int32(3)), (401, "UNAUTHENTICATED", 4), (403, "PERMISSION_DENIED", 4),
    (503, "UNAVAILABLE", 5), (500, "INTERNAL", 5), (429, "RESOURCE_EXHAUSTED", 6),
  ]) func `A plain report of a refused request is one sentence and an exit status`(
    code: Int, status: String, exit: Int32
  ) throws {
    let server = try ScriptedServer { _ in
      Answers.json(Answers.refusal(code, status), status: "\(code) No")
    }
    let outcome = try follow(server)
    #expect(outcome.status == exit)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("ridealong: \(Answers.tripName): \(status) (HTTP \(code)): "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(isPlain(outcome.bytes))
  }

  @Test func `A plain report says that a response is a web page, not Fleet Engine's`() throws {
    let server = try ScriptedServer { _ in Answers.html }
    let outcome = try follow(server)
    #expect(outcome.status == 5)
    #expect(
      outcome.errors.contains("is not trip data (text/html; captive portal?). Check --endpoint"))
    #expect(isPlain(outcome.bytes))
  }

  @Test(arguments: [
    ("404 Not Found", "<html>no such page</html>", "404 and no error of Fleet Engine's"),
    ("404 Not Found", "", "404 and no error of Fleet Engine's"),
    ("404 Not Found", #"{"message":"Not Found"}"#, "404 and no error of Fleet Engine's"),
    ("200 OK", "{}", "neither the name nor the status of a trip"),
  ]) func `A server that is not Fleet Engine is named at once, in every form`(
    status: String, body: String, cause: String
  ) throws {
    // Fleet Engine's own refusals are JSON, so that an empty one would be cut.
    let type = body.isEmpty ? "text/plain" : "application/json"
    let server = try ScriptedServer { _ in
      ScriptedServer.answer(status, headers: ["Content-Type: \(type)"], body: Array(body.utf8))
    }
    let options = [
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
    ]
    let other = "127.0.0.1:\(server.port) is not Fleet Engine."
    for form in [["follow", "--plain"], ["follow", "--json"], ["follow", "--once"], ["doctor"]] {
      let outcome = try RunningProgram.run(
        [form[0], Answers.tripName] + form.dropFirst() + options, in: folder)
      #expect(outcome.status == 5)
      let said = (outcome.output + outcome.errors).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(said.contains(other) && said.contains(cause), "\(said)")
      #expect(said.contains("Check --endpoint") && !said.contains("7 days"), "\(said)")
      if form.contains("--json") {
        #expect(outcome.output.contains(#""message":"\#(other)""#), "\(outcome.output)")
      }
    }
  }

  @Test func `Commands that change a fleet find it through the environment`() throws {
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"providers/demo-project/vehicles/car-1","vehicleState":"ONLINE"}"#)
    }
    let environment = [
      "RIDEALONG_ENDPOINT": "http://127.0.0.1:\(server.port)/v1",
      "RIDEALONG_PROVIDER": TestFolder.providerID, "RIDEALONG_SERVICE_ACCOUNT": folder.key(.server),
    ]
    let shown = try RunningProgram.run(
      ["vehicle", "show", "car-1"], in: folder, environment: environment)
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains("providers/demo-project/vehicles/car-1"))
    #expect(
      server.requests.first?.line.hasPrefix("GET /v1/providers/demo-project/vehicles/car-1") == true
    )
    let token = try RunningProgram.run(
      ["token", "mint", "--trip", "t1"], in: folder, environment: environment)
    #expect(token.status == 0 && token.output.hasPrefix("eyJ"))
    // The configured key does not say who signed a token that is only inspected.
    let inspected = try RunningProgram.run(
      ["token", "inspect", folder.file("token", token.output)], in: folder,
      environment: ["RIDEALONG_SERVICE_ACCOUNT": folder.key(.driver)])
    #expect(inspected.status == 0, "\(inspected.output)")
  }

  @Test func `A plain report says that a response ended early`() throws {
    let server = try ScriptedServer { _ in Answers.truncated }
    let outcome = try follow(server)
    #expect(outcome.status == 5)
    #expect(outcome.errors.contains("The connection to 127.0.0.1:\(server.port) broke."))
  }

  @Test func `A plain report says that a response is not HTTP`() throws {
    let server = try ScriptedServer(raw: "SSH-2.0-OpenSSH\r\n")
    let outcome = try follow(server)
    #expect(outcome.status == 5)
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `A plain report says that the server cannot be reached`() throws {
    let port = try unusedLoopbackPort()
    let outcome = try RunningProgram.run(
      [
        "follow", Answers.tripName, "--endpoint", "http://127.0.0.1:\(port)", "--service-account",
        folder.key(),
      ],
      in: folder
    )
    #expect(outcome.status == 5)
    #expect(outcome.errors.contains("127.0.0.1:\(port) cannot be reached."))
  }

  @Test func `A plain report sends its token to the server only`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let outcome = try follow(server)
    let header = try #require(server.requests.first?.header("Authorization"))
    let token = try #require(header.split(separator: " ").last)
    #expect(token.hasPrefix("eyJ"))
    for part in token.split(separator: ".") {
      #expect(!outcome.output.contains(part))
      #expect(!outcome.errors.contains(part))
    }
    #expect(!outcome.output.contains("PRIVATE KEY"))
  }
}

/// Whether bytes are printable text and line ends, with no control character of either set.
func isPlain(_ bytes: [UInt8]) -> Bool {
  String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
    scalar == "\n"
      || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
        && scalar != "\u{202E}"
  }
}
