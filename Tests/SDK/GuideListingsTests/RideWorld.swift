import FleetEmulator
import FleetEngine
import Foundation
import Geo
import GoogleRidesharingConsumer
import HTTPMessages
import JSONWebTokens
import RidesharingConsumer
import Synchronization
import TestSupport

/// Fleet Engine, the app's backend and a driver around a guide's listings, on a clock that the test
/// moves.
@MainActor final class RideWorld {
  nonisolated static let start = Timestamp(seconds: 1_767_261_600)  // 2026-01-01T10:00:00Z
  static let pickup = Coordinate(latitude: 48.2000, longitude: 16.3700)
  static let stop = Coordinate(latitude: 48.2030, longitude: 16.3750)
  static let dropoff = Coordinate(latitude: 48.2060, longitude: 16.3800)
  static let route = [
    Coordinate(latitude: 48.1950, longitude: 16.3600),
    Coordinate(latitude: 48.1980, longitude: 16.3650), pickup,
  ]

  let clock = ManualClock()
  let transport: CountingTransport
  private let client: FleetEngineClient
  private let vehicle: VehicleName

  /// Starts an emulator and puts it where the libraries look for Fleet Engine.
  init() throws {
    let clock = clock
    let now: @Sendable () -> Timestamp = { Self.start + clock.now.offset }
    let key = try SigningKey.generate()
    let accounts = try [ServiceRole.server, .consumer].map { role in
      ServiceAccount(role: role, email: role.rawValue, keyID: role.rawValue, key: try key.publicKey)
    }
    let emulator = try EmulatedFleetEngine(
      EmulatorConfiguration(providerID: yourProviderID, accounts: accounts, now: now))
    transport = CountingTransport(InProcessTransport(emulator))
    client = FleetEngineClient(
      transport: InProcessTransport(emulator),
      tokens: FixedTokens(try Self.token(.server, key, ["tripid": "*", "vehicleid": "*"])))
    vehicle = try VehicleName(providerID: yourProviderID, vehicleID: "car")
    TokenBackend.start { tripID in try Self.token(.consumer, key, ["tripid": tripID]) }
    ConsumerServices.transport = transport
    ConsumerServices.clock = ServiceClock(clock, wallNow: now)
  }

  private nonisolated static func token(
    _ role: ServiceRole, _ key: SigningKey, _ ids: [String: String]
  ) throws -> String {
    try key.sign(
      TokenClaims(
        issuer: role.rawValue, subject: role.rawValue,
        audience: ["https://fleetengine.googleapis.com/"],
        issuedAt: start.seconds,
        expiresAt: start.seconds + 3_600,
        authorization: ids
      ),
      keyID: role.rawValue
    )
  }

  /// Books a ride with a stop on the way, as an app's backend does, and gives it a vehicle.
  func book(
    _ tripID: String, _ pickup: GMTSTerminalLocation, _ dropoff: GMTSTerminalLocation
  ) async throws -> String {
    let name = try TripName(providerID: yourProviderID, tripID: tripID)
    TokenBackend.tripID = tripID
    _ = try await client.createTrip(
      name,
      Trip.with {
        $0.type = .exclusive
        $0.pickupPoint = pickup.value
        $0.intermediateDestinations = [TerminalLocation(point: Self.stop)]
        $0.dropoffPoint = dropoff.value
        $0.numberOfPassengers = 1
      })
    _ = try await client.createVehicle(
      vehicle,
      Vehicle.with {
        $0.state = .online
        $0.supportedTripTypes = [.exclusive]
        $0.maximumCapacity = 4
        $0.category = .auto
      })
    _ = try await client.updateVehicle(
      vehicle, Vehicle.with { $0.lastLocation = VehicleLocation(location: Self.route[0]) },
      mask: ["lastLocation"])
    _ = try await client.updateTrip(name, Trip.with { $0.vehicleID = "car" }, mask: ["vehicleId"])
    return name.description
  }

  /// Continues along the route to the pickup.
  func drive() async throws {
    var report = Vehicle.with {
      $0.lastLocation = VehicleLocation(location: Self.route[1], heading: 56)
    }
    report.route = Array(Self.route[1...])
    report.currentRouteSegmentTraffic = [
      RoadStretch(style: .slowerTraffic, offsetMeters: 50, lengthMeters: 100)
    ]
    report.remainingDistanceMeters = 430
    report.remainingTimeSeconds = 61
    _ = try await client.updateVehicle(
      vehicle, report,
      mask: [
        "lastLocation", "currentRouteSegment", "currentRouteSegmentTraffic",
        "remainingDistanceMeters", "remainingTimeSeconds",
      ])
  }

  /// Advances a trip.
  func update(_ tripID: String, to status: TripStatus) async throws {
    let name = try TripName(providerID: yourProviderID, tripID: tripID)
    _ = try await client.updateTrip(name, Trip.with { $0.status = status }, mask: ["tripStatus"])
  }

  /// Waits for the next poll.
  func nextPoll(after time: Duration = .seconds(5)) async {
    await clock.sleepers()
    clock.advance(by: time)
  }
}

/// A transport that counts and can be made to fail.
final class CountingTransport: HTTPTransport {
  private let inner: any HTTPTransport
  private let state = Mutex((count: 0, failures: 0))

  init(_ inner: any HTTPTransport) { self.inner = inner }

  var count: Int { state.withLock { $0.count } }

  func failOnce() { state.withLock { $0.failures = 1 } }

  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    let fails = state.withLock { state in
      state.count += 1
      defer { state.failures = 0 }
      return state.failures > 0
    }
    if fails { throw HTTPTransportError(.unreachable, detail: "The test pulled the plug.") }
    return try await inner.send(request)
  }
}
