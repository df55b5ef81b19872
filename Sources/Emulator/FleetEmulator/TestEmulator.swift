public import FleetEngine
public import Geo
public import HTTPMessages
internal import JSONWebTokens
public import RidesharingConsumer

/// An emulator for one test, which ``FleetEmulator/withEmulator(configure:isolation:_:)`` starts and stops.
///
/// See docs/emulator.md, "In Swift tests".
public struct TestEmulator: Sendable {
  /// The emulator, with its history, faults, clock, and reset.
  public let emulator: FleetEmulator
  /// The address of its server, on a free port of loopback.
  public let endpoint: HTTPURL
  private let signers: [TokenSigner]

  /// Returns a client that calls the emulator without a socket, with a role's token for each request.
  ///
  /// Its tokens follow the emulator's clock.
  public func client(_ role: ServiceRole = .server) -> FleetEngineClient {
    FleetEngineClient(
      providerID: emulator.providerID, endpoint: endpoint,
      transport: InProcessTransport(emulator, clock: clock), tokens: tokens(role), clock: clock)
  }

  /// The emulator's clock, for whatever the test drives: its sleeps end when ``advance(by:)`` passes them.
  public var clock: ServiceClock { emulator.clock.service }

  /// Moves the emulator's clock forward, from one moment at which somebody wakes to the next, and returns when
  /// all who woke have run.
  ///
  /// Work that goes on for more than some milliseconds without a call of the emulator, and calls over a socket,
  /// are not waited for, and nobody is for more than two seconds. The clock stands still meanwhile.
  public func advance(by duration: Duration) async { await emulator.clock.step(by: duration) }

  /// Returns a service that follows the emulator's trips by its clock, without a socket.
  public func tripService(as role: ServiceRole = .consumer) -> TripService {
    TripService(client: client(role))
  }

  /// Creates a vehicle at a place, online and for four passengers, and returns its name.
  ///
  /// `assign` changes it before.
  @discardableResult public func addVehicle(
    _ id: String, at place: Coordinate, isolation: isolated (any Actor)? = #isolation,
    _ assign: (inout Vehicle) -> Void = { _ in }
  ) async throws -> VehicleName {
    var seed = EmulatorSeed()
    var vehicle = Vehicle.with { $0.lastLocation = VehicleLocation(location: place) }
    assign(&vehicle)
    seed.vehicles[id] = vehicle
    try await emulator.add(seed)
    return try VehicleName(providerID: emulator.providerID, vehicleID: id)
  }

  /// Creates a trip between two places, perhaps with a vehicle, and returns its name.
  ///
  /// `assign` changes it before, for example its status.
  @discardableResult public func addTrip(
    _ id: String, from pickup: Coordinate, to dropoff: Coordinate, vehicle: VehicleName? = nil,
    isolation: isolated (any Actor)? = #isolation, _ assign: (inout Trip) -> Void = { _ in }
  ) async throws -> TripName {
    var seed = EmulatorSeed()
    var trip = Trip.with {
      $0.pickupPoint = TerminalLocation(point: pickup)
      $0.dropoffPoint = TerminalLocation(point: dropoff)
      $0.vehicleID = vehicle?.vehicleID
    }
    assign(&trip)
    seed.trips[id] = trip
    try await emulator.add(seed)
    return try TripName(providerID: emulator.providerID, tripID: id)
  }

  /// The tokens of a role; those of ``ServiceRole/driver`` and ``ServiceRole/consumer`` are for one
  /// vehicle or trip each.
  public func tokens(_ role: ServiceRole) -> some AccessTokenProvider {
    TestTokens(signer: signers.first { $0.role == role }, clock: emulator.clock)
  }

  /// The key of all test emulators of this process, because making one takes 0.1 s.
  private static let key = Result { () throws(JSONWebTokenError) in try SigningKey.generate() }

  fileprivate static func accounts(_ providerID: String) throws -> [(ServiceAccount, TokenSigner)] {
    let key = try key.get()
    return try ServiceRole.allCases.map { role in
      let email = "\(role.rawValue)@\(providerID).iam.gserviceaccount.com"
      return (
        ServiceAccount(role: role, email: email, keyID: role.rawValue, key: try key.publicKey),
        TokenSigner(role: role, email: email, keyID: role.rawValue, key: key)
      )
    }
  }

  fileprivate init(_ emulator: FleetEmulator, _ endpoint: HTTPURL, _ signers: [TokenSigner]) {
    (self.emulator, self.endpoint, self.signers) = (emulator, endpoint, signers)
  }
}

/// Tokens that are signed when they are asked for.
private struct TestTokens: AccessTokenProvider {
  let signer: TokenSigner?
  let clock: EmulatorClock

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  {
    clock.countWork(isOver: false)
    defer { clock.countWork(isOver: true) }
    guard let signer else { throw AccessTokenError(reason: "There is no key of this role.") }
    let ids: [String: String?] =
      switch signer.role {
      case .server, .fleetReader: ["tripid": "*", "vehicleid": "*"]
      case .driver: ["vehicleid": context.vehicleID]
      case .consumer: ["tripid": context.tripID]
      }
    do {
      let token = try signer.token(for: ids.compactMapValues(\.self), now: clock.now)
      return AccessToken(token.text, expiresAt: token.expiresAt)
    } catch { throw AccessTokenError(reason: "\(error)") }
  }
}

extension FleetEmulator {
  /// Runs a test with an emulator of its own in this process, and stops it at the end.
  ///
  /// The emulator keeps nothing on disk. `configure` changes its settings; its accounts have a key
  /// that all test emulators of the process share.
  ///
  /// - Throws: ``EmulatorError`` if it cannot start, or the error of `body`.
  public static func withEmulator<Result: Sendable>(
    configure: (inout EmulatorConfiguration) -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation, _ body: (TestEmulator) async throws -> Result
  ) async throws -> Result {
    let clock = ServiceClock.system
    var configuration = EmulatorConfiguration(
      accounts: [], now: clock.wallNow, monotonicNow: clock.monotonicNow)
    configure(&configuration)
    let accounts = try TestEmulator.accounts(configuration.providerID)
    configuration.accounts += accounts.map(\.0)
    let emulator = try FleetEmulator(configuration)
    let server = LocalServer(emulator)
    let endpoint = try server.start()
    do {
      let result = try await body(TestEmulator(emulator, endpoint, accounts.map(\.1)))
      emulator.clock.close()
      await server.stop()
      return result
    } catch {
      emulator.clock.close()
      await server.stop()
      throw error
    }
  }
}
