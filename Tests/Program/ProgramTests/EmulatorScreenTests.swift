import CellGrid
import FleetEmulator
import FleetEngine
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.blocking) struct `The screen of the emulator` {
  private let folder = TestFolder()

  private static func seed(_ trips: Int) -> String {
    let place = #"{"point": {"latitude": 45.001, "longitude": -30.001}}"#
    let list = (1...trips).map {
      #"{"tripId": "ride-\#($0)", "pickupPoint": \#(place), "dropoffPoint": \#(place)}"#
    }
    return #"{"vehicles": [{"vehicleId": "car-1"}], "trips": [\#(list.joined(separator: ","))]}"#
  }

  private func screen(_ words: [String] = [], size: GridSize? = nil) throws -> PseudoTerminal {
    let keys = try folder.emulatorKeys().directory
    return try start(
      ["emulator", "--screen", "--admin", ":0", "--keys", keys] + words, in: folder,
      size: size ?? GridSize(columns: 120, rows: 40))
  }

  /// A word after another on the screen.
  private func value(after word: String, in terminal: PseudoTerminal) throws -> String {
    let words = terminal.screenText.split { $0 == " " || $0 == "\n" }.map(String.init)
    let index = try #require(words.firstIndex(of: word))
    return words[index + 1]
  }

  private func emulator(_ words: [String], _ terminal: PseudoTerminal) throws -> String {
    let admin = try value(after: "admin", in: terminal)
    let outcome = try RunningProgram.run(["emulator"] + words + ["--admin", admin], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test func `The screen of the emulator shows its fleet, opens a trip and plays faults`() throws {
    let terminal = try screen()
    try terminal.wait {
      $0.screenText.contains("There are no trips and vehicles yet.")
        && $0.screenText.contains("provider demo-project")
        && $0.screenText.contains("grpc 127.0.0.1:")
    }
    _ = try emulator(["seed", folder.file("seed.json", Self.seed(3))], terminal)
    try terminal.wait {
      $0.screenText.contains("emulator, 3 trips") && $0.screenText.contains("3 new")
        && $0.screenText.contains("1 vehicle online, 1 free") && $0.screenText.contains("car-1")
    }
    terminal.type("j\r")
    try terminal.wait {
      $0.screenText.contains("providers/demo-project/trips/ride-2")
        && $0.screenText.contains("LIVE") && $0.screenText.contains("b List")
    }
    terminal.type("b")
    try terminal.wait { $0.screenText.contains("emulator, 3 trips") }
    terminal.type("F")
    try terminal.wait { $0.screenText.contains("Play a fault") }
    terminal.type("4\r")
    try terminal.wait { $0.screenText.contains("Fault: 403 PERMISSION_DENIED for 5 calls") }
    // The screen's reads are no calls.
    #expect(try emulator(["calls"], terminal).isEmpty)
    terminal.type("F9\r")
    try terminal.wait { !$0.screenText.contains("PERMISSION_DENIED for") }
    let admin = try value(after: "admin", in: terminal)
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.screenText.contains("3 trips"))
    // The emulator has ended too.
    let calls = try RunningProgram.run(["emulator", "calls", "--admin", admin], in: folder)
    #expect(calls.status != 0)
    // Its trips are nothing to follow later.
    #expect(StateFile.read(folder.path + "/state/ridealong/state.json").trips.isEmpty)
  }

  @Test(arguments: [Ending(SIGTERM, 143), Ending(SIGINT, 130)])
  func `The screen of the emulator ends at a signal`(ending: Ending) throws {
    let terminal = try screen()
    try terminal.wait { $0.screenText.contains("There are no trips and vehicles yet.") }
    terminal.send(signal: ending.signal)
    #expect(try terminal.waitForExit() == .exited(ending.status))
    expectGivenBack(terminal)
  }

  @Test func `The screen of the emulator follows a storm of resizes`() throws {
    let terminal = try screen()
    try terminal.wait { $0.screenText.contains("There are no trips and vehicles yet.") }
    _ = try emulator(["seed", folder.file("seed.json", Self.seed(40))], terminal)
    for round in 0..<60 {
      terminal.resize(columns: 1 + (round * 37) % 199, rows: 1 + (round * 23) % 60)
    }
    terminal.resize(columns: 80, rows: 24)
    try terminal.wait {
      $0.screenText.contains("emulator, 40 trips") && $0.screenText.contains("Last calls")
    }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test(arguments: [
    (["--screen"], "--screen needs a terminal"),
    (["--screen", "--print-env"], "--print-env has no effect with --screen."),
    (["--ascii"], "--ascii has an effect only with --screen."),
    (["reset", "--screen"], "--screen has no effect with emulator reset."),
    (["exec", "--screen", "--", "true"], "--screen has no effect with emulator exec."),
  ]) func `The screen of the emulator needs a terminal, and nothing else needs it`(
    _ words: [String], why: String
  ) throws {
    let outcome = try RunningProgram.run(["emulator"] + words, in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(why), "\(outcome.errors)")
  }
}

@Suite(.limited) struct `The faults of the emulator's screen` {
  @Test(arguments: PlayedFault.allCases)
  func `The faults of the emulator's screen are within the bounds of a script`(
    _ fault: PlayedFault
  ) async throws {
    let emulator = try EmulatedFleetEngine(
      EmulatorConfiguration(accounts: [], now: { Timestamp(seconds: 1_767_261_600) }))
    try await emulator.setFaults(fault.script)
    let words = PlayedFault.words(fault.script)
    #expect((words == nil) == (fault == .end))
    #expect(SafeText(fault.name).width < 60)
  }
}
