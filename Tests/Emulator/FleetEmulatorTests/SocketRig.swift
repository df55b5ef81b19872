import AccessTokens
import CurlTransport
import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import JSONWebTokens
import RideTestSupport
import RidesharingConsumer
import Synchronization
import TestSupport
import Testing

/// Tokens that are signed when they are asked for, each another one.
final class SignedTokens: AccessTokenProvider {
  private let role: ServiceRole
  private let now: @Sendable () -> Timestamp
  private let state = Mutex<(count: Int, tripID: String?)>((0, nil))

  init(_ role: ServiceRole, now: @escaping @Sendable () -> Timestamp) {
    self.role = role
    self.now = now
  }

  /// How many tokens were asked for.
  var count: Int { state.withLock { $0.count } }

  /// Makes all tokens for one trip, whatever they are asked for.
  func sign(forTrip tripID: String?) { state.withLock { $0.tripID = tripID } }

  func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    let (count, tripID) = state.withLock { state in
      state.count += 1
      return state
    }
    var ids: [String: String] = [:]
    switch role {
    case .server, .fleetReader: ids = ["tripid": "*", "vehicleid": "*"]
    case .driver: ids["vehicleid"] = context.vehicleID
    case .consumer: ids["tripid"] = tripID ?? context.tripID
    }
    let expiry = Timestamp(seconds: now().seconds + 3_600 - Int64(count))
    let claims = TokenClaims(
      issuer: SocketRig.email(role), subject: SocketRig.email(role),
      audience: ["https://fleetengine.googleapis.com/"],
      issuedAt: now().seconds,
      expiresAt: expiry.seconds, authorization: ids)
    do {
      return AccessToken(try SocketRig.key.get().sign(claims, keyID: "key"), expiresAt: expiry)
    } catch { throw AccessTokenError(reason: "\(error)") }
  }
}

/// A trip service and an emulator with a real socket between them, by one clock that a test moves.
@MainActor final class SocketRig {
  /// Made once for all tests, as making a key takes a while.
  nonisolated static let key = Result { try SigningKey.generate() }
  nonisolated static let start = Timestamp(seconds: 1_767_261_600)  // 2026-01-01T10:00:00Z
  nonisolated static let pickup = Coordinate(latitude: 37.3447898, longitude: -122.0679093)
  nonisolated static let stop = Coordinate(latitude: 37.36, longitude: -122.05)
  nonisolated static let dropoff = Coordinate(latitude: 37.4046292, longitude: -122.0296823)
  nonisolated static let vehicle = Coordinate(latitude: 37.3430830, longitude: -122.0697071)

  nonisolated static func email(_ role: ServiceRole) -> String {
    "\(role.rawValue)@demo.iam.gserviceaccount.com"
  }

  let clock = ManualClock()
  let emulator: EmulatedFleetEngine
  let server: LocalServer
  let tokens: SignedTokens
  let model: TripModel
  let recorder = Recorder()
  let name: TripName
  let vehicleName: VehicleName
  private let endpoint: HTTPURL
  private let service: TripService
  private let now: @Sendable () -> Timestamp

  /// Starts an emulator, with the trip in it where it is to be there.
  init(_ curl: LibcurlTransport.Configuration = patient, hasTrip: Bool = true) async throws {
    let clock = clock
    let now: @Sendable () -> Timestamp = { Self.start + clock.now.offset }
    self.now = now
    let key = try Self.key.get().publicKey
    emulator = try EmulatedFleetEngine(
      EmulatorConfiguration(
        providerID: "demo",
        accounts: ServiceRole.allCases.map {
          ServiceAccount(role: $0, email: Self.email($0), keyID: "key", key: key)
        },
        now: now
      )
    )
    server = LocalServer(emulator)
    endpoint = try server.start()
    name = try TripName(providerID: "demo", tripID: "t1")
    vehicleName = try VehicleName(providerID: "demo", vehicleID: "v1")
    tokens = SignedTokens(.consumer, now: now)
    // Its clock stands still: a client that does not notice that its token has expired.
    let cache = AccessTokenCache(tokens, wallNow: { Self.start })
    service = TripService(
      client: FleetEngineClient(
        endpoint: endpoint, transport: LibcurlTransport(curl), tokens: cache),
      providerID: "demo", clock: ServiceClock(clock, wallNow: now), random: SeededGenerator(seed: 7)
    )
    model = service.tripModel(forTripName: name.description)
    if hasTrip { try await createTrip() }
  }

  /// Patient, as tests share few threads with others that make keys.
  nonisolated static let patient = LibcurlTransport.Configuration(totalTime: .seconds(240))

  func client(_ role: ServiceRole) -> FleetEngineClient {
    FleetEngineClient(
      endpoint: endpoint, transport: LibcurlTransport(Self.patient),
      tokens: SignedTokens(role, now: now))
  }

  func createTrip() async throws {
    _ = try await client(.server).createTrip(
      name,
      Trip.with {
        $0.type = .exclusive
        $0.pickupPoint = TerminalLocation(point: Self.pickup)
        $0.intermediateDestinations = [TerminalLocation(point: Self.stop)]
        $0.dropoffPoint = TerminalLocation(point: Self.dropoff)
        $0.numberOfPassengers = 1
      })
  }

  func setFaults(_ faults: Fault...) async throws {
    try await emulator.setFaults(FaultScript(faults))
  }

  func follow() { model.register(recorder) }

  /// Waits for the end of so many polls and for the wait that follows.
  ///
  /// - Returns: The seconds until the next poll.
  func settle(polls: Int) async -> Double {
    await recorder.polls(polls)
    await clock.sleepers(1)
    return clock.waits.first?.inSeconds ?? 0
  }

  /// Lets the wait for the next poll pass.
  func wake() { clock.advance(by: clock.waits.first ?? .zero) }

  /// Waits until the faults have struck.
  func faultsAreOver() async { await waitWhile(await !(emulator.remainingFaults.faults.isEmpty)) }

  /// Waits until no client is connected.
  func clientsAreGone() async { await waitWhile(server.openConnections > 0) }

  func end() async {
    model.unregisterSubscriber(recorder)
    await server.stop()
  }
}
