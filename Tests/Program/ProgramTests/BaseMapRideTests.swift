import CellGrid
import Foundation
import RideTestSupport
import Synchronization
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.blocking) struct `A ride and its base map` {
  private let folder = TestFolder()

  /// Rides through the demo's town.
  private func ride(_ arguments: [String], size: GridSize) throws -> PseudoTerminal {
    try folder.keepDemoKeys()
    return try start(["demo", "--speed", "20"] + arguments, in: folder, size: size)
  }

  private func quit(_ terminal: PseudoTerminal) throws {
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func `A ride with a base map writes few bytes from its start to its end`() throws {
    let size = GridSize(columns: 120, rows: 40)
    let terminal = try ride([], size: size)
    try terminal.wait(until: { $0.screenText.contains("ENDED") }, timeout: .seconds(150))
    let bytes = terminal.rawOutput.count
    Attachment.record("\(bytes) bytes", named: "\(size.columns)x\(size.rows).txt")
    // The base map is drawn once at least, which takes more than a byte for each of its cells.
    #expect((size.columns * size.rows...500_000).contains(bytes))
    #expect(terminal.screenText.contains("Auravelle"))
    try quit(terminal)
  }

  @Test(arguments: [GridSize(columns: 120, rows: 40), GridSize(columns: 40, rows: 12)])
  func `A ride goes on without a base map that a server does not have, and says so`(
    size: GridSize
  ) throws {
    let isOver = Mutex(false)
    let server = try ScriptedServer { request in
      guard request.line.contains("/trips/") else { return ScriptedServer.answer("404 Not Found") }
      let trip = Answers.hostileTrip
      return Answers.json(
        isOver.withLock { $0 } ? trip.replacing("ENROUTE_TO_PICKUP", with: "COMPLETE") : trip)
    }
    let address = "http://127.0.0.1:\(server.port)"
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", address, "--service-account", folder.key(), "--basemap",
        address + "/town.json",
      ],
      in: folder,
      size: size
    )
    // A small screen says it for 4 s, in which a test on a loaded machine may not look.
    try terminal.wait {
      $0.screenText.contains("Base map error: There is nothing")
        || String(decoding: $0.rawOutput, as: UTF8.self).contains("Base map error")
    }
    isOver.withLock { $0 = true }
    terminal.type("r")
    // A large map keeps saying it in a corner; otherwise it is said once.
    try terminal.wait {
      $0.screenText.contains("ENDED")
        && $0.screenText.contains("Base map error") == (size.columns == 120)
    }
    try quit(terminal)
  }

  @Test func `A ride on an emulator shows the demo's town without being asked`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let backend = emulator.endpoint + "/provider"
    let booked = try RunningProgram.run(
      ["book", "--backend", backend, "--pickup", "45.001,-30.001", "--dropoff", "45.004,-29.996"],
      in: folder)
    let name = booked.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let terminal = try start([name] + emulator.options("consumer"), in: folder)
    try terminal.wait { $0.screenText.contains("Auravelle") }
    try quit(terminal)
    #expect(StateFile.read(folder.path + "/state/ridealong/state.json").tips.isEmpty)
  }

  @Test func `The first ride without a base map names the command that saves one`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let options = [
      Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
      folder.key(),
    ]
    let command = "Base map: ridealong map get --around 45.065,7.685 --from URL"
    // An earlier run has shown the tip about the keys, which comes first.
    let state = folder.path + "/state/ridealong"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    _ = folder.file("state/ridealong/state.json", "{}")
    let terminal = try start(options, in: folder)
    try terminal.wait { $0.screenText.contains(command) }
    try quit(terminal)
    let before = server.requests.count
    let again = try start(options, in: folder)
    try again.wait { $0.screenText.contains("LIVE") }
    again.type("r")
    try again.wait { _ in server.requests.count >= before + 2 }
    try quit(again)
    #expect(!again.hasWritten("Base map:"))
    // The log has it once too, when the viewer decides to show it.
    #expect(folder.log.components(separatedBy: command).count == 2)
  }

  @Test func `A ride and its base map continue while a server does not respond`() throws {
    let server = try ScriptedServer { _ in [.hang] }
    let address = "http://127.0.0.1:\(server.port)/{z}/{x}/{y}.pbf"
    let terminal = try ride(["--basemap", address], size: GridSize(columns: 80, rows: 24))
    try terminal.wait { _ in !server.requests.isEmpty }
    // The trip is usually still new when the map asks for its first tile.
    try terminal.poll { $0.screenText.contains("ON THE WAY TO") }
    try quit(terminal)
  }

  @Test func `Several trips on an emulator show the demo's town without being asked`() throws {
    let seed = """
      {"vehicles": [{"vehicleId": "car-1",
        "lastLocation": {"location": {"latitude": 45.001, "longitude": -30.002}}}],
       "trips": [{"tripId": "ride-1", "vehicleId": "car-1",
        "pickupPoint": {"point": {"latitude": 45.004, "longitude": -30}},
        "dropoffPoint": {"point": {"latitude": 44.996, "longitude": -30.004}}}]}
      """
    for (name, text) in [("seed.json", seed), ("trips", "ride-1\n")] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    let script = """
      "$0" emulator seed "$1/seed.json" >/dev/null && exec "$0" follow --trips "$1/trips"
      """
    try folder.keepDemoKeys()
    let command = ["/bin/bash", "-c", script, BuiltProduct.path("ridealong"), folder.path]
    let size = GridSize(columns: 120, rows: 40)
    let terminal = try start(["emulator", "exec", "--"] + command, in: folder, size: size)
    try terminal.wait {
      $0.screenText.contains("ride-1") && $0.screenText.contains("Auravelle, an invented town")
    }
    try quit(terminal)
  }
}
