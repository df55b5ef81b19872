import Foundation
import Synchronization
import TerminalTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.blocking, .timeLimit(.minutes(3)))
struct `A notice of an arrival` {
  private let folder = TestFolder()

  /// A server whose trip arrives with its second answer.
  private func server() throws -> ScriptedServer {
    let count = Mutex(0)
    return try ScriptedServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let status = number == 1 ? "ENROUTE_TO_PICKUP" : "COMPLETE"
      return Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"\#(status)"}"#)
    }
  }

  private func options(_ server: ScriptedServer) -> [String] {
    [
      "follow", Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)",
      "--service-account", folder.key(),
    ]
  }

  @Test(arguments: [("bell", "\u{7}"), ("osc9", "\u{1B}]9;ridealong: complete\u{1B}\\")])
  func `is given by the terminal, once`(form: String, sequence: String) throws {
    let server = try server()
    let terminal = try start(options(server) + ["--notify", form], in: folder)
    try terminal.wait { $0.hasWritten(sequence) }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.timesWritten(sequence) == 1)
    #expect(form == "bell" || terminal.timesWritten("\u{1B}]9;") == 1)
    expectGivenBack(terminal)
  }

  @Test(arguments: ["off", "bell", "osc9"], ["--plain", "--json"])
  func `puts nothing into a pipe`(form: String, lines: String) throws {
    let server = try server()
    let outcome = try RunningProgram.run(
      options(server) + [lines, "--notify", form],
      in: folder
    )
    #expect(outcome.status == 0)
    #expect(isPlain(outcome.bytes))
  }
}
