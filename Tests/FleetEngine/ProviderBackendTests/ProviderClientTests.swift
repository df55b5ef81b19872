import FleetEngine
import Geo
import HTTPMessages
import ProviderBackend
import TestSupport
import Testing

/// A backend whose answer a test decides, and what it was asked.
private actor ScriptedBackend: HTTPTransport {
  private let result: Result<TransportResponse, HTTPTransportError>
  private(set) var requests: [TransportRequest] = []

  init(_ result: Result<TransportResponse, HTTPTransportError>) { self.result = result }

  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    requests.append(request)
    return try result.get()
  }
}

private func backend(
  _ status: Int, _ body: String, _ type: String = "application/json"
) -> ScriptedBackend {
  ScriptedBackend(
    .success(
      TransportResponse(status: status, headers: ["Content-Type": type], body: Array(body.utf8))))
}

private func client(_ backend: ScriptedBackend, _ path: String = "/provider") -> ProviderClient {
  ProviderClient(
    endpoint: HTTPURL(scheme: .http, host: "127.0.0.1", port: 8_080, path: path), transport: backend
  )
}

@Suite(.limited) struct `The client of a provider's backend` {
  private static let trip = """
    {"name":"providers/demo/trips/t1","tripStatus":"ENROUTE_TO_PICKUP","vehicleId":"v1",
    "waypoints":[
    {"location":{"point":{"latitude":1.5,"longitude":2},"heading":0},"waypointType":"PICKUP_WAYPOINT_TYPE","tripId":"t1"},
    {"location":{"point":{"latitude":3,"longitude":4},"heading":0},"waypointType":"INTERMEDIATE_DESTINATION_WAYPOINT_TYPE","tripId":"t1"},
    {"location":{"point":{"latitude":5,"longitude":6},"heading":0},"waypointType":"DROP_OFF_WAYPOINT_TYPE","tripId":"t1"}],
    "routeList":[{"latitude":1,"longitude":2},{"latitude":1.5,"longitude":2}],"more":{"a":[]}}
    """

