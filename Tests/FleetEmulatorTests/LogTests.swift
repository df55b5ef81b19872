@testable import FleetEmulator
import FleetEngine
import Foundation
import HTTPMessages
import TestSupport
import Testing

/// Calls of a real Cloud Logging export, in the spelling of the interface.
private enum RealLog {
  private static let names: [String: String] = {
    let nested = [
      "location", "point", "latitude", "longitude", "heading", "headingAccuracy", "speed",
      "speedAccuracy",
      "latlngAccuracy", "altitude", "altitudeAccuracy", "isRoadSnapped", "isGpsSensorEnabled",
      "rawLocation",
      "rawLocationTime", "rawLocationAccuracy", "updateTime", "trafficRendering", "roadStretch",
      "style",
      "offsetMeters", "lengthMeters", "tripId", "batteryInfo", "isPowerSaveMode", "isInteractive",
    ]
    var names = ["status": "tripStatus", "state": "vehicleState", "navstatus": "navigationStatus"]
    for name in nested + MessageSchema.trip.fields.keys + MessageSchema.vehicle.fields.keys {
      names[name.lowercased()] = name
    }
    return names
  }()

  /// A value in the interface's spelling; what it does not know is left out.
  static func translate(_ value: Any) -> Any {
    if let object = value as? [String: Any] {
      var result: [String: Any] = [:]
      for (key, value) in object {
        if let name = names[key] { result[name] = translate(value) }
      }
      return result
    }
    if let list = value as? [Any] { return list.map(translate) }
    if let text = value as? String {
      for prefix in ["TRIP_STATUS_", "VEHICLE_STATE_", "NAVIGATION_STATUS_", "STYLE_"]
      where text.hasPrefix(prefix) {
        return String(text.dropFirst(prefix.count))
      }
      return text == "EXCLUSIVE_TRIP" ? "EXCLUSIVE" : text
    }
    return value
  }

  struct Entry {
    let time: Timestamp
    let kind: String
    let request: [String: Any]
    let response: [String: Any]
  }

  static func entries() throws -> [Entry] {
    let data = try Data(contentsOf: URL(fileURLWithPath: #require(TestData.log)))
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let logs = try #require(root["rawLogs"] as? [[String: Any]])
    return logs.compactMap { log -> Entry? in
      guard let payload = log["jsonpayload"] as? [String: Any],
        let type = payload["@type"] as? String,
        let time = (log["timestamp"] as? String).flatMap({ Timestamp(rfc3339: $0) }),
        let request = payload["request"] as? [String: Any]
      else { return nil }
      return Entry(
        time: time,
        kind: String(type.split(separator: ".").last ?? ""),
        request: request,
        response: payload["response"] as? [String: Any] ?? [:]
      )
    }.sorted { $0.time < $1.time }
  }
}

@Suite(.enabled(if: TestData.log != nil)) struct `A real log on the emulator` {
  @Test func `is accepted whole and leads both trips to their ends`() async throws {
    let rig = try Rig()
    let entries = try RealLog.entries()
    rig.clock.advance((entries.first?.time ?? TestNow.start) - TestNow.start)
    _ = try await rig.send(
      .post,
      "/v1/providers/demo/vehicles",
      Samples.vehicle,
      query: [("vehicleId", "Vehicle_1")]
    )
    var segments = 0
    var hasLocation = false
    for entry in entries {
      rig.clock.advance(entry.time - rig.clock.now)
      let isTrip = entry.kind.contains("Trip")
      let id = try #require(entry.request[isTrip ? "tripid" : "vehicleid"] as? String)
      let resource = RealLog.translate(entry.request[isTrip ? "trip" : "vehicle"] as Any)
      let body = String(
        decoding: try JSONSerialization.data(withJSONObject: resource),
        as: UTF8.self
      )
      let mask = entry.request["updatemask"] as? String ?? ""
      let collection = "/v1/providers/demo/" + (isTrip ? "trips" : "vehicles")
      let response =
        entry.kind == "CreateTripLog"
        ? try await rig.send(.post, collection, body, query: [("tripId", id)])
        : try await rig.send(.put, collection + "/" + id, body, query: [("updateMask", mask)])
      #expect(response.status == 200, "\(entry.kind) \(mask): \(response.text.prefix(300))")
      guard isTrip, response.status == 200 else {
        if mask.contains("currentRouteSegment") { segments += 1 }
        hasLocation = hasLocation || mask.contains("lastLocation")
        continue
      }
      let trip = try WireJSON.decode(Trip.self, from: response.body)
      let told = entry.response["status"] as? String ?? ""
      #expect(told == "TRIP_STATUS_" + trip.status.wireName)
      #expect(
        (entry.response["remainingwaypoints"] as? [Any])?.count ?? 0
          == trip.remainingWaypoints.count
      )
      #expect((entry.response["actualpickuppoint"] != nil) == (trip.actualPickupPoint != nil))
      #expect((entry.response["actualdropoffpoint"] != nil) == (trip.actualDropoffPoint != nil))
      // The export begins after the vehicle's first reports, which the real server had.
      if hasLocation {
        #expect((entry.response["lastlocation"] != nil) == (trip.lastLocation != nil))
      }
    }
    #expect(segments > 40)
    let changes = await rig.emulator.history.compactMap(\.statusAfter)
    let ride: [TripStatus] = [
      .new, .enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete,
    ]
    #expect(changes == ride + ride)
  }
}
