import Foundation
import RideTestSupport
import Synchronization
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

@testable import RidealongCLI

@Suite(.blocking) struct `A ride as lines` {
  private let folder = TestFolder()

  private static func trip(_ status: String, _ more: String = "") -> [ScriptedServer.Step] {
    Answers.json(
      #"{"name":"\#(Answers.tripName)","tripStatus":"\#(status)","tripType":"EXCLUSIVE"\#(more)}"#)
  }

  /// A server that gives one answer after the other, and the last one for ever.
  private func server(_ answers: [[ScriptedServer.Step]]) throws -> ScriptedServer {
    let count = Mutex(0)
    return try ScriptedServer { _ in
      let index = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return answers[min(index, answers.count - 1)]
    }
  }

  private func options(_ server: ScriptedServer) -> [String] {
    ["--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key()]
  }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(object as? [String: Any])
    }
  }

  @Test func `A ride as JSON lines has trip, failure and end lines, and ends with the ride`() throws
  {
    let server = try server([
      Self.trip("ENROUTE_TO_DROPOFF", #","vehicleId":"car""#),
      Answers.json(Answers.refusal(503, "UNAVAILABLE"), status: "503 No"),
      Self.trip("COMPLETE", #","vehicleId":"car""#),
    ])
    let outcome = try RunningProgram.run(
      ["follow", Answers.tripName, "--json"] + options(server), in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = try objects(outcome.output)
    #expect(lines.map { $0["type"] as? String } == ["trip", "error", "trip", "end"])
    #expect(lines[1]["class"] as? String == "retry")
    #expect(lines[2]["status"] as? String == "COMPLETE")
    #expect(isPlain(outcome.bytes))
  }

  @Test func `A ride as lines ends with status 7 if the trip was canceled`() throws {
    let server = try server([Self.trip("CANCELED")])
    for form in ["--json", "--plain"] {
      let outcome = try RunningProgram.run(
        ["follow", Answers.tripName, form] + options(server), in: folder)
      #expect(outcome.status == 7)
      #expect(isPlain(outcome.bytes))
    }
  }

  @Test func `A ride as sentences is chosen by an option`() throws {
    let server = try server([Self.trip("COMPLETE", Self.hostile)])
    let outcome = try RunningProgram.run(
      ["follow", Answers.tripName, "--plain"] + options(server), in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(" The trip is complete."))
    #expect(isPlain(outcome.bytes))
  }

  private static let hostile = #","vehicleId":"car\#(Answers.escapes)X""#

  @Test func `A ride as lines is one object with --once`() throws {
    let server = try server([Self.trip("NEW", Self.hostile)])
    let outcome = try RunningProgram.run(
      ["follow", Answers.tripName, "--once", "--json"] + options(server), in: folder)
    #expect(outcome.status == 0)
    #expect(try objects(outcome.output).count == 1)
    #expect(isPlain(outcome.bytes))
  }

  @Test func `A ride as lines ends at once if the first response's error needs action`() throws {
    let server = try server([Answers.json(Answers.refusal(404, "NOT_FOUND"), status: "404 No")])
    for form in ["--json", "--plain"] {
      let outcome = try RunningProgram.run(
        ["follow", Answers.tripName, form] + options(server), in: folder)
      #expect(outcome.status == 3)
      #expect(outcome.output.isEmpty == (form == "--plain"))
    }
  }

  @Test func `A ride as lines ends without an error when its reader closes the pipe`() throws {
    let server = try server([Self.trip("NEW"), Self.trip("ENROUTE_TO_PICKUP")])
    let outcome = try RunningProgram.run(
      ["follow", Answers.tripName, "--json"] + options(server), in: folder,
      shell: #"set -o pipefail; "$@" | head -1"#)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test func `A ride as lines cannot have two formats`() throws {
    let outcome = try RunningProgram.run(
      ["follow", Answers.tripName, "--json", "--plain", "--service-account", folder.key()],
      in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--plain and --json cannot be combined."))
  }

  @Test func `A ride as lines passes an arrival to a program as a fixed word`() throws {
    let server = try server([
      Self.trip("ENROUTE_TO_PICKUP", Self.hostile), Self.trip("COMPLETE", Self.hostile),
    ])
    let said = folder.path + "/said"
    let program = folder.path + "/tell"
    try "#!/bin/sh\necho \"$@\" >> '\(said)'\n".write(
      toFile: program, atomically: true, encoding: .utf8)
    chmod(program, 0o700)
    let terminal = try start(
      ["follow", Answers.tripName, "--plain", "--notify", "\(ShellWord.path(program)) 'the ride'"]
        + options(server), in: folder)
    try terminal.wait { $0.screenText.contains("On the way to the pickup.") }
    // Else the next poll would be in five seconds.
    terminal.type("r\n")
    #expect(try terminal.waitForExit() == .exited(0))
    // The program is not waited for: it may have begun only when the ride has ended.
    spin(while: (try? String(contentsOfFile: said, encoding: .utf8))?.hasSuffix("\n") != true)
    #expect(try String(contentsOfFile: said, encoding: .utf8) == "the ride complete\n")
  }
}

@Suite(.blocking) struct `Waiting for a status` {
  private let folder = TestFolder()

  private func wait(
    _ status: String, for awaited: String, timeout: String = "60s", form: [String] = []
  ) throws -> RunningProgram.Outcome {
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"\#(status)"}"#)
    }
    return try RunningProgram.run(
      [
        "wait", Answers.tripName, "--for", awaited, "--timeout", timeout, "--endpoint",
        "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      ] + form, in: folder)
  }

  @Test(arguments: [
    ("ARRIVED_AT_PICKUP", "arrived-at-pickup"), ("ENROUTE_TO_DROPOFF", "ARRIVED_AT_PICKUP"),
    ("COMPLETE", "enroute-to-pickup"), ("CANCELED", "cancelled"),
  ]) func `Waiting for a status succeeds if the trip has or had it`(
    status: String, awaited: String
  ) throws {
    let outcome = try wait(status, for: awaited)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("t1 \(status)"))
  }

  @Test(arguments: [("CANCELED", "complete"), ("COMPLETE", "canceled")])
  func `Waiting for a status ends with status 7 if the ride ended otherwise`(
    status: String, awaited: String
  ) throws { #expect(try wait(status, for: awaited).status == 7) }

  @Test func `Waiting for a status ends with status 5 when the time is over`() throws {
    let outcome = try wait("NEW", for: "complete", timeout: "1s")
    #expect(outcome.status == 5)
    #expect(outcome.errors.contains("did not reach COMPLETE within 1 s. The trip is NEW."))
  }

  @Test(arguments: [("COMPLETE", 0), ("NEW", 5), ("CANCELED", 7)] as [(String, Int32)])
  func `Waiting for a status can print an object`(status: String, exit: Int32) throws {
    let outcome = try wait(status, for: "complete", timeout: "1s", form: ["--json"])
    #expect(outcome.status == exit)
    #expect(outcome.output.hasPrefix(#"{"v":1,"type":"trip","time":""#))
    #expect(outcome.output.contains(#""status":"\#(status)""#))
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test func `An unknown status to wait for is an error with the nearest one`() throws {
    let outcome = try wait("NEW", for: "arived-at-pickup")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Did you mean arrived-at-pickup?"))
  }
}
