internal import FleetEngine

/// The messages of which trips and vehicles are made.
///
/// Source: contract 1.2 to 1.7.
extension MessageSchema {
  static let latLng = MessageSchema([
    "latitude": .number(-90...90), "longitude": .number(-180...180),
  ])

  static let terminalLocation = MessageSchema([
    "point": .message(latLng), "place": .text,
    "pointLocationSource": .name(EnumNames(PointSource.self)),
    "terminalPointId": .unread, "accessPointId": .unread, "tripId": .unread,
    "terminalLocationType": .unread,
  ])

  static let stopLocation = MessageSchema([
    "point": .message(latLng), "timestamp": .moment, "stopTime": .moment,
  ])

  static let trafficPolyline = MessageSchema([
    "speedReadingInterval": .list(
      .message(
        MessageSchema([
          "startPolylinePointIndex": .integer, "endPolylinePointIndex": .integer,
          "speed": .name(EnumNames(SpeedReading.self)),
        ])
      )
    ),
    "encodedPathToWaypoint": .text,
  ])

  static let trafficPolylineData = MessageSchema([
    "trafficRendering": .message(
      MessageSchema([
        "roadStretch": .list(
          .message(
            MessageSchema([
              "style": .name(EnumNames(RoadStretchStyle.self)),
              "offsetMeters": .integer, "lengthMeters": .integer,
            ])
          )
        )
      ])
    )
  ])

  static let tripWaypoint = MessageSchema([
    "location": .message(terminalLocation), "tripId": .text,
    "waypointType": .name(EnumNames(WaypointType.self)),
    "pathToWaypoint": .list(.message(latLng)), "encodedPathToWaypoint": .text,
    "trafficToWaypoint": .message(trafficPolyline), "distanceMeters": .integer, "eta": .moment,
    "duration": .duration,
  ])

  static let vehicleLocation = MessageSchema(
    [
      "location": .message(latLng), "latlngAccuracy": .number(), "heading": .integer,
      "headingAccuracy": .number(), "altitude": .number(), "altitudeAccuracy": .number(),
      "speed": .number(), "speedAccuracy": .number(), "updateTime": .moment, "serverTime": .moment,
      "locationSensor": .name(EnumNames(LocationSensor.self)),
      "isRoadSnapped": .flag, "isGpsSensorEnabled": .flag, "timeSinceUpdate": .integer,
      "rawLocation": .message(latLng), "rawLocationTime": .moment,
      "rawLocationSensor": .name(EnumNames(LocationSensor.self)), "rawLocationAccuracy": .number(),
      "supplementalLocation": .message(latLng), "supplementalLocationTime": .moment,
      "supplementalLocationSensor": .name(EnumNames(LocationSensor.self)),
      "supplementalLocationAccuracy": .number(),
      // Of Android alone, and not told again.
      "flpLocation": .message(latLng), "flpUpdateTime": .moment,
      "flpLatlngAccuracyMeters": .number(), "flpHeadingDegrees": .integer,
      "numStaleUpdates": .integer,
      "horizontalAccuracy": .number(), "bearingAccuracy": .number(), "verticalAccuracy": .number(),
      "speedKmph": .integer, "roadSnapped": .flag,
    ],
    readOnly: ["serverTime"],
    successors: [
      "horizontalAccuracy": Successor(name: "latlngAccuracy"),
      "bearingAccuracy": Successor(name: "headingAccuracy"),
      "verticalAccuracy": Successor(name: "altitudeAccuracy"),
      "speedKmph": Successor(name: "speed", factor: 1 / 3.6),
      "roadSnapped": Successor(name: "isRoadSnapped"),
    ]
  )

  static let vehicleAttribute = MessageSchema([
    "key": .text, "value": .text, "stringValue": .text, "boolValue": .flag,
    "numberValue": .number(),
  ])

  static let vehicleType = MessageSchema(["category": .name(EnumNames(VehicleCategory.self))])

  static let deviceSettings = MessageSchema([
    // Told nowhere again; drivers' logs spell these enumerations in ways of their own.
    "locationPowerSaveMode": .unread, "isPowerSaveMode": .flag, "isInteractive": .flag,
    "batteryInfo": .message(
      MessageSchema([
        "batteryStatus": .unread, "powerSource": .unread, "batteryPercentage": .number(),
      ])
    ),
  ])

