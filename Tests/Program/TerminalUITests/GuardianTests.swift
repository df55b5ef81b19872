import CellGrid
import Foundation
import Glibc
import SystemTestSupport
import TestSupport
import Testing

/// The guardian of a program, once there is one.
func guardian(of process: Int32, in terminal: PseudoTerminal) throws -> ProcessRecord {
  var found: ProcessRecord?
  try terminal.wait { _ in
    found = ProcessRecord(id: process).children.first { $0.arguments.count == 2 }
    return found != nil
  }
  return try #require(found)
}

/// A shell with jobs in a terminal.
func shell(
  _ environment: [String: String] = [:], size: GridSize = GridSize(columns: 80, rows: 24)
) throws -> PseudoTerminal {
  let terminal = try PseudoTerminal(
    executable: "/bin/bash",
    arguments: ["--norc", "--noprofile", "-i"],
    environment: PseudoTerminal.environment
      .merging(["PS1": "shell> "]) { $1 }
      .merging(environment) { $1 },
    size: size
  )
  try terminal.wait { $0.screenText.contains("shell>") }
  return terminal
}

/// Checks that a shell runs commands and shows their output.
func expectUsable(_ shell: PseudoTerminal) throws {
  shell.type("echo usable-$((40 + 2))\n")
  try shell.wait { $0.screenText.contains("usable-42") }
}

@Suite(.blocking) struct `The terminal's guardian` {
  /// Starts the probe from a shell, and finds its process.
  private func start(in shell: PseudoTerminal) throws -> Int32 {
    shell.type("\(BuiltProduct.path("ScreenProbe"))\n")
    try shell.wait { $0.isAlternateScreen && $0.screenText.hasPrefix("probe 80x24") }
    return try #require(ProcessRecord(id: shell.processID).children.first).id
  }

  @Test(arguments: [false, true]) func `The screen is restored after a kill`(ofGroup: Bool) throws {
    let terminal = try shell()
    let probe = try start(in: terminal)
    let guardian = try guardian(of: probe, in: terminal)
    #expect(getpgid(guardian.id) == guardian.id)
    // The terminal's answers to a killed program would be its shell's input.
    try terminal.waitUntilRead()
    kill(ofGroup ? -probe : probe, SIGKILL)
    // Whether pastes come in brackets is up to the shell by now.
    try terminal.wait { !$0.isAlternateScreen && $0.isCursorVisible && !$0.reportsMouse }
    #expect(guardian.waitForEnd())
    try expectUsable(terminal)
    terminal.type("exit\n")
    _ = try terminal.waitForExit()
  }

  @Test(arguments: GridSize.ofTerminals)
  func `The attributes are restored after a kill without a shell`(size: GridSize) throws {
    let terminal = try probe(size: size)
    _ = try guardian(of: terminal.processID, in: terminal)
    // The program reads the terminal's answers after it told the guardian what to do.
    try terminal.waitUntilRead()
    terminal.send(signal: SIGKILL)
    #expect(try terminal.waitForExit() == .killed(SIGKILL))
    try terminal.waitAfterExit(until: { !$0.isAlternateScreen && $0.isCooked })
    expectGivenBack(terminal)
  }

  @Test func `The screen continues when its guardian is killed`() throws {
    let folder = try TemporaryFolder()
    let terminal = try probe(environment: ["PROBE_LOG": folder.path + "/log"])
    let guardian = try guardian(of: terminal.processID, in: terminal)
    kill(guardian.id, SIGKILL)
    try terminal.wait { _ in
      let log = FileManager.default.contents(atPath: folder.path + "/log") ?? Data()
      return String(decoding: log, as: UTF8.self).contains("guardian ended")
    }
    // It is reaped, and nothing of it is left.
    #expect(guardian.state == nil)
    terminal.type("x")
    try terminal.wait { $0.screenText.contains("events 1.") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test
  func `The terminal's guardian has only the terminal and a pipe open, and no environment`() throws
  {
    let terminal = try probe(environment: ["SECRET_OF_A_TOKEN": "a-token"])
    let guardian = try guardian(of: terminal.processID, in: terminal)
    try terminal.wait { _ in guardian.openFiles.count == 3 }
    let files = guardian.openFiles
    #expect(files[0].hasPrefix("pipe:"))
    #expect(files[1...].allSatisfy { $0 == terminal.path })
    #expect(guardian.arguments == ["ridealong", "__tty-guard"])
    #expect(!guardian.environment.contains { $0.contains("a-token") || $0.hasPrefix("PATH") })
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGTTOU] { kill(guardian.id, signal) }
    terminal.type("x")
    try terminal.wait { $0.screenText.contains("events 1.") }
    #expect(guardian.state != nil && guardian.state != "T" && guardian.state != "Z")
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(guardian.waitForEnd())
    #expect(guardian.state == nil)
    // The end of the screen was written once.
    #expect(terminal.timesWritten("\u{1B}[?1049l") == 1)
  }

  @Test func `The terminal's guardian does not change a suspended program's terminal`() throws {
    let terminal = try shell()
    let probe = try start(in: terminal)
    let guardian = try guardian(of: probe, in: terminal)
    terminal.type("\u{1A}")
    try terminal.wait { !$0.isAlternateScreen && $0.screenText.contains("Stopped") }
    kill(probe, SIGKILL)
    #expect(guardian.waitForEnd())
    try expectUsable(terminal)
    #expect(terminal.timesWritten("\u{1B}[?1049l") == 1)
  }

  @Test func `The terminal's guardian watches again after a suspension`() throws {
    let terminal = try shell()
    let probe = try start(in: terminal)
    let guardian = try guardian(of: probe, in: terminal)
    terminal.type("\u{1A}")
    try terminal.wait { !$0.isAlternateScreen && $0.screenText.contains("Stopped") }
    terminal.type("fg\n")
    try terminal.wait { $0.isAlternateScreen && $0.screenText.hasPrefix("probe 80x24 events 1.") }
    kill(probe, SIGKILL)
    #expect(guardian.waitForEnd())
    try terminal.wait { !$0.isAlternateScreen && !$0.reportsMouse }
    try expectUsable(terminal)
  }
}
