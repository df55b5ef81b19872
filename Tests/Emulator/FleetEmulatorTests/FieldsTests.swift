import FleetEngine
import HTTPMessages
import JSON
import TestSupport
import Testing
import TrustLimits

@testable import FleetEmulator

@Suite(.limited) struct `The parameter fields` {
  private static let latitude = #"{"pickupPoint":{"point":{"latitude":37.3447898}}}"#

  private func get(_ mask: String, _ name: String = "fields") -> Step {
    Step(.get, "trips/t1", [(name, mask)])
  }

  @Test(arguments: [
    ("name,tripStatus", #"{"name":"providers/demo/trips/t1","tripStatus":"NEW"}"#),
    (" trip_status , name,", #"{"name":"providers/demo/trips/t1","tripStatus":"NEW"}"#),
    ("pickupPoint/point/latitude", latitude), ("pickup_point.point(latitude)", latitude),
    ("pickupPoint(point(latitude),place)", latitude),
    (
      "*/point/latitude",
      #"{"dropoffPoint":{"point":{"latitude":37.4046292}},"#
        + #""pickupPoint":{"point":{"latitude":37.3447898}}}"#
    ),
    (
      "remainingWaypoints(waypointType)",
      #"{"remainingWaypoints":[{"waypointType":"PICKUP_WAYPOINT_TYPE"},"#
        + #"{"waypointType":"DROP_OFF_WAYPOINT_TYPE"}]}"#
    ),
    (
      "pickupPoint/point/latitude,pickupPoint",
      #"{"pickupPoint":{"point":{"latitude":37.3447898,"longitude":-122.0679093}}}"#
    ),
    ("vehicleWaypoints", "{}"),
  ]) func `The parameter fields selects parts of a response`(
    _ mask: String, _ expected: String
  ) async throws {
    let rig = try Rig()
    try await rig.prepare()
    for name in ["fields", "$fields"] {
      #expect(try await rig.send(get(mask, name)).text == expected)
    }
  }

  @Test(arguments: ["", ",", "*", "name,*"])
  func `The parameter fields can select everything`(_ mask: String) async throws {
    let rig = try Rig()
    try await rig.prepare()
    let whole = try await rig.send(Step(.get, "trips/t1")).text
    #expect(try await rig.send(get(mask)).text == whole)
  }

  @Test(arguments: MethodCase.all)
  func `The parameter fields works for`(_ test: MethodCase) async throws {
    let rig = try Rig()
    try await rig.run(.vehicle("v1"), .vehicle("v3"), .trip("t1"), .trip("t3"))
    let route = try #require(Route.all.first { $0.procedure.rawValue == test.testDescription })
    func step(_ mask: String) -> Step {
      Step(test.step.method, test.step.path, test.step.query + [("fields", mask)], test.step.body)
    }
    #expect(try await rig.refusal(step("nothing")).code == .invalidArgument)
    let kept = ["name", "vehicles", "trips", "attributes", "matches", "location"]
      .first { route.response.fields[$0] != nil }
    let answer = try await rig.run(step(kept ?? "*"))
    let names = try #require(answer.object).names
    #expect(names.allSatisfy { $0 == kept })
    #expect(names == ["name"] || kept != "name")
  }

  @Test(arguments: [
    ("flavour", "Cannot find matching fields for path 'flavour'."), ("name,$", "path '$'."),
    ("tripStatus/x", "path 'tripStatus.x'."), ("pickupPoint(point(x))", "'pickupPoint.point.x'."),
    ("*/nothing", "path '*.nothing'."), ("pickupPoint(place", "matching ')' for all '('"),
    ("name)", "matching '(' for ')'"), (String(repeating: "a(", count: 500), "path 'a.a.a"),
    (String(repeating: "*/", count: 500), "path '*.*.*"),
  ]) func `The parameter fields is refused with what is wrong, also in the record of the call`(
    _ mask: String, _ words: String
  ) async throws {
    let rig = try Rig()
    try await rig.prepare()
    let status = try await rig.refusal(get(mask))
    #expect(status.code == .invalidArgument)
    guard case .badRequest(let violations)? = status.details.first else {
      Issue.record("There is no detail: \(status)")
      return
    }
    #expect(violations.map(\.field) == [String(mask.prefix(256))])
    #expect(violations.first?.description.contains(words) == true, "\(violations)")
    #expect(await rig.emulator.history.last?.warnings == violations.map(\.description))
  }

  @Test func `The parameter fields is limited in size and given once`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    let long = String(repeating: "name,", count: Limits.Emulator.fieldMaskBytes / 5)
    #expect(try await rig.send(get(long)).status == 200)
    #expect(try await rig.refusal(get(long + "name,")).message.contains("longer than 4096 bytes"))
    let twice = Step(.get, "trips/t1", [("fields", "name"), ("$fields", "name")])
    #expect(try await rig.refusal(twice).message.contains("more than once"))
  }

  @Test func `The parameter fields is a header too, also of gRPC`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    let tokens = RoleTokens(role: .server, clock: rig.clock)
    let token = try await tokens.accessToken(for: AuthorizationContext(tripID: "t1")).value
    let headers: TransportHeaders = [
      "Authorization": "Bearer " + token, "x-goog-fieldmask": "trip_status",
    ]
    let route = try #require(Route.byCallPath["/maps.fleetengine.v1.TripService/GetTrip"])
    let schema = try #require(route.messages)
    let call = try FleetCall(
      route, try ProtobufEncoder.encode(["name": .text("providers/demo/trips/t1")], schema.request),
      authority: "localhost", headers: headers)
    let request = FleetRequest(request: call.request, target: .call(.success(call)))
    let response = await rig.emulator.respond(to: request)
    #expect(response.http.text == #"{"tripStatus":"NEW"}"#)
    let expected = try ProtobufEncoder.encode(["tripStatus": .text("NEW")], schema.response)
    #expect(try route.encode(response.grpcResult.get()) == expected)
  }

  @Test func `The parameter fields never fails otherwise, whatever it holds`() async throws {
    var random = SeededGenerator(seed: 23)
    let rig = try Rig()
    try await rig.prepare()
    let pieces =
      MessageSchema.trip.fields.keys.sorted() + [
        "(", ")", "(", ")", ",", ",", "/", ".", "*", "", " ", "_", "point", "location", "é", "\"",
      ]
    for _ in 0..<1_000 {
      let mask = (0..<Int.random(in: 0...9, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let response = try await rig.send(get(mask))
      #expect([200, 400].contains(response.status), "\(mask): \(response.text)")
    }
  }
}