  static let trip = MessageSchema(
    [
      "name": .text, "vehicleId": .text, "tripStatus": .name(EnumNames(TripStatus.self)),
      "tripType": .name(EnumNames(TripType.self)), "pickupPoint": .message(terminalLocation),
      "actualPickupPoint": .message(stopLocation),
      "actualPickupArrivalPoint": .message(stopLocation), "pickupTime": .moment,
      "intermediateDestinations": .list(.message(terminalLocation)),
      "intermediateDestinationsVersion": .moment, "intermediateDestinationIndex": .integer,
      "actualIntermediateDestinationArrivalPoints": .list(.message(stopLocation)),
      "actualIntermediateDestinations": .list(.message(stopLocation)),
      "dropoffPoint": .message(terminalLocation), "actualDropoffPoint": .message(stopLocation),
      "dropoffTime": .moment, "remainingWaypoints": .list(.message(tripWaypoint)),
      "vehicleWaypoints": .list(.message(tripWaypoint)), "route": .list(.message(latLng)),
      "currentRouteSegment": .text, "currentRouteSegmentVersion": .moment,
      "currentRouteSegmentTraffic": .message(trafficPolyline),
      "currentRouteSegmentTrafficVersion": .moment,
      "currentRouteSegmentEndPoint": .message(tripWaypoint), "remainingDistanceMeters": .integer,
      "etaToFirstWaypoint": .moment, "remainingTimeToFirstWaypoint": .duration,
      "remainingWaypointsVersion": .moment, "remainingWaypointsRouteVersion": .moment,
      "numberOfPassengers": .integer, "lastLocation": .message(vehicleLocation),
      "lastLocationSnappable": .flag, "view": .name(EnumNames(TripView.self)),
      "attributes": .list(
        .message(
          MessageSchema([
            "key": .text, "stringValue": .text, "boolValue": .flag, "numberValue": .number(),
          ])
        )
      ),
    ],
    readOnly: [
      "name", "pickupTime", "dropoffTime", "intermediateDestinationsVersion",
      "remainingWaypoints", "route", "currentRouteSegment", "currentRouteSegmentVersion",
      "currentRouteSegmentTraffic", "currentRouteSegmentTrafficVersion",
      "currentRouteSegmentEndPoint", "remainingDistanceMeters", "etaToFirstWaypoint",
      "remainingTimeToFirstWaypoint", "remainingWaypointsVersion",
      "remainingWaypointsRouteVersion", "numberOfPassengers", "lastLocation",
      "lastLocationSnappable",
    ]
  )

  static let vehicle = MessageSchema(
    [
      "name": .text, "vehicleState": .name(EnumNames(VehicleState.self)),
      "supportedTripTypes": .list(.name(EnumNames(TripType.self))), "currentTrips": .list(.text),
      "lastLocation": .message(vehicleLocation),
      "pastLocations": .list(.message(vehicleLocation)), "maximumCapacity": .integer,
      "availableCapacity": .integer, "attributes": .list(.message(vehicleAttribute)),
      "vehicleType": .message(vehicleType),
      "licensePlate": .message(MessageSchema(["countryCode": .text, "lastCharacter": .text])),
      "route": .list(.message(terminalLocation)), "currentRouteSegment": .path,
      "currentRouteSegmentTraffic": .message(trafficPolylineData),
      "currentRouteSegmentVersion": .moment,
      "currentRouteSegmentEndPoint": .message(tripWaypoint), "remainingDistanceMeters": .integer,
      "etaToFirstWaypoint": .moment, "remainingTimeSeconds": .integer,
      "waypoints": .list(.message(tripWaypoint)), "waypointsVersion": .moment,
      "backToBackEnabled": .flag, "navigationStatus": .name(EnumNames(NavigationStatus.self)),
      "deviceSettings": .message(deviceSettings),
    ],
    readOnly: [
      "name", "currentTrips", "currentRouteSegmentVersion", "waypointsVersion",
      "availableCapacity",
    ]
  )
}
