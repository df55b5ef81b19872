import TerminalTestSupport
import TestSupport
import Testing

@Suite(.blocking, .timeLimit(.minutes(5)))
struct `A program that may open few files` {
  private let folder = TestFolder()

  @Test(arguments: 3...16)
  func `says what it lacks, and never traps`(count: Int) throws {
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"COMPLETE"}"#)
    }
    let words = [
      "follow", Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)",
      "--service-account", folder.key(),
    ]
    let outcome = try RunningProgram.run(
      words + ["--once"],
      in: folder,
      shell: "ulimit -n \(count); exec \"$@\""
    )
    #expect((0...7).contains(outcome.status), "\(count): \(outcome.errors)")
    #expect(outcome.status == 0 || !outcome.errors.isEmpty)
    if count == 8 {
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("too many open files"), "\(outcome.errors)")
    }
    let terminal = try PseudoTerminal(
      executable: "/bin/bash",
      arguments: [
        "-c", "ulimit -n \(count); exec \"$@\"", "bash", BuiltProduct.path("ridealong"),
      ] + words,
      environment: folder.environment
        .merging(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]) { $1 }
    )
    try terminal.wait {
      $0.exit != nil || $0.screenText.contains("too many open files")
        || $0.screenText.contains("ENDED") || $0.isAlternateScreen
    }
    if terminal.exit == nil { terminal.type("q") }
    guard case .exited(0...7) = try terminal.waitForExit() else {
      Issue.record("\(count): \(terminal.screenText)")
      return
    }
    expectGivenBack(terminal)
  }
}
