import CellGrid
import Foundation
import Glibc
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.blocking) struct `A crash` {
  private let folder = TestFolder()

  private func follow(
    _ server: ScriptedServer, environment: [String: String]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      executable: BuiltProduct.path("ridealong"),
      arguments: [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(),
      ],
      environment: environment
    )
  }

  private var environment: [String: String] {
    folder.environment.merging(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]) { $1 }
  }

  private func expectNote(_ terminal: PseudoTerminal) {
    expectGivenBack(terminal)
    #expect(terminal.screenText.contains("ridealong stopped because of a bug."))
    #expect(terminal.screenText.contains("Continue with: ridealong \(Answers.tripName)"))
    #expect(!terminal.screenText.contains("Press space"))
    // Nothing wrote over the note afterwards.
    #expect(terminal.timesWritten("\u{1B}[?1049l") == 1)
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE])
  func `A crash while a ride is shown restores the terminal`(signal: Int32) throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let isFast = try MachineLoad.isWithin(.seconds(3)) {
      let terminal = try follow(server, environment: environment)
      try terminal.wait { $0.screenText.contains("LIVE") }
      let start = ContinuousClock.now
      terminal.send(signal: signal)
      #expect(try terminal.waitForExit() == .killed(signal))
      let time = ContinuousClock.now - start
      expectNote(terminal)
      return time
    }
    #expect(isFast)
  }

  @Test(arguments: ["fatal", "index", "overflow"])
  func `A crash restores the terminal`(kind: String) throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let terminal = try follow(
      server, environment: environment.merging([CrashTrial.variable: kind]) { $1 })
    guard case .killed = try terminal.waitForExit(timeout: .seconds(90)) else {
      Issue.record("It did not crash.")
      return
    }
    expectNote(terminal)
  }

  @Test func `A crash names its report, which only the user can read`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    var environment = environment
    environment["SWIFT_BACKTRACE"] = nil
    // The toolchain that runs the tests has what writes reports.
    environment["PATH"] = getenv("PATH").map { String(cString: $0) }
    let terminal = try follow(server, environment: environment)
    try terminal.wait { $0.screenText.contains("LIVE") }
    let reports = folder.path + "/state/ridealong/crash"
    let attributes = try FileManager.default.attributesOfItem(atPath: reports)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    let record = ProcessRecord(id: terminal.processID)
    let setting = try #require(record.environment.first { $0.hasPrefix("SWIFT_BACKTRACE=") })
    #expect(setting.contains("interactive=no") && setting.contains("output-to=\(reports),"))
    terminal.send(signal: SIGSEGV)
    // Writing the report of a debug build takes minutes, and what is read here does not wait for it.
    try terminal.wait { $0.screenText.contains("Continue with:") && !$0.isAlternateScreen }
    expectNote(terminal)
    #expect(terminal.screenText.replacing("\n", with: "").contains("Report: \(folder.path)"))
  }
}
