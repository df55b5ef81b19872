import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import Testing

/// A call that is refused.
struct RefusedCase: CustomTestStringConvertible, Sendable {
  let method: TransportMethod
  let path: String
  let query: [(String, String)]
  let body: String
  let code: RPCCode
  let says: String

  var testDescription: String { "\(method.rawValue) \(path) \(query) \(body)" }

  init(
    _ method: TransportMethod, _ path: String, _ query: [(String, String)] = [],
    _ body: String = "",
    _ code: RPCCode, says: String = ""
  ) {
    self.method = method
    self.path = "/v1/providers/demo/" + path
    self.query = query
    self.body = body
    self.code = code
    self.says = says
  }

  static let all: [RefusedCase] = [
    RefusedCase(.put, "trips/t1", [], "{}", .invalidArgument, says: "update_mask cannot be empty"),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", "")], "{}", .invalidArgument,
      says: "update_mask cannot be empty"),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", " , ")], "{}", .invalidArgument,
      says: "update_mask cannot be empty"),
    RefusedCase(
      .put, "trips/t1", [("updateMask", "flavour")], "{}", .invalidArgument, says: "flavour"),
    RefusedCase(
      .put, "trips/t1", [("updateMask", "remaining_waypoints")], "{}", .invalidArgument,
      says: "cannot be updated"),
    RefusedCase(.put, "trips/t1", [("updateMask", "numberOfPassengers")], "{}", .invalidArgument),
    RefusedCase(.put, "trips/t1", [("updateMask", "lastLocation.speed")], "{}", .invalidArgument),
    RefusedCase(.put, "trips/t1", [("updateMask", "*")], "{}", .invalidArgument),
    RefusedCase(
      .put,
      "vehicles/v1",
      [("updateMask", "currentTrips")],
      "{}",
      .invalidArgument,
      says: "cannot be updated"
    ),
    RefusedCase(
      .put,
      "trips/t1",
      [("updateMask", "tripStatus")],
      #"{"tripStatus":"FLYING"}"#,
      .invalidArgument
    ),
    RefusedCase(.put, "trips/t1", [("updateMask", "tripStatus")], "{}", .invalidArgument),
    RefusedCase(
      .put,
      "trips/t1",
      [("updateMask", "tripStatus")],
      #"{"tripStatus":0}"#,
      .invalidArgument
    ),
    RefusedCase(
      .put,
      "trips/t1",
      [("updateMask", "tripStatus")],
      #"{"tripStatus":"NEW","x":1}"#,
      .invalidArgument,
      says: #"Unknown name "x""#
    ),
    RefusedCase(
      .put,
      "trips/t1",
      [("updateMask", "tripStatus")],
      "not json",
      .invalidArgument,
      says: "not JSON"
    ),
    RefusedCase(.put, "trips/t1", [("updateMask", "tripStatus")], "[]", .invalidArgument),
    RefusedCase(
      .put,
      "trips/t1",
      [("updateMask", "tripStatus")],
      #"{"tripStatus":"ENROUTE_TO_INTERMEDIATE_DESTINATION"}"#,
      .failedPrecondition
    ),
    RefusedCase(
      .put,
      "trips/t1",
      [("updateMask", "vehicleId")],
      #"{"vehicleId":"v9"}"#,
      .notFound,
      says: "v9"
    ),
    RefusedCase(
      .put,
      "trips/t9",
      [("updateMask", "tripStatus")],
      #"{"tripStatus":"NEW"}"#,
      .notFound,
      says: "t9"
    ),
    RefusedCase(
      .put,
      "vehicles/v9",
      [("updateMask", "vehicleState")],
      #"{"vehicleState":"ONLINE"}"#,
      .notFound,
      says: "v9"
    ),
    RefusedCase(.put, "trips/t1", [("updateMask", "pickupPoint")], "{}", .invalidArgument),
    RefusedCase(
      .put, "trips/t1", [("updateMask", "dropoffPoint")],
      #"{"dropoffPoint":{"point":{"latitude":91}}}"#, .invalidArgument),
    RefusedCase(.put, "trips/t1", [("updateMask", "vehicleWaypoints")], "{}", .invalidArgument),
    RefusedCase(.put, "vehicles/v1", [("updateMask", "waypoints")], "{}", .invalidArgument),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", "lastLocation")], #"{"lastLocation":{"speed":3}}"#,
      .invalidArgument),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", "lastLocation")],
      #"{"lastLocation":{"location":{},"locationSensor":"FLEET_ENGINE_LOCATION"}}"#,
      .invalidArgument),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", "currentRouteSegment")],
      #"{"currentRouteSegment":"%%%"}"#, .invalidArgument, says: "currentRouteSegment"),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", "remainingDistanceMeters")],
      #"{"remainingDistanceMeters":"far"}"#, .invalidArgument),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", "remainingTimeSeconds")],
      #"{"remainingTimeSeconds":-1}"#, .invalidArgument),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", "supportedTripTypes")], #"{"supportedTripTypes":["X"]}"#,
      .invalidArgument),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", "attributes")], #"{"attributes":[{"key":"a:b"}]}"#,
      .invalidArgument),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", "attributes")],
      #"{"attributes":[{"key":"a"},{"key":"a"}]}"#, .invalidArgument),
    RefusedCase(.post, "trips", [("tripId", "t1")], Samples.trip, .alreadyExists),
    RefusedCase(.post, "vehicles", [("vehicleId", "v1")], Samples.vehicle, .alreadyExists),
    RefusedCase(.post, "trips", [], Samples.trip, .invalidArgument, says: "trip_id"),
    RefusedCase(
      .post, "trips", [("tripId", "a/b")], Samples.trip, .invalidArgument, says: "trip_id"),
    RefusedCase(.post, "trips", [("tripId", "t2")], "{}", .invalidArgument, says: "trip_type"),
    RefusedCase(
      .post, "trips", [("tripId", "t2")], #"{"tripType":"EXCLUSIVE"}"#, .invalidArgument,
      says: "pickup_point"),
    RefusedCase(
      .post, "trips", [("tripId", "t2")],
      #"{"tripType":"SHARED","pickupPoint":{"point":{}},"vehicleId":"v1"}"#, .failedPrecondition),
    RefusedCase(
      .post, "trips", [("tripId", "t2")],
      #"{"tripType":"SHARED","pickupPoint":{"point":{}},"intermediateDestinations":[{"point":{}}]}"#,
      .invalidArgument),
    RefusedCase(
      .post, "vehicles", [("vehicleId", "v2")], #"{"vehicleState":"ONLINE"}"#, .invalidArgument),
    RefusedCase(.get, "trips/t9", [], "", .notFound),
    RefusedCase(.get, "trips/t1", [("routeFormatType", "GPX")], "", .invalidArgument),
    RefusedCase(.get, "trips/t1", [("view", "ALL")], "", .invalidArgument),
    RefusedCase(
      .get, "trips/t1", [("currentRouteSegmentVersion", "yesterday")], "", .invalidArgument),
    RefusedCase(.get, "trips/t1", [("activeBasicRouteVersion", "x")], "", .invalidArgument),
    RefusedCase(.get, "trips/t1", [("$alt", "proto")], "", .invalidArgument),
    RefusedCase(
      .put, "trips/t1", [("updateMask", "vehicleId")], #"{"vehicleId":5}"#, .invalidArgument,
      says: "vehicleId"),
    RefusedCase(
      .put, "trips/t1", [("updateMask", "intermediateDestinationIndex")],
      #"{"intermediateDestinationIndex":"first"}"#, .invalidArgument,
      says: "intermediateDestinationIndex"),
    RefusedCase(
      .put, "trips/t1", [("updateMask", "intermediateDestinationIndex")],
      #"{"intermediateDestinationIndex":4294967296}"#, .invalidArgument,
      says: "intermediateDestinationIndex"),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", "backToBackEnabled")], #"{"backToBackEnabled":"maybe"}"#,
      .invalidArgument, says: "backToBackEnabled"),
    RefusedCase(
      .put, "vehicles/v1", [("updateMask", "navigationStatus")],
      #"{"navigationStatus":"SIDEWAYS"}"#, .invalidArgument, says: "navigationStatus"),
    RefusedCase(
      .post, "trips", [("tripId", "t9")],
      #"{"tripType":"EXCLUSIVE","pickupPoint":{"point":{"latitude":1}},"vehicleId":5}"#,
      .invalidArgument, says: "vehicleId"),
    RefusedCase(
      .post, "trips", [("tripId", "t9")],
      #"{"tripType":"EXCLUSIVE","pickupPoint":{"point":{"latitude":1}},"numberOfPassengers":"two"}"#,
      .invalidArgument, says: "numberOfPassengers"),
    RefusedCase(
      .patch, "trips/t1", [], "{}", .notFound,
      says: "The method PATCH is not served at this path, which takes GET (GetTrip), "
        + "PUT (UpdateTrip), DELETE (DeleteTrip). Without an ID it takes POST (CreateTrip)."),
    RefusedCase(
      .patch, "vehicles/v1", [], "{}", .notFound,
      says: "PUT (UpdateVehicle), DELETE (DeleteVehicle). Without an ID it takes "
        + "POST (CreateVehicle), GET (ListVehicles)."),
    RefusedCase(
      .get, "trips", [], "", .notFound,
      says: "which takes POST (CreateTrip). With an ID it takes GET (GetTrip), PUT"),
    RefusedCase(.get, "trips:search", [], "", .notFound, says: "takes POST (SearchTrips)."),
    RefusedCase(
      .post, "vehicles/v1:updateLocation", [], "{}", .notFound,
      says: "takes PUT (UpdateVehicleLocation)."),
    RefusedCase(.post, "trips:dance", [], "{}", .notFound),
    RefusedCase(.get, "trips/t1/more", [], "", .invalidArgument, says: "trip_id has to be"),
  ]
}
