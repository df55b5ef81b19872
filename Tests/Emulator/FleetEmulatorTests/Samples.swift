import FleetEngine
import Geo
import HTTPMessages

/// The contract's worked messages (appendix A), as bodies.
enum Samples {
  static let trip = """
    {"tripType":"EXCLUSIVE","numberOfPassengers":1,
     "pickupPoint":{"point":{"latitude":37.3447898,"longitude":-122.0679093}},
     "dropoffPoint":{"point":{"latitude":37.4046292,"longitude":-122.0296823}}}
    """
  static let vehicle = """
    {"vehicleState":"OFFLINE","supportedTripTypes":["EXCLUSIVE"],"maximumCapacity":4,"vehicleType":{"category":"AUTO"}}
    """
  static let update = """
    {"vehicleState":"ONLINE","navigationStatus":"ENROUTE_TO_DESTINATION",
     "lastLocation":{"location":{"latitude":37.3430830,"longitude":-122.0697071},"heading":43,"speed":8.4,
       "latlngAccuracy":4.0,"isRoadSnapped":true,"locationSensor":"ROAD_SNAPPED_LOCATION_PROVIDER",
       "updateTime":"2026-01-01T10:00:00Z",
       "rawLocation":{"latitude":37.3430900,"longitude":-122.0697200},"rawLocationTime":"2026-01-01T10:00:00Z",
       "rawLocationSensor":"GPS","rawLocationAccuracy":6.5},
     "remainingTimeSeconds":41,"remainingDistanceMeters":266,
     "currentRouteSegment":"AhYFIoF_XZ6GAPV1plu2AYQNAA==",
     "currentRouteSegmentEndPoint":{"location":{"point":{"latitude":37.3447898,"longitude":-122.0679093}},
       "tripId":"t1","waypointType":"PICKUP_WAYPOINT_TYPE"},
     "currentRouteSegmentTraffic":{"trafficRendering":{"roadStretch":[{"style":"SLOWER_TRAFFIC","offsetMeters":178,"lengthMeters":39}]}}}
    """
  static let search = """
    {"pickupPoint":{"point":{"latitude":37.5,"longitude":-122.25}},"pickupRadiusMeters":2000,"count":10,
     "minimumCapacity":2,"tripTypes":[2],"orderBy":4,"vehicleTypes":[{"category":1}]}
    """
  static let updateMask =
    "vehicleState,lastLocation,remainingTimeSeconds,remainingDistanceMeters,currentRouteSegment,"
    + "currentRouteSegmentEndPoint,currentRouteSegmentTraffic,navigationStatus"

  static let pickup = Coordinate(latitude: 37.3447898, longitude: -122.0679093)
  static let dropoff = Coordinate(latitude: 37.4046292, longitude: -122.0296823)
  static let start = Coordinate(latitude: 37.3430830, longitude: -122.0697071)
  static let toDropoff = "AhYJOkC6k56GAKIBfuog5SFp0xbAGJQiAA=="
  static let name = "/v1/providers/demo/trips/t1"
}

extension Rig {
  /// Brings the emulator to where the contract's appendix A has its vehicle on the way.
  func prepare() async throws {
    _ = try await send(.post, "/v1/providers/demo/trips", Samples.trip, query: [("tripId", "t1")])
    _ = try await send(
      .post, "/v1/providers/demo/vehicles", Samples.vehicle, query: [("vehicleId", "v1")])
    _ = try await send(
      .put,
      "/v1/providers/demo/trips/t1",
      #"{"vehicleId":"v1"}"#,
      query: [("updateMask", "vehicleId")])
    _ = try await report()
  }

  func report(
    _ body: String = Samples.update, mask: String = Samples.updateMask
  ) async throws -> Vehicle {
    let response = try await send(
      .put, "/v1/providers/demo/vehicles/v1", body, query: [("updateMask", mask)])
    return try WireJSON.decode(Vehicle.self, from: response.body)
  }

  func status(_ status: String) async throws -> Trip {
    let response = try await send(
      .put, Samples.name, #"{"tripStatus":"\#(status)"}"#, query: [("updateMask", "tripStatus")])
    return try WireJSON.decode(Trip.self, from: response.body)
  }

  func trip(_ query: [(String, String)] = []) async throws -> Trip {
    try WireJSON.decode(Trip.self, from: try await send(.get, Samples.name, query: query).body)
  }
}