  @Test func `The client of a provider's backend reads a trip that is wrapped and one that is not`()
    async throws
  {
    let wrapped = try await client(backend(200, "{\"trip\":\(Self.trip)}")).trip("t1")
    let bare = try await client(backend(200, Self.trip)).cancelTrip("t1")
    #expect(wrapped == bare)
    #expect(wrapped.name?.description == "providers/demo/trips/t1")
    #expect(wrapped.status == .enrouteToPickup)
    #expect(wrapped.vehicleID == "v1")
    #expect(wrapped.pickupPoint?.point == Coordinate(latitude: 1.5, longitude: 2))
    #expect(
      wrapped.intermediateDestinations.map(\.point) == [Coordinate(latitude: 3, longitude: 4)])
    #expect(wrapped.dropoffPoint?.point == Coordinate(latitude: 5, longitude: 6))
    #expect(wrapped.route?.count == 2)
  }

  @Test
  func `The client of a provider's backend sends the prefix, the method and only the given fields`()
    async throws
  {
    let booking = backend(200, Self.trip)
    _ = try await client(booking, "/provider/").createTrip(
      pickup: Coordinate(latitude: 1.5, longitude: 2),
      dropoff: Coordinate(latitude: 5, longitude: 6))
    let request = try #require(await booking.requests.first)
    #expect(request.method == .post)
    #expect(request.url.target == "/provider/trip/new")
    #expect(request.headers["Content-Type"] == "application/json; charset=utf-8")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"dropoff":{"latitude":5,"longitude":6},"pickup":{"latitude":1.5,"longitude":2},"tripType":"EXCLUSIVE"}"#
    )
    let vehicle = backend(200, #"{"name":"providers/demo/vehicles/a b","maximumCapacity":5}"#)
    let changed = try await client(vehicle, "").updateVehicle(
      "a b",
      VehicleSettings(
        maximumCapacity: 5,
        attributes: [
          VehicleAttribute.with {
            $0.key = "k"
            $0.value = "v"
          }
        ]))
    #expect(changed.maximumCapacity == 5)
    let update = try #require(await vehicle.requests.first)
    #expect(update.url.target == "/vehicle/a%20b")
    #expect(
      String(decoding: update.body, as: UTF8.self)
        == #"{"attributes":[{"key":"k","value":"v"}],"maximumCapacity":5}"#)
  }

  @Test(
    "a vehicle's numbers are directions and 32-bit counts, whatever a backend sends",
    arguments: [
      ("-90", 270, "2147483647", 2_147_483_647), ("9223372036854775807", nil, "2147483648", 0),
      ("361", nil, "-9223372036854775808", 0), ("360", 0, "4", 4),
    ] as [(String, Int?, String, Int)]
  )
  func boundedVehicle(
    _ heading: String,
    _ degrees: Int?,
    _ capacity: String,
    _ passengers: Int
  ) async throws {
    let answer =
      #"{"name":"providers/demo/vehicles/v1","maximumCapacity":\#(capacity),"#
      + #""lastLocation":{"point":{"latitude":1,"longitude":2},"heading":\#(heading)}}"#
    let vehicle = try await client(backend(200, answer), "").vehicle("v1")
    #expect(vehicle.lastLocation?.heading == degrees)
    #expect(vehicle.maximumCapacity == passengers)
  }

  @Test func `The client of a provider's backend reads a token and never shows it`() async throws {
    // What another backend means by exp is not known.
    let answer =
      #"{"jwt":"secret","expirationTimestamp":1767265200500,"audience":"x","exp":1767265200.5}"#
    let asked = backend(200, answer)
    let token = try await client(asked).token(.driver(vehicleID: "v1"))
    #expect(token.value == "secret")
    #expect(token.expiresAt == Timestamp(seconds: 1_767_265_200, nanoseconds: 500_000_000))
    #expect(!"\(token)".contains("secret"))
    #expect(await asked.requests.first?.url.path == "/provider/token/driver/v1")
    #expect(try await client(backend(200, answer)).token(.server) == token)
  }

  @Test(arguments: [
    (
      400, "application/json", #"{"message":"pickup not provided","status":400}"#,
      "pickup not provided"
    ),
    (
      404, "text/html;charset=utf-8",
      "<html><head><style>h1{}</style></head><body><h1>Error 404</h1><p>Vehicle &lt;v&gt; is gone.</p></body></html>",
      "Error 404 Vehicle <v> is gone."
    ),
    (
      403, "application/json",
      #"{"error":{"code":403,"message":"No pages.","status":"PERMISSION_DENIED"}}"#,
      "No pages."
    ),
    (500, "text/plain", "", "The backend answered with HTTP status 500."),
  ]) func `The client of a provider's backend returns the backend's error message`(
    _ status: Int, _ type: String, _ body: String, _ message: String
  ) async throws {
    let error = await #expect(throws: ProviderError.self) {
      try await client(backend(status, body, type)).vehicle("v1")
    }
    #expect(error?.message == message)
    #expect(error?.httpStatus == status)
    #expect(error?.cause == .server)
    #expect(error?.isNotFound == (status == 404))
    #expect(error?.operation == "GET /vehicle/*")
  }

  @Test func `The client of a provider's backend distinguishes the reasons for a missing response`()
    async throws
  {
    let transport = await #expect(throws: ProviderError.self) {
      try await client(ScriptedBackend(.failure(HTTPTransportError(.timedOut, detail: "late"))))
        .trip("t1")
    }
    #expect(transport?.cause == .transport(HTTPTransportError(.timedOut, detail: "late")))
    let other = await #expect(throws: ProviderError.self) {
      try await client(backend(200, "{\"trip\":\(Self.trip)}")).trip("t2")
    }
    #expect(other?.cause == .otherResource)
    for body in ["", "{}", "[]", "<html>", #"{"trip":{"name":"t1"}}"#] {
      let unreadable = await #expect(throws: ProviderError.self) {
        try await client(backend(200, body, "text/x")).trip("t1")
      }
      guard case .unreadableAnswer? = unreadable?.cause else {
        Issue.record("\(body) was read as \(String(describing: unreadable))")
        continue
      }
    }
    for id in ["", "a/b", "..", String(repeating: "x", count: 65)] {
      let sent = backend(200, "{}")
      let request = await #expect(throws: ProviderError.self) { try await client(sent).vehicle(id) }
      #expect(request?.cause == .request)
      #expect(await sent.requests.isEmpty)
    }
    let infinite = await #expect(throws: ProviderError.self) {
      try await client(backend(200, Self.trip)).createTrip(
        pickup: Coordinate(latitude: .infinity, longitude: 0),
        dropoff: Coordinate(latitude: 0, longitude: 0))
    }
    #expect(infinite?.cause == .request)
  }

  @Test func `The client of a provider's backend refuses a response beyond the limits`()
    async throws
  {
    let trips = Array(repeating: "\"t\"", count: 1_001).joined(separator: ",")
    let error = await #expect(throws: ProviderError.self) {
      try await client(
        backend(200, "{\"name\":\"providers/demo/vehicles/v1\",\"currentTripsIds\":[\(trips)]}")
      ).vehicle("v1")
    }
    guard case .unreadableAnswer? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
