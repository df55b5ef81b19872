internal import JSON

/// Turns the spelling of Cloud Logging into that of the API.
enum LogSpelling {
  /// The names that a log gives to fields, other than the API's in lower case.
  private static let otherNames = [
    "status": "tripStatus",
    "state": "vehicleState",
    "navstatus": "navigationStatus",
    "supportedtrips": "supportedTripTypes",
    "locsensor": "locationSensor",
    "vehiclecategory": "category",
    "type": "waypointType",
  ]

  private static let names: [String: String] = {
    let names = [
      "name", "vehicleId", "tripId", "tripStatus", "tripType", "pickupPoint", "dropoffPoint",
      "actualPickupPoint", "actualPickupArrivalPoint", "actualDropoffPoint", "pickupTime",
      "dropoffTime", "intermediateDestinations", "intermediateDestinationsVersion",
      "intermediateDestinationIndex", "numberOfPassengers", "vehicleWaypoints", "point",
      "timestamp", "latitude", "longitude", "location", "waypointType", "vehicleState",
      "supportedTripTypes", "maximumCapacity", "vehicleType", "category", "attributes", "key",
      "value", "stringValue", "boolValue", "numberValue", "licensePlate", "backToBackEnabled",
      "navigationStatus", "waypoints", "currentRouteSegment", "currentRouteSegmentTraffic",
      "currentRouteSegmentEndPoint", "trafficRendering", "roadStretch", "style", "offsetMeters",
      "lengthMeters", "remainingDistanceMeters", "remainingTimeSeconds", "etaToFirstWaypoint",
      "deviceSettings", "locationPowerSaveMode", "isPowerSaveMode", "isInteractive",
      "batteryInfo", "batteryStatus", "powerSource", "batteryPercentage", "lastLocation",
      "latlngAccuracy", "heading", "headingAccuracy", "altitude", "altitudeAccuracy", "speed",
      "speedAccuracy", "updateTime", "locationSensor", "isRoadSnapped", "isGpsSensorEnabled",
      "timeSinceUpdate", "rawLocation", "rawLocationTime", "rawLocationSensor",
      "rawLocationAccuracy", "supplementalLocation", "supplementalLocationTime",
      "supplementalLocationSensor", "supplementalLocationAccuracy",
    ]
    let plain = names.map { (JSONTree.plain($0), $0) }
    return otherNames.merging(plain) { _, name in name }
  }()

  /// What a log puts before the values of an enumeration.
  private static let prefixes = [
    "tripStatus": "TRIP_STATUS_",
    "vehicleState": "VEHICLE_STATE_",
    "navigationStatus": "NAVIGATION_STATUS_",
    "locationSensor": "LOCATION_SENSOR_",
    "rawLocationSensor": "LOCATION_SENSOR_",
    "supplementalLocationSensor": "LOCATION_SENSOR_",
    "category": "VEHICLE_CATEGORY_",
    "style": "STYLE_",
  ]

  private static let waypointTypes = [
    "WAYPOINT_TYPE_PICKUP": "PICKUP_WAYPOINT_TYPE",
    "WAYPOINT_TYPE_DROP_OFF": "DROP_OFF_WAYPOINT_TYPE",
    "WAYPOINT_TYPE_INTERMEDIATE_DESTINATION": "INTERMEDIATE_DESTINATION_WAYPOINT_TYPE",
  ]

  /// A message of a log as the API spells it; fields that no request has are left out.
  static func message(_ value: JSONTree) -> JSONTree {
    switch value {
    case .object(let fields):
      var result = JSONObject()
      for (key, value) in fields {
        guard let name = names[key] else { continue }
        result[name] = translated(value, of: name)
      }
      return .object(result)
    case .list(let values): return .list(values.map(message))
    case .null, .flag, .number, .text: return value
    }
  }

  /// The paths of a mask, which a log writes as one text or as a list.
  static func mask(_ value: JSONTree?) -> [String] {
    switch value {
    case .text(let text): text.split(separator: ",").map(path)
    case .object(let fields): mask(fields["paths"])
    case .list(let values): values.compactMap(\.text).map { path($0[...]) }
    case .null, .flag, .number, nil: []
    }
  }

  private static func path(_ text: Substring) -> String {
    let trimmed = text.filter { $0 != " " }
    return names[JSONTree.plain(trimmed)] ?? trimmed
  }

  private static func translated(_ value: JSONTree, of name: String) -> JSONTree {
    switch value {
    case .text(let text): .text(translated(text, of: name))
    case .list(let values): .list(values.map { translated($0, of: name) })
    case .object, .null, .flag, .number: message(value)
    }
  }

  private static func translated(_ text: String, of name: String) -> String {
    switch name {
    case "tripType", "supportedTripTypes":
      return text.hasSuffix("_TRIP") ? String(text.dropLast("_TRIP".count)) : text
    case "waypointType": return waypointTypes[text] ?? text
    case "batteryStatus", "powerSource": return text.removing("_LOG", before: "_")
    case "locationPowerSaveMode":
      let prefix = "LOCATION_POWER_SAVE_MODE_LOG_"
      return text.hasPrefix(prefix) ? "LOCATION_MODE_" + text.dropFirst(prefix.count) : text
    default:
      guard let prefix = prefixes[name], text.hasPrefix(prefix) else { return text }
      let rest = String(text.dropFirst(prefix.count))
      // STYLE_UNSPECIFIED is the API's own.
      return rest == "UNSPECIFIED" ? text : rest
    }
  }
}

extension String {
  /// The text without the first occurrence of a part that something follows.
  fileprivate func removing(_ part: String, before next: String) -> String {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part + next) {
        return self[..<start] + String(self[index(start, offsetBy: part.count)...])
      }
      start = index(after: start)
    }
    return self
  }
}
