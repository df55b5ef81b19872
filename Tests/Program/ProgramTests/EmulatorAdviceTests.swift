import CellGrid
import FleetEmulator
import Glibc
import HTTPMessages
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.blocking) struct `The emulator's suggested commands` {
  private let folder = TestFolder()

  private func advice(
    keys: String = "/k",
    backend: String? = "http://127.0.0.1:8080/provider",
    backendMintsTokens: Bool = true, certificate: String? = nil, speed: String? = nil
  ) throws -> EmulatorAdvice {
    EmulatorAdvice(
      program: "ridealong",
      endpoint: try HTTPURL(parsing: "http://127.0.0.1:8080"),
      backend: try backend.map { try HTTPURL(parsing: $0) }, providerID: "acme", keys: keys,
      backendMintsTokens: backendMintsTokens, certificate: certificate, speed: speed)
  }

  /// The commands of lines, with their arguments as a shell splits them.
  private func commands(_ lines: [String]) throws -> [[String]] {
    let script = lines.filter { $0.hasPrefix("  ") }.joined(separator: "\n")
    let outcome = try RunningProgram.run(
      [], in: folder, shell: "ridealong() { printf '%s\\n' \"$@\" --; }\n" + script)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.output.split(separator: "--\n")
      .map { $0.split(separator: "\n").map(String.init) }
  }

  @Test func `The emulator's suggested commands drive a vehicle, book a ride and follow it`() throws
  {
    let lines = try advice().lines.map(\.description)
    #expect(lines.allSatisfy { $0.utf8.count <= 80 })
    let vehicle = "providers/acme/vehicles/car-1"
    #expect(
      try commands(lines) == [
        ["drive", vehicle, "--backend", "http://127.0.0.1:8080/provider"],
        ["book", "--backend", "http://127.0.0.1:8080/provider"],
        [
          "follow", "--vehicle", vehicle, "--endpoint", "http://127.0.0.1:8080",
          "--service-account", "/k/server.json",
        ],
        [
          "follow", "providers/acme/trips/trip-1", "--endpoint", "http://127.0.0.1:8080",
          "--service-account", "/k/consumer.json",
        ],
      ])
  }

  @Test func `The emulator's suggested commands are quoted for a shell`() throws {
    let keys = "/it's $(touch x) `y` \"z\"/keys"
    let commands = try commands(try advice(keys: keys).lines.map(\.description))
    #expect(commands.last?.last == keys + "/consumer.json")
  }

  @Test func `The emulator's suggested commands use keys where the backend gives no tokens`() throws
  {
    let alone = try advice(backend: nil).steps.map(\.words)
    #expect(alone.map { $0[1] } == ["drive", "follow", "follow"])
    #expect(alone.map { $0.last } == ["/k/server.json", "/k/server.json", "/k/consumer.json"])
    let open = try advice(backendMintsTokens: false).steps.map(\.words)
    #expect(
      open.map { $0.last } == [
        "/k/driver.json", "/k/consumer.json", "/k/server.json", "/k/consumer.json",
      ])
  }

  @Test func `The emulator's suggested commands trust the certificate and keep the speed`() throws {
    for step in try advice(certificate: "/c.pem", speed: "4").steps {
      #expect(step.words.suffix(4) == ["--ca-file", "/c.pem", "--speed", "4"])
    }
  }

  @Test(arguments: [nil, "4"], ["http://127.0.0.1:1/p", nil])
  func `The emulator's suggested commands are valid`(speed: String?, backend: String?) throws {
    for step in try advice(backend: backend, certificate: "c", speed: speed).steps {
      let command = try #require(Command.named(step.words[1]))
      _ = try Arguments(Array(step.words.dropFirst(2)), options: command.options)
    }
  }

  @Test func `The emulator's suggested commands follow the ready line on a terminal`() throws {
    let terminal = try start(["emulator"], in: folder, size: GridSize(columns: 80, rows: 40))
    try terminal.wait(
      until: { $0.screenText.contains("Follow the vehicle's trips:") }, timeout: .seconds(90))
    #expect(terminal.screenText.hasPrefix("ready http://127.0.0.1:"))
    // A long command takes several lines, and a line that is wider than the terminal takes several rows.
    let text = terminal.screenText.filter { !$0.isWhitespace && $0 != "\\" }
    #expect(text.contains(BuiltProduct.path("ridealong") + "book--backend"))
    terminal.send(signal: SIGTERM)
    #expect(try terminal.waitForExit() == .exited(143))
  }
}
