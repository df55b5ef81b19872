@testable import FleetEmulator
import JSON
import FleetEngine
import Foundation
import Geo
import HTTPMessages
import TestSupport
import Testing

/// Calls of a real Cloud Logging export, in the spelling of the interface.
enum RealLog {
  static let vehicleID = "Vehicle_1"

  private static let names: [String: String] = {
    var names = [
      "status": "tripStatus", "state": "vehicleState", "navstatus": "navigationStatus",
      "locsensor": "locationSensor", "supportedtrips": "supportedTripTypes",
      "vehiclecategory": "category", "type": "waypointType",
    ]
    func add(_ schema: MessageSchema) {
      for (name, type) in schema.fields {
        names[name.lowercased()] = names[name.lowercased()] ?? name
        var type = type
        if case .list(let element) = type { type = element }
        if case .message(let inner) = type { add(inner) }
      }
    }
    add(.trip)
    add(.vehicle)
    return names
  }()

  private static let values = [
    "EXCLUSIVE_TRIP": "EXCLUSIVE", "SHARED_TRIP": "SHARED",
    "WAYPOINT_TYPE_PICKUP": "PICKUP_WAYPOINT_TYPE",
    "WAYPOINT_TYPE_DROP_OFF": "DROP_OFF_WAYPOINT_TYPE",
  ]

  /// A value in the interface's spelling; what it does not know is left out.
  private static func translate(_ value: JSONTree) -> JSONTree {
    switch value {
    case .object(let fields):
      var result = JSONObject()
      for (key, value) in fields { if let name = names[key] { result[name] = translate(value) } }
      return .object(result)
    case .list(let values): return .list(values.map(translate))
    case .text(let text):
      for prefix in [
        "TRIP_STATUS_", "VEHICLE_STATE_", "NAVIGATION_STATUS_", "STYLE_", "LOCATION_SENSOR_",
      ] where text.hasPrefix(prefix) { return .text(String(text.dropFirst(prefix.count))) }
      return .text(values[text] ?? text)
    case .null, .flag, .number, .integer: return value
    }
  }

  /// A call and what the real server answered.
  struct Entry: Sendable {
    let kind: String
    /// When the log noted the call.
    let time: Timestamp
    /// When the server had the call, where its response tells; else when the log noted it.
    let received: Timestamp
    let id: String
    let mask: String
    let body: JSONTree
    let response: JSONTree

    var isOfTrip: Bool { kind.contains("Trip") }

    fileprivate init?(_ log: JSONTree) {
      guard let type = log.text("jsonpayload", "@type"),
        let time = log.text("timestamp").flatMap({ Timestamp(rfc3339: $0) })
      else { return nil }
      kind = String(type.split(separator: ".").last ?? "")
      self.time = time
      let isOfTrip = kind.contains("Trip")
      guard let id = log.text("jsonpayload", "request", isOfTrip ? "tripid" : "vehicleid") else {
        return nil
      }
      self.id = id
      mask = log.text("jsonpayload", "request", "updatemask") ?? ""
      body = RealLog.translate(
        log.value(at: ["jsonpayload", "request", isOfTrip ? "trip" : "vehicle"]) ?? .object([:]))
      response = RealLog.translate(log.value(at: ["jsonpayload", "response"]) ?? .object([:]))
      received = Entry.received(response, isOfTrip: isOfTrip) ?? time
    }

    private static func received(_ response: JSONTree, isOfTrip: Bool) -> Timestamp? {
      func moment(_ path: String...) -> Timestamp? {
        response.text(path).flatMap { Timestamp(rfc3339: $0) }
      }
      if !isOfTrip { return moment("lastLocation", "serverTime") }
      if response.text("tripStatus") == "COMPLETE" { return moment("dropoffTime") }
      guard let arrival = moment("etaToFirstWaypoint"),
        let left = response.text("remainingTimeToFirstWaypoint").flatMap({ Duration(wire: $0) })
      else { return nil }
      // An answer comes after the location that it tells.
      let seen = moment("lastLocation", "serverTime").map { $0 + .microseconds(1) }
      return max(arrival - left, seen ?? arrival - left)
    }
  }

  /// The calls in the order in which the server had them.
  static func entries() throws -> [Entry] {
    let data = try Data(contentsOf: URL(fileURLWithPath: #require(TestData.log)))
    let root = try JSONTree(parsing: Array(data))
    guard case .list(let logs) = root.value(at: ["rawLogs"]) else { return [] }
    return logs.compactMap(Entry.init).sorted { $0.received < $1.received }
  }

  /// The positions of the trips' waypoints; the log has nothing else about them.
  static func waypoints(_ entries: [Entry]) -> [(point: Coordinate, tripID: String, type: String)] {
    entries.filter { $0.kind == "CreateTripLog" }.flatMap { entry in
      [("pickupPoint", "PICKUP_WAYPOINT_TYPE"), ("dropoffPoint", "DROP_OFF_WAYPOINT_TYPE")]
        .compactMap { name, type in
          entry.body.value(at: [name, "point"])?.coordinate.map { ($0, entry.id, type) }
        }
    }
  }

  /// Creates the vehicle that the log does not create, as its first answers describe it.
  static func prepare(_ rig: Rig, _ entries: [Entry]) async throws {
    let first = try #require(entries.first { !$0.isOfTrip }?.response)
    // The log begins after the vehicle's first reports, which the real server had.
    let known = try #require(entries.first { $0.response.value(at: ["lastLocation"]) != nil })
    var vehicle = JSONTree.object([:])
    for name in ["vehicleState", "supportedTripTypes", "maximumCapacity", "vehicleType"] {
      vehicle.set(first.value(at: [name]), at: [name])
    }
    vehicle.set(known.response.value(at: ["lastLocation"]), at: ["lastLocation"])
    let seen = try #require(
      known.response.text("lastLocation", "serverTime").flatMap { Timestamp(rfc3339: $0) })
    rig.clock.advance(seen - rig.clock.now)
    let response = try await rig.send(
      .post, "/v1/providers/demo/vehicles", try vehicle.json, query: [("vehicleId", vehicleID)])
    try #require(response.status == 200, "\(response.text)")
  }

  /// Sends a call at the moment at which the real server had it.
  static func send(_ entry: Entry, _ rig: Rig) async throws -> TransportResponse {
    rig.clock.advance(entry.received - rig.clock.now)
    let collection = "/v1/providers/demo/" + (entry.isOfTrip ? "trips" : "vehicles")
    return entry.kind == "CreateTripLog"
      ? try await rig.send(.post, collection, entry.body.json, query: [("tripId", entry.id)])
      : try await rig.send(
        .put, collection + "/" + entry.id, entry.body.json, query: [("updateMask", entry.mask)])
  }
}

extension JSONTree {
  func text(_ path: String...) -> String? { text(path) }

  func text(_ path: [String]) -> String? {
    if case .text(let text) = value(at: path) { text } else { nil }
  }

  /// A place, of a message with latitude and longitude.
  var coordinate: Coordinate? {
    guard case .number(let latitude) = value(at: ["latitude"]),
      case .number(let longitude) = value(at: ["longitude"])
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  fileprivate var json: String {
    get throws { String(decoding: try JSONCoding.encode(self), as: UTF8.self) }
  }
}
