import FleetEngine
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `Drive` {
  private let folder = TestFolder()
  private static let vehicle = "providers/demo-project/vehicles/car-1"

  private func words(_ emulator: EmulatorProcess, _ more: String...) -> [String] {
    ["drive", Self.vehicle, "--backend", emulator.endpoint + "/provider"] + more
  }

  /// The words of a drive along a few meters.
  private func shortDrive(_ emulator: EmulatorProcess, _ more: String...) -> [String] {
    let route = folder.file("route.json", "[[45.065,7.675],[45.0651,7.6751]]")
    return words(emulator, "--locations", route, "--speed", "20") + more
  }

  /// Starts an emulator that answers the calls of UpdateVehicle as a script of faults says.
  private func emulator(faults: String) throws -> EmulatorProcess {
    try EmulatorProcess(["--fault", folder.file("faults.json", faults)], in: folder)
  }

  @Test func `Drive reports to the backend's Fleet Engine, and documents its JSON`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let outcome = try RunningProgram.run(
      shortDrive(emulator, "--json", "--log-file", folder.path + "/log"), in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let document = try DocumentedMembers()
    let lines = outcome.output.split(separator: "\n").map(String.init)
    for line in lines { #expect(try document.unknown(in: line) == [], "\(line)") }
    #expect(lines.count >= 3)
    #expect(lines.dropLast().allSatisfy { $0.contains(#""result":"accepted""#) })
    #expect(lines.last?.contains(#""type":"drive""#) == true)
    #expect(lines.last?.contains(#""state":"OFFLINE""#) == true)
    let log = try String(contentsOfFile: folder.path + "/log", encoding: .utf8)
    #expect(log.contains(" info Update accepted: ONLINE, at 45.065000,7.675000"))
  }

  @Test func `Drive with --verbose prints a line for each report`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let outcome = try RunningProgram.run(shortDrive(emulator, "--verbose"), in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("Update accepted: ONLINE, at 45.065000,7.675000, NO_GUIDANCE ("))
    #expect(outcome.errors.contains("\nUpdate accepted: OFFLINE (vehicleState)\n"))
  }

  @Test func `Drive does not count an empty update mask as a failure`() throws {
    let emulator = try emulator(
      faults: #"""
        [{"count": 1, "procedure": "UpdateVehicle", "status": 400, "code": "INVALID_ARGUMENT",
          "message": "update_mask cannot be empty"}]
        """#)
    let outcome = try RunningProgram.run(shortDrive(emulator), in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(" 0 failed, 1 with an empty mask; the vehicle is offline."))
    #expect(!outcome.errors.contains("INVALID_ARGUMENT"), "\(outcome.errors)")
  }

  @Test func `Drive names the vehicle that stays online and the command to take it offline`() throws
  {
    let emulator = try emulator(
      faults: #"""
        [{"count": 1, "procedure": "UpdateVehicle", "pass": true},
         {"count": 10, "procedure": "UpdateVehicle", "status": 403, "code": "PERMISSION_DENIED",
          "message": "No."}]
        """#)
    // Half a minute of failures is tested with a clock of its own; this refusal ends at once.
    let outcome = try RunningProgram.run(shortDrive(emulator), in: folder)
    #expect(outcome.status == 4, "\(outcome.errors)")
    #expect(outcome.output.contains("the last one failed"))
    let command =
      "ridealong vehicle offline \(Self.vehicle) --backend \(emulator.endpoint)/provider"
    #expect(
      outcome.errors.hasSuffix(
        "is still ONLINE, and riders may be given to it. Take it offline: \(command)\n"),
      "\(outcome.errors)")
    #expect(!outcome.errors.contains("Reporting goes on"))
  }

  @Test func `The command vehicle shows a vehicle, and takes it offline and online`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let backend = ["--backend", emulator.endpoint + "/provider"]
    func run(_ action: String, _ more: String...) throws -> RunningProgram.Outcome {
      try RunningProgram.run(["vehicle", action, Self.vehicle] + backend + more, in: folder)
    }
    let missing = try run("show")
    #expect(missing.status == 3, "\(missing.errors)")
    let drive = try RunningProgram.run(shortDrive(emulator), in: folder)
    #expect(drive.status == 0, "\(drive.errors)")
    let rehearsal = try run("online", "--dry-run")
    #expect(rehearsal.status == 0)
    #expect(rehearsal.output.hasPrefix("PUT \(emulator.endpoint)/v1/\(Self.vehicle)?updateMask="))
    #expect(rehearsal.output.contains(#""vehicleState":"ONLINE""#), "\(rehearsal.output)")
    #expect(rehearsal.errors == "Nothing was changed (--dry-run).\n")
    #expect(!rehearsal.output.contains("Bearer"))
    #expect(try run("online").output == "\(Self.vehicle): ONLINE (was OFFLINE)\n")
    let shown = try run("show")
    #expect(shown.output.contains("state       ONLINE\n"), "\(shown.output)")
    #expect(shown.output.contains("place       45.065"), "\(shown.output)")
    #expect(isPlain(shown.bytes))
    let json = try run("show", "--json").output
    #expect(try DocumentedMembers().unknown(in: json) == [], "\(json)")
    #expect(try run("offline", "--json").output.contains(#""state":"OFFLINE""#))
    let wrong = try run("park")
    #expect(wrong.status == 2)
  }

  @Test func `Drive reports OFFLINE after SIGUSR1 and ONLINE after SIGUSR2`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let outcome = try RunningProgram.run(
      words(emulator, "--json"), in: folder,
      // The states come through a pipe; each is waited for before the next signal.
      shell: #"""
        pipe=$(mktemp -u) && mkfifo "$pipe" || exit 1
        "$@" >"$pipe" & driver=$!
        exec 3<"$pipe"
        await() {
          while IFS= read -r -t 60 -u 3 line; do
            case $line in *"\"state\":\"$1\""*) echo "$1"; return;; esac
          done
          kill -s KILL "$driver"; exit 1
        }
        await ONLINE; kill -s USR1 "$driver"
        await OFFLINE; kill -s USR2 "$driver"
        await ONLINE; kill -s TERM "$driver"
        await OFFLINE; wait "$driver"
        """#)
    #expect(outcome.status == 143, "\(outcome.errors)")
    #expect(outcome.output == "ONLINE\nOFFLINE\nONLINE\nOFFLINE\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("Break: the vehicle goes OFFLINE"))
    #expect(outcome.errors.contains("The break is over: the vehicle goes ONLINE."))
  }

  @Test(arguments: ["\u{3}", ""])
  func `Drive has a key for breaks, and restores the terminal`(_ end: String) throws {
    let emulator = try EmulatorProcess(in: folder)
    let terminal = try start(words(emulator, "--verbose"), in: folder)
    try terminal.wait { $0.screenText.contains("b takes a break") }
    try terminal.wait { $0.screenText.contains("Update accepted: ONLINE") }
    try terminal.wait { !$0.isCooked }
    terminal.type("b")
    try terminal.wait { $0.screenText.contains("Update accepted: OFFLINE") }
    terminal.type("b")
    try terminal.wait { $0.screenText.contains("The break is over") }
    if end.isEmpty { terminal.send(signal: SIGTERM) } else { terminal.type(end) }
    #expect(try terminal.waitForExit() == .exited(end.isEmpty ? 143 : 130))
    #expect(terminal.isCooked)
    #expect(terminal.screenText.contains("the vehicle is offline."))
  }

  @Test func `Drive warns if its destination is not the vehicle's next waypoint`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let stand = try RunningProgram.run(shortDrive(emulator), in: folder)
    #expect(stand.status == 0)
    let route = folder.file("away.json", "[[45.065,7.675],[45.0668,7.675]]")
    let drive = try RunningProgram(
      [
        "drive", Self.vehicle, "--route", route, "--interval", "6s", "--endpoint",
        emulator.endpoint, "--service-account", emulator.keys + "/driver.json", "--json",
      ],
      environment: folder.environment,
      // A trip whose pickup is elsewhere is the vehicle's before it drives along its own route.
      shell: #"""
        "$1" vehicle online \#(Self.vehicle) --backend \#(emulator.endpoint)/provider >&2 &&
        curl -sSf -o /dev/null -H 'Content-Type: application/json' -d \
          '{"pickup":{"latitude":45.08,"longitude":7.675},"dropoff":{"latitude":45.09,"longitude":7.675}}' \
          \#(emulator.endpoint)/provider/trip/new &&
        exec "$@"
        """#)
    // A mismatch has to last for 5 s; the second report shows it.
    try drive.waitForOutput(#""mismatch""#)
    drive.send(signal: SIGTERM)
    let outcome = try drive.finish()
    #expect(outcome.status == 143, "\(outcome.errors)")
    let mismatches = outcome.output.split(separator: "\n").filter { $0.contains(#""mismatch""#) }
    #expect(mismatches.count == 1, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").last?.contains(#""state":"OFFLINE""#) == true)
    #expect(try DocumentedMembers().unknown(in: String(mismatches.first ?? "{}")) == [])
    #expect(outcome.errors.contains("but its next waypoint on the server is the pickup of trip"))
    #expect(outcome.errors.contains("45.080000,7.675000, 1.5 km away."))
  }
}
