import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `A program with few file descriptors` {
  private let folder = TestFolder()

  private func words(_ server: ScriptedServer) throws -> [String] {
    [
      "follow", Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)",
      "--service-account", folder.key(),
    ]
  }

  private func server() throws -> ScriptedServer {
    try ScriptedServer { _ in
      Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"COMPLETE"}"#)
    }
  }

  @Test(arguments: 4...31) func `A program with too few file descriptors says how many it needs`(
    count: Int
  ) throws {
    let server = try server()
    let outcome = try RunningProgram.run(
      try words(server) + ["--once"], in: folder, shell: "ulimit -n \(count); exec \"$@\"")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "ridealong: too many open files: the limit is \(count), and 32 are needed. Raise it with "
        + "ulimit -n.\n")
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["-S -n 8", "-n 32"])
  func `A program shows a ride with as few file descriptors as it needs`(limit: String) throws {
    let server = try server()
    let terminal = try PseudoTerminal(
      executable: "/bin/bash",
      arguments: [
        "-c", "ulimit \(limit); exec \"$@\"", "bash", BuiltProduct.path("ridealong"),
      ] + words(server),
      environment: folder.environment
        .merging(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]) { $1 }
    )
    try terminal.wait { $0.screenText.contains("ENDED") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }
}
