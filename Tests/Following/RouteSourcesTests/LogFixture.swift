/// A small log in Cloud Logging's spelling, newest first, with broken and foreign entries.
enum LogFixture {
  static let createTrip = entry(
    "CreateTripLog", at: "2026-01-01T10:00:00Z",
    request: #"""
      {"tripid": "t1", "trip": {"name": "providers/acme/trips/t1", "triptype": "EXCLUSIVE_TRIP",
       "numberofpassengers": 2,
       "pickuppoint": {"point": {"latitude": 45.01, "longitude": 7.01}},
       "dropoffpoint": {"point": {"latitude": 45.02, "longitude": 7.02}}}}
      """#)

  static let assign = entry(
    "UpdateTripLog", at: "2026-01-01T10:00:04Z",
    request: #"{"tripid": "t1", "updatemask": "vehicleId", "trip": {"vehicleid": "v1"}}"#)

  static let enroute = entry(
    "UpdateTripLog", at: "2026-01-01T10:00:06.5Z",
    request: #"""
      {"tripid": "t1", "updatemask": "tripStatus",
       "trip": {"status": "TRIP_STATUS_ENROUTE_TO_PICKUP"}}
      """#)

  static let updateVehicle = entry(
    "UpdateVehicleLog", at: "2026-01-01T10:00:08Z",
    request: #"""
      {"vehicleid": "v1", "header": {"sdktype": "SDK_TYPE_LOG_DRIVER"},
       "updatemask": "vehicleState,lastLocation,navigationStatus,currentRouteSegment,remainingTimeSeconds",
       "vehicle": {"name": "providers/acme/vehicles/v1", "state": "VEHICLE_STATE_ONLINE",
        "navstatus": "NAVIGATION_STATUS_ENROUTE_TO_DESTINATION",
        "currentroutesegment": "AhYFIoF_XZ6GAPV1plu2AYQNAA==",
        "currentroutesegmenttraffic": {"trafficrendering": {"roadstretch": [
          {"style": "STYLE_SLOWER_TRAFFIC", "offsetmeters": 20, "lengthmeters": 30},
          {"style": "STYLE_TRAFFIC_JAM", "offsetmeters": 60, "lengthmeters": 10}]}},
        "currentroutesegmentendpoint": {"tripid": "t1", "type": "WAYPOINT_TYPE_PICKUP"},
        "remainingtimeseconds": 52, "remainingdistancemeters": 266,
        "devicesettings": {"isinteractive": true,
          "locationpowersavemode": "LOCATION_POWER_SAVE_MODE_LOG_NO_CHANGE",
          "batteryinfo": {"batterystatus": "BATTERY_STATUS_LOG_DISCHARGING",
            "powersource": "POWER_SOURCE_LOG_UNPLUGGED", "batterypercentage": 86}},
        "lastlocation": {"location": {"latitude": 45.0, "longitude": 7.0}, "heading": 90,
         "speed": 8.5, "isroadsnapped": true, "isgpssensorenabled": true,
         "locsensor": "LOCATION_SENSOR_ROAD_SNAPPED_LOCATION_PROVIDER",
         "rawlocation": {"latitude": 45.001, "longitude": 7.001},
         "rawlocationsensor": "LOCATION_SENSOR_GPS", "rawlocationtime": "2026-01-01T10:00:07Z"}}}
      """#,
    response: #"""
      {"name": "providers/acme/vehicles/v1", "maximumcapacity": 5,
       "supportedtrips": ["EXCLUSIVE_TRIP", "SHARED_TRIP"], "vehicletype": {"vehiclecategory": "TAXI"}}
      """#)

  static let later = entry(
    "UpdateVehicleLog", at: "2026-01-01T10:01:08Z",
    request: #"""
      {"vehicleid": "v1", "updatemask": "vehicleState",
       "vehicle": {"name": "providers/acme/vehicles/v1", "state": "VEHICLE_STATE_OFFLINE"}}
      """#)

  static let foreign = entry("ListVehiclesLog", at: "2026-01-01T10:00:05Z", request: "{}")

  static let broken = [
    #"{"timestamp": "2026-01-01T10:00:05Z"}"#,
    #""nonsense""#,
    entry("UpdateVehicleLog", at: "yesterday", request: "{}"),
    entry("UpdateVehicleLog", at: "2026-01-01T10:00:05Z", request: "{}"),
    entry(
      "UpdateTripLog",
      at: "2026-01-01T10:00:05Z",
      request: #"{"tripid": "t1", "trip": {}}"#
    ),
    entry(
      "UpdateTripLog",
      at: "2026-01-01T10:00:05Z",
      request: #"{"tripid": "a/b", "updatemask": "vehicleId", "trip": {"vehicleid": "v"}}"#
    ),
  ]

  static let good = [later, updateVehicle, enroute, assign, createTrip]
  static let whole =
    #"{"vehicle": "", "bounds": {"north": 1}, "rawLogs": "#
    + list(good + [foreign] + broken) + #", "retentionDate": "x"}"#

  static func list(_ entries: [String]) -> String { "[" + entries.joined(separator: ",\n") + "]" }

  static func entry(
    _ kind: String, at time: String, request: String, response: String = "{}"
  ) -> String {
    #"""
    {"logname": "projects/acme/logs/fleetengine.googleapis.com%2Fx",
     "jsonpayload": {"@type": "type.googleapis.com/maps.fleetengine.v1.\#(kind)",
      "request": \#(request), "response": \#(response)}, "timestamp": "\#(time)"}
    """#
  }
}
