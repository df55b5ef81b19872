internal import FleetEngine
internal import JSON

/// Converts the spelling of Cloud Logging to that of the API.
struct LogSpelling {
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

  private static let apiNames = [
    "trip", "vehicle", "updateMask", "paths", "parent", "name", "vehicleId", "tripId", "tripStatus",
    "tripType", "pickupPoint", "dropoffPoint",
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

  /// A field of the API, and how the log spells its texts.
  private struct Field {
    let name: String
    var text = TextSpelling.same
  }

  private enum TextSpelling {
    case same
    case time
    /// The log's prefix of enumeration values, and the API's.
    case prefix(String, String = "")
    case tripType
    case waypointType
  }

  private static let texts: [String: TextSpelling] = {
    let times = [
      "pickupTime", "dropoffTime", "timestamp", "etaToFirstWaypoint", "updateTime", "serverTime",
      "rawLocationTime", "supplementalLocationTime",
    ]
    return [
      "tripType": .tripType, "supportedTripTypes": .tripType, "waypointType": .waypointType,
      "tripStatus": .prefix("TRIP_STATUS_"), "vehicleState": .prefix("VEHICLE_STATE_"),
      "navigationStatus": .prefix("NAVIGATION_STATUS_"),
      "locationSensor": .prefix("LOCATION_SENSOR_"),
      "rawLocationSensor": .prefix("LOCATION_SENSOR_"),
      "supplementalLocationSensor": .prefix("LOCATION_SENSOR_"),
      "category": .prefix("VEHICLE_CATEGORY_"), "style": .prefix("STYLE_"),
      "batteryStatus": .prefix("BATTERY_STATUS_LOG_", "BATTERY_STATUS_"),
      "powerSource": .prefix("POWER_SOURCE_LOG_", "POWER_SOURCE_"),
      "locationPowerSaveMode": .prefix("LOCATION_POWER_SAVE_MODE_LOG_", "LOCATION_MODE_"),
    ].merging(times.map { ($0, .time) }) { one, _ in one }
  }()

  private static let waypointTypes = [
    "WAYPOINT_TYPE_PICKUP": "PICKUP_WAYPOINT_TYPE",
    "WAYPOINT_TYPE_DROP_OFF": "DROP_OFF_WAYPOINT_TYPE",
    "WAYPOINT_TYPE_INTERMEDIATE_DESTINATION": "INTERMEDIATE_DESTINATION_WAYPOINT_TYPE",
  ]

  /// The fields of requests by the log's spellings of their names.
  private static let requestFields = spellings(of: apiNames)

  /// The fields of requests, and those that only responses have.
  private static let responseFields = spellings(of: apiNames + ["currentTrips", "serverTime"])

  private static func spellings(of names: [String]) -> [String: Field] {
    let all = names.flatMap { name in
      [(name, name), (JSONTree.plain(name), name), (FieldName.snakeCase(name), name)]
    }
    return otherNames.merging(all) { _, name in name }
      .mapValues { Field(name: $0, text: texts[$0] ?? .same) }
  }

  /// Whether a place or a route is replaced by an opaque handle in what was converted so far.
  private(set) var hidesPlaces = false

  // MARK: - Messages

  /// Returns a request in the API's spelling, without fields that requests lack.
  mutating func request(_ value: JSONTree) -> JSONTree { message(value, Self.requestFields) }

  /// Returns a response in the API's spelling, without its unknown fields.
  mutating func response(_ value: JSONTree) -> JSONTree { message(value, Self.responseFields) }

  private mutating func message(_ value: JSONTree, _ fields: [String: Field]) -> JSONTree {
    guard case .object(let object) = value.unwrapped else { return value.unwrapped }
    var members: [JSONObject.Member] = []
    members.reserveCapacity(object.members.count)
    for (name, value) in object {
      // Tables have a column for each field, with null in most.
      if case .null = value { continue }
      if let field = fields[name] ?? fields[JSONTree.plain(name)] {
        members.append((field.name, converted(value.unwrapped, field.text, fields)))
      } else if name.utf8.suffix(5).elementsEqual("andle".utf8) {
        // A restricted entry that was joined has the value itself.
        let hidden = JSONTree.plain(name).dropLast(6)
        hidesPlaces = hidesPlaces || !object.contains { JSONTree.plain($0.name) == hidden }
      }
    }
    return .object(JSONObject(members))
  }

  private mutating func converted(
    _ value: JSONTree,
    _ spelling: TextSpelling,
    _ fields: [String: Field]
  ) -> JSONTree {
    if case .time = spelling, !Self.isTime(value), let time = Timestamp(logged: value) {
      return .text(time.description)
    }
    switch value {
    case .text(let text): return .text(Self.converted(text, spelling))
    case .list(let values):
      var list: [JSONTree] = []
      list.reserveCapacity(values.count)
      for value in values { list.append(converted(value.unwrapped, spelling, fields)) }
      return .list(list)
    case .object, .null, .flag, .number, .integer: return message(value, fields)
    }
  }

  /// Whether a value is a time as the API writes it.
  private static func isTime(_ value: JSONTree) -> Bool {
    guard case .text(let text) = value else { return false }
    return text.utf8.last == UInt8(ascii: "Z") && text.utf8.contains(UInt8(ascii: "T"))
  }

  private static func converted(_ text: String, _ spelling: TextSpelling) -> String {
    switch spelling {
    case .same, .time: return text
    case .tripType: return text.hasSuffix("_TRIP") ? String(text.dropLast(5)) : text
    case .waypointType: return waypointTypes[text] ?? text
    case .prefix(let own, let other):
      guard text.hasPrefix(own) else { return text }
      let rest = text.dropFirst(own.count)
      // STYLE_UNSPECIFIED is the API's own.
      return other.isEmpty && rest == "UNSPECIFIED" ? text : other + rest
    }
  }

  // MARK: - Masks

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
    return (requestFields[trimmed] ?? requestFields[JSONTree.plain(trimmed)])?.name ?? trimmed
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

  /// The value of a wrapper message, which BigQuery writes as an object; any other value itself.
  var unwrapped: JSONTree {
    guard case .object(let object) = self, object.members.count == 1,
      let (name, value) = object.members.first, name == "value", value.object == nil,
      value.list == nil
    else { return self }
    return value
  }

  /// Whether it contains a place or a route that is replaced by an opaque handle.
  var hasHandle: Bool {
    var spelling = LogSpelling()
    _ = spelling.request(self)
    return spelling.hidesPlaces
  }

  /// The value with what a restricted entry has in addition; texts and numbers of its own stay.
  func joined(with restricted: JSONTree) -> JSONTree {
    switch (self, restricted) {
    case (.object(let own), .object(let others)):
      var members = own.members
      let numbers = Dictionary(members.indices.map { (Self.plain(members[$0].name), $0) }) { $1 }
      for (name, value) in others {
        if let number = numbers[Self.plain(name)] {
          members[number].value = members[number].value.joined(with: value)
        } else {
          members.append((name, value))
        }
      }
      return .object(JSONObject(members))
    case (_, .null): return self
    case (.null, _): return restricted
    case (.list, .list(let values)): return values.isEmpty ? self : restricted
    case (_, _): return self
    }
  }
}
