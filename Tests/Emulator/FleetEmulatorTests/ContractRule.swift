import FleetEngine
import HTTPMessages
import TestSupport
import Testing

/// A rule of the contract: what is done, and what the answer to the last of it is.
struct ContractRule: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let steps: [Step]
  /// The code of the last step's answer; nil where it succeeds.
  let code: RPCCode?
  let says: String
  /// The values of the response by path; nil for one that it must not have.
  let tells: [String: String?]

  init(
    _ rule: String, _ steps: Step..., refused code: RPCCode? = nil, says: String = "",
    tells: [String: String?] = [:]
  ) {
    testDescription = rule
    self.steps = steps
    self.code = code
    self.says = says
    self.tells = tells
  }

  static let creation: [ContractRule] = [
    ContractRule(
      "2.2-1: a trip needs a type",
      Step(.post, "trips", [("tripId", "t1")], #"{"pickupPoint":{"point":{}}}"#),
      refused: .invalidArgument, says: "trip_type is required"),
    ContractRule(
      "2.2-1: a trip needs a pickup", Step(.post, "trips", [("tripId", "t1")], #"{"tripType":2}"#),
      refused: .invalidArgument, says: "pickup_point is required"),
    ContractRule(
      "2.2-1: a pickup needs a point",
      Step(.post, "trips", [("tripId", "t1")], #"{"tripType":2,"pickupPoint":{}}"#),
      refused: .invalidArgument, says: "pickup_point"),
    ContractRule(
      "2.2-1: a trip starts new, and what a creation does not read is ignored",
      .trip(
        "t1",
        "EXCLUSIVE",
        #","numberOfPassengers":2,"tripStatus":"COMPLETE","name":"x","view":1,"attributes":[{"key":"k"}],"etaToFirstWaypoint":"2026-01-01T10:00:00Z""#
      ),
      tells: [
        "name": "providers/demo/trips/t1", "tripStatus": "NEW", "tripType": "EXCLUSIVE",
        "numberOfPassengers": "2", "attributes": nil, "view": nil, "etaToFirstWaypoint": nil,
      ]),
    ContractRule(
      "2.2-2: only an exclusive trip may have stops",
      .trip("t1", "SHARED", #","intermediateDestinations":[{"point":{}}]"#),
      refused: .invalidArgument, says: "Only an exclusive trip"),
    ContractRule(
      "2.2-3: the order holds exactly the waypoints of the vehicle and of the trip",
      .vehicle("v1"),
      .trip("t1", "SHARED", #","vehicleId":"v1""#),
      .trip(
        "t2",
        "SHARED",
        #","vehicleId":"v1","vehicleWaypoints":[{"tripId":"t2","waypointType":1},{"tripId":"t2","waypointType":2}]"#
      ),
      refused: .invalidArgument,
      says: "every remaining waypoint"
    ),
    ContractRule(
      "2.2-3: the order names no other waypoint",
      .vehicle("v1"),
      .trip(
        "t2",
        "SHARED",
        #","vehicleId":"v1","vehicleWaypoints":[{"tripId":"t9","waypointType":1}]"#
      ),
      refused: .invalidArgument, says: "does not visit"),
    ContractRule(
      "2.2-3: a pickup comes before its drop-off",
      .vehicle("v1"),
      .trip(
        "t1",
        "SHARED",
        #","vehicleId":"v1","vehicleWaypoints":[{"tripId":"t1","waypointType":2},{"tripId":"t1","waypointType":1}]"#
      ),
      refused: .invalidArgument,
      says: "pickup must come before"
    ),
    ContractRule(
      "2.2-3: shared trips may be interleaved",
      .vehicle("v1"),
      .trip("t1", "SHARED", #","vehicleId":"v1""#),
      .trip(
        "t2",
        "SHARED",
        #","vehicleId":"v1","vehicleWaypoints":[{"tripId":"t1","waypointType":1},{"tripId":"t2","waypointType":1},{"tripId":"t1","waypointType":2},{"tripId":"t2","waypointType":2}]"#
      ),
      tells: [
        "remainingWaypoints": "4 values", "remainingWaypoints.1.tripId": "t2",
        "remainingWaypoints.2.tripId": "t1", "vehicleWaypoints": "4 values",
      ]),
    ContractRule(
      "2.2-3: exclusive trips may not",
      .vehicle("v1"),
      .trip("t1", "EXCLUSIVE", #","vehicleId":"v1""#),
      .trip(
        "t2",
        "EXCLUSIVE",
        #","vehicleId":"v1","vehicleWaypoints":[{"tripId":"t1","waypointType":1},{"tripId":"t2","waypointType":1},{"tripId":"t1","waypointType":2},{"tripId":"t2","waypointType":2}]"#
      ),
      refused: .invalidArgument,
      says: "cannot be mixed"
    ),
    ContractRule(
      "2.2-3: the order is ignored without a vehicle",
      .trip("t1", "SHARED", #","vehicleWaypoints":[{"tripId":"t9"}]"#),
      tells: ["vehicleWaypoints": nil]),
    ContractRule(
      "2.2-4: a vehicle needs a state", Step(.post, "vehicles", [("vehicleId", "v1")], "{}"),
      refused: .invalidArgument, says: "vehicle_state is required"),
    ContractRule(
      "2.2-4: a vehicle needs a type",
      Step(.post, "vehicles", [("vehicleId", "v1")], #"{"vehicleState":2}"#),
      refused: .invalidArgument, says: "vehicle_type is required"),
    ContractRule(
      "2.2-4: a vehicle needs types of trips",
      Step(
        .post, "vehicles", [("vehicleId", "v1")],
        #"{"vehicleState":2,"vehicleType":{"category":1}}"#
      ),
      refused: .invalidArgument,
      says: "supported_trip_types is required"),
    ContractRule(
      "2.2-4: a vehicle needs room",
      Step(
        .post, "vehicles", [("vehicleId", "v1")],
        #"{"vehicleState":2,"vehicleType":{"category":1},"supportedTripTypes":[2]}"#),
      refused: .invalidArgument, says: "maximum_capacity"),
    ContractRule(
      "2.2-4: what the creation of a vehicle does not read is ignored",
      .vehicle(
        "v1",
        #","name":"x","currentTrips":["t"],"waypoints":[{}],"remainingDistanceMeters":7,"navigationStatus":2,"etaToFirstWaypoint":"2026-01-01T10:00:00Z","currentRouteSegment":"AhYCECPlXZ6GAJABAA==","route":[{"point":{}}],"licensePlate":{"countryCode":"US","lastCharacter":"9"}"#
      ),
      tells: [
        "name": "providers/demo/vehicles/v1", "currentTrips": nil, "waypoints": nil,
        "remainingDistanceMeters": nil, "navigationStatus": nil, "currentRouteSegment": nil,
        "etaToFirstWaypoint": nil, "licensePlate.lastCharacter": "9",
      ]),
    ContractRule(
      "2.2-5: a trip's id is used once",
      .trip("t1"),
      .trip("t1"),
      refused: .alreadyExists,
      says: "t1"),
    ContractRule(
      "2.2-5: a vehicle's id is used once",
      .vehicle("v1"),
      .vehicle("v1"),
      refused: .alreadyExists,
      says: "v1"),
    ContractRule(
      "2.2-6: a trip without a vehicle tells only what was given",
      .trip("t1"),
      tells: ["": "{dropoffPoint,name,pickupPoint,tripStatus,tripType}"]),
    ContractRule(
      "1.6: a license plate needs its country",
      .vehicle("v1", #","licensePlate":{"lastCharacter":"9"}"#), refused: .invalidArgument,
      says: "country_code"),
    ContractRule(
      "1.4: older names of a location's fields are read",
      .vehicle(
        "v1",
        #","lastLocation":{"location":{"latitude":1},"speedKmph":36,"roadSnapped":true,"horizontalAccuracy":4.5}"#
      ),
      tells: [
        "lastLocation.speed": "10", "lastLocation.isRoadSnapped": "true",
        "lastLocation.latlngAccuracy": "4.5",
      ]),
  ]
}

@Suite(.limited) struct `The protocol's rules` {
  @Test(arguments: ContractRule.creation + ContractRule.masks + ContractRule.readOnly)
  func `The emulator follows the protocol's rules`(_ rule: ContractRule) async throws {
    let rig = try Rig()
    try await rig.run(Array(rule.steps.dropLast()))
    let last = try #require(rule.steps.last)
    if let code = rule.code {
      let status = try await rig.refusal(last)
      #expect(status.code == code, "\(status.message)")
      #expect(status.message.contains(rule.says), "\(status.message)")
      return
    }
    let answer = try await rig.run(last)
    for (path, value) in rule.tells { #expect(answer.at(path) == value, "\(path) in \(answer)") }
  }
}
