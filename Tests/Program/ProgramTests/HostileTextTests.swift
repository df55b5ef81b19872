import CellGrid
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

/// The attacks on a terminal by texts that somebody else controls.
enum Attack {
  /// Escape sequences as JSON spells them: clearing, a title, the clipboard, a link, a device control
  /// string, C1 controls, and what moves the cursor.
  static let all = [
    #"\u001b[2J\u001b[1;1H"#, #"\u001b]0;pwn\u0007"#, #"\u001b]52;c;cHduZWQ=\u0007"#,
    #"\u001b]8;;http://evil\u001b\\"#, #"\u001bP1$r0m\u001b\\"#, #"\u009b31m\u009d0;pwn\u009c"#,
    #"\r\b\b\b\u007f"#, #"\u001b[?1049l\u001b[?25h\u001bc"#,
    #"\u202e\u2066\u200f\ud83d\ude97\ufe0f"#,
  ]

  /// A trip in each of whose texts there is an attack.
  static func trip(_ attack: String) -> String {
    func waypoint(_ kind: String, _ latitude: Double) -> String {
      #"""
      {"location":{"point":{"latitude":\#(latitude),"longitude":7.68}},
       "tripId":"t1\#(attack)","waypointType":"\#(kind)"}
      """#
    }
    return #"""
      {"name":"providers/demo-project/trips/t1","tripStatus":"STRANGE\#(attack)STATUS",
       "tripType":"EXCLUSIVE\#(attack)","vehicleId":"car\#(attack)X",
       "pickupPoint":{"point":{"latitude":45.07,"longitude":7.68}},
       "dropoffPoint":{"point":{"latitude":45.06,"longitude":7.69}},
       "remainingWaypoints":[\#(waypoint("PICKUP_WAYPOINT_TYPE", 45.07)),
        \#(waypoint("X\(attack)", 45.08)),\#(waypoint("DROP_OFF_WAYPOINT_TYPE", 45.06))],
       "lastLocation":{"location":{"latitude":45.065,"longitude":7.675},"heading":90,
        "locationSensor":"GPS\#(attack)"}}
      """#
  }

  static func refusal(_ attack: String) -> String {
    #"""
    {"error":{"code":403,"status":"PERMISSION_DENIED","message":"bad\#(attack)news",
     "details":[{"@type":"x\#(attack)","reason":"r\#(attack)"}]}}
    """#
  }
}

@Suite(.blocking) struct `Hostile text` {
  private let folder = TestFolder()

  private func follow(_ server: ScriptedServer) throws -> PseudoTerminal {
    try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(),
      ],
      in: folder
    )
  }

  /// Ends the program and checks what it did to its terminal.
  private func expectHarmless(_ terminal: PseudoTerminal) throws {
    #expect(terminal.isAlternateScreen)
    #expect(!terminal.isCursorVisible)
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
    #expect(OwnSequences.strangers(in: terminal.rawOutput) == [])
    // I02: the line that is left at the end, and the log.
    #expect(isPlain(Array(folder.log.utf8)))
  }

  @Test(arguments: Attack.all)
  func `Hostile text of a trip has no effect on the terminal`(attack: String) throws {
    let server = try ScriptedServer { _ in Answers.json(Attack.trip(attack)) }
    let terminal = try follow(server)
    try terminal.wait { terminal in
      ["LIVE", "STRANGE", "car", "q Quit"].allSatisfy { terminal.screenText.contains($0) }
    }
    terminal.type("n")
    try terminal.wait { $0.screenText.contains("Esc hides") }
    // The panel's frame is in the same place as for a harmless trip.
    let rows = terminal.frame.rows
    #expect(rows.allSatisfy { SafeText($0).width == 80 })
    try expectHarmless(terminal)
  }

  @Test(arguments: Attack.all)
  func `Hostile text of a refusal has no effect on the terminal`(attack: String) throws {
    let server = try ScriptedServer { _ in
      Answers.json(Attack.refusal(attack), status: "403 No")
    }
    let terminal = try follow(server)
    try terminal.wait { $0.screenText.contains("refused this token") }
    try expectHarmless(terminal)
  }

  @Test(arguments: ["\u{1B}[2J", "\u{1B}]0;pwn\u{7}", "\u{9B}31m", "\u{1B}]52;c;eA==\u{7}"])
  func `Hostile text of a header has no effect on the terminal`(attack: String) throws {
    let server = try ScriptedServer { _ in
      ScriptedServer.answer(
        headers: ["Content-Type: text/html\(attack); x=\(attack)"],
        body: Array("<html>\(attack)".utf8))
    }
    let terminal = try follow(server)
    try terminal.wait { $0.screenText.contains("not trip data") || $0.screenText.contains("Retry") }
    try expectHarmless(terminal)
  }

  @Test(arguments: Attack.all)
  func `Hostile text is cleaned in a report and in an error`(attack: String) throws {
    for (body, status) in [(Attack.trip(attack), "200 OK"), (Attack.refusal(attack), "403 No")] {
      let server = try ScriptedServer { _ in Answers.json(body, status: status) }
      let outcome = try RunningProgram.run(
        [
          Answers.tripName, "--once", "--endpoint", "http://127.0.0.1:\(server.port)",
          "--service-account", folder.key(),
        ],
        in: folder
      )
      #expect(!outcome.bytes.isEmpty)
      #expect(isPlain(outcome.bytes))
    }
  }

  @Test func `Hostile text is cleaned in the output of token inspect`() throws {
    func part(_ json: String) -> String {
      Data(json.utf8).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    let attack = Attack.all.joined()
    let token =
      part(#"{"alg":"RS256","kid":"k\#(attack)"}"#) + "."
      + part(#"{"iss":"i\#(attack)","authorization":{"tripid":"t\#(attack)"},"x":"\#(attack)"}"#)
      + ".c2ln"
    let file = folder.file("token", token)
    let outcome = try RunningProgram.run(["token", "inspect", "--token-file", file], in: folder)
    #expect(!outcome.bytes.isEmpty)
    #expect(isPlain(outcome.bytes))
  }

  @Test func `Hostile text of a style file is cleaned like a server's text`() throws {
    let file = folder.file(
      "style.toml",
      "[marker.vehicle]\nicon = \"\\u001b]0;pwn\\u0007<V>\"\n"
    )
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(), "--style", file,
      ],
      in: folder
    )
    try terminal.wait { $0.screenText.contains("LIVE") }
    try expectHarmless(terminal)
  }

  @Test func `Hostile text of a style file is cleaned in its error`() throws {
    let file = folder.file("style.toml", "[marker.veh\u{1B}]0;pwn\u{7}icle]\nicon\u{9B} = 3\n")
    let outcome = try RunningProgram.run(["demo", "--style", file], in: folder)
    #expect(outcome.status == 2)
    #expect(isPlain(outcome.bytes))
  }
}
