import CellGrid
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

private func name(_ id: String) -> String { "providers/demo-project/trips/\(id)" }

@Suite(.blocking) struct `Trips of a list that changes` {
  private let folder = TestFolder()

  @Test func `With --stay the program goes on when all trips are over, until a signal`() throws {
    let server = try SmallFleet(["a": "COMPLETE", "b": "COMPLETE"]).server()
    let words = [
      "follow", name("a"), name("b"), name("none"), "--json", "--stay",
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
    ]
    let program = try RunningProgram(
      words, environment: folder.environment.merging(["RIDEALONG_METRICS": "0"]) { $1 },
      shell: #"exec "$@" 2>&1"#)
    let url = try program.firstMatch(of: /http:[^ \r\n]*\/metrics/)
    for id in ["a", "b"] {
      _ = try program.firstMatch(of: Regex(#""type":"end"[^\n]*trips/\#(id)""#))
    }
    let page = try ChildProcess.run(
      "/usr/bin/curl",
      "-qsSf",
      "--max-time",
      "30",
      String(url.output)
    )
    #expect(page.output.contains(#"ridealong_trips_ended_total{status="COMPLETE"}"#))
    let head = try ChildProcess.run(
      "/usr/bin/curl",
      "-qsSfI",
      "--max-time",
      "30",
      String(url.output)
    )
    #expect(head.status == 0 && head.output.contains("openmetrics"), "\(head.errors)")
    program.send(signal: SIGTERM)
    #expect(try program.finish().status == 143)
  }

  @Test func `Several trips of a file change with it, at SIGHUP and when it is replaced`() throws {
    let server = try SmallFleet(["a": "NEW", "b": "NEW", "c": "NEW"]).server()
    let list = folder.file("trips", "\u{FEFF}\(name("a"))\n")
    let words = [
      "follow", "--trips", list, "--json", "--stay", "--endpoint",
      "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
    ]
    let program = try RunningProgram(
      words, environment: folder.environment, shell: #"exec "$@" 2>&1"#)
    func wait(_ id: String) throws {
      _ = try program.firstMatch(of: Regex(#""type":"trip"[^\n]*trips/\#(id)""#))
    }
    try wait("a")
    // The file is not what it was before the signal, or is found to be another by itself.
    _ = folder.file("trips", "\(name("a"))\n\(name("b"))\n")
    program.send(signal: SIGHUP)
    try wait("b")
    let next = folder.file("next", "\(name("c"))\n")
    #expect(rename(next, list) == 0)
    try wait("c")
    try program.waitForOutput("1 added, 2 removed.")
    _ = folder.file("trips", "providers/other/trips/x\n")
    program.send(signal: SIGHUP)
    try program.waitForOutput("The trips are as before.")
    program.send(signal: SIGTERM)
    let outcome = try program.finish()
    #expect(outcome.status == 143)
    #expect(!outcome.output.contains(#""type":"error""#))
  }

  @Test func `Lines on standard input add and remove trips, until the input is over`() throws {
    let server = try SmallFleet(["a": "NEW", "b": "NEW", "c": "COMPLETE"]).server()
    let pipe = folder.path + "/names"
    #expect(mkfifo(pipe, 0o600) == 0)
    let writing = open(pipe, O_RDWR)
    func say(_ text: String) { #expect(write(writing, text, text.utf8.count) == text.utf8.count) }
    // The second name has no end yet.
    say("# trips\n\n\(name("a")) tonight\nprovid")
    let program = try RunningProgram(
      [
        "follow", "--trips", "-", "--json", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--service-account", folder.key(),
      ],
      environment: folder.environment.merging(["NAMES": pipe]) { $1 },
      shell: #"exec "$@" 2>&1 <"$NAMES""#)
    func wait(_ type: String, _ id: String) throws {
      _ = try program.firstMatch(of: Regex(#""type":"\#(type)"[^\n]*trips/\#(id)""#))
    }
    try wait("trip", "a")
    say("ers/demo-project/trips/b\n")
    try wait("trip", "b")
    say("+nonsense\nproviders/other/trips/x\n+\(name("c"))\n")
    try program.waitForOutput("is not a trip name")
    try program.waitForOutput("is not a trip of the provider demo-project")
    try wait("end", "c")
    // All that is followed ends or leaves; the input may still name others.
    say("-\(name("a"))\n-\(name("b"))\n-\(name("none"))\n")
    try program.waitForOutput("\(name("none")) is not followed.")
    close(writing)
    let outcome = try program.finish()
    #expect(outcome.status == 0 && !outcome.output.contains(#""type":"error""#))
  }

  @Test func `A list on the terminal follows its file`() throws {
    let server = try SmallFleet(["a": "NEW", "b": "NEW", "c": "NEW"]).server()
    let list = folder.file("trips", "\(name("a"))\n\(name("b"))\n")
    let terminal = try start(
      [
        "follow", "--trips", list, "--endpoint", "http://127.0.0.1:\(server.port)",
        "--service-account", folder.key(),
      ],
      in: folder,
      size: GridSize(columns: 98, rows: 20)
    )
    try terminal.wait { $0.screenText.contains("2 trips") && $0.screenText.contains("LIVE") }
    let next = folder.file("next", "\(name("b"))\n\(name("c"))\n\(name("d"))\n")
    #expect(rename(next, list) == 0)
    try terminal.wait {
      $0.screenText.contains("3 trips") && $0.screenText.contains("2 added, 1 rem")
    }
    _ = folder.file("trips", "# none\n")
    try terminal.wait { $0.screenText.contains("lists no trips") }
    #expect(terminal.screenText.contains("3 trips"))
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func `The lines of a list are orders, whatever the pieces in which they arrive`() {
    let text =
      "\u{FEFF}a\r\n+b note\n\n  # c\n-d\n-\n"
      + String(repeating: "x", count: 9_000) + "\ne"
    let expected: [TripLines.Order] = [
      .add("a"), .add("b"), .remove("d"), .remove(""),
      .problem("A line of more than 4096 bytes is no trip's name."), .add("e"),
    ]
    for size in [1, 2, 3, 7, 5_000, 20_000] {
      var (lines, rest, orders) = (TripLines(), Array(text.utf8)[...], [TripLines.Order]())
      while !rest.isEmpty {
        orders += lines.take(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(orders + lines.end() == expected, "pieces of \(size) bytes")
    }
  }

  @Test func `With --stay only trips that cannot exist are given up`() throws {
    let fleet = SmallFleet(["a": "REFUSED", "b": "COMPLETE"])
    let server = try fleet.server()
    let list = folder.file("trips", ["a", "b", "none"].map { name($0) + "\n" }.joined())
    let program = try RunningProgram(
      [
        "follow", "--trips", list, "--json", "--stay", "--endpoint",
        "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      ],
      environment: folder.environment,
      shell: #"exec "$@" 2>&1"#
    )
    _ = try program.firstMatch(of: Regex(#""code":"PERMISSION_DENIED".*"retry_in_s":[1-9]"#))
    try program.waitForOutput("\(name("none")): NOT_FOUND")
    // It is there now, and is tried again, although the list is the same.
    fleet.set("none", "COMPLETE")
    program.send(signal: SIGHUP)
    _ = try program.firstMatch(of: Regex(#""type":"end"[^\n]*trips/none""#))
    program.send(signal: SIGTERM)
    #expect(try program.finish().status == 143)
  }

  @Test(arguments: [["--once"], ["--plain"]])
  func `A single trip and a report do not stay`(words: [String]) throws {
    let server = try SmallFleet(["a": "COMPLETE", "b": "COMPLETE"]).server()
    let names = words == ["--once"] ? [name("a"), name("b")] : [name("a")]
    let outcome = try folder.follow(names + words + ["--stay"], server)
    #expect(outcome.status == 2 && outcome.errors.contains("--stay needs several trips"))
  }

  @Test func `A list of trips is read again once, when it does not change any more`() throws {
    let path = folder.file("trips", "a\n")
    var list = try #require(
      TripListFile(try Arguments(["--trips", path], options: Command.follow.options)))
    func isReplaced() -> Bool { list.isReplaced() }
    for _ in 0..<2 { #expect(!isReplaced()) }
    _ = folder.file("trips", "a\nb\n")
    // It may be just being written.
    #expect(!isReplaced())
    #expect(isReplaced())
    #expect(!isReplaced())
    #expect(unlink(path) == 0)
    for _ in 0..<2 { #expect(!isReplaced()) }
    _ = folder.file("trips", "c\n")
    #expect(!isReplaced())
    #expect(isReplaced())
  }

  @Test func `The configuration's metrics do not concern a single trip or a report`() throws {
    let server = try SmallFleet(["a": "COMPLETE", "b": "COMPLETE"]).server()
    for words in [[name("a"), "--json"], [name("a"), name("b"), "--once"]] {
      let outcome = try folder.follow(words, server, environment: ["RIDEALONG_METRICS": "0"])
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    #expect(try folder.follow([name("a"), "--json", "--metrics", "0"], server).status == 2)
  }
}
