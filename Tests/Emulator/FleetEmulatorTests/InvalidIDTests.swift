import FleetEmulator
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

/// A call of each method that has an ID in its path.
struct IDCall: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let method: TransportMethod
  let collection: String
  var verb = ""
  var query: [(String, String)] = []
  var body = ""

  static let all: [IDCall] = [
    IDCall(testDescription: "GetTrip", method: .get, collection: "trips"),
    IDCall(
      testDescription: "UpdateTrip", method: .put, collection: "trips",
      query: [("updateMask", "tripStatus")], body: #"{"tripStatus":"NEW"}"#),
    IDCall(testDescription: "DeleteTrip", method: .delete, collection: "trips"),
    IDCall(
      testDescription: "ReportBillableTrip", method: .post, collection: "billableTrips",
      verb: ":report", body: #"{"countryCode":"US"}"#),
    IDCall(testDescription: "GetVehicle", method: .get, collection: "vehicles"),
    IDCall(
      testDescription: "UpdateVehicle", method: .put, collection: "vehicles",
      query: [("updateMask", "vehicleState")], body: #"{"vehicleState":"ONLINE"}"#),
    IDCall(testDescription: "DeleteVehicle", method: .delete, collection: "vehicles"),
    IDCall(
      testDescription: "UpdateVehicleAttributes", method: .post, collection: "vehicles",
      verb: ":updateAttributes", body: #"{"attributes":[{"key":"a","value":"b"}]}"#),
    IDCall(
      testDescription: "UpdateVehicleLocation", method: .put, collection: "vehicles",
      verb: ":updateLocation", body: #"{"currentLocation":{"location":{"latitude":1}}}"#),
  ]
}

@Suite(.limited) struct `An invalid ID` {
  /// Each in its form in a path, percent-encoded or not.
  private static let encoded = [
    String(repeating: "a", count: 65), "a%2Fb", "a%3Ab", "a%3Fb", "a%2Cb", "a%23b", "a,b", "a/b",
    "%00", "a%0Ab",
  ]

  @Test(arguments: IDCall.all)
  func `An invalid ID is an invalid argument in the path of every method`(
    _ call: IDCall
  ) async throws {
    let rig = try Rig()
    for id in Self.encoded {
      let step = Step(call.method, "\(call.collection)/\(id)\(call.verb)", call.query, call.body)
      let refusal = try await rig.refusal(step)
      #expect(refusal.code == .invalidArgument, "\(id): \(refusal.message)")
      #expect(refusal.message.contains("1 to 64 characters"), "\(id): \(refusal.message)")
    }
  }

  @Test(arguments: IDCall.all.filter { $0.verb.isEmpty })
  func `An ID in a path may contain an unencoded colon`(_ call: IDCall) async throws {
    let step = Step(call.method, "\(call.collection)/a:b", call.query, call.body)
    #expect(try await Rig().refusal(step).code == .invalidArgument)
  }

  @Test(arguments: IDCall.all) func `An ID of 64 characters is valid`(_ call: IDCall) async throws {
    let id = String(repeating: "%C3%A9", count: 64)
    let step = Step(call.method, "\(call.collection)/\(id)\(call.verb)", call.query, call.body)
    let response = try await Rig().send(step)
    #expect(response.status == (call.collection == "billableTrips" ? 200 : 404))
  }

  @Test(arguments: ["a:b", "a/b", "a,b", "a?b", "a#b", String(repeating: "a", count: 65)])
  func `An invalid ID is an invalid argument in bodies and queries`(_ id: String) async throws {
    let rig = try Rig()
    try await rig.run(.trip("t1"), .vehicle("v1"))
    let search =
      #"{"pickupPoint":{"point":{}},"pickupRadiusMeters":400,"count":1,"#
      + #""minimumCapacity":1,"tripTypes":["EXCLUSIVE"],"vehicleTypes":[{"category":"AUTO"}],"#
      + #""orderBy":"PICKUP_POINT_ETA","tripId":"\#(id)"}"#
    for step in [
      Step.trip(id), .vehicle(id), .trip("t2", "EXCLUSIVE", #","vehicleId":"\#(id)""#),
      .assign("t1", to: id), Step(.post, "trips:search", [], #"{"vehicleId":"\#(id)"}"#),
      Step(.post, "vehicles:search", [], search),
    ] {
      let refusal = try await rig.refusal(step)
      #expect(refusal.code == .invalidArgument, "\(step.path): \(refusal.message)")
    }
  }

  @Test func `An invalid ID is not checked before the token`() async throws {
    let rig = try Rig()
    #expect(try await rig.send(.get, Samples.name + "%3Ab", token: "x").status == 401)
    #expect(
      try await rig.refusal(Step(.get, "trips/a%3Ab"), as: .consumer).code == .permissionDenied)
  }
}
