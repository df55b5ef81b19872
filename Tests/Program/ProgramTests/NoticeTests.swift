import CellGrid
import FleetEngine
import Foundation
import RideTestSupport
import Synchronization
import SystemTestSupport
import TestSupport
import TerminalUI
import Testing
import TrustLimits

@testable import RidealongCLI

@Suite(.blocking) struct `Notifications` {
  private let folder = TestFolder()
  private let key: String

  init() { key = folder.key() }

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
      "--service-account", key,
    ]
  }

  private static let end = "\u{1B}\\"

  @Test(
    arguments: [
      ("bell", [:], "\u{7}"), ("osc9", [:], "\u{1B}]9;ridealong: complete" + end),
      ("osc777", [:], "\u{1B}]777;notify;ridealong;complete" + end),
      (
        "osc99", [:],
        "\u{1B}]99;i=ridealong:d=0;ridealong" + end + "\u{1B}]99;i=ridealong:d=1:p=body;complete"
          + end
      ), ("desktop", [:], "\u{7}"),
      ("desktop", ["TERM_PROGRAM": "iTerm.app"], "\u{1B}]9;ridealong: complete" + end),
      ("desktop", ["TERM_PROGRAM": "WezTerm"], "\u{1B}]777;notify;ridealong;complete" + end),
    ] as [(String, [String: String], String)])
  func `A terminal notification of an arrival is sent once`(
    form: String, environment: [String: String], sequence: String
  ) throws {
    let server = try server()
    let terminal = try start(
      options(server) + ["--notify", form], in: folder, environment: environment)
    try terminal.wait { $0.screenText.contains("LIVE") }
    // Else the next poll would be in five seconds.
    terminal.type("r")
    try terminal.wait { $0.hasWritten(sequence) }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.timesWritten(sequence) == 1)
    for message in ["9;", "777;", "99;"].map({ "\u{1B}]" + $0 }) {
      #expect(sequence.contains(message) || !terminal.hasWritten(message))
    }
    expectGivenBack(terminal)
  }

  @Test(arguments: [true, false])
  func `A terminal notification is not sent to a user who types into the window`(
    isFocused: Bool
  ) throws {
    let server = try server()
    let terminal = try start(
      options(server) + ["--notify", "osc9", "--interval", "3600"], in: folder,
      environment: ["TERM": "tmux-256color", "TMUX": "socket,1,0"])
    try terminal.wait { $0.screenText.contains("LIVE") }
    terminal.type(isFocused ? "\u{1B}[O\u{1B}[I" : "\u{1B}[I\u{1B}[O")
    terminal.type("r")
    try terminal.wait { $0.screenText.contains("ENDED") }
    if !isFocused { try terminal.wait { $0.hasWritten("\u{1B}]9;") } }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.hasWritten("\u{1B}]9;") != isFocused)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-kitty"], .osc99), (["TERM": "foot"], .osc777),
      (["TERM": "foot-extra"], .osc777),
      (["TERM": "rxvt-unicode-256color"], .osc777), (["TERM": "xterm-ghostty"], .osc777),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], .osc777),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .osc9),
      (["TERM": "alacritty", "TERM_PROGRAM": "iTerm.app"], nil),
      (["TERM": "xterm-256color", "VTE_VERSION": "8000"], nil), (["TERM": "linux"], nil),
      (["TERM": "xterm-kitty", "TMUX": "socket,1,0"], nil), (["TERM": "foot", "STY": "1"], nil),
      ([:], nil),
    ] as [([String: String], TerminalNotice.Form?)])
  func `A terminal's notification is one that the terminal is known to show`(
    environment: [String: String], form: TerminalNotice.Form?
  ) {
    #expect(TerminalCapabilities.message(environment) == form)
  }

  @Test func `A terminal's notification is one sequence, whatever its text`() {
    let text = SafeText("a;b\u{1B}]0;x\u{7}\u{9C}c")
    for form in TerminalNotice.Form.allCases {
      let bytes = TerminalNotice.message(text, form).bytes
      #expect(bytes.count { $0 == 0x1B } == (form == .osc99 ? 4 : 2))
      #expect(!bytes.contains(7))
      if form == .osc777 { #expect(bytes.count { $0 == UInt8(ascii: ";") } == 3) }
    }
  }

  private func notice(_ event: RideNotice.Event = .end, _ trip: String = "t") -> RideNotice {
    RideNotice(event: event, trip: "providers/p/trips/\(trip)", status: .complete)
  }

  /// Returns a sender that runs a script; without `onProblem` no problem is expected.
  private func sender(
    _ script: String, rules: String = NoticeRules.standard, clock: ManualClock = ManualClock(),
    onProblem: @escaping @Sendable (SafeText) -> Void = { Issue.record("\($0)") }
  ) throws -> NoticeSender {
    let sender = try NoticeSender(
      "sh -c '\(script)'", rules: try NoticeRules(parsing: rules, of: "--notify-on"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
      clock: ServiceClock(clock) { Timestamp(seconds: 0) }, onProblem: onProblem)
    return try #require(sender)
  }

  @Test
  func `A notification program that hangs is ended, and few run at once while the others wait`()
    async throws
  {
    let file = folder.path + "/processes"
    let clock = ManualClock()
    let (notes, note) = AsyncStream.makeStream(of: SafeText.self)
    let sender = try sender("sleep 600 & echo $$ $! >> ~/processes; wait", clock: clock) {
      note.yield($0)
    }
    for _ in 0...Limits.Notice.programs { _ = await sender.send([notice()]) }
    let processes = try await written(Limits.Notice.programs, to: file)
    #expect(processes.count == 2 * Limits.Notice.programs)
    await clock.sleepers(Limits.Notice.programs)
    clock.advance(by: Limits.Notice.time)
    for process in processes {
      #expect(ProcessRecord(id: process).waitForEnd(timeout: .seconds(30)))
    }
    var said = notes.makeAsyncIterator()
    #expect(await said.next()?.description == "--notify: sh was killed; it has 60 s.")
    // The one that waited.
    let last = try await written(Limits.Notice.programs + 1, to: file).suffix(2)
    await clock.sleepers(1)
    clock.advance(by: Limits.Notice.time)
    for process in last { #expect(ProcessRecord(id: process).waitForEnd(timeout: .seconds(30))) }
  }

  @Test func `A condition of many trips becomes one notification after the first ones`()
    async throws
  {
    let file = folder.path + "/processes"
    let clock = ManualClock()
    let sender = try sender(
      "echo $RIDE_COUNT ${RIDE_TRIP_ID#t} >> ~/processes", rules: "failing,end", clock: clock)
    _ = await sender.send((1...30).map { notice(.failing, "t\($0)") })
    let single = Limits.Notice.single
    #expect(try await written(single, to: file).count == 2 * single)
    // Each end is a notice of its own.
    _ = await sender.send((31...50).map { notice(.end, "t\($0)") })
    #expect(try await written(single + 20, to: file).count == 2 * (single + 20))
    // Besides the clocks of the programs.
    await waitWhile(!clock.waits.contains(Limits.Notice.gathering))
    // Nothing was said of its failure yet.
    var recovered = notice(.recovered, "t30")
    recovered.past = .failing
    _ = await sender.send([recovered])
    clock.advance(by: Limits.Notice.gathering)
    let all = try await written(single + 21, to: file)
    #expect(all.suffix(2) == [Int32(29 - single), Int32(single + 1)])
  }

  @Test func `Notifications that wait are sent at the end, and the rest is counted`() async throws {
    let (notes, note) = AsyncStream.makeStream(of: SafeText.self)
    let clock = ManualClock()
    let sender = try sender("sleep 600", rules: "end", clock: clock) { note.yield($0) }
    let count = Limits.Notice.programs + Limits.Notice.waiting + 7
    _ = await sender.send((0..<count).map { notice(.end, "t\($0)") })
    async let ending: Void = sender.finish()
    await clock.sleepers(Limits.Notice.programs + 1)
    clock.advance(by: .seconds(30))
    await ending
    var said = notes.makeAsyncIterator()
    #expect(await said.next()?.description == "--notify: 1007 notices were left out.")
    // Ends the programs.
    clock.advance(by: Limits.Notice.time)
    #expect(await said.next()?.description == "--notify: sh was killed; it has 60 s.")
  }

  @Test func `A process that a notification program leaves behind ends with the program`()
    async throws
  {
    let file = folder.path + "/processes"
    let sender = try sender("sleep 600 & echo $! $! >> ~/processes")
    _ = await sender.send([notice()])
    let process = try #require(try await written(1, to: file).first)
    #expect(ProcessRecord(id: process).waitForEnd(timeout: .seconds(30)))
  }

  @Test func `A notification program may write as much as it likes, and its output is discarded`()
    async throws
  {
    let file = folder.path + "/processes"
    let (notes, note) = AsyncStream.makeStream(of: SafeText.self)
    let sender = try sender("head -c 300000 /dev/zero && echo out >&2 && echo 1 2 >> ~/processes") {
      note.yield($0)
    }
    _ = await sender.send([notice()])
    #expect(try await written(1, to: file) == [1, 2])
    note.finish()
    for await problem in notes { Issue.record("\(problem)") }
  }

  /// Waits until programs have written their processes down, two numbers a line.
  private func written(_ count: Int, to file: String) async throws -> [Int32] {
    var text: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
    await waitWhile(text.count { $0 == "\n" } < count)
    return text.split(separator: "\n").flatMap { line in
      line.split(separator: " ").compactMap { Int32($0) }
    }
  }

  @Test func `Notifications of several trips name the trip and the event in the environment`()
    async throws
  {
    let fleet = SmallFleet(["a": "NEW", "b": "NEW"])
    let server = try fleet.server()
    let file = folder.path + "/events"
    let pipe = folder.path + "/names"
    #expect(mkfifo(pipe, 0o600) == 0)
    let writing = open(pipe, O_RDWR)
    let names = ["a", "b", "none"].map { "providers/demo-project/trips/\($0)\n" }.joined()
    #expect(write(writing, names, names.utf8.count) == names.utf8.count)
    let command =
      "sh -c 'echo $RIDE_EVENT $RIDE_TRIP $RIDE_STATUS $RIDE_CODE $RIDE_VEHICLE $0 >> ~/events'"
    let program = try RunningProgram(
      [
        "follow", "--trips", "-", "--json", "--notify", command, "--notify-on", "end,failing=5s",
        "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      ],
      environment: folder.environment.merging(["NAMES": pipe]) { $1 },
      shell: #"exec "$@" <"$NAMES""#)
    // A trip that is over in its first response has no notice of its end.
    for id in ["a", "b"] {
      _ = try program.firstMatch(of: Regex(#""type":"trip"[^\n]*trips/\#(id)"#))
    }
    fleet.set("a", "COMPLETE")
    fleet.set("b", "CANCELED")
    for id in ["a", "b"] {
      _ = try program.firstMatch(of: Regex(#""type":"end"[^\n]*trips/\#(id)"#))
    }
    close(writing)
    #expect(try program.finish().status == 3)
    func lines() -> [String] {
      ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n")
        .map(String.init).sorted()
    }
    // The last programs may end after ridealong.
    await waitWhile(lines().count < 3)
    #expect(
      lines() == [
        "end providers/demo-project/trips/a COMPLETE v1 complete",
        "end providers/demo-project/trips/b CANCELED v1 canceled",
        "failing providers/demo-project/trips/none NOT_FOUND failing",
      ])
  }

  @Test(arguments: [
    ("arrive", "must be one of arrival, end, quiet, late, failing, recovered, not arrive"),
    ("end=5m", "end takes no time"), ("quiet=", "needs a time from 1s to 24h, such as quiet=5m"),
    ("late=2d", "needs a time"), ("end,,late", "not ."), ("failing=0s", "needs a time"),
  ]) func `An event that cannot be noticed is refused`(text: String, reason: String) throws {
    let outcome = try RunningProgram.run(
      [
        "follow", Answers.tripName, "--notify", "bell", "--notify-on", text, "--service-account",
        key,
      ],
      in: folder
    )
    #expect(outcome.status == 2 && outcome.errors.contains(reason), "\(outcome.errors)")
  }

  @Test func `Events need a way to notify`() throws {
    let outcome = try RunningProgram.run(
      ["follow", Answers.tripName, "--notify-on", "end", "--service-account", key], in: folder)
    #expect(outcome.status == 2 && outcome.errors.contains("--notify-on needs --notify"))
  }

  @Test func `A notification of an arrival is not written to a pipe`() throws {
    let forms = ["off", "bell", "desktop", "osc99"].flatMap { form in
      ["--plain", "--json"].map { [$0, "--notify", form] }
    }
    // At the same time, since each waits for its second poll.
    let rides = try forms.map { form in
      let server = try server()
      let program = try RunningProgram(options(server) + form, environment: folder.environment)
      return (form, server, program)
    }
    for (form, server, program) in rides {
      let outcome = try program.finish()
      #expect(outcome.status == 0, "\(form)")
      #expect(isPlain(outcome.bytes), "\(form)")
      #expect(server.requests.count >= 2, "\(form)")
    }
  }
}
