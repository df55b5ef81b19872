import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

private func name(_ id: String) -> String { "providers/demo-project/trips/\(id)" }

@Suite(.blocking) struct `Waiting for several trips` {
  private let folder = TestFolder()

  private func wait(
    _ words: [String], _ server: ScriptedServer, for awaited: String = "complete",
    timeout: String = "60s", shell: String? = nil
  ) throws -> RunningProgram.Outcome {
    try RunningProgram.run(
      ["wait"] + words + [
        "--for", awaited, "--timeout", timeout, "--endpoint", "http://127.0.0.1:\(server.port)",
        "--service-account", folder.key(),
      ],
      in: folder,
      shell: shell
    )
  }

  /// The IDs that the lines begin with.
  private func ids(_ outcome: RunningProgram.Outcome) -> Set<String> {
    Set(outcome.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) })
  }

  @Test func `Waiting for several trips ends when all have reached the status`() throws {
    let fleet = SmallFleet(["a": "COMPLETE", "b": "DOWN", "c": "COMPLETE"])
    let server = try fleet.server()
    let outcome = try wait([name("a"), name("b"), name("c")], server)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count == 3)
    #expect(ids(outcome) == ["a", "b", "c"])
    #expect(outcome.errors.isEmpty && isPlain(outcome.bytes))
  }

  @Test func `The status of waiting for several trips is the worst of all`() throws {
    let server = try SmallFleet(["a": "COMPLETE", "b": "CANCELED"]).server()
    let canceled = try wait([name("a"), name("b")], server)
    #expect(canceled.status == 7)
    #expect(ids(canceled) == ["a", "b"])
    let missing = try wait([name("x"), name("a"), name("b")], server)
    #expect(missing.status == 3)
    #expect(ids(missing) == ["a", "b"])
    #expect(missing.errors.contains("ridealong: \(name("x")): NOT_FOUND"))
  }

  @Test func `Waiting for several trips names those that did not reach the status in time`() throws
  {
    let server = try SmallFleet(["a": "COMPLETE", "b": "NEW", "c": "NEW"]).server()
    let outcome = try wait([name("a"), name("b"), name("c")], server, timeout: "3s")
    #expect(outcome.status == 5)
    #expect(ids(outcome) == ["a"])
    for id in ["b", "c"] {
      let text = "\(name(id)) did not reach COMPLETE within 3 s. The trip is NEW."
      #expect(outcome.errors.contains(text), "\(outcome.errors)")
    }
    #expect(!outcome.errors.contains("\(name("a")) did not"))
  }

  @Test func `With --any the first trip that reaches the status ends the wait`() throws {
    let server = try SmallFleet(["a": "NEW", "b": "COMPLETE"]).server()
    let outcome = try wait([name("a"), name("b"), name("none"), "--any"], server)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(ids(outcome) == ["b"])
    let none = try wait([name("x"), name("y"), "--any"], server)
    #expect(none.status == 3)
  }

  @Test func `Trips to wait for are read from a file or from standard input`() throws {
    let server = try SmallFleet(["a": "COMPLETE", "b": "COMPLETE"]).server()
    let file = folder.file("trips", "# today\n\(name("b"))  late\n\n\(name("a"))\n")
    let read = try wait(["--trips", file, "--json"], server)
    #expect(read.status == 0, "\(read.errors)")
    for id in ["a", "b"] { #expect(read.output.contains(#""trip":"\#(name(id))","status""#)) }
    #expect(read.output.split(separator: "\n").count == 2)
    let piped = try wait(
      ["--trips", "-", "--provider", "demo-project"], server, shell: #"printf 'a\nb\n' | "$@""#)
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(ids(piped) == ["a", "b"])
    let empty = try wait(["--trips", folder.file("none", "# none\n")], server)
    #expect(empty.status == 2)
    #expect(empty.errors.contains("lists no trips"))
  }
}
