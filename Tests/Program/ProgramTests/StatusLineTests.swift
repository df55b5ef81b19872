import Glibc
import RideTestSupport
import Synchronization
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

/// The status line of `ridealong wait`, on a terminal.
@Suite(.blocking) struct `A status line` {
  private let folder = TestFolder()

  private static func trip(_ status: String) -> String {
    #"{"name":"\#(Answers.tripName)","tripStatus":"\#(status)"}"#
  }

  private func wait(
    _ server: ScriptedServer, _ environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try start(
      [
        "wait", Answers.tripName, "--for", "complete", "--endpoint",
        "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      ],
      in: folder,
      environment: environment
    )
  }

  @Test func `A status line shows what the command waits for, and is removed by a signal`() throws {
    let server = try ScriptedServer { _ in Answers.json(Self.trip("ENROUTE_TO_PICKUP")) }
    let terminal = try wait(server, ["NO_COLOR": "1"])
    try terminal.wait(
      until: { $0.rowText(0).hasPrefix("Waiting for complete: on the way to pickup, updated ") },
      timeout: .seconds(60))
    terminal.send(signal: SIGTERM)
    #expect(try terminal.waitForExit() == .exited(143))
    let text = terminal.screenText.filter { !$0.isWhitespace }
    #expect(text.isEmpty)
    #expect(!terminal.hasWritten("\u{1B}[3") && !terminal.isAlternateScreen)
  }

  @Test func `A status line of several trips shows how many are left`() throws {
    let fleet = SmallFleet(["a": "COMPLETE", "b": "NEW"])
    let server = try fleet.server()
    let names = ["a", "b"].map { "providers/demo-project/trips/\($0)" }
    let terminal = try start(
      ["wait"] + names + [
        "--for", "complete", "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(),
      ],
      in: folder
    )
    try terminal.wait(
      until: {
        $0.rowText(0).hasPrefix("a COMPLETE")
          && $0.rowText(1).hasPrefix("Waiting for complete: 1 of 2 trips left")
      },
      timeout: .seconds(60)
    )
    fleet.set("b", "COMPLETE")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.rowText(1).hasPrefix("b COMPLETE"))
    #expect(!terminal.screenText.contains("Waiting"))
  }

  @Test func `A status line is removed at Ctrl-C in a narrow terminal`() throws {
    let server = try ScriptedServer { _ in Answers.json(Self.trip("ENROUTE_TO_PICKUP")) }
    let terminal = try wait(server)
    terminal.resize(columns: 30, rows: 10)
    try terminal.wait(until: { $0.rowText(0).contains("…") }, timeout: .seconds(60))
    terminal.type("\u{3}")
    #expect(try terminal.waitForExit() == .exited(130))
    #expect(!terminal.screenText.contains("Waiting"))
  }

  @Test func `A status line names the failure that is being retried, and is removed at the end`()
    throws
  {
    let isComplete = Mutex(false)
    let server = try ScriptedServer { _ in
      isComplete.withLock { $0 }
        ? Answers.json(Self.trip("COMPLETE"))
        : Answers.json(Answers.refusal(503, "UNAVAILABLE"), status: "503 No")
    }
    let terminal = try wait(server)
    try terminal.wait(
      until: { $0.rowText(0).contains("no response yet, UNAVAILABLE, retrying") },
      timeout: .seconds(60))
    isComplete.withLock { $0 = true }
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.rowText(0).hasPrefix("t1 COMPLETE"))
    let rest = terminal.rowText(1).filter { $0 != " " }
    #expect(rest.isEmpty)
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": ""], ["ACCESSIBLE": "1"]])
  func `A status line is not shown where it cannot be rewritten or for a screen reader`(
    variables: [String: String]
  ) throws {
    let server = try ScriptedServer { _ in Answers.json(Self.trip("COMPLETE")) }
    let terminal = try wait(server, variables)
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!terminal.hasWritten("Waiting") && !terminal.rawOutput.contains(0x1B))
  }
}
