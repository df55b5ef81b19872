/// The contract's appendix A.
enum WorkedMessages {
  static let updateVehicle = #"""
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
    """#

  static let getTrip = #"""
    {"name":"providers/demo/trips/t1","vehicleId":"v1","tripStatus":"ENROUTE_TO_PICKUP","tripType":"EXCLUSIVE","numberOfPassengers":1,
     "pickupPoint":{"point":{"latitude":37.3447898,"longitude":-122.0679093}},
     "dropoffPoint":{"point":{"latitude":37.4046292,"longitude":-122.0296823}},
     "pickupTime":"2026-01-01T10:00:41.250Z","dropoffTime":"2026-01-01T10:20:05.250Z",
     "lastLocation":{"location":{"latitude":37.3430830,"longitude":-122.0697071},"heading":43,"speed":8.4,
       "updateTime":"2026-01-01T10:00:00Z","serverTime":"2026-01-01T10:00:00.250Z","isRoadSnapped":true},
     "lastLocationSnappable":true,
     "currentRouteSegment":"AhYFIoF_XZ6GAPV1plu2AYQNAA==","currentRouteSegmentVersion":"2026-01-01T10:00:00.250113Z",
     "currentRouteSegmentEndPoint":{"location":{"point":{"latitude":37.3447898,"longitude":-122.0679093}},
       "tripId":"t1","waypointType":"PICKUP_WAYPOINT_TYPE"},
     "currentRouteSegmentTrafficVersion":"2026-01-01T10:00:00.250113Z",
     "currentRouteSegmentTraffic":{"encodedPathToWaypoint":"AhYFIoF_XZ6GAPV1plu2AYQNAA==",
       "speedReadingInterval":[{"endPolylinePointIndex":1,"speed":"NORMAL"},
         {"startPolylinePointIndex":1,"endPolylinePointIndex":2,"speed":"SLOW"},
         {"startPolylinePointIndex":2,"endPolylinePointIndex":4,"speed":"NORMAL"}]},
     "remainingDistanceMeters":266,"etaToFirstWaypoint":"2026-01-01T10:00:41.250Z","remainingTimeToFirstWaypoint":"38.100s",
     "remainingWaypoints":[
       {"location":{"point":{"latitude":37.3447898,"longitude":-122.0679093}},"tripId":"t1","waypointType":"PICKUP_WAYPOINT_TYPE",
        "encodedPathToWaypoint":"AhYFIoF_XZ6GAPV1plu2AYQNAA=="},
       {"location":{"point":{"latitude":37.4046292,"longitude":-122.0296823}},"tripId":"t1","waypointType":"DROP_OFF_WAYPOINT_TYPE",
        "distanceMeters":9701,"duration":"1164s","eta":"2026-01-01T10:20:05.250Z"}],
     "remainingWaypointsVersion":"2026-01-01T09:59:58.100Z","remainingWaypointsRouteVersion":"2026-01-01T09:59:58.100Z"}
    """#
}
