import CellGrid
import FleetEngine
import Foundation
import RideTestSupport
import Synchronization
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

@testable import RidealongCLI

@Suite(.blocking)
struct `Notifications` {
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

  @Test(arguments: [("bell", "\u{7}"), ("osc9", "\u{1B}]9;ridealong: complete\u{1B}\\")])
  func `A terminal notification of an arrival is sent once`(
    form: String,
    sequence: String
  ) throws {
    let server = try server()
    let terminal = try start(options(server) + ["--notify", form], in: folder)
    try terminal.wait { $0.screenText.contains("LIVE") }
    // Else the next poll would be in five seconds.
    terminal.type("r")
    try terminal.wait { $0.hasWritten(sequence) }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.timesWritten(sequence) == 1)
    #expect(form == "bell" || terminal.timesWritten("\u{1B}]9;") == 1)
    expectGivenBack(terminal)
  }

  @Test func `A notification program that hangs is ended, and few run at once`()
    async throws
  {
    let file = folder.path + "/processes"
    let clock = ManualClock()
    let (notes, note) = AsyncStream.makeStream(of: SafeText.self)
    let sender = try #require(
      try NoticeSender(
        "sh -c 'sleep 600 & echo $$ $! >> ~/processes; wait'",
        environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
        clock: ServiceClock(clock) { Timestamp(seconds: 0) },
        onProblem: { note.yield($0) }
      )
    )
    // Each arrival is a new status.
    for _ in 0...Limits.Notice.programs {
      for status in [TripStatus.enrouteToPickup, .complete] { _ = await sender.notify(of: status) }
    }
    var said = notes.makeAsyncIterator()
    #expect(await said.next()?.description == "--notify: sh was not started: 4 of them still run.")
    let processes = try await written(Limits.Notice.programs, to: file)
    await clock.sleepers(Limits.Notice.programs)
    clock.advance(by: Limits.Notice.time)
    for process in processes {
      #expect(ProcessRecord(id: process).waitForEnd(timeout: .seconds(30)))
    }
  }

  @Test func `A process that a notification program leaves behind ends with the program`()
    async throws
  {
    let file = folder.path + "/processes"
    let sender = try #require(
      try NoticeSender(
        "sh -c 'sleep 600 & echo $! $! >> ~/processes'",
        environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
        clock: ServiceClock(ManualClock()) { Timestamp(seconds: 0) },
        onProblem: { Issue.record("\($0)") }
      )
    )
    for status in [TripStatus.enrouteToPickup, .complete] { _ = await sender.notify(of: status) }
    let process = try #require(try await written(1, to: file).first)
    #expect(ProcessRecord(id: process).waitForEnd(timeout: .seconds(30)))
  }

  @Test func `A notification program may write as much as it likes, and its output is discarded`()
    async throws
  {
    let file = folder.path + "/processes"
    let (notes, note) = AsyncStream.makeStream(of: SafeText.self)
    let sender = try #require(
      try NoticeSender(
        "sh -c 'head -c 300000 /dev/zero && echo out >&2 && echo 1 2 >> ~/processes'",
        environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
        clock: ServiceClock(ManualClock()) { Timestamp(seconds: 0) },
        onProblem: { note.yield($0) }
      )
    )
    for status in [TripStatus.enrouteToPickup, .complete] { _ = await sender.notify(of: status) }
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

  @Test func `A notification of an arrival is not written to a pipe`() throws {
    let forms = ["off", "bell", "osc9"].flatMap { form in
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
