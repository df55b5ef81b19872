/// A small log with restricted logging: places are opaque handles, only raw locations are readable.
enum RestrictedLog {
  static let create = trip("CreateTripLog", "00:00", "", #""status": "TRIP_STATUS_NEW""#)

  /// A ride whose vehicle is at 45.01 at the pickup and at 45.03 when the ride is complete.
  static let ride = [
    create, location("00:01", 45.0), assign("00:02"), status("00:03", "ENROUTE_TO_PICKUP"),
    location("00:10", 45.01), status("00:11", "ARRIVED_AT_PICKUP"),
    status("00:12", "ENROUTE_TO_DROPOFF"), location("00:20", 45.02), location("00:30", 45.03),
    status("00:31", "COMPLETE"),
  ]

  /// A vehicle that arrives by its navigation, and whose trip is then canceled.
  static let canceled = [
    create, location("00:01", 45.0), assign("00:02"), status("00:03", "ENROUTE_TO_PICKUP"),
    location("00:10", 45.01, navigation: "ARRIVED_AT_DESTINATION"),
    location("00:20", 45.02), status("00:31", "CANCELED"),
  ]

  /// A trip that is canceled before its vehicle arrives anywhere.
  static let unreached = [
    create, location("00:01", 45.0), assign("00:02"), status("00:31", "CANCELED"),
  ]

  static let failed = #"""
    {"jsonPayload": {"@type": "type.googleapis.com/maps.fleetengine.v1.CreateVehicleLog",
      "request": {"vehicleId": "v1", "vehicle": {"name": "providers/acme/vehicles/v1",
        "state": "VEHICLE_STATE_ONLINE"}},
      "errorResponse": {"httpStatusCode": 409, "code": "ALREADY_EXISTS"}},
     "timestamp": "2026-01-01T10:00:00Z"}
    """#

  static let deliveries = [
    #"""
    {"jsonpayload": {"@type": "type.googleapis.com/maps.fleetengine.v1.UpdateDeliveryVehicleLog",
      "errorresponse": null, "request": {"deliveryvehicle": {}}}, "timestamp": "2026-01-01T10:00:00Z"}
    """#,
    #"""
    {"jsonpayload": {"@type": "type.googleapis.com/maps.fleetengine.v1.CreateTaskLog",
      "request": {"task": {}}}, "timestamp": "2026-01-01T10:00:00Z"}
    """#,
    #"{"serverTime": "2026-01-01T10:00:00Z", "updateTask": {"request": {}, "response": {}}}"#,
  ]

  static func location(
    _ time: String, _ latitude: Double?, navigation: String = "ENROUTE_TO_DESTINATION"
  ) -> String {
    let raw = latitude.map { #""rawLocation": {"latitude": \#($0), "longitude": 7.0},"# } ?? ""
    return LogFixture.entry(
      "UpdateVehicleLog", at: "2026-01-01T10:\(time)Z",
      request: #"""
        {"vehicleId": "v1", "updateMask":
          "vehicleState,lastLocation,navigationStatus,currentRouteSegment,currentRouteSegmentEndPoint",
         "vehicle": {"name": "providers/acme/vehicles/v1", "state": "VEHICLE_STATE_ONLINE",
          "navStatus": "NAVIGATION_STATUS_\#(navigation)", "currentRouteSegmentHandle": "AdSi",
          "currentRouteSegmentEndPoint": {"location": {"pointHandle": "AdSi"}},
          "lastLocation": {\#(raw) "locationHandle": "AdSi", "heading": 260}}}
        """#)
  }

  static func status(_ time: String, _ status: String) -> String {
    trip("UpdateTripLog", time, "vehicleId,tripStatus", #""status": "TRIP_STATUS_\#(status)""#)
  }

  static func assign(_ time: String) -> String { trip("UpdateTripLog", time, "vehicleId", "") }

  private static func trip(
    _ kind: String, _ time: String, _ mask: String, _ fields: String
  ) -> String {
    let places =
      mask.isEmpty
      ? #""pickupPoint": {"pointHandle": "AdSi", "terminalPointId": {}}, "dropoffPoint": {"pointHandle": "A"}"#
      : #""vehicleId": "v1""#
    return LogFixture.entry(
      kind, at: "2026-01-01T10:\(time)Z",
      request: #"""
        {"tripId": "t1", \#(mask.isEmpty ? "" : #""updateMask": "\#(mask)","#)
         "trip": {"name": "providers/acme/trips/t1", "currentRouteSegmentHandle": "AdSi",
          \#(places)\#(fields.isEmpty ? "" : ", " + fields)}}
        """#)
  }
}
