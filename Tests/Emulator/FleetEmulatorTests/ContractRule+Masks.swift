import FleetEngine
import HTTPMessages

extension ContractRule {
  static let masks: [ContractRule] = [
    ContractRule(
      "2.4-1: an update needs a mask",
      .trip("t1"),
      Step(.put, "trips/t1", [], #"{"tripStatus":2}"#), refused: .invalidArgument,
      says: "update_mask cannot be empty"),
    ContractRule(
      "2.4-2: a vehicle's update too",
      .vehicle("v1"),
      .update("vehicles/v1", "", #"{"vehicleState":2}"#), refused: .invalidArgument,
      says: "update_mask cannot be empty"),
    ContractRule(
      "2.4-3: only what the mask names changes",
      .trip("t1"),
      .update(
        "trips/t1",
        "dropoffPoint",
        #"{"tripStatus":2,"dropoffPoint":{"point":{"latitude":1}}}"#
      ),
      tells: ["tripStatus": "NEW", "dropoffPoint.point.latitude": "1"]),
    ContractRule(
      "2.4-3: what the mask names and the body does not is cleared",
      .trip("t1"),
      .update("trips/t1", "dropoffPoint", "{}"), tells: ["dropoffPoint": nil]),
    ContractRule(
      "2.4-3: a nested path leaves the rest of its message",
      .vehicle(
        "v1",
        #","lastLocation":{"location":{"latitude":1,"longitude":2},"heading":90,"speed":3}"#
      ),
      .update(
        "vehicles/v1",
        "last_location.heading",
        #"{"lastLocation":{"heading":91,"speed":9}}"#
      ),
      tells: [
        "lastLocation.heading": "91", "lastLocation.speed": "3",
        "lastLocation.location.latitude": "1",
      ]),
    ContractRule(
      "2.4-3: a nested path that the body lacks is cleared",
      .vehicle("v1", #","lastLocation":{"location":{"latitude":1,"longitude":2},"heading":90}"#),
      .update("vehicles/v1", "lastLocation.location.latitude,lastLocation.heading", "{}"),
      tells: [
        "lastLocation.heading": nil, "lastLocation.location.latitude": nil,
        "lastLocation.location.longitude": "2",
      ]),
    ContractRule(
      "2.4-3: a path through a list is none",
      .vehicle("v1"),
      .update("vehicles/v1", "attributes.key", "{}"), refused: .invalidArgument, says: "unknown"),
    ContractRule(
      "2.4-3: a part that the server keeps cannot be named",
      .vehicle("v1"),
      .update("vehicles/v1", "lastLocation.serverTime", "{}"), refused: .invalidArgument,
      says: "cannot be updated"),
    ContractRule(
      "2.4-3: a star replaces all of a vehicle",
      .vehicle("v1", #","attributes":[{"key":"a","value":"b"}],"backToBackEnabled":true"#),
      .update(
        "vehicles/v1",
        "*",
        #"{"name":"ignored","vehicleState":1,"supportedTripTypes":[2],"maximumCapacity":3,"vehicleType":{"category":2}}"#
      ),
      tells: [
        "name": "providers/demo/vehicles/v1", "vehicleState": "OFFLINE", "attributes": nil,
        "backToBackEnabled": nil, "maximumCapacity": "3", "vehicleType.category": "TAXI",
      ]),
    ContractRule(
      "2.4-3: a star needs what a creation needs",
      .trip("t1"),
      .update("trips/t1", "*", "{}"),
      refused: .invalidArgument, says: "trip_type"),
    ContractRule(
      "2.4-3: a star is the only path",
      .trip("t1"),
      .update("trips/t1", "*,tripStatus", #"{"tripStatus":2}"#), refused: .invalidArgument,
      says: "only"),
    ContractRule(
      "2.4-6: attributes are replaced whole",
      .vehicle("v1", #","attributes":[{"key":"a","value":"b"},{"key":"c","value":"d"}]"#),
      .update("vehicles/v1", "attributes", #"{"attributes":[{"key":"c","stringValue":"e"}]}"#),
      tells: ["attributes": "1 values", "attributes.0.value": "e", "attributes.0.stringValue": "e"]),
    ContractRule(
      "2.4-7: waypoints are exactly the present ones",
      .vehicle("v1"),
      .trip("t1", "EXCLUSIVE", #","vehicleId":"v1""#),
      .update("vehicles/v1", "waypoints", #"{"waypoints":[{"tripId":"t1","waypointType":1}]}"#),
      refused: .invalidArgument, says: "every remaining waypoint"),
    ContractRule(
      "2.4-7: waypoints can be put in another order",
      .vehicle("v1"),
      .trip("t1", "SHARED", #","vehicleId":"v1""#),
      .trip("t2", "SHARED", #","vehicleId":"v1""#),
      .update(
        "vehicles/v1",
        "waypoints",
        #"{"waypoints":[{"tripId":"t2","waypointType":1},{"tripId":"t1","waypointType":1},{"tripId":"t2","waypointType":2},{"tripId":"t1","waypointType":2}]}"#
      ),
      tells: ["waypoints.0.tripId": "t2", "waypoints.3.tripId": "t1"]
    ),
    ContractRule(
      "2.4-8: an end point without its segment is ignored",
      .vehicle("v1"),
      .update(
        "vehicles/v1",
        "currentRouteSegmentEndPoint",
        #"{"currentRouteSegmentEndPoint":{"tripId":"t9"}}"#),
      tells: ["currentRouteSegmentEndPoint": nil]),
    ContractRule(
      "2.4-9: a stale version of the stops is refused",
      .trip("t1", "EXCLUSIVE", #","intermediateDestinations":[{"point":{"latitude":1}}]"#),
      .update(
        "trips/t1",
        "tripStatus,intermediateDestinationIndex",
        #"{"tripStatus":8,"intermediateDestinationsVersion":"2020-01-01T00:00:00Z"}"#),
      refused: .failedPrecondition, says: "intermediate_destinations_version"),
    ContractRule(
      "2.4-9: the present version is accepted, also with a change of the list",
      .trip("t1", "EXCLUSIVE", #","intermediateDestinations":[{"point":{"latitude":1}}]"#),
      .update(
        "trips/t1",
        "tripStatus,intermediateDestinations",
        #"{"tripStatus":8,"intermediateDestinations":[{"point":{}}],"intermediateDestinationsVersion":"2026-01-01T10:00:00Z"}"#
      ),
      tells: ["tripStatus": "ENROUTE_TO_INTERMEDIATE_DESTINATION"]
    ),
    ContractRule(
      "2.4-10: an empty vehicle unassigns",
      .vehicle("v1"),
      .trip("t1", "EXCLUSIVE", #","vehicleId":"v1""#),
      .update("trips/t1", "vehicleId", #"{"vehicleId":""}"#),
      tells: ["vehicleId": nil, "remainingWaypoints": nil]),
    ContractRule(
      "2.4-11: an unknown path is refused",
      .trip("t1"),
      .update("trips/t1", "pickup_point.color", "{}"), refused: .invalidArgument,
      says: "pickup_point.color, which is unknown"),
    ContractRule(
      "2.4-12: a trip that is not there is not found",
      .update("trips/t9", "tripStatus", #"{"tripStatus":2}"#), refused: .notFound, says: "t9"),
    ContractRule(
      "2.4-12: nor is a vehicle",
      .trip("t1"),
      .assign("t1", to: "v9"),
      refused: .notFound,
      says: "v9"),
    ContractRule(
      "1.2: attributes of a trip are kept",
      .trip("t1"),
      .update(
        "trips/t1",
        "attributes",
        #"{"attributes":[{"key":"k","stringValue":"v"},{"key":"b","boolValue":false},{"key":"n","numberValue":1.5}]}"#
      ),
      tells: [
        "attributes.0.stringValue": "v", "attributes.1.boolValue": "false",
        "attributes.2.numberValue": "1.5",
      ]),
    ContractRule(
      "1.2: an attribute has one value",
      .trip("t1"),
      .update(
        "trips/t1",
        "attributes",
        #"{"attributes":[{"key":"k","stringValue":"v","boolValue":false}]}"#),
      refused: .invalidArgument, says: "not several"),
    ContractRule(
      "1.6: a vehicle's attribute says the same twice",
      .vehicle("v1"),
      .update(
        "vehicles/v1",
        "attributes",
        #"{"attributes":[{"key":"k","value":"a","stringValue":"b"}]}"#
      ),
      refused: .invalidArgument, says: "not the same"),
    ContractRule(
      "1.2: a stop that was made has a place",
      .trip("t1"),
      .update("trips/t1", "actualPickupPoint", #"{"actualPickupPoint":{}}"#),
      refused: .invalidArgument, says: "actual_pickup_point"),
    ContractRule(
      "1.9: an unknown name is refused wherever it stands",
      .trip("t1"),
      .update("trips/t1", "dropoffPoint", #"{"dropoffPoint":{"point":{"lat":1}}}"#),
      refused: .invalidArgument, says: #"Unknown name "lat" at 'dropoffPoint.point'"#),
    ContractRule(
      "1.9: a field has one spelling only",
      .trip("t1"),
      .update("trips/t1", "tripStatus", #"{"tripStatus":1,"trip_status":2}"#),
      refused: .invalidArgument, says: "more than once"),
  ]

  /// A rule for every field that an update may not name.
  static let readOnly: [ContractRule] =
    [
      "currentRouteSegment", "currentRouteSegmentEndPoint", "currentRouteSegmentTraffic",
      "currentRouteSegmentTrafficVersion", "currentRouteSegmentVersion", "dropoffTime",
      "etaToFirstWaypoint", "intermediateDestinationsVersion", "lastLocation", "name",
      "numberOfPassengers", "pickupTime", "remainingDistanceMeters",
      "remainingTimeToFirstWaypoint", "remainingWaypoints", "remainingWaypointsVersion", "route",
    ].map {
      ContractRule(
        "2.4-4: \($0) of a trip cannot be updated",
        .trip("t1"),
        .update("trips/t1", $0, "{}"),
        refused: .invalidArgument, says: "cannot be updated")
    }
    + [
      "availableCapacity", "currentRouteSegmentVersion", "currentTrips", "name", "waypointsVersion",
    ]
    .map {
      ContractRule(
        "2.4-5: \($0) of a vehicle cannot be updated",
        .vehicle("v1"),
        .update("vehicles/v1", $0, "{}"), refused: .invalidArgument, says: "cannot be updated")
    }
}
