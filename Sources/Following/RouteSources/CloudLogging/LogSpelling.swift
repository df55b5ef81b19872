internal import FleetEngine
internal import JSON

/// Converts the spelling of Cloud Logging to that of the API, by the tables of the API's messages.
enum LogSpelling {
  /// A field of the API as a log spells its value.
  private struct Field: Sendable {
    let name: String
    let kind: Kind
    /// The factor that converts the value of a deprecated field to that of its successor, whose name this has.
    var factor: Double?
  }

  private indirect enum Kind: Sendable {
    case plain
    case moment
    case names(Names)
    /// The fields of a message by the spellings of their names.
    case message([String: Field])
  }

  /// The values of an enumeration, whose texts in a log may have the words of its name in other places.
  private struct Names: Sendable {
    private let words: Set<String>
    private let texts: [String: String]

    init(_ names: EnumNames) {
      let words = Set(
        FieldName.snakeCase(names.typeName.replacing(".", with: "_")).uppercased()
          .split(separator: "_").map(String.init)
      ).union(["LOG"])
      self.words = words
      texts = Dictionary(names.numbers.keys.map { (Self.key($0, without: words), $0) }) { one, _ in
        one
      }
    }

    private static func key(_ text: String, without words: Set<String>) -> String {
      text.split(separator: "_").filter { !words.contains(String($0)) }.joined(separator: "_")
    }

    /// The API's text: `PICKUP_WAYPOINT_TYPE` for `WAYPOINT_TYPE_PICKUP`; an unknown text itself.
    subscript(text: String) -> String { texts[Self.key(text, without: words)] ?? text }
  }

  /// The log's names of fields that differ by more than their spelling.
  private static let otherNames = [
    "status": "tripStatus", "state": "vehicleState", "navstatus": "navigationStatus",
    "supportedtrips": "supportedTripTypes", "locsensor": "locationSensor",
    "vehiclecategory": "category", "type": "waypointType",
  ]

  /// The fields that are left out: they are most of a log, and follow from the routes.
  private static let leftOut: Set = [
    "pathToWaypoint", "encodedPathToWaypoint", "trafficToWaypoint",
  ]

  /// Output-only fields that requests to create a resource still contain.
  private static let requested: Set = ["name", "numberOfPassengers"]

  private static let trip = fields(of: Trip.wireFields.schema)
  private static let vehicle = fields(of: Vehicle.wireFields.schema)
  private static let request = fields(
    of: MessageSchema(json: [
      "trip": .message(Trip.wireFields.schema), "vehicle": .message(Vehicle.wireFields.schema),
      "updateMask": .text, "parent": .text, "name": .text, "tripId": .text, "vehicleId": .text,
    ]
    ),
    isRequest: true
  )
  /// The fields that a mask may name.
  private static let masked = trip.merging(vehicle) { one, _ in one }

  private static func fields(of schema: MessageSchema, isRequest: Bool = false) -> [String: Field] {
    var fields: [String: Field] = [:]
    for (name, type) in schema.fields where !leftOut.contains(name) {
      if isRequest, schema.readOnly.contains(name), !requested.contains(name) { continue }
      let successor = schema.successors[name]
      let field = Field(
        name: successor?.name ?? name, kind: kind(of: type, isRequest), factor: successor?.factor)
      for spelling in [name, JSONTree.plain(name), FieldName.snakeCase(name)] {
        fields[spelling] = field
      }
    }
    for (other, name) in otherNames where fields[other] == nil { fields[other] = fields[name] }
    return fields
  }

  private static func kind(of type: FieldType, _ isRequest: Bool) -> Kind {
    switch type {
    case .list(let type), .wrapped(let type), .unread(let type): kind(of: type, isRequest)
    case .moment: .moment
    case .name(let names): .names(Names(names))
    case .message(let schema): .message(fields(of: schema, isRequest: isRequest))
    default: .plain
    }
  }

  // MARK: - Messages

  /// Returns a request in the API's spelling, without fields that requests lack.
  static func request(_ value: JSONTree) -> JSONTree { converted(value, .message(request)) }

  /// Returns the trip of a response in the API's spelling.
  static func trip(_ value: JSONTree) -> JSONTree { converted(value, .message(trip)) }

  /// Returns the vehicle of a response in the API's spelling.
  static func vehicle(_ value: JSONTree) -> JSONTree { converted(value, .message(vehicle)) }

  private static func converted(_ value: JSONTree, _ kind: Kind) -> JSONTree {
    let value = value.unwrapped
    if case .list(let values) = value { return .list(values.map { converted($0, kind) }) }
    switch (kind, value) {
    case (.moment, _) where !isTime(value):
      return Timestamp(logged: value).map { .text($0.description) } ?? value
    case (.names(let names), .text(let text)): return .text(names[text])
    case (.message(let fields), .object(let object)): return .object(message(object, fields))
    default: return value
    }
  }

  private static func message(_ object: JSONObject, _ fields: [String: Field]) -> JSONObject {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(object.members.count)
    var older: [JSONObject.Member] = []
    for (name, value) in object {
      // Tables have a column for each field, with null in most.
      guard value != .null, let field = fields[name] ?? fields[JSONTree.plain(name)] else {
        continue
      }
      let value = converted(value, field.kind)
      if let factor = field.factor {
        older.append((field.name, value.number.map { .number($0 * factor) } ?? value))
      } else {
        members.append((field.name, value))
      }
    }
    for field in older where !members.contains(where: { $0.name == field.name }) {
      members.append(field)
    }
    return JSONObject(members)
  }

  /// Whether a value is a time as the API writes it.
  private static func isTime(_ value: JSONTree) -> Bool {
    guard case .text(let text) = value else { return false }
    return text.utf8.last == UInt8(ascii: "Z") && text.utf8.contains(UInt8(ascii: "T"))
  }

  // MARK: - Masks

  /// Returns the paths of a mask, which is one string or a list in a log.
  static func mask(_ value: JSONTree?) -> [String] {
    switch value {
    case .text(let text): text.utf8.split(separator: UInt8(ascii: ",")).map { path(Substring($0)) }
    case .object(let fields): mask(fields["paths"])
    case .list(let values): values.compactMap(\.unwrapped.text).map { path($0[...]) }
    case .null, .flag, .number, .integer, nil: []
    }
  }

  private static func path(_ text: Substring) -> String {
    let trimmed = text.utf8.contains(UInt8(ascii: " ")) ? text.filter { $0 != " " } : String(text)
    return (masked[trimmed] ?? masked[JSONTree.plain(trimmed)])?.name ?? trimmed
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
      decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }

  /// The value of a wrapper message, which BigQuery writes as an object; any other value itself.
  var unwrapped: JSONTree {
    guard case .object(let object) = self, object.members.count == 1,
      let (name, value) = object.members.first, name == "value", value.object == nil,
      value.list == nil
    else { return self }
    return value
  }

  /// Whether a place or a route in it is replaced by an opaque handle.
  ///
  /// A restricted entry that was joined has the value itself, next to the handle.
  var hasHandle: Bool {
    switch self {
    case .object(let object):
      object.contains { name, value in
        guard name.utf8.suffix(5).elementsEqual("andle".utf8) else { return value.hasHandle }
        let hidden = Self.plain(name).dropLast(6)
        return value != .null && !object.contains { Self.plain($0.name) == hidden }
      }
    case .list(let values): values.contains(where: \.hasHandle)
    case .null, .flag, .number, .integer, .text: false
    }
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
