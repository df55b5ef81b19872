import CellGrid
import Foundation
import Glibc
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `A busy program` {
  private let folder = TestFolder()

  /// The load that keeps it busy.
  enum Trouble: String, Sendable, CaseIterable {
    /// Every thread of the concurrency pool is blocked.
    case starve
    /// The main thread is blocked.
    case hang
  }

  /// The program in front of a ride, in trouble from now on.
  private func follow(
    _ trouble: Trouble, _ server: ScriptedServer, size: GridSize = GridSize(columns: 80, rows: 24)
  ) throws -> PseudoTerminal {
    let file = folder.path + "/trouble"
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(),
      ],
      in: folder,
      environment: ["RIDEALONG_CRASH": "\(trouble) \(file)"],
      size: size
    )
    try terminal.wait { $0.screenText.contains("LIVE") }
    _ = folder.file("trouble", "")
    try terminal.wait { _ in access(file, F_OK) != 0 }
    return terminal
  }

  private func server() throws -> ScriptedServer {
    try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
  }

  // The programs of a test end at the same time, since each runs for the five seconds that an end may take.
  @Test func `A busy program quits on a key although every thread of the pool is blocked`() throws {
    let server = try server()
    var programs: [(terminal: PseudoTerminal, key: String, status: Int32)] = []
    for (key, status) in [("q", Int32(0)), ("\u{03}", 130)] {
      for size in GridSize.ofTerminals {
        programs.append((try follow(.starve, server, size: size), key, status))
      }
    }
    for program in programs { program.terminal.type(program.key) }
    for program in programs {
      let end = try program.terminal.waitForExit(timeout: .seconds(30))
      #expect(end == .exited(program.status))
      expectGivenBack(program.terminal)
    }
  }

  @Test(arguments: Trouble.allCases)
  func `A busy program ends on a second Ctrl-C, whatever is blocked`(trouble: Trouble) throws {
    let server = try server()
    let terminal = try follow(trouble, server)
    terminal.type("\u{03}\u{03}")
    #expect(try terminal.waitForExit(timeout: .seconds(30)) == .exited(130))
    expectGivenBack(terminal)
  }

  @Test(arguments: Trouble.allCases)
  func `A busy program ends on a second signal, whatever is blocked`(trouble: Trouble) throws {
    let server = try server()
    let terminals = try [Ending(SIGTERM, 143), Ending(SIGHUP, 129)].map {
      ($0, try follow(trouble, server))
    }
    for (ending, terminal) in terminals {
      let record = ProcessRecord(id: terminal.processID)
      terminal.send(signal: ending.signal)
      // The first alone is enough where the main thread is free.
      if trouble == .hang {
        try terminal.wait { _ in !record.isPending(ending.signal) }
        terminal.send(signal: ending.signal)
      }
    }
    for (ending, terminal) in terminals {
      #expect(try terminal.waitForExit(timeout: .seconds(30)) == .exited(ending.status))
      expectGivenBack(terminal)
    }
  }

  @Test func `A program whose output nobody reads ends at a signal`() throws {
    let rides = try [("--json", Ending(SIGTERM, 143)), ("--plain", Ending(SIGINT, 130))].map {
      form, ending in
      let requests = DispatchSemaphore(value: 0)
      // A failure is written like an update, and the next poll is a second later.
      let server = try ScriptedServer { _ in
        requests.signal()
        return Answers.json(Answers.refusal(503, "UNAVAILABLE"), status: "503 No")
      }
      // Full: nothing more goes in.
      let output = Pipe()
      let writing = output.fileHandleForWriting.fileDescriptor
      let flags = fcntl(writing, F_GETFL)
      _ = fcntl(writing, F_SETFL, flags | O_NONBLOCK)
      let bytes = [UInt8](repeating: 0x20, count: 4_096)
      while write(writing, bytes, bytes.count) > 0 {}
      _ = fcntl(writing, F_SETFL, flags)
      let program = try RunningProgram(
        [
          "follow", Answers.tripName, form, "--endpoint", "http://127.0.0.1:\(server.port)",
          "--service-account", folder.key(),
        ],
        environment: folder.environment,
        standardOutput: writing
      )
      return (ending, requests, server, output, program)
    }
    for (ending, requests, server, output, program) in rides {
      // With the second request the answer to the first one is being written.
      for _ in 0..<2 { #expect(requests.wait(timeout: .now() + 60) == .success) }
      #expect(server.requests.count >= 2)
      program.send(signal: ending.signal)
      #expect(try program.finish(timeout: .seconds(30)).status == ending.status)
      withExtendedLifetime(output) {}
    }
  }
}
