import FleetEmulator
import FleetEngine
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

@Suite(.blocking) struct `Drive without a route` {
  private let folder = TestFolder()
  private static let vehicle = "providers/demo-project/vehicles/car-1"

  private func words(_ emulator: EmulatorProcess, _ more: String...) -> [String] {
    ["drive", Self.vehicle, "--endpoint", emulator.endpoint, "--backend"]
      + [emulator.endpoint + "/provider"] + more
  }

  /// Calls the backend as a rider's app does.
  private func book(_ emulator: EmulatorProcess, _ pickup: Double, _ dropoff: Double) throws {
    let body = """
      {"pickup":{"latitude":\(pickup),"longitude":7.675},\
      "dropoff":{"latitude":\(dropoff),"longitude":7.675}}
      """
    let call = try ChildProcess.run(
      "/usr/bin/curl",
      "-qsSf",
      "--max-time",
      "30",
      "-o",
      "/dev/null",
      "-H",
      "Content-Type: application/json",
      "-d",
      body,
      emulator.endpoint + "/provider/trip/new"
    )
    #expect(call.status == 0, "\(call.errors)")
  }

  @Test func `Drive without a route ends after the given number of trips`() throws {
    let emulator = try EmulatorProcess(in: folder)
    try book(emulator, 45.0655, 45.067)
    let outcome = try RunningProgram.run(
      words(
        emulator,
        "--start",
        "45.065,7.675",
        "--trips",
        "1",
        "--dwell",
        "0",
        "--speed",
        "20",
        "--vehicle-speed",
        "100"
      ),
      in: folder
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("Created the vehicle \(Self.vehicle).\n"))
    for line in ["assigned, 2 stops.", ": driving to the pickup, ", ": COMPLETE"] {
      #expect(outcome.errors.contains(line), "\(outcome.errors)")
    }
    #expect(!outcome.errors.contains("wrong route"), "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("\(Self.vehicle): 1 trip driven; "))
    #expect(outcome.output.hasSuffix(" 0 failed; the vehicle is offline.\n"))
  }

  @Test(arguments: [Ending(SIGTERM, 143), Ending(SIGINT, 130), Ending(SIGHUP, 129)])
  func `Drive without a route takes the vehicle offline when a signal ends it`(
    ending: Ending
  ) throws {
    let emulator = try EmulatorProcess(in: folder)
    let drive = try RunningProgram(
      words(emulator), environment: folder.environment, shell: #"exec "$@" 2>&1"#)
    #expect(try drive.firstLine().hasPrefix("Created the vehicle"))
    drive.send(signal: ending.signal)
    let outcome = try drive.finish()
    #expect(outcome.status == ending.status)
    #expect(outcome.output.contains("Taking the vehicle offline."))
    #expect(outcome.output.hasSuffix("the vehicle is offline.\n"), "\(outcome.output)")
  }

  @Test func `Drive without a route follows gpsd's lines on standard input until they end`() throws
  {
    let emulator = try EmulatorProcess(in: folder)
    let lines = folder.file(
      "tpv",
      """
      {"class":"VERSION","release":"3.22"}
      {"class":"TPV","mode":1}
      {"class":"TPV","mode":3,"lat":45.065,"lon":7.675,"speed":10,"track":0,"eph":4}
      no JSON \u{1B}[31m
      {"class":"TPV","mode":3,"lat":99,"lon":7.675}
      {"class":"TPV","mode":3,"lat":45.0652,"lon":7.675,"time":"2020-01-01T00:00:00Z"}
      """)
    let outcome = try RunningProgram.run(
      words(emulator, "--locations", "-"), in: folder,
      shell: #"cat \#(ShellWord.path(lines)) | "$@""#)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("Standard input has a line that is no position in JSON"))
    #expect(outcome.errors.contains("2 lines of standard input were skipped, 2 were used."))
    #expect(outcome.output.hasSuffix("the vehicle is offline.\n"))
    #expect(isPlain(outcome.bytes))
  }

  @Test func `Drive without a route says when a driver's token is not enough`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let route = folder.file("route.json", "[[45.065,7.675],[45.0651,7.6751]]")
    let made = try RunningProgram.run(
      ["drive", Self.vehicle, "--locations", route, "--speed", "20"] + emulator.options("server"),
      in: folder)
    #expect(made.status == 0)
    let server = try RunningProgram.run(
      [
        "drive", Self.vehicle, "--trip-types", "shared", "--trips", "1", "--locations", route,
        "--speed", "20",
      ] + emulator.options("server"), in: folder)
    #expect(server.status == 0, "\(server.errors)")
    #expect(server.output.hasPrefix("\(Self.vehicle): 0 trips driven; "))
    // Matched by the backend, which nobody has told this driver of.
    try book(emulator, 45.0651, 45.0652)
    let drive = try RunningProgram(
      ["drive", Self.vehicle, "--trip-types", "exclusive"] + emulator.options("driver"),
      environment: folder.environment,
      // The driver waits for others for ever, so the shell ends it, with the group that timeout makes.
      shell: #"""
        pipe=$(mktemp -u) && mkfifo "$pipe" || exit 1
        timeout -s KILL 120 "$@" >"$pipe" 2>&1 & driver=$!
        line=$(grep -m1 "set them by other means" <"$pipe")
        kill -s KILL -- "-$driver"; rm "$pipe"; printf '%s\n' "$line"
        """#)
    #expect(try drive.firstLine().contains(": UpdateTrip: "))
  }

  @Test(arguments: [
    ("--route R --trips 1", "--trips has no effect with --route"),
    ("--locations none.gpx", "none.gpx does not exist"),
    ("--locations - --vehicle-speed 50", "--vehicle-speed has no effect with --locations -"),
    ("--trips 0", "--trips 0 is not a number from 1"), ("--trips 1.5", "not a whole number"),
    ("--trip-types bus", "is not exclusive, shared"), ("--capacity 0", "--capacity 0"),
    ("--start Vienna", "expected LAT,LNG"), ("--dwell soon", "--dwell soon is not a time"),
    ("--start 1,1 --locations -", "--start has no effect"),
    ("--backend http://example.com", "over http to example.com"),
    ("--router http://example.com", "where the ride goes over http"),
    ("--router ftp://example.com", "is not the address of a server"),
  ]) func `Drive without a route refuses contradicting options with one sentence`(
    line: String, fragment: String
  ) throws {
    let outcome = try RunningProgram.run(
      ["drive", Self.vehicle, "--service-account", folder.key(.driver)]
        + line.split(separator: " ").map(String.init), in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(fragment), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `Drive without a route says that the backend cannot be reached`() throws {
    let outcome = try RunningProgram.run(
      ["drive", Self.vehicle, "--backend", "http://127.0.0.1:9/provider"],
      in: folder
    )
    #expect(outcome.status == 5)
    #expect(outcome.errors.hasPrefix("ridealong: 127.0.0.1:9 cannot be reached. "))
  }
}
