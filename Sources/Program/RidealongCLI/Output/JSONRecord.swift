internal import FleetEngine
internal import Geo
internal import JSON
internal import TrustLimits
internal import Viewer

/// A JSON object whose members are set one by one; a member that is nil is left out.
struct JSONRecord: Encodable, Sendable {
  private var members: [String: any Encodable & Sendable] = [:]

  init() {}

  init(_ type: String, at now: Timestamp? = nil) {
    self["v"] = JSONLine.version
    self["type"] = type
    self["time"] = now.map(Self.time)
  }

  subscript<Value: Encodable & Sendable>(_ name: String) -> Value? {
    get { members[name] as? Value }
    set { members[name] = newValue }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONKey.self)
    for (name, value) in members { try container.encode(value, forKey: JSONKey(name)) }
  }

  /// The record as a JSON object, with its members in the order of their names.
  ///
  /// Throws for a number that is not finite.
  func object() throws(CommandError) -> JSONObject {
    do { return try JSONTree(parsing: JSONCoding.encode(self)).object ?? [:] } catch {
      throw CommandError(.failure, "The output cannot be written as JSON.")
    }
  }

  /// A time in whole seconds.
  static func time(_ time: Timestamp) -> String { time.inWholeSeconds.description }

  /// Sets `lat` and `lon` in degrees, with six digits after the point: about a tenth of a meter.
  mutating func set(_ place: Coordinate?) {
    self["lat"] = place.map { ($0.latitude * 1_000_000).rounded() / 1_000_000 }
    self["lon"] = place.map { ($0.longitude * 1_000_000).rounded() / 1_000_000 }
  }

  init(_ place: Coordinate) { set(place) }

  init(_ waypoint: TripWaypoint) {
    self["kind"] = waypoint.type.label
    self["trip"] = waypoint.tripID?.cutForJSON
    set(waypoint.location?.point)
  }
}

extension WaypointType {
  /// The name in JSON and in sentences.
  var label: String {
    switch self {
    case .pickup: "pickup"
    case .intermediateDestination: "stop"
    case .dropoff: "dropoff"
    case .unknown: wireName.cutForJSON
    }
  }
}

extension String {
  /// The text, cut to the length that docs/json.md promises.
  var cutForJSON: String {
    guard utf8.count > Limits.Text.bytes else { return self }
    return String(UnicodeScalarView(unicodeScalars.prefix(Limits.Text.bytes)))
  }
}
