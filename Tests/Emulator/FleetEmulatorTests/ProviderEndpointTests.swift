@testable import FleetEmulator
import FleetEngine
import HTTPMessages
import ProviderBackend
import TestSupport
import Testing

/// A request that the backend refuses.
///
/// See docs/protocol.md, "Backend endpoints".
struct BackendRefusal: CustomTestStringConvertible, Sendable {
  let method: TransportMethod
  let path: String
  let body: String
  let status: Int
  /// The message of the response; as JSON for trips, else as a page.
  let message: String

  var testDescription: String { "\(method.rawValue) \(path) \(body.prefix(60))" }

  init(_ method: TransportMethod, _ path: String, _ body: String, _ status: Int, _ message: String)
  {
    self.method = method
    self.path = path
    self.body = body
    self.status = status
    self.message = message
  }

  private static let place = #"{"latitude":37.3,"longitude":-122}"#

  static let all: [BackendRefusal] = [
    BackendRefusal(.post, "vehicle/new", "{}", 400, "Vehicle ID was not provided."),
    BackendRefusal(.post, "vehicle/new", "", 400, "Vehicle ID was not provided."),
    BackendRefusal(.post, "vehicle/new", #"{"vehicleId":""}"#, 400, "Vehicle ID was not provided."),
    BackendRefusal(
      .post,
      "vehicle/new",
      #"{"vehicleId":"v1"}"#,
      400,
      "Vehicle already exists with the vehicleId: v1"),
    BackendRefusal(.post, "vehicle/new", #"{"vehicleId":"a/b"}"#, 400, "1 to 64 characters"),
    BackendRefusal(.post, "vehicle/new", "{", 400, "The body is not JSON."),
    BackendRefusal(.post, "vehicle/new", "[]", 400, "The body is not a JSON object."),
    BackendRefusal(
      .post,
      "vehicle/new",
      #"{"vehicleId":"v2","maximumCapacity":0}"#,
      400,
      "maximum_capacity"
    ),
    BackendRefusal(
      .post,
      "vehicle/new",
      #"{"vehicleId":"v2","supportedTripTypes":["BUS"]}"#,
      400,
      "supportedTripTypes"),
    BackendRefusal(.post, "vehicle/old", "{}", 404, "Unsupported POST endpoint: /old"),
    BackendRefusal(.get, "vehicle/v9", "", 404, "Vehicle with Id: v9 does not exist."),
    BackendRefusal(
      .get,
      "vehicle/%3Cb%3E",
      "",
      404,
      "Vehicle with Id: &lt;b&gt; does not exist."
    ),
    BackendRefusal(.get, "vehicle", "", 400, "Vehicle ID was not provided."),
    BackendRefusal(.get, "vehicle/", "", 400, "Vehicle ID was not provided."),
    BackendRefusal(.get, "vehicle/%zz", "", 400, "not valid"),
    BackendRefusal(
      .put,
      "vehicle/v9",
      #"{"maximumCapacity":2}"#,
      404,
      "Vehicle with Id: v9 does not exist."
    ),
    BackendRefusal(.put, "vehicle/", "{}", 400, "Vehicle ID was not provided."),
    BackendRefusal(.put, "vehicle/v1", "{}", 400, "update_mask cannot be empty"),
    BackendRefusal(.post, "trip/new", "{}", 400, "pickup not provided"),
    BackendRefusal(.post, "trip/new", #"{"pickup":\#(place)}"#, 400, "dropoff not provided"),
    BackendRefusal(
      .post,
      "trip/new",
      #"{"pickup":{"latitude":1},"dropoff":\#(place)}"#,
      400,
      "pickup has to have a latitude and a longitude."),
    BackendRefusal(
      .post,
      "trip/new",
      #"{"pickup":{"latitude":91,"longitude":0},"dropoff":\#(place)}"#,
      400,
      "latitude"),
    BackendRefusal(
      .post,
      "trip/new",
      #"{"pickup":\#(place),"dropoff":\#(place),"tripType":"BUS"}"#,
      400,
      "tripType"),
    BackendRefusal(
      .post, "trip/new",
      #"{"pickup":\#(place),"dropoff":\#(place),"tripType":"SHARED","intermediateDestinations":[\#(place)]}"#,
      400, "exclusive"),
    BackendRefusal(
      .post,
      "trip/new",
      #"{"pickup":\#(place),"dropoff":\#(place),"intermediateDestinations":3}"#,
      400, "intermediateDestinations is not a list."),
    BackendRefusal(.post, "trip", "{}", 404, "Unsupported POST endpoint: "),
    BackendRefusal(.post, "trip/t1", "{}", 404, "Unsupported POST endpoint: /t1"),
    BackendRefusal(.get, "trip/t9", "", 404, "Trip with Id: t9 does not exist."),
    BackendRefusal(.get, "trip/", "", 400, "Missing trip id in URL."),
    BackendRefusal(.put, "trip", "{}", 400, "No Trip ID provided."),
    BackendRefusal(.put, "trip/t1", "{}", 400, "No status provided."),
    BackendRefusal(.put, "trip/t1", #"{"status":"ASLEEP"}"#, 400, "Unknown status provided"),
    BackendRefusal(.put, "trip/t1", #"{"status":4}"#, 400, "Unknown status provided"),
    BackendRefusal(
      .put,
      "trip/t1",
      #"{"status":"UNKNOWN_TRIP_STATUS"}"#,
      400,
      "Unknown status provided"
    ),
    BackendRefusal(
      .put,
      "trip/t1",
      #"{"status":"NEW","intermediateDestinationIndex":"x"}"#,
      400,
      "Invalid intermediateDestinationIndex provided."),
    BackendRefusal(
      .put,
      "trip/t1",
      #"{"status":"ENROUTE_TO_INTERMEDIATE_DESTINATION"}"#,
      400,
      "no intermediate destinations"),
    BackendRefusal(
      .put,
      "trip/t9",
      #"{"status":"COMPLETE"}"#,
      404,
      "Trip with Id: t9 does not exist."
    ),
    BackendRefusal(
      .delete,
      "trip/t1",
      "",
      404,
      "The method DELETE is not served at this path, which takes GET and PUT with an ID"),
    BackendRefusal(.patch, "vehicle/v1", "{}", 404, "PATCH is not served at this path"),
    BackendRefusal(.post, "token/server", "{}", 404, "which takes GET."),
    BackendRefusal(.put, "vehicles", "{}", 404, "which takes GET."),
    BackendRefusal(.get, "token/consumer", "", 400, "Trip ID was not provided."),
    BackendRefusal(.get, "token/consumer/", "", 400, "Trip ID was not provided."),
    BackendRefusal(.get, "token/driver/", "", 400, "Vehicle ID was not provided."),
    BackendRefusal(.get, "token/consumer/*", "", 400, "for one trip or vehicle"),
    BackendRefusal(.get, "token/consumer/a%2Fb", "", 400, "1 to 64 characters"),
    BackendRefusal(.get, "token/admin/x", "", 404, "consumer, driver and server"),
    BackendRefusal(.get, "token/consumer/a/b", "", 404, "Nothing is served"),
    BackendRefusal(.get, "", "", 404, "Nothing is served"),
    BackendRefusal(.get, "restaurants", "", 404, "Nothing is served"),
  ]
}

@Suite(.limited) struct `The provider's backend` {
  @Test(arguments: BackendRefusal.all)
  func `The provider's backend refuses`(_ refusal: BackendRefusal) async throws {
    let rig = try Rig.withBackend()
    _ = try await rig.backend.createVehicle("v1")
    try await rig.run(.trip("t1"))
    let answer = try await rig.ask(refusal.method, "/provider/" + refusal.path, refusal.body)
    #expect(answer.status == refusal.status)
    #expect(answer.text.contains(refusal.message), "\(answer.text)")
    if refusal.path.hasPrefix("trip") {
      #expect(answer.headers["Content-Type"]?.hasPrefix("application/json") == true)
      #expect(try answer.tree.at("status") == "\(refusal.status)")
      #expect(try answer.tree.at("message")?.contains(refusal.message) == true)
    } else {
      #expect(answer.headers["Content-Type"]?.hasPrefix("text/html") == true)
    }
  }

  @Test func `The provider's backend responds in the sample backend's formats`() async throws {
    let rig = try Rig.withBackend()
    let booked = try await rig.ask(
      .post, "/provider/trip/NEW",
      #"{"pickup":{"latitude":37.3,"longitude":-122},"dropoff":{"latitude":37.4,"longitude":0},"more":1}"#
    )
    let trip = try booked.tree
    #expect(trip.at("") == "{name,routeList,tripStatus,vehicleId,waypoints}")
    #expect(trip.at("name") == "providers/demo/trips/trip-1")
    #expect(trip.at("vehicleId") == "")
    #expect(trip.at("tripStatus") == "NEW")
    #expect(trip.at("routeList") == "0 values")
    #expect(trip.at("waypoints") == "2 values")
    #expect(trip.at("waypoints.0.location.heading") == "0")
    #expect(trip.at("waypoints.1.location.point.longitude") == "0")
    #expect(trip.at("waypoints.1.waypointType") == "DROP_OFF_WAYPOINT_TYPE")
    #expect(trip.at("waypoints.1.tripId") == "trip-1")
    #expect(booked.text.contains("\n  "))
    _ = try await rig.backend.createVehicle("v1")
    let read = try await rig.ask(.get, "/provider/trip/trip-1").tree
    #expect(read.at("trip.vehicleId") == "v1")
    #expect(read.at("trip.routeList") == "2 values")
    let vehicle = try await rig.ask(.get, "/provider/vehicle/v1").tree
    #expect(vehicle.at("vehicleState") == "ONLINE")
    #expect(vehicle.at("currentTripsIds.0") == "trip-1")
    #expect(vehicle.at("backToBackEnabled") == "false")
    #expect(vehicle.at("maximumCapacity") == "4")
    #expect(vehicle.at("supportedTripTypes.0") == "EXCLUSIVE")
    #expect(vehicle.at("lastLocation.point.latitude") == "37.419645")
    #expect(vehicle.at("lastLocation.heading") == "0")
    #expect(vehicle.at("waypoints.0.waypointType") == "PICKUP_WAYPOINT_TYPE")
    let head = try await rig.ask(.head, "/provider/vehicle/v1")
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
  }

  @Test
  func `The provider's backend changes a vehicle's given fields and accepts a status in any case`()
    async throws
  {
    let rig = try Rig.withBackend()
    _ = try await rig.backend.createVehicle("v1", VehicleSettings(maximumCapacity: 5))
    let changed = try await rig.ask(
      .put, "/provider/vehicle/v1",
      #"{"supportedTripTypes":["SHARED"],"backToBackEnabled":true,"attributes":[{"key":"restaurantId","value":"r1"}],"vehicleId":"x"}"#
    ).tree
    #expect(changed.at("name") == "providers/demo/vehicles/v1")
    #expect(changed.at("supportedTripTypes.0") == "SHARED")
    #expect(changed.at("backToBackEnabled") == "true")
    #expect(changed.at("maximumCapacity") == "5")
    _ = try await rig.backend.createVehicle("v2")
    _ = try await rig.run(.vehicle("v3", state: "OFFLINE"))
    #expect(try await rig.backend.vehicles().map(\.name?.vehicleID) == ["v1", "v2"])
    let found = try await rig.ask(.get, "/provider/vehicles/r1").tree
    #expect(found.at("0.name") == "providers/demo/vehicles/v1")
    #expect(found.at("1") == nil)
    let trip = try await rig.book()
    let answer = try await rig.ask(.put, "/provider/trip/" + trip, #"{"status":"canceled"}"#)
    #expect(try answer.tree.at("tripStatus") == "CANCELED")
    let late = try await rig.ask(.put, "/provider/trip/" + trip, #"{"status":"NEW"}"#)
    #expect(late.status == 400)
  }

  @Test func `The provider's backend counts as Fleet Engine calls and reports an exceeded quota`()
    async throws
  {
    let rig = try Rig.withBackend { $0.quotas = EmulatorQuotas(create: 1) }
    _ = try await rig.backend.createVehicle("v1")
    let answer = try await rig.ask(.post, "/provider/vehicle/new", #"{"vehicleId":"v2"}"#)
    #expect(answer.status == 429)
    #expect(answer.headers["Retry-After"] == "60")
    #expect(await rig.emulator.history.map(\.httpStatus) == [200, 429])
    #expect(await rig.emulator.history.last?.resource == "/provider/vehicle/new")
  }

  @Test func `The provider's backend exists only if configured, at the configured path`()
    async throws
  {
    let without = try Rig()
    #expect(try await without.ask(.get, "/provider/vehicles").status == 404)
    let root = try Rig.withBackend(prefix: "")
    #expect(try await root.ask(.get, "/vehicles").text.hasPrefix("["))
    try await root.run(.trip("t1"))
    #expect(try await root.ask(.get, "/provider/vehicles").status == 404)
    let deep = try Rig.withBackend(prefix: "/a/b")
    #expect(try await deep.ask(.get, "/a/b/vehicles").status == 200)
    #expect(try await deep.ask(.get, "/a/bc/vehicles").status == 404)
    for prefix in ["x", "/x/", "/", "/v1", "/v1/x", "/ä", "/a b"] {
      #expect(throws: EmulatorError.self, "\(prefix)") { try Rig.withBackend(prefix: prefix) }
    }
    #expect(throws: EmulatorError.self) {
      try Rig { $0.provider = ProviderConfiguration(signers: []) }
    }
  }
}

@Suite(.limited, .serialized) struct `The provider's backend on a socket` {
  private static let page = "http://localhost:3000"

  @Test func `The provider's backend on a socket serves only allowed web pages`() async throws {
    let rig = try Rig.withBackend(.loopback, origins: [Self.page])
    let path = "/provider/vehicles"
    for (headers, status) in [
      ([:], 200), (["Origin": Self.page], 200), (["Origin": "http://evil.example"], 403),
      (["Origin": "null"], 403), (["Sec-Fetch-Site": "cross-site"], 403),
      (["Sec-Fetch-Site": "same-site"], 403), (["Sec-Fetch-Site": "none"], 200),
      (["Origin": Self.page, "Sec-Fetch-Site": "same-site"], 200),
    ] as [(TransportHeaders, Int)] {
      let answer = try await rig.ask(.get, path, "", headers)
      #expect(answer.status == status, "\(headers)")
      guard status == 200 else { continue }
      #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
      #expect(answer.headers["Cache-Control"] == "no-store")
    }
    let preflight = try await rig.ask(.options, "/provider/trip/new", "", ["Origin": Self.page])
    #expect(preflight.status == 200)
    #expect(preflight.headers["Access-Control-Allow-Methods"] == "POST, GET, OPTIONS, DELETE, PUT")
    #expect(preflight.headers["Access-Control-Max-Age"] == "3600")
    // Fleet Engine itself is no page's, whatever is allowed.
    let engine = try await rig.ask(.get, "/v1/providers/demo/trips/t", "", ["Origin": Self.page])
    #expect(engine.status == 403)
    let image = try await rig.ask(
      .get,
      "/v1/providers/demo/trips/t",
      "",
      ["Sec-Fetch-Site": "cross-site"]
    )
    #expect(image.status == 403)
    await rig.end()
  }

  @Test func `The provider's backend on a socket creates no tokens if other machines may call`()
    async throws
  {
    let rig = try Rig.withBackend()
    let server = LocalServer(rig.emulator, address: "0.0.0.0", allowsOtherHosts: true)
    let port = try #require(try server.start().port)
    for (path, status) in [("vehicles", "200"), ("token/server", "403"), ("token/driver/v", "403")]
    {
      let answer = try await RawClient.exchange(
        port: port,
        "GET /provider/\(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 " + status), "\(answer.prefix(200))")
      #expect(!answer.contains("jwt"))
    }
    await server.stop()
  }
}
