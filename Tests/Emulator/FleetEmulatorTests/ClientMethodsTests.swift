import FleetEmulator
import FleetEngine
import Geo
import TestSupport
import Testing

@Suite(.limited) struct `The client's methods` {
  private static let place = Coordinate(latitude: 45, longitude: 9)

  /// A provider with vehicles `car-0` and so on, each a little farther north, with even and odd ones.
  private func fleet<Result: Sendable>(
    of count: Int, _ body: (TestEmulator, FleetEngineClient) async throws -> Result
  ) async throws -> Result {
    try await EmulatedFleetEngine.withEmulator { test in
      let client = test.client(.server)
      for number in 0..<count {
        let name = try client.vehicleName("car-\(number)")
        try await client.createVehicle(
          name,
          Vehicle.with {
            $0.state = number % 3 == 2 ? .offline : .online
            $0.supportedTripTypes = [.exclusive]
            $0.maximumCapacity = 4
            $0.category = .auto
          })
        try await client.updateVehicle(name) {
          $0.lastLocation = VehicleLocation(
            location: Coordinate(latitude: 45 + Double(number) * 0.001, longitude: 9))
        }
        try await client.updateVehicleAttributes(
          name,
          [
            VehicleAttribute.with {
              $0.key = "parity"
              $0.value = number % 2 == 0 ? "\"even\"" : "odd"
            }
          ])
      }
      return try await body(test, client)
    }
  }

  private static func trip() -> Trip {
    Trip.with {
      $0.type = .exclusive
      $0.pickupPoint = TerminalLocation(point: place)
      $0.dropoffPoint = TerminalLocation(
        point: Coordinate(latitude: 45.1, longitude: 9.1))
    }
  }

