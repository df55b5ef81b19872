import Foundation
import RideTestSupport
import Synchronization
import SystemTestSupport

/// A server that knows some trips and one vehicle.
final class SmallFleet: Sendable {
  private let state: Mutex<(trips: [String: String], vehicle: [String])>

  init(_ trips: [String: String], vehicle: [String] = []) { state = Mutex((trips, vehicle)) }

  func set(_ trip: String, _ status: String) { state.withLock { $0.trips[trip] = status } }

  func setVehicle(_ trips: [String]) { state.withLock { $0.vehicle = trips } }

  func answer(_ path: String) -> [ScriptedServer.Step] {
    let id = path.split(separator: "?")[0].split(separator: "/").last.map(String.init) ?? ""
    if path.contains("/vehicles/refused") {
      return Answers.json(Answers.refusal(403, "PERMISSION_DENIED"), status: "403 No")
    }
    if path.contains("/vehicles/") {
      let trips = state.withLock { $0.vehicle }.map { "\"\($0)\"" }.joined(separator: ",")
      return Answers.json(
        #"{"name":"providers/demo-project/vehicles/\#(id)","currentTrips":[\#(trips)]}"#)
    }
    switch state.withLock({ $0.trips[id] }) {
    case nil: return Answers.json(Answers.refusal(404, "NOT_FOUND"), status: "404 No")
    case "DOWN":
      // Once.
      set(id, "COMPLETE")
      return Answers.json(Answers.refusal(503, "UNAVAILABLE"), status: "503 No")
    case "REFUSED": return Answers.json(Answers.refusal(403, "PERMISSION_DENIED"), status: "403 No")
    case let status?:
      return Answers.json(
        #"{"name":"providers/demo-project/trips/\#(id)","tripStatus":"\#(status)","tripType":"EXCLUSIVE""#
          + #","vehicleId":"v1"}"#)
    }
  }

  func server() throws -> ScriptedServer {
    try ScriptedServer { [self] request in answer(String(request.line.split(separator: " ")[1])) }
  }
}

extension TestFolder {
  /// Runs `ridealong follow` with some words at a server to its end.
  func follow(
    _ words: [String], _ server: ScriptedServer, environment: [String: String] = [:],
    shell: String? = nil
  ) throws -> RunningProgram.Outcome {
    try RunningProgram.run(
      ["follow"] + words + [
        "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", key(),
      ],
      in: self,
      environment: environment,
      shell: shell
    )
  }
}
