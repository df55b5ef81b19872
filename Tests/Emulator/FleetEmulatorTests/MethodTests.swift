@testable import FleetEmulator
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

/// A procedure, and the roles that may call it.
struct MethodCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let step: Step
  let roles: Set<ServiceRole>

  init(_ procedure: String, _ step: Step, _ roles: Set<ServiceRole>) {
    testDescription = procedure
    self.step = step
    self.roles = roles
  }

  private static let search =
    #"{"pickupPoint":{"point":{}},"pickupRadiusMeters":400,"count":1,"minimumCapacity":1,"tripTypes":[2],"vehicleTypes":[{"category":1}],"orderBy":1}"#

  static let all: [MethodCase] = [
    MethodCase("CreateTrip", .trip("t2"), [.server]),
    MethodCase("GetTrip", Step(.get, "trips/t1"), [.server, .driver, .consumer, .fleetReader]),
    MethodCase("UpdateTrip", .status("NEW"), [.server]),
    MethodCase("DeleteTrip", Step(.delete, "trips/t3"), [.server]),
    MethodCase("SearchTrips", Step(.post, "trips:search", [], "{}"), [.server, .fleetReader]),
    MethodCase(
      "ReportBillableTrip", Step(.post, "billableTrips/t1:report", [], #"{"countryCode":"US"}"#),
      [.server]
    ),
    MethodCase("CreateVehicle", .vehicle("v2"), [.server]),
    MethodCase(
      "GetVehicle",
      Step(.get, "vehicles/v1"),
      [.server, .driver, .consumer, .fleetReader]
    ),
    MethodCase(
      "UpdateVehicle",
      .update("vehicles/v1", "vehicleState", #"{"vehicleState":2}"#),
      [.server, .driver]
    ),
    MethodCase("DeleteVehicle", Step(.delete, "vehicles/v3"), [.server]),
    MethodCase(
      "UpdateVehicleAttributes",
      Step(.post, "vehicles/v1:updateAttributes", [], #"{"attributes":[{"key":"k"}]}"#),
      [.server]
    ),
    MethodCase(
      "ListVehicles", Step(.get, "vehicles", [("vehicleTypeCategories", "AUTO")]),
      [.server, .fleetReader]),
    MethodCase(
      "SearchVehicles", Step(.post, "vehicles:search", [], search),
      [.server, .consumer, .fleetReader]),
    MethodCase(
      "UpdateVehicleLocation",
      Step(.put, "vehicles/v1:updateLocation", [], #"{"currentLocation":{"location":{}}}"#),
      [.server, .driver]),
    MethodCase(
      "SearchFuzzedVehicles", Step(.post, "vehicles:searchFuzzed", [], search),
      [.server, .consumer, .fleetReader]),
  ]
}

@Suite(.limited) struct `The methods` {
  @Test(arguments: MethodCase.all)
  func `The methods accept only the roles that the protocol allows`(_ test: MethodCase) async throws
  {
    for role in ServiceRole.allCases {
      let rig = try Rig()
      try await rig.run(
        .vehicle("v1"),
        .vehicle("v3"),
        .trip("t1", "EXCLUSIVE", #","vehicleId":"v1""#),
        .trip("t3")
      )
      if test.roles.contains(role) {
        let response = try await rig.send(test.step, as: role)
        #expect(response.status == 200, "\(role): \(response.text)")
      } else {
        #expect(try await rig.refusal(test.step, as: role).code == .permissionDenied)
      }
      #expect(await rig.emulator.history.last?.procedure == test.testDescription)
    }
  }

  @Test func `The methods check IDs, then roles, then projects`() async throws {
    let rig = try Rig()
    try await rig.run(.vehicle("v1"), .trip("t1"))
    let other = try await rig.refusal(.status("NEW", of: "t2"), as: .consumer)
    #expect(other.message == "The token is for another trip.")
    let own = try await rig.refusal(.status("NEW"), as: .consumer)
    #expect(own.message == "The role consumer may not call UpdateTrip.")
    let project = try await rig.send(.get, "/v1/providers/other/trips/t1")
    #expect(project.status == 403)
    #expect(project.text.contains("project"))
  }

  @Test func `The methods delete unused resources`() async throws {
    let rig = try Rig()
    try await rig.run(.vehicle("v1"), .trip("t1", "EXCLUSIVE", #","vehicleId":"v1""#), .trip("t2"))
    let busy = try await rig.refusal(Step(.delete, "trips/t1"))
    #expect(busy.code == .failedPrecondition)
    #expect(busy.message.contains("active and assigned"))
    #expect(try await rig.send(Step(.delete, "trips/t2")).text == "{}")
    try await rig.run(.status("COMPLETE"))
    let referred = try await rig.refusal(Step(.delete, "vehicles/v1"))
    #expect(referred.code == .failedPrecondition)
    #expect(referred.message.contains("t1"))
    #expect(try await rig.send(Step(.delete, "trips/t1")).text == "{}")
    #expect(try await rig.send(Step(.delete, "vehicles/v1")).text == "{}")
    for path in ["trips/t1", "trips/t2", "vehicles/v1"] {
      #expect(try await rig.refusal(Step(.get, path)).code == .notFound)
      #expect(try await rig.refusal(Step(.delete, path)).code == .notFound)
    }
    try await rig.run(.vehicle("v1"), .trip("t1", "EXCLUSIVE", #","vehicleId":"v1""#))
  }

  @Test func `The methods omit the parts of a vehicle that the client has`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    let whole = try await rig.run(Step(.get, "vehicles/v1"))
    let segment = try #require(whole.at("currentRouteSegmentVersion"))
    let waypoints = try #require(whole.at("waypointsVersion"))
    #expect(whole.at("currentRouteSegment") == "AhYFIoF_XZ6GAPV1plu2AYQNAA==")
    #expect(whole.at("waypoints.0.encodedPathToWaypoint") == "AhYFIoF_XZ6GAPV1plu2AYQNAA==")
    let narrow = try await rig.run(
      Step(
        .get, "vehicles/v1",
        [("current_route_segment_version", segment), ("waypointsVersion", waypoints)]))
    #expect(narrow.at("currentRouteSegment") == nil)
    #expect(narrow.at("waypoints") == nil)
    #expect(narrow.at("currentRouteSegmentVersion") == segment)
    let older = "2025-12-31T23:00:00-01:00"
    let again = try await rig.run(
      Step(.get, "vehicles/v1", [("currentRouteSegmentVersion", older)]))
    #expect(again.at("currentRouteSegment") != nil)
  }

  @Test func `The methods hide a driver's raw fixes from riders`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    let seen = try await rig.send(Step(.get, "vehicles/v1"), as: .consumer).tree
    #expect(seen.at("lastLocation.location") != nil)
    #expect(seen.at("lastLocation.rawLocation") == nil)
    #expect(try await rig.run(Step(.get, "vehicles/v1")).at("lastLocation.rawLocation") != nil)
  }

  @Test func `The methods merge attributes and return all of them`() async throws {
    let rig = try Rig()
    try await rig.run(
      .vehicle("v1", #","attributes":[{"key":"a","value":"1"},{"key":"b","value":"2"}]"#))
    func merge(_ attributes: String) -> Step {
      Step(.post, "vehicles/v1:updateAttributes", [], #"{"attributes":\#(attributes)}"#)
    }
    let answer = try await rig.run(merge(#"[{"key":"b","boolValue":true},{"key":"c"}]"#))
    #expect(answer.at("attributes.0.value") == "1")
    #expect(answer.at("attributes.1.boolValue") == "true")
    #expect(answer.at("attributes.1.value") == nil)
    #expect(answer.at("attributes") == "3 values")
    #expect(try await rig.refusal(merge("[]")).message == "attributes is required.")
    let many = (0..<98).map { #"{"key":"k\#($0)"}"# }.joined(separator: ",")
    #expect(try await rig.refusal(merge("[\(many)]")).message.contains("at most 100"))
    #expect(
      try await rig.refusal(
        Step(.post, "vehicles/v9:updateAttributes", [], #"{"attributes":[{"key":"k"}]}"#)
      ).code == .notFound)
  }

  @Test func `The methods accept a location in the old form`() async throws {
    let rig = try Rig()
    try await rig.run(
      .vehicle("v1"),
      .update("vehicles/v1", "vehicleState", #"{"vehicleState":"OFFLINE"}"#)
    )
    let location = try await rig.run(
      Step(
        .put, "vehicles/v1:updateLocation", [],
        #"{"current_location":{"location":{"latitude":1}},"currentState":"ONLINE","header":{"sdkType":"DRIVER"}}"#
      ))
    #expect(location.at("location.latitude") == "1")
    #expect(location.at("serverTime") == "2026-01-01T10:00:00Z")
    #expect(try await rig.run(Step(.get, "vehicles/v1")).at("vehicleState") == "ONLINE")
    let empty = try await rig.refusal(Step(.put, "vehicles/v1:updateLocation", [], "{}"))
    #expect(empty.message == "current_location is required.")
  }

  @Test(arguments: [
    ("{}", "country_code"), (#"{"countryCode":"USA"}"#, "country_code"),
    (#"{"countryCode":"1!"}"#, "country_code"),
    (#"{"countryCode":"US","platform":"PHONE"}"#, "platform"),
    (
      #"{"countryCode":"US","relatedIds":["#
        + (0..<51).map { #""\#($0)""# }.joined(separator: ",") + "]}", "related_ids"
    ),
  ]) func `The methods check the report of a billable trip`(
    _ body: String, _ says: String
  ) async throws {
    let rig = try Rig()
    let status = try await rig.refusal(Step(.post, "billableTrips/any:report", [], body))
    #expect(status.code == .invalidArgument)
    #expect(status.message.contains(says))
    let full =
      #"{"countryCode":"US","platform":4,"relatedIds":["a","b"],"solutionType":"ON_DEMAND_RIDESHARING_AND_DELIVERIES"}"#
    #expect(try await rig.send(Step(.post, "billableTrips/any:report", [], full)).text == "{}")
  }

  @Test func `The methods write enumerations as numbers on request`() async throws {
    let rig = try Rig()
    let numbers = ("$alt", "json;enum-encoding=int")
    try await rig.run(.vehicle("v1"), .located("v1", 37.36, -122.06))
    let created = try await rig.run(
      Step(
        .post, "trips",
        [
          ("header.languageCode", "en-US"), ("header.sdk_type", "1"), ("header.platform", "IOS"),
          ("tripId", "t1"), numbers,
        ],
        #"{"vehicleId":"v1","tripType":2,"pickupPoint":{"point":{}},"dropoffPoint":{"point":{"latitude":1}}}"#
      ))
    #expect(created.at("tripStatus") == "1")
    #expect(created.at("tripType") == "2")
    #expect(created.at("remainingWaypoints.1.waypointType") == "2")
    #expect(created.at("currentRouteSegmentTraffic.speedReadingInterval.0.speed") == "1")
    let read = try await rig.run(
      Step(.get, "trips/t1", [("view", "2"), ("routeFormatType", "2"), numbers]))
    #expect(read.at("view") == "2")
    #expect(read.at("currentRouteSegment") != nil)
    let vehicle = try await rig.run(Step(.get, "vehicles/v1", [numbers]))
    #expect(vehicle.at("vehicleState") == "2")
    #expect(vehicle.at("vehicleType.category") == "1")
    #expect(try await rig.run(Step(.get, "trips/t1")).at("tripStatus") == "NEW")
  }

  @Test(arguments: [
    ("header.color", "red", "header.color"), ("header.sdkType", "TOASTER", "header.sdkType"),
    ("header.androidApiLevel", "many", "header.androidApiLevel"), ("header", "x", "header"),
    ("tripStatus", "NEW", "tripStatus"), ("$alt", "proto", "json"), ("alt", "media", "json"),
    ("alt", "sse", "json"), ("alt", "", "json"), ("callback", "show", "JSONP"),
    ("$callback", "show", "JSONP"), ("$tripStatus", "NEW", "$tripStatus"),
  ]) func `The methods refuse unknown query parameters`(
    _ name: String, _ value: String, _ says: String
  ) async throws {
    let rig = try Rig()
    try await rig.run(.trip("t1"))
    let status = try await rig.refusal(Step(.get, "trips/t1", [(name, value)]))
    #expect(status.code == .invalidArgument)
    #expect(status.message.contains(says), "\(status.message)")
  }

  @Test func `The methods accept Google's parameters that change nothing`() async throws {
    let rig = try Rig()
    try await rig.run(.trip("t1"))
    let plain = try await rig.send(Step(.get, "trips/t1")).text
    let names = [
      "key", "prettyPrint", "$prettyPrint", "quotaUser", "$userProject", "$.xgafv", "uploadType",
      "upload_protocol",
    ]
    for name in names {
      #expect(try await rig.send(Step(.get, "trips/t1", [(name, "1")])).text == plain)
    }
  }

  @Test func `The methods refuse fields in the query if the body is the whole request`()
    async throws
  {
    let rig = try Rig()
    let status = try await rig.refusal(Step(.post, "trips:search", [("pageSize", "1")], "{}"))
    #expect(status.message.contains(#"Unknown name "pageSize""#))
  }
}
