@testable import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import ProviderBackend
import Synchronization
import Testing

extension TestKeys {
  static func signers() throws -> [TokenSigner] {
    try ServiceRole.allCases.map { role in
      TokenSigner(
        role: role, email: email(role), keyID: "key-" + role.rawValue, key: try #require(keys[role])
      )
    }
  }

  /// A backend whose trips are `trip-1`, `trip-2` and so on.
  static func provider(
    prefix: String = ProviderConfiguration.defaultPrefix, origins: Set<String> = []
  ) throws -> ProviderConfiguration {
    let count = CallCount()
    return ProviderConfiguration(
      prefix: prefix, signers: try signers(), allowedOrigins: origins,
      newTripID: { "trip-\(count.next())" })
  }
}

private final class CallCount: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

extension Rig {
  /// An emulator together with a provider's backend.
  static func withBackend(
    _ edge: Edge = .inProcess, prefix: String = ProviderConfiguration.defaultPrefix,
    directory: String? = nil, origins: Set<String> = [],
    _ change: (inout EmulatorConfiguration) -> Void = { _ in }
  ) throws -> Rig {
    let provider = try TestKeys.provider(prefix: prefix, origins: origins)
    return try Rig(edge, directory: directory) {
      $0.provider = provider
      change(&$0)
    }
  }

  /// The client of the backend.
  var backend: ProviderClient {
    var url = endpoint
    url.path = ProviderConfiguration.defaultPrefix
    return ProviderClient(endpoint: url, transport: transport)
  }

  /// Asks the backend as an app does, without a token.
  func ask(
    _ method: TransportMethod, _ path: String, _ body: String = "",
    _ headers: TransportHeaders = [:]
  ) async throws -> TransportResponse {
    var url = endpoint
    url.path = path
    var headers = headers
    if method == .post || method == .put { headers["Content-Type"] = "application/json" }
    return try await transport.send(
      TransportRequest(method: method, url: url, headers: headers, body: Array(body.utf8)))
  }

  /// Books a trip between two places.
  func book(
    _ latitude: Double = 37.35, type: TripType = .exclusive, stops: [Coordinate] = []
  ) async throws -> String {
    let trip = try await backend.createTrip(
      pickup: Coordinate(latitude: latitude, longitude: -122.06),
      dropoff: Coordinate(latitude: latitude + 0.05, longitude: -122.03), stops: stops, type: type)
    return try #require(trip.name?.tripID)
  }

  /// The vehicle that a trip has now, without asking the backend.
  func vehicle(of trip: String) async throws -> String? {
    try await client().getTrip(TripName(providerID: "demo", tripID: trip)).value.vehicleID
  }

  /// Leads a trip of the backend through statuses.
  func lead(_ trip: String, _ statuses: TripStatus...) async throws {
    for status in statuses { _ = try await backend.updateTripStatus(trip, status) }
  }
}
