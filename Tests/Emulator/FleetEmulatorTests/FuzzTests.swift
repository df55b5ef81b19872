@testable import FleetEmulator
import JSON
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

/// Makes wrong requests of right ones.
private struct Mutator {
  var random: SeededGenerator

  private static let texts = [
    "", "x", "NEW", "2026-01-01T10:00:00Z", "-3s", "AhYCECPlXZ6GAJABAA==", "t1", "v1", "99",
    "1e999", "NaN", "Infinity", "-0", "providers/demo/trips/t1", "\u{0}\u{202E}", "🚕", "__proto__",
    String(repeating: "é", count: 300),
  ]
  private static let numbers = [
    0, -1, 1, 0.5, 1e308, -1e308, 2_147_483_648, 9_007_199_254_740_992, 4, 90.0001, -180.5,
  ]
  private static let names = [
    "point", "location", "latitude", "tripStatus", "trip_status", "attributes", "key", "x", "",
    "waypoints", "vehicleWaypoints", "tripId", "waypointType", "intermediateDestinations",
  ]

  mutating func value(_ depth: Int = 0) -> JSONTree {
    switch Int.random(in: 0...(depth > 3 ? 4 : 6), using: &random) {
    case 0: .null
    case 1: .flag(Bool.random(using: &random))
    case 2: .number(Self.numbers.randomElement(using: &random) ?? 0)
    case 3, 4: .text(Self.texts.randomElement(using: &random) ?? "")
    case 5: .list((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth + 1) })
    default: object(depth)
    }
  }

  private mutating func object(_ depth: Int) -> JSONTree {
    var fields = JSONObject()
    for _ in 0..<Int.random(in: 0...3, using: &random) { fields[name()] = value(depth + 1) }
    return .object(fields)
  }

  mutating func name() -> String { Self.names.randomElement(using: &random) ?? "" }

  /// The tree with about one of its parts changed.
  mutating func mutated(_ tree: JSONTree) -> JSONTree {
    if Int.random(in: 0..<6, using: &random) == 0 { return value() }
    switch tree {
    case .object(var fields):
      switch (
        Int.random(in: 0..<5, using: &random), fields.names.sorted().randomElement(using: &random)
      ) {
      case (0, _): fields[name()] = value()
      case (1, let key?): fields[key] = nil
      case (_, let key?): fields[key] = fields[key].map { mutated($0) }
      case (_, nil): break
      }
      return .object(fields)
    case .list(var values):
      guard let index = values.indices.randomElement(using: &random) else {
        return .list([value()])
      }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: values.append(values[index])
      case 1: values.remove(at: index)
      default: values[index] = mutated(values[index])
      }
      return .list(values)
    case .null, .flag, .number, .integer, .text: return value()
    }
  }
}

