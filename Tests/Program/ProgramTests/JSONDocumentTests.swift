import Foundation
import RideTestSupport
import Synchronization
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.blocking) struct `The documented JSON` {
  private let folder = TestFolder()

  /// Runs a command and checks that the document names all that it prints.
  private func check(_ words: [String], type: String? = nil, shell: String? = nil) throws -> Int {
    let outcome = try RunningProgram.run(words, in: folder, shell: shell)
    let document = try DocumentedMembers()
    let lines = outcome.output.split(separator: "\n").map(String.init)
    for line in lines { #expect(try document.unknown(in: line, type: type) == [], "\(line)") }
    return lines.count
  }

  private func server() throws -> (server: ScriptedServer, options: [String]) {
    // Nobody waits for the interval of polls: after a failure the next one comes in a second.
    let ride = ["FAIL", "COMPLETE"]
    let count = Mutex(0)
    let server = try ScriptedServer { _ in
      let status = count.withLock { count in
        defer { count += 1 }
        return ride[min(count, ride.count - 1)]
      }
      guard status != "FAIL" else {
        return Answers.json(Answers.refusal(503, "UNAVAILABLE"), status: "503 No")
      }
      return Answers.json(
        #"""
        {"name":"\#(Answers.tripName)","tripStatus":"\#(status)","vehicleId":"v","numberOfPassengers":2,
         "dropoffTime":"2030-04-01T12:46:00Z","remainingWaypoints":[{"waypointType":"PICKUP_WAYPOINT_TYPE",
         "tripId":"t1","location":{"point":{"latitude":45,"longitude":7}},"eta":"2030-04-01T12:36:00Z"}],
         "lastLocation":{"location":{"latitude":45.4677,"longitude":9.19911},"heading":81,"speed":9.4,
         "updateTime":"2026-04-01T12:32:05Z"}}
        """#)
    }
    return (
      server,
      ["--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key()]
    )
  }

  @Test func `The JSON of a whole ride is documented`() throws {
    let (server, options) = try server()
    #expect(try check([Answers.tripName, "--json"] + options) == 3)
    #expect(try check([Answers.tripName, "--once", "--json"] + options) == 1)
    #expect(try check(["wait", Answers.tripName, "--for", "complete", "--json"] + options) == 1)
    #expect(try check(["doctor", Answers.tripName, "--json"] + options) == 1)
    _ = server
  }

  @Test func `The JSON of maps is documented`() throws {
    let town = packageRoot + "/Assets/demo-city.pmtiles"
    let get = ["map", "get", "--around", "45,-30", "--radius", "0.5", "--from", town]
    _ = try RunningProgram.run(get + ["--name", "town"], in: folder)
    #expect(try check(["map", "list", "--json"]) == 1)
    #expect(try check(["map", "info", "town", "--json"]) == 1)
  }

  @Test func `The JSON of contexts and of a token is documented`() throws {
    let config = folder.file(
      "config.toml",
      "context = 'a'\n[contexts.a]\nprovider = 'p'\nservice-account = 'k'\nbackend = 'https://b'\n"
    )
    #expect(try check(["contexts", "--json", "--config", config]) == 1)
    #expect(
      try check(
        [folder.key()], type: "token inspect",
        shell: #""$1" token mint --service-account "$2" --trip t | "$1" token inspect --json"#) == 1
    )
  }
}