  @Test func `The client's updates name the fields that a closure assigns`() async throws {
    try await fleet(of: 1) { test, client in
      let name = try client.tripName("t1")
      try await client.createTrip(name, Self.trip())
      let updated = try await client.updateTrip(name) { $0.vehicleID = "car-0" }
      #expect(updated.vehicleID == "car-0")
      let body = await test.emulator.history.last.map {
        String(decoding: $0.requestBody, as: UTF8.self)
      }
      #expect(body == #"{"vehicleId":"car-0"}"#)
      try await client.updateVehicle(client.vehicleName("car-0")) {
        $0.maximumCapacity = 2
        $0.category = .taxi
        $0.attributes = []
        $0.maximumCapacity = 3
      }
      let vehicle = try await client.getVehicle(client.vehicleName("car-0")).value
      #expect(vehicle.maximumCapacity == 3 && vehicle.category == .taxi)
      #expect(vehicle.attributes.isEmpty && vehicle.state == .online)
      // Nothing is assigned.
      let error = await #expect(throws: FleetEngineError.self) {
        try await client.updateTrip(name) { _ in }
      }
      #expect(error?.code == .invalidArgument && error?.cause == .request)
    }
  }

  @Test func `The client refuses to change what only the server writes`() async throws {
    try await EmulatedFleetEngine.withEmulator { test in
      let client = test.client(.server)
      let error = await #expect(throws: FleetEngineError.self) {
        try await client.updateTrip(client.tripName("t1")) { $0.dropoffTime = nil }
      }
      #expect(error?.cause == .request)
      #expect(error?.message == "dropoffTime is not a field that an update can change.")
      #expect(await test.emulator.history.isEmpty)
    }
  }

  @Test func `The client lists vehicles page by page, with typed conditions`() async throws {
    try await fleet(of: 7) { test, client in
      func ids(_ request: ListVehiclesRequest) async throws -> [String] {
        var ids: [String] = []
        for try await vehicle in client.vehicles(request) {
          ids.append(vehicle.name?.vehicleID ?? "")
        }
        return ids
      }
      let all = (0..<7).map { "car-\($0)" }
      #expect(try await ids(.with { $0.pageSize = 3 }) == all)
      #expect(await test.emulator.history.count { $0.procedure == "ListVehicles" } == 3)
      #expect(try await ids(.with { $0.state = .offline }) == ["car-2", "car-5"])
      let even = AttributeFilter.attribute("parity", is: "\"even\"")
      #expect(try await ids(.with { $0.filter = even }) == ["car-0", "car-2", "car-4", "car-6"])
      #expect(try await ids(.with { $0.filter = !even }) == ["car-1", "car-3", "car-5"])
      #expect(
        try await ids(
          .with {
            $0.filter = even && .present(key: "parity") || .attribute("other \\\" key", is: "x")
          }) == ["car-0", "car-2", "car-4", "car-6"])
      #expect(
        try await ids(
          .with {
            $0.viewport = CoordinateBounds(south: 45.0005, west: 8, north: 45.0025, east: 10)
          }) == ["car-1", "car-2"])
      #expect(try await ids(.with { $0.minimumCapacity = 5 }).isEmpty)
      // The loop reads no page that it does not need.
      let before = await test.emulator.history.count
      for try await _ in client.vehicles(.with { $0.pageSize = 2 }) { break }
      #expect(await test.emulator.history.count == before + 1)
    }
  }

  @Test func `The client searches vehicles near a pickup`() async throws {
    try await fleet(of: 4) { _, client in
      var search = SearchVehiclesRequest(near: Self.place, within: 2_000)
      let found = try await client.searchVehicles(search).value
      #expect(found.compactMap { $0.vehicle?.name?.vehicleID } == ["car-0", "car-1", "car-3"])
      #expect(found.allSatisfy { $0.type == .exclusive && $0.pickupETA != nil })
      search.filter = .attribute("parity", is: "odd")
      search.count = 1
      let odd = try await client.searchVehicles(search).value
      #expect(odd.compactMap { $0.vehicle?.name?.vehicleID } == ["car-1"])
      let fuzzed = try await client.searchVehicles(search, isFuzzed: true).value
      #expect(fuzzed.count == 1 && fuzzed.first?.pickupETA == nil)
    }
  }

  @Test func `The client searches, deletes and bills trips`() async throws {
    try await fleet(of: 1) { test, client in
      for number in 0..<5 {
        try await client.createTrip(client.tripName("t\(number)"), Self.trip())
      }
      try await client.updateTrip(client.tripName("t3")) { $0.vehicleID = "car-0" }
      var ids: [String] = []
      for try await trip in client.trips(.with { $0.pageSize = 2 }) {
        ids.append(trip.name?.tripID ?? "")
      }
      #expect(ids == (0..<5).map { "t\($0)" })
      let own = try await client.searchTrips(.with { $0.vehicleID = "car-0" }).trips
      #expect(own.map { $0.name?.tripID } == ["t3"])
      try await client.reportBillableTrip(
        client.tripName("t1"), countryCode: "IT", relatedIDs: ["a"])
      try await client.updateTrip(client.tripName("t0")) { $0.status = .canceled }
      try await client.deleteTrip(client.tripName("t0"))
      let gone = await #expect(throws: FleetEngineError.self) {
        try await client.getTrip(client.tripName("t0"))
      }
      #expect(gone?.code == .notFound)
      let active = try await client.searchTrips(.with { $0.isActiveOnly = true }).trips
      #expect(active.count == 4)
    }
  }

  @Test func `The client deletes vehicles, and sets a location by the older method`() async throws {
    try await fleet(of: 1) { _, client in
      let name = try client.vehicleName("car-0")
      let place = VehicleLocation(location: Coordinate(latitude: 45.5, longitude: 9))
      try await client.updateVehicleLocation(name, place, state: .offline)
      let vehicle = try await client.getVehicle(name)
      #expect(vehicle.lastLocation?.location == place.location && vehicle.state == .offline)
      try await client.deleteVehicle(name)
      let gone = await #expect(throws: FleetEngineError.self) { try await client.getVehicle(name) }
      #expect(gone?.code == .notFound)
    }
  }

  @Test func `The client of no provider needs one for lists`() async throws {
    try await EmulatedFleetEngine.withEmulator { test in
      let client = FleetEngineClient(
        endpoint: test.endpoint, transport: InProcessTransport(test.emulator),
        tokens: test.tokens(.server))
      let error = await #expect(throws: FleetEngineError.self) { try await client.listVehicles() }
      #expect(error?.cause == .request && error?.code == .invalidArgument)
      let page = try await client.listVehicles(ofProvider: "demo-project").value
      #expect(page.vehicles.isEmpty)
    }
  }

  @Test(arguments: [
    (AttributeFilter.attribute("color", is: "red"), #"attributes."color" = "red""#),
    (.attribute(key: #"a"b\"#, .has, value: "*x"), #"attributes."a\"b\\" : "*x""#),
    (.present(key: "k"), #"attributes:"k""#),
    (
      !(.present(key: "k") && .attribute("c", is: "1")),
      #"NOT ((attributes:"k") AND (attributes."c" = "1"))"#
    ),
    (.any([.present(key: "a"), .present(key: "b")]), #"(attributes:"a") OR (attributes:"b")"#),
  ])
  func `A filter is written as Fleet Engine reads it`(filter: AttributeFilter, text: String) {
    #expect("\(filter)" == text)
  }
}