/// A right body for a step that is to be made wrong.
struct FuzzCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let step: Step

  private static let waypoints =
    #"[{"location":{"point":{"latitude":37.35,"longitude":-122.06}},"tripId":"t1","waypointType":1},{"tripId":"t1","waypointType":2,"eta":"2026-01-01T10:00:00Z","duration":"3s"}]"#
  private static let trip =
    #"{"name":"providers/demo/trips/t1","vehicleId":"v1","tripStatus":2,"tripType":2,"pickupPoint":{"point":{"latitude":37.35,"longitude":-122.06}},"actualPickupPoint":{"point":{},"timestamp":"2026-01-01T10:00:00Z"},"intermediateDestinations":[{"point":{"latitude":37.36}},{"point":{"latitude":37.37}}],"intermediateDestinationIndex":1,"actualIntermediateDestinations":[{"point":{}}],"dropoffPoint":{"point":{"latitude":37.4,"longitude":-122.03}},"numberOfPassengers":2,"view":1,"attributes":[{"key":"k","stringValue":"v"}],"vehicleWaypoints":\#(waypoints)}"#
  private static let vehicle =
    #"{"vehicleState":2,"supportedTripTypes":[1,2],"lastLocation":{"location":{"latitude":37.35,"longitude":-122.06},"heading":5,"speed":3.5,"updateTime":"2026-01-01T10:00:00Z","locationSensor":4,"isRoadSnapped":true,"speedKmph":9},"maximumCapacity":4,"attributes":[{"key":"k","value":"v"},{"key":"b","boolValue":true}],"vehicleType":{"category":1},"licensePlate":{"countryCode":"US","lastCharacter":"9"},"currentRouteSegment":"AhYFIoF_XZ6GAPV1plu2AYQNAA==","currentRouteSegmentEndPoint":{"tripId":"t1","waypointType":1},"currentRouteSegmentTraffic":{"trafficRendering":{"roadStretch":[{"style":2,"offsetMeters":10,"lengthMeters":50}]}},"remainingDistanceMeters":7,"remainingTimeSeconds":9,"etaToFirstWaypoint":"2026-01-01T10:00:00Z","waypoints":\#(waypoints),"backToBackEnabled":true,"navigationStatus":2,"deviceSettings":{"batteryInfo":{"batteryStatus":2,"batteryPercentage":55.5}},"pastLocations":[{"location":{}}]}"#

  static let all: [FuzzCase] = [
    FuzzCase(testDescription: "CreateTrip", step: Step(.post, "trips", [("tripId", "new")], trip)),
    FuzzCase(testDescription: "UpdateTrip", step: .update("trips/t1", "", trip)),
    FuzzCase(
      testDescription: "CreateVehicle",
      step: Step(.post, "vehicles", [("vehicleId", "new")], vehicle)),
    FuzzCase(testDescription: "UpdateVehicle", step: .update("vehicles/v1", "", vehicle)),
    FuzzCase(
      testDescription: "UpdateVehicleLocation",
      step: Step(
        .put, "vehicles/v1:updateLocation", [],
        #"{"currentLocation":{"location":{"latitude":1},"heading":3},"currentState":2}"#)),
    FuzzCase(
      testDescription: "UpdateVehicleAttributes",
      step: Step(
        .post, "vehicles/v1:updateAttributes", [],
        #"{"attributes":[{"key":"k","value":"v"},{"key":"n","numberValue":3}]}"#)),
    FuzzCase(
      testDescription: "SearchTrips",
      step: Step(
        .post, "trips:search", [],
        #"{"vehicleId":"v1","activeTripsOnly":true,"pageSize":2,"pageToken":"","minimumStaleness":"3.5s"}"#
      )),
    FuzzCase(
      testDescription: "SearchVehicles",
      step: Step(
        .post, "vehicles:search", [],
        #"{"pickupPoint":{"point":{"latitude":37.35,"longitude":-122.06}},"dropoffPoint":{"point":{"latitude":37.4}},"pickupRadiusMeters":10000,"count":9,"minimumCapacity":1,"tripTypes":[1],"maximumStaleness":"60s","orderBy":5,"vehicleTypes":[{"category":1}],"requiredOneOfAttributes":[{"attributes":[{"key":"a","value":"1"}]}],"currentTripsPresent":2}"#
      )),
    FuzzCase(
      testDescription: "ReportBillableTrip",
      step: Step(
        .post, "billableTrips/t:report", [],
        #"{"countryCode":"US","platform":4,"relatedIds":["a"],"solutionType":1}"#)),
  ]
}

@Suite(.limited) struct `Invalid requests` {
  @Test(arguments: FuzzCase.all)
  func `Invalid requests get a response or an error, and the emulator continues`(
    _ test: FuzzCase
  ) async throws {
    var mutator = Mutator(random: SeededGenerator(seed: 7))
    let right = try JSONTree(parsing: Array(test.step.body.utf8))
    let schema: MessageSchema = test.step.path.hasPrefix("trips/") ? .trip : .vehicle
    let paths =
      schema.writable.sorted() + [
        "*", "lastLocation.location", "pickupPoint.point.latitude", "deviceSettings.batteryInfo",
      ]
    var answered = 0
    var refused = 0
    var rig = try Rig()
    for round in 0..<150 {
      if round % 50 == 0 {
        rig = try Rig()
        try await rig.run(
          .vehicle("v1"),
          .located("v1", 37.36, -122.06),
          .trip("t1", "EXCLUSIVE", #","vehicleId":"v1""#))
      }
      let body = String(decoding: try JSONCoding.encode(mutator.mutated(right)), as: UTF8.self)
      var query = test.step.query
      if let index = query.firstIndex(where: { $0.0 == "updateMask" }) {
        let count = Int.random(in: 1...4, using: &mutator.random)
        query[index].1 = (0..<count).compactMap { _ in paths.randomElement(using: &mutator.random) }
          .joined(separator: ",")
      } else if !query.isEmpty {
        query[0].1 += String(round)
      }
      let response = try await rig.send(Step(test.step.method, test.step.path, query, body))
      if response.status == 200 {
        answered += 1
        _ = try response.tree
      } else {
        refused += 1
        let status = RPCStatus(body: response.body, httpStatus: response.status)
        let code = try #require(status?.code, "\(response.text)")
        #expect([.invalidArgument, .failedPrecondition, .notFound].contains(code), "\(body)")
      }
      for path in ["trips/t1", "vehicles/v1"] {
        #expect(try await rig.send(Step(.get, path)).status == 200, "\(body)")
      }
    }
    #expect(refused > 20)
    #expect(answered > 5)
  }

  @Test func `Invalid requests with random masks are updates or errors`() async throws {
    var random = SeededGenerator(seed: 21)
    let rig = try Rig()
    try await rig.run(.vehicle("v1"))
    let pieces =
      MessageSchema.vehicle.fields.keys.sorted() + [
        ".", ",", "*", "", " ", "_", "heading", "location", "é", "`", "\"", "last_location",
      ]
    for _ in 0..<1_000 {
      let mask = (0..<Int.random(in: 0...5, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let response = try await rig.send(.update("vehicles/v1", mask, "{}"))
      #expect([200, 400].contains(response.status), "\(mask): \(response.text)")
    }
  }

  @Test func `Invalid requests with random queries are lists or errors`() async throws {
    var random = SeededGenerator(seed: 22)
    let rig = try Rig()
    try await rig.run(.vehicle("v1"))
    let names =
      MessageSchema.listVehicles.fields.keys.sorted() + [
        "viewport.low.latitude", "viewport.high.longitude", "header.sdkType", "$alt", "x.y..z", "",
      ]
    let values = ["", "1", "-1", "true", "AUTO", "3s", "attributes.a = \"b\"", "k:v|l", "1e9", "é"]
    for _ in 0..<1_000 {
      let query = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        (names.randomElement(using: &random) ?? "", values.randomElement(using: &random) ?? "")
      }
      let response = try await rig.send(
        Step(.get, "vehicles", [("vehicleTypeCategories", "1")] + query))
      #expect([200, 400].contains(response.status), "\(query): \(response.text)")
    }
  }
}
