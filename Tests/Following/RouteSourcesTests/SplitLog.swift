/// A small log of a ride, whole and split as Cloud Logging keeps it: default entries, and restricted-use
/// entries with the places.
enum SplitLog {
  static let whole = [
    create(places, trip + ", " + places), update(places), drive(route, arrival + route),
    read(places),
  ]

  static let defaults = [create("", trip), update(""), drive("", arrival), read("")]

  static let restricted = [
    part("CreateTrip", 1, "d1", #""trip": {\#(places)}"#, places),
    part("UpdateTrip", 2, "d2", "", places),
    part(
      "UpdateVehicle",
      3,
      "d3",
      #""vehicle": {\#(route.dropFirst(2))}"#,
      "\(route.dropFirst(2))"
    ),
    part("GetTrip", 4, "d4", "", places),
  ]

  private static let places = #"""
    "pickupPoint": {"point": {"latitude": 45.01, "longitude": 7.01}},
    "dropoffPoint": {"point": {"latitude": 45.02, "longitude": 7.02}}
    """#
  private static let trip = #""name": "providers/acme/trips/t1", "tripType": "EXCLUSIVE_TRIP""#
  private static let arrival = #", "etaToFirstWaypoint": "2026-01-01T10:05:00Z""#
  private static let route = #"""
    , "currentRouteSegment": "AhYFIoF_XZ6GAPV1plu2AYQNAA==",
    "waypoints": [{"location": {"point": {"latitude": 45.01, "longitude": 7.01}}, "tripId": "t1",
      "waypointType": "WAYPOINT_TYPE_PICKUP"}]
    """#

  private static func create(_ given: String, _ response: String) -> String {
    entry(
      "CreateTrip", 1, #""tripId": "t1", "trip": {"tripType": "EXCLUSIVE_TRIP"\#(list(given))}"#,
      response)
  }

  private static func update(_ answer: String) -> String {
    entry(
      "UpdateTrip", 2, #""tripId": "t1", "updateMask": "vehicleId", "trip": {"vehicleId": "v1"}"#,
      #"\#(trip), "vehicleId": "v1"\#(list(answer))"#)
  }

  private static func drive(_ given: String, _ answer: String) -> String {
    let place = #""lastLocation": {"location": {"latitude": 45.0, "longitude": 7.0}, "speed": 8.5}"#
    return entry(
      "UpdateVehicle", 3,
      #""vehicleId": "v1", "updateMask": "lastLocation,currentRouteSegment,waypoints", "#
        + #""vehicle": {\#(place)\#(given)}"#,
      #""name": "providers/acme/vehicles/v1", "currentTrips": ["t1"], \#(place)\#(answer)"#)
  }

  private static func read(_ answer: String) -> String {
    entry("GetTrip", 4, #""name": "providers/acme/trips/t1""#, trip + list(answer))
  }

  private static func list(_ members: String) -> String { members.isEmpty ? "" : ", " + members }

  private static func entry(
    _ method: String, _ second: Int, _ request: String, _ response: String
  ) -> String {
    #"""
    {"insertId": "d\#(second)", "logName": "projects/acme/logs/fleetengine.googleapis.com%2Fx",
     "timestamp": "2026-01-01T10:00:0\#(second)Z", "jsonPayload": {
     "@type": "type.googleapis.com/maps.fleetengine.v1.\#(method)Log",
     "request": {\#(request)}, "response": {\#(response)}}}
    """#
  }

  private static func part(
    _ method: String, _ second: Int, _ parent: String, _ request: String, _ response: String
  ) -> String {
    entry(method + "Restricted", second, request, response)
      .replacing(#""insertId": "d"#, with: #""insertId": "r"#)
      .replacing(#""request""#, with: #""parentInsertId": "\#(parent)", "request""#)
  }

  /// The entries of the whole log as Fleet Archive writes them.
  static let archive = zip(whole, ["createTrip", "updateTrip", "updateVehicle", "getTrip"]).map {
    entry, method in
    let call = entry.split(separator: #""request""#, maxSplits: 1)[1].dropLast()
    let time = entry.split(separator: #""timestamp": ""#, maxSplits: 1)[1].prefix(20)
    return #"{"serverTime": "\#(time)", "\#(method)": {"request"\#(call)}"#
  }

  /// The entries of the whole log as BigQuery has them: with columns for each method, with wrappers, and
  /// with its forms of times.
  static let tables: [[String]] = [
    whole.map(row), whole.map { row($0).replacing("\"_type", with: "\"_kind") },
    whole.map { $0.replacing(": 8.5", with: #": {"value": 8.5}"#) },
    whole.map { $0.replacing("T10:0", with: " 10:0") },
    whole.map { $0.replacing("Z\"", with: " UTC\"").replacing("T10:0", with: " 10:0") },
    whole.map { $0.replacing("Z\"", with: "\"").replacing("T10:0", with: " 10:0") },
    whole.map { $0.replacing("Z\"", with: "+00\"") },
    whole.map { $0.replacing("\"2026", with: "{\"value\": \"2026").replacing("Z\"", with: "Z\"}") },
    whole.map { $0.replacing("\"timestamp", with: "\"receiveTimestamp") },
    whole.map { $0.replacing("\"2026-01-01T10:05:00Z\"", with: "1767261900") },
    whole.map {
      $0.replacing("\"2026-01-01T10:05:00Z\"", with: #"{"seconds": "1767261900", "nanos": 0}"#)
    },
    whole.map { $0.replacing("\"vehicleId\", \"trip", with: #"[{"value": "vehicleId"}], "trip"#) },
  ]

  private static func row(_ entry: String) -> String {
    let method = entry.split(separator: "v1.")[1].split(separator: "\"")[0].lowercased()
    return
      entry.replacing("jsonPayload", with: "jsonpayload_v1_\(method)")
      .replacing("\"@type", with: "\"_type")
      .replacing("\"tripType\"", with: "\"placeHandle\": null, \"tripType\"")
      .replacing("{\"insertId\"", with: "{\"jsonpayload_v1_x\": null, \"insertId\"")
  }
}
