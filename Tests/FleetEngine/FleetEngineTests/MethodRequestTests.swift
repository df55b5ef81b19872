import FleetEngine
import Geo
import HTTPMessages
import TestSupport
import Testing

/// The requests as docs/protocol.md has them, written by hand: the emulator reads them by the client's own tables.
@Suite(.limited) struct `The request of each method` {
  private typealias Work = @Sendable (FleetEngineClient) async throws -> Void

  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let address: String
    let body: String
    let work: Work

    init(_ address: String, _ body: String, _ work: @escaping Work) {
      testDescription = address
      (self.address, self.body, self.work) = (address, body, work)
    }
  }

  private static let cases = [
    Case("DELETE /v1/providers/p/trips/t", "") { try await $0.deleteTrip($0.tripName("t")) },
    Case("DELETE /v1/providers/p/vehicles/v", "") {
      try await $0.deleteVehicle($0.vehicleName("v"))
    },
    Case(
      "PUT /v1/providers/p/trips/t?updateMask=intermediateDestinationIndex",
      #"{"intermediateDestinationIndex":1,"intermediateDestinationsVersion":"1970-01-01T00:00:05Z"}"#
    ) {
      try await $0.updateTrip($0.tripName("t")) {
        $0.intermediateDestinationIndex = 1
        $0.intermediateDestinationsVersion = Timestamp(seconds: 5)
      }
    },
    Case("PUT /v1/providers/p/trips/t?updateMask=vehicleId,attributes", "{}") {
      try await $0.updateTrip($0.tripName("t")) {
        $0.vehicleID = nil
        $0.attributes = []
      }
    },
    Case(
      "PUT /v1/providers/p/vehicles/v?updateMask=vehicleType,deviceSettings",
      #"{"deviceSettings":{"isPowerSaveMode":true},"vehicleType":{"category":"TAXI"}}"#
    ) {
      try await $0.updateVehicle($0.vehicleName("v")) {
        $0.category = .taxi
        $0.deviceSettings = DeviceSettings()
        // Assigned before, so that its value is known.
        $0.deviceSettings?.isPowerSaveMode = true
      }
    },
    Case(
      "POST /v1/providers/p/trips:search",
      #"{"activeTripsOnly":true,"minimumStaleness":"60s","pageSize":5,"pageToken":"n","vehicleId":"v","#
        + #""header":{"traceId":"x"}}"#
    ) {
      _ = try await $0.searchTrips(
        .with {
          $0.vehicleID = "v"
          $0.isActiveOnly = true
          $0.minimumStaleness = .seconds(60)
          $0.pageSize = 5
        }, pageToken: "n", header: RequestHeader(traceID: "x"))
    },
    Case(
      "POST /v1/providers/p/billableTrips/t:report",
      #"{"countryCode":"IT","platform":"SERVER","relatedIds":["a","b"],"#
        + #""solutionType":"ON_DEMAND_RIDESHARING_AND_DELIVERIES"}"#
    ) {
      try await $0.reportBillableTrip(
        $0.tripName("t"), countryCode: "IT", relatedIDs: ["a", "b"])
    },
    Case(
      "POST /v1/providers/p/vehicles/v:updateAttributes",
      #"{"attributes":[{"key":"k","value":"1"}]}"#
    ) {
      try await $0.updateVehicleAttributes(
        $0.vehicleName("v"),
        [
          VehicleAttribute.with {
            $0.key = "k"
            $0.value = "1"
          }
        ])
    },
    Case(
      "PUT /v1/providers/p/vehicles/v:updateLocation",
      #"{"currentLocation":{"location":{"latitude":45,"longitude":9}},"currentState":"ONLINE"}"#
    ) {
      try await $0.updateVehicleLocation(
        $0.vehicleName("v"),
        VehicleLocation(location: Coordinate(latitude: 45, longitude: 9)), state: .online)
    },
    Case(
      "GET /v1/providers/p/vehicles?filter=attributes.\"k\" = \"1\"&maximumStaleness=30s"
        + "&minimumCapacity=2&onTripOnly=true&pageSize=3&pageToken=n&tripTypes=SHARED"
        + "&vehicleState=ONLINE&vehicleTypeCategories=AUTO&viewport.high.latitude=1.5"
        + "&viewport.high.longitude=0&viewport.low.latitude=0&viewport.low.longitude=-2"
        + "&header.traceId=x", ""
    ) {
      _ = try await $0.listVehicles(
        .with {
          $0.pageSize = 3
          $0.minimumCapacity = 2
          $0.tripTypes = [.shared]
          $0.maximumStaleness = .seconds(30)
          $0.categories = [.auto]
          $0.state = .online
          $0.isOnTripOnly = true
          $0.filter = .attribute("k", is: "1")
          $0.viewport = CoordinateBounds(south: 0, west: -2, north: 1.5, east: 0)
        }, pageToken: "n", header: RequestHeader(traceID: "x"))
    },
    Case(
      "POST /v1/providers/p/vehicles:search",
      #"{"count":10,"currentTripsPresent":"NONE","minimumCapacity":1,"orderBy":"PICKUP_POINT_ETA","#
        + #""pickupPoint":{"point":{"latitude":45,"longitude":9}},"pickupRadiusMeters":400,"#
        + #""tripId":"t","tripTypes":["EXCLUSIVE"],"vehicleTypes":[{"category":"AUTO"}]}"#
    ) {
      var search = SearchVehiclesRequest(near: Coordinate(latitude: 45, longitude: 9), within: 400)
      search.categories = [.auto]
      search.tripID = "t"
      search.currentTripsPresent = .none
      _ = try await $0.searchVehicles(search)
    },
  ]

  private static func client(
    _ answer: @escaping @Sendable (Int) -> TransportResponse
  ) -> (FleetEngineClient, ScriptedTransport) {
    let transport = ScriptedTransport { _, index in answer(index) }
    return (
      FleetEngineClient(providerID: "p", transport: transport, tokens: FixedTokens()), transport
    )
  }

  @Test(arguments: cases)
  private func `The request of each method is as the protocol has it`(method: Case) async throws {
    let (client, transport) = Self.client { _ in .json("{}") }
    try await method.work(client)
    let request = try #require(transport.requests.first)
    let query = request.url.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let address =
      "\(request.method.rawValue) \(request.url.path)" + (query.isEmpty ? "" : "?" + query)
    #expect(address == method.address)
    #expect(String(decoding: request.body, as: UTF8.self) == method.body)
  }

  @Test func `A deletion succeeds whatever the body of the response`() async throws {
    let (client, _) = Self.client { TransportResponse(status: $0 == 0 ? 204 : 200) }
    try await client.deleteTrip(client.tripName("t"))
    try await client.deleteVehicle(client.vehicleName("v"))
  }

  @Test func `An update that changes a value in place is refused`() async throws {
    let (client, transport) = Self.client { _ in .json("{}") }
    let name = try client.vehicleName("v")
    var errors: [FleetEngineError?] = []
    errors.append(
      await #expect(throws: FleetEngineError.self) {
        try await client.updateVehicle(name) { $0.attributes.append(VehicleAttribute()) }
      })
    errors.append(
      await #expect(throws: FleetEngineError.self) {
        try await client.updateVehicle(name) { $0.deviceSettings?.isPowerSaveMode = true }
      })
    errors.append(
      await #expect(throws: FleetEngineError.self) { try await client.updateVehicle(name) { _ in } }
    )
    #expect(errors.map(\.?.cause) == [.request, .request, .request])
    #expect(
      errors.first??.message
        == "attributes is changed in place, but its present value is not known; assign it.")
    #expect(transport.requests.isEmpty)
  }

  @Test func `A list ends when the server repeats a page`() async throws {
    let (client, transport) = Self.client { _ in
      .json(#"{"trips":[{"name":"providers/p/trips/t"}],"nextPageToken":"again"}"#)
    }
    var iterator = client.trips().makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    await #expect(throws: FleetEngineError.self) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
    #expect(transport.requests.count == 2)
  }

  @Test func `A filter is quoted by scalars, and is never empty`() async throws {
    let hostile = AttributeFilter.attribute("k", is: "\"\u{301} OR \\\u{301}")
    #expect("\(hostile)" == "attributes.\"k\" = \"\\\"\u{301} OR \\\\\u{301}\"")
    let many = (0..<50).map { AttributeFilter.attribute("k", is: "\($0)") }
    let joined = many.dropFirst().reduce(many[0]) { $0 || $1 }
    #expect(joined == .any(many))
    let (client, transport) = Self.client { _ in .json("{}") }
    for filter in [AttributeFilter.any([]), .all([]), .not(.all([.present(key: "k"), .any([])]))] {
      let error = await #expect(throws: FleetEngineError.self) {
        try await client.listVehicles(.with { $0.filter = filter })
      }
      #expect(error?.message == "The filter has an empty list of conditions.")
    }
    var nowhere = SearchVehiclesRequest(near: Coordinate(latitude: .nan, longitude: 9))
    nowhere.count = 1
    let error = await #expect(throws: FleetEngineError.self) {
      try await client.searchVehicles(nowhere)
    }
    #expect(error?.cause == .request)
    #expect(transport.requests.isEmpty)
  }

  @Test func `A transport's message shows no token`() async throws {
    let transport = ScriptedTransport { (request, _) throws(HTTPTransportError) in
      throw HTTPTransportError(.unreachable, detail: "\(request.headers["Authorization"] ?? "")")
    }
    let client = FleetEngineClient(
      providerID: "p", transport: transport, tokens: FixedTokens("a-SECRET-CANARY-token"))
    let error = await #expect(throws: FleetEngineError.self) {
      try await client.getTrip(client.tripName("t"))
    }
    var text = ""
    dump(error, to: &text)
    #expect(!text.contains("CANARY"))
    #expect(error?.message == "Bearer …")
  }
}
