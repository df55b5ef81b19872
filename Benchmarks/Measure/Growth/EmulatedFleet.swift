import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import JSON

/// Vehicles all over a city, and trips, in an emulator of this process.
struct EmulatedFleet: Sendable {
  private static let chunk = 1_000
  private static let center = Coordinate(latitude: 45, longitude: 7)

  private let rig: TestEmulator

  init(_ rig: TestEmulator) { self.rig = rig }

  func add(vehicles count: Int) async throws {
    try await add("vehicles", count) { number in
      // The golden angle spreads them evenly over a circle of 20 km.
      let meters = 20_000 * (Double(number) / Double(count)).squareRoot()
      let place = Self.center.destination(
        bearing: (Double(number) * 137.508).truncatingRemainder(dividingBy: 360), meters: meters)
      return """
        {"vehicleId":"vehicle-\(number)","lastLocation":{"location":
        {"latitude":\(place.latitude),"longitude":\(place.longitude)}}}
        """
    }
  }

  func add(trips count: Int) async throws {
    try await add("trips", count) { number in
      """
      {"tripId":"trip-\(number)","pickupPoint":{"point":{"latitude":45.01,"longitude":7.01}},
       "dropoffPoint":{"point":{"latitude":45.03,"longitude":7.03}},"numberOfPassengers":1}
      """
    }
  }

  private func add(_ list: String, _ count: Int, _ entry: (Int) -> String) async throws {
    for first in stride(from: 0, to: count, by: Self.chunk) {
      let entries = (first..<min(first + Self.chunk, count)).map(entry)
      let seed = "{\"\(list)\":[\(entries.joined(separator: ","))]}"
      try await rig.emulator.addSeed(Array(seed.utf8))
    }
  }

  /// Reads all pages of a list, of 1,000 each.
  func walk(_ path: String, _ query: [String: String], expecting count: Int) async throws {
    var token: String?
    var found = 0
    repeat {
      var page = query
      page["pageSize"] = "1000"
      page["pageToken"] = token
      let isSearch = path.hasSuffix(":search")
      let body = page.map { "\"\($0.key)\":\($0.key == "pageSize" ? $0.value : "\"\($0.value)\"")" }
      let answer = try await send(
        isSearch ? .post : .get, path, isSearch ? [:] : page,
        isSearch ? "{\(body.joined(separator: ","))}" : "")
      token = answer["nextPageToken"]?.text
      found += (answer["vehicles"] ?? answer["trips"])?.list?.count ?? 0
    } while token != nil
    guard found == count else {
      throw Unexpected(description: "\(path) has \(found) resources, not \(count).")
    }
  }

  /// Searches the ten nearest vehicles.
  func search() async throws {
    let answer = try await send(
      .post, "vehicles:search", [:],
      """
      {"pickupPoint":{"point":{"latitude":45,"longitude":7}},"pickupRadiusMeters":10000,"count":10,
       "minimumCapacity":1,"tripTypes":["EXCLUSIVE"],"orderBy":"PICKUP_POINT_ETA",
       "vehicleTypes":[{"category":"AUTO"}]}
      """)
    guard let matches = answer["matches"]?.list, !matches.isEmpty else {
      throw Unexpected(description: "The search finds no vehicle.")
    }
  }

  /// Moves a vehicle.
  func update() async throws {
    _ = try await send(
      .put, "vehicles/vehicle-3", ["updateMask": "lastLocation"],
      #"{"lastLocation":{"location":{"latitude":45.01,"longitude":7.01}}}"#)
  }

  private func send(
    _ method: TransportMethod, _ path: String, _ query: [String: String], _ body: String
  ) async throws -> JSONTree {
    let token = try await rig.tokens(.server).accessToken(for: AuthorizationContext(vehicleID: "*"))
    var url = rig.endpoint
    url.path = "/v1/providers/\(rig.emulator.providerID)/\(path)"
    url.query = query.map { HTTPURL.QueryItem($0.key, $0.value) }
    let request = TransportRequest(
      method: method, url: url, headers: ["Authorization": "Bearer \(token.value)"],
      body: Array(body.utf8))
    let response = await rig.emulator.respond(to: request)
    guard response.status == 200 else {
      throw Unexpected(
        description: "\(path): \(response.status) \(String(decoding: response.body, as: UTF8.self))"
      )
    }
    return try JSONTree(parsing: response.body)
  }
}
