internal import JSON

/// Converts the spelling of Cloud Logging to that of the API.
enum LogSpelling {
  /// The log's field names that are not the API's in lower case.
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

  /// The names of requests and of the fields that only responses have.
  private static let responseNames: [String: String] = {
    let own = ["currentTrips", "serverTime"]
    return names.merging(own.map { (JSONTree.plain($0), $0) }) { name, _ in name }
  }()

  /// The log's prefixes of enumeration values.
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

  /// Returns a request's message in the API's spelling, without fields that requests lack.
  static func message(_ value: JSONTree) -> JSONTree { message(value, names) }

  /// Returns a response's message in the API's spelling, without its unknown fields.
  static func response(_ value: JSONTree) -> JSONTree { message(value, responseNames) }

  private static func message(_ value: JSONTree, _ names: [String: String]) -> JSONTree {
    switch value {
    case .object(let fields):
      var result = JSONObject()
      for (key, value) in fields {
        if let name = names[key] { result[name] = translated(value, of: name, names) }
      }
      return .object(result)
    case .list(let values): return .list(values.map { message($0, names) })
    case .null, .flag, .number, .integer, .text: return value
    }
  }

  /// Returns the paths of a mask, which is one string or a list in a log.
  static func mask(_ value: JSONTree?) -> [String] {
    switch value {
    case .text(let text): text.utf8.split(separator: UInt8(ascii: ",")).map { path(Substring($0)) }
    case .object(let fields): mask(fields["paths"])
    case .list(let values): values.compactMap(\.text).map { path($0[...]) }
    case .null, .flag, .number, .integer, nil: []
    }
  }

  private static func path(_ text: Substring) -> String {
    let trimmed = text.utf8.contains(UInt8(ascii: " ")) ? text.filter { $0 != " " } : String(text)
    return names[JSONTree.plain(trimmed)] ?? trimmed
  }

  private static func translated(
    _ value: JSONTree,
    of name: String,
    _ names: [String: String]
  ) -> JSONTree {
    switch value {
    case .text(let text): .text(translated(text, of: name))
    case .list(let values): .list(values.map { translated($0, of: name, names) })
    case .object, .null, .flag, .number, .integer: message(value, names)
    }
  }

  private static func translated(_ text: String, of name: String) -> String {
    switch name {
    case "tripType", "supportedTripTypes":
      return text.hasSuffix("_TRIP") ? String(text.dropLast("_TRIP".count)) : text
    case "waypointType": return waypointTypes[text] ?? text
    case "batteryStatus", "powerSource":
      let prefix = name == "powerSource" ? "POWER_SOURCE_LOG_" : "BATTERY_STATUS_LOG_"
      guard text.hasPrefix(prefix) else { return text }
      return String(prefix.dropLast("LOG_".count) + text.dropFirst(prefix.count))
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

extension JSONTree {
  /// The value with all names in lower case and without underscores.
  ///
  /// Logs have names in lower case, in camel case and with underscores.
  var withPlainNames: JSONTree {
    switch self {
    case .object(let object):
      .object(JSONObject(object.map { (Self.plain($0.name), $0.value.withPlainNames) }))
    case .list(let values): .list(values.map(\.withPlainNames))
    case .null, .flag, .number, .integer, .text: self
    }
  }

  /// Returns a name in lower case and without underscores.
  static func plain(_ name: String) -> String {
    var isPlain = true
    var isASCII = true
    for byte in name.utf8 {
      if byte >= 0x80 { isASCII = false }
      if byte == UInt8(ascii: "_") || (0x41...0x5A).contains(byte) { isPlain = false }
    }
    guard isASCII else { return name.lowercased().filter { $0 != "_" } }
    if isPlain { return name }
    let bytes = name.utf8.filter { $0 != UInt8(ascii: "_") }
    return String(
      decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 },
      as: UTF8.self
    )
  }

  /// Whether it contains a place or a route that is replaced by an opaque handle.
  var hasHandle: Bool {
    switch self {
    case .object(let object): object.contains { $0.name.hasSuffix("handle") || $0.value.hasHandle }
    case .list(let values): values.contains(where: \.hasHandle)
    case .null, .flag, .number, .integer, .text: false
    }
  }
}
