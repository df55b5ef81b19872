import Glibc
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

/// The viewer and a server that misbehaves, on a terminal.
@Suite(.blocking) struct `Following a difficult server` {
  private let folder = TestFolder()

  private func follow(_ endpoint: String, _ more: [String]? = nil) throws -> PseudoTerminal {
    let tokens = more ?? ["--service-account", folder.key()]
    return try start([Answers.tripName, "--endpoint", endpoint] + tokens, in: folder)
  }

  private func expectQuit(_ terminal: PseudoTerminal) throws {
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test
  func `Following names the connection that is not made, and reacts to keys meanwhile`() throws {
    let server = try SilentServer()
    let terminal = try follow("https://127.0.0.1:\(server.port)")
    try terminal.wait { $0.screenText.contains(Wait.handshake.rawValue) }
    let start = ContinuousClock.now
    terminal.type("?")
    try terminal.wait { $0.screenText.contains("Help") && !$0.screenText.contains("Backend") }
    #expect(ContinuousClock.now - start < .seconds(8))
    terminal.type("\u{1B}")
    try terminal.wait(
      until: { $0.screenText.contains("The server cannot be reached. Retry") },
      timeout: .seconds(60))
    #expect(terminal.screenText.contains("✗ Connect"))
    try expectQuit(terminal)
  }

  @Test func `Following keeps the trip's last state when the server stops responding`() throws {
    let server = try ScriptedServer { request in
      request.connection == 0 ? Answers.json(Answers.hostileTrip) + [.close] : [.hang]
    }
    let terminal = try follow("http://127.0.0.1:\(server.port)")
    try terminal.wait { $0.screenText.contains("LIVE") }
    // The real limit of a request; the poll itself need not be waited for.
    terminal.type("r")
    try terminal.wait(
      until: { $0.screenText.contains("The server did not answer in 10 s. Retry") },
      timeout: .seconds(90))
    #expect(terminal.screenText.contains("ON THE WAY TO PICKUP"))
    try expectQuit(terminal)
  }

  @Test func `A held r key sends at most one request per second`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let terminal = try follow("http://127.0.0.1:\(server.port)")
    try terminal.wait { $0.screenText.contains("LIVE") }
    let before = server.requests.count
    let start = ContinuousClock.now
    try terminal.wait(until: { terminal in
      terminal.type("rrr")
      return server.requests.count >= before + 4
    })
    // Four of them lie three seconds apart, and the first may have come at once.
    #expect(ContinuousClock.now - start >= .milliseconds(2_900))
    try expectQuit(terminal)
  }

  @Test(arguments: [Wait.token, .handshake, .answer], [Ending(SIGTERM, 143), Ending(SIGINT, 130)])
  func `Following ends at once at a signal, whatever it waits for`(
    wait: Wait, ending: Ending
  ) throws {
    let server = try SilentServer()
    let scheme = wait == .handshake ? "https" : "http"
    let terminal = try follow(
      "\(scheme)://127.0.0.1:\(server.port)",
      wait == .token ? ["--token-command", "sleep 60"] : nil)
    try terminal.wait { $0.screenText.contains(wait.rawValue) }
    let start = ContinuousClock.now
    if ending.signal == SIGINT { terminal.type("\u{3}") } else { terminal.send(signal: SIGTERM) }
    let end = try terminal.waitForExit()
    #expect(end == .exited(ending.status))
    // Alone on the machine it takes some 30 ms; what would be waited out takes ten seconds and more.
    #expect(ContinuousClock.now - start < .seconds(8))
    expectGivenBack(terminal)
  }

  /// The step of the first request, as the screen's panel shows it or the step before it.
  enum Wait: String, Sendable {
    case token = "◌ Token"
    case handshake = "✓ Token"
    case answer = "✓ Connect"
  }

  @Test func `An error about a failed token command has its status and first line`() throws {
    let command = folder.file(
      "fleet-token",
      "#!/bin/sh\nprintf 'no \\033[31mlogin\\n' >&2\nexit 3\n",
      mode: 0o700
    )
    let server = try ScriptedServer { _ in [.hang] }
    let terminal = try follow(
      "http://127.0.0.1:\(server.port)",
      ["--token-command", ShellWord.path(command) + " --secret abc"])
    try terminal.wait { $0.screenText.contains("Needs your action") }
    #expect(terminal.screenText.contains("fleet-token failed (exit"))
    #expect(!terminal.screenText.contains("abc"))
    try expectQuit(terminal)
    #expect(server.requests.isEmpty)
  }

  @Test func `A private certificate is trusted with its file only`() throws {
    let certificate = folder.file("certificate.pem", "no certificate")
    let outcome = try RunningProgram.run(
      [Answers.tripName, "--ca-file", certificate, "--service-account", folder.key()], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("has no PEM certificate"))
  }
}
