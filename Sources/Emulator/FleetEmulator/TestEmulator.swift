public import FleetEngine
public import Geo
public import HTTPMessages
internal import JSONWebTokens
public import RidesharingConsumer

/// An emulator for one test, which ``EmulatedFleetEngine/withEmulator(at:configure:isolation:_:)`` starts and stops.
///
/// See docs/emulator.md, "In Swift tests".
public struct TestEmulator: Sendable {
  /// The emulator, with its history, faults, clock, and reset.
  public let emulator: EmulatedFleetEngine
  /// The address of its server, on a free port of loopback.
  public let endpoint: HTTPURL
  private let server: LocalServer
  package let signers: [TokenSigner]

  /// Returns a client that calls the emulator without a socket, with a role's token for each request.
  ///
  /// Its tokens follow the emulator's clock. The observer also sees calls that a script of faults answers,
  /// which the emulator's history has not. A call that a script delays ends when the clock has been advanced.
  public func client(
    _ role: ServiceRole = .server, observer: (any FleetEngineObserver)? = nil
  ) -> FleetEngineClient {
    FleetEngineClient(
      providerID: emulator.providerID, endpoint: endpoint,
      transport: InProcessTransport(emulator, isCounted: true), tokens: tokens(role), clock: clock,
      observer: WorkObserver(clock: emulator.clock, next: observer))
  }

  /// The emulator's clock, for whatever the test drives: its sleeps end when ``advance(by:)`` passes them.
  public var clock: ServiceClock { emulator.clock.service }

  /// Moves the emulator's clock forward, from one moment at which somebody wakes to the next, and returns when
  /// all who woke have run.
  ///
  /// A duration of zero does not move the clock; it waits until all that run now sleep. The clock stands still while
  /// somebody runs. Nobody is waited for longer than two seconds at one moment. Calls over a socket are not waited for,
  /// nor is a computation of more than a millisecond or two that makes no call of the emulator, but for a loop over
  /// `TripService.updates(of:)` or a trip model: it has a quarter of a second for each element. The clock moves by
  /// ``EmulatorClock/longestAdvance`` at most.
  public func advance(by duration: Duration) async { await emulator.clock.step(by: duration) }

  /// Advances the clock step by step until something is true.
  ///
  /// - Parameters:
  ///   - step: The time between two looks, at least a millisecond.
  ///   - limit: The longest time, by the emulator's clock.
  ///   - isolation: The caller's actor, on which `isDone` runs.
  ///   - isDone: What has to become true.
  /// - Throws: ``EmulatorError`` if it is not true at the end, and the error of `isDone`.
  public func advance(
    by step: Duration = .seconds(1), within limit: Duration = .seconds(3_600),
    isolation: isolated (any Actor)? = #isolation, until isDone: () async throws -> Bool
  ) async throws {
    let end = clock.monotonicNow() + limit
    await advance(by: .zero)
    while try await !isDone() {
      guard !Task.isCancelled else { throw CancellationError() }
      let left = end - clock.monotonicNow()
      guard left > .zero else {
        throw EmulatorError(.timeout, "What the test waits for is not true after \(limit).")
      }
      await advance(by: min(left, max(step, .milliseconds(1))))
    }
  }

  /// Returns a service that follows the emulator's trips by its clock, without a socket.
  public func tripService(_ role: ServiceRole = .consumer) -> TripService {
    TripService(client: client(role))
  }

  /// Creates a vehicle at a place, online and for four passengers, and returns its name.
  ///
  /// `assign` sets other fields before it is created, but not those that only the server writes.
  @discardableResult public func addVehicle(
    _ id: String, at place: Coordinate, isolation: isolated (any Actor)? = #isolation,
    _ assign: (inout Vehicle) -> Void = { _ in }
  ) async throws(EmulatorError) -> VehicleName {
    let name = try EmulatorError.wrapping { () throws(ResourceNameError) in
      try VehicleName(providerID: emulator.providerID, vehicleID: id)
    }
    var seed = EmulatorSeed()
    var vehicle = Vehicle.with { $0.lastLocation = VehicleLocation(location: place) }
    assign(&vehicle)
    seed.vehicles[id] = vehicle
    try await emulator.add(seed)
    return name
  }

  /// Creates a trip between two places, perhaps with a vehicle, and returns its name.
  ///
  /// `assign` sets other fields before it is created, for example its status, but not those that only the server
  /// writes.
  @discardableResult public func addTrip(
    _ id: String, from pickup: Coordinate, to dropoff: Coordinate, vehicle: VehicleName? = nil,
    isolation: isolated (any Actor)? = #isolation, _ assign: (inout Trip) -> Void = { _ in }
  ) async throws(EmulatorError) -> TripName {
    let name = try EmulatorError.wrapping { () throws(ResourceNameError) in
      try TripName(providerID: emulator.providerID, tripID: id)
    }
    var seed = EmulatorSeed()
    var trip = Trip.with {
      $0.pickupPoint = TerminalLocation(point: pickup)
      $0.dropoffPoint = TerminalLocation(point: dropoff)
      $0.vehicleID = vehicle?.vehicleID
    }
    assign(&trip)
    seed.trips[id] = trip
    try await emulator.add(seed)
    return name
  }

  /// The tokens of a role; those of ``ServiceRole/driver`` and ``ServiceRole/consumer`` are for one
  /// vehicle or trip each.
  public func tokens(_ role: ServiceRole) -> some AccessTokenProvider {
    TestTokens(signer: signers.first { $0.role == role }, clock: emulator.clock)
  }

  /// The key of all test emulators of this process, because making one takes 0.1 s.
  private static let key = Result { () throws(JSONWebTokenError) in try SigningKey.generate() }

  private static func accounts(
    _ providerID: String
  ) throws(EmulatorError) -> [(ServiceAccount, TokenSigner)] {
    try EmulatorError.wrapping(.keys) { () throws(JSONWebTokenError) in
      let key = try key.get()
      let publicKey = try key.publicKey
      return ServiceRole.allCases.map { role in
        let email = "\(role.rawValue)@\(providerID).iam.gserviceaccount.com"
        return (
          ServiceAccount(role: role, email: email, keyID: role.rawValue, key: publicKey),
          TokenSigner(role: role, email: email, keyID: role.rawValue, key: key)
        )
      }
    }
  }

  /// Starts an emulator, which ``stop()`` stops, for frameworks whose tests have no scope of their own.
  ///
  /// ``EmulatedFleetEngine/withEmulator(at:configure:isolation:_:)`` has the parameters and errors.
  public static func start(
    at time: Timestamp? = nil, configure: (inout EmulatorConfiguration) -> Void = { _ in }
  ) throws(EmulatorError) -> TestEmulator {
    let clock = ServiceClock.system
    var configuration = EmulatorConfiguration(
      accounts: [], now: clock.wallNow, monotonicNow: clock.monotonicNow)
    configure(&configuration)
    let accounts = try accounts(configuration.providerID)
    configuration.accounts += accounts.map(\.0)
    let emulator = try EmulatedFleetEngine(configuration)
    if let time { emulator.clock.set(to: time, rate: 0) }
    let server = LocalServer(emulator)
    return TestEmulator(
      emulator: emulator, endpoint: try server.start(), server: server, signers: accounts.map(\.1))
  }

  /// Stops the server, and ends all sleeps by the clock.
  public func stop() async {
    emulator.clock.close()
    await server.stop()
  }
}

/// Counts calls, from the token to the decoded response, as work that the clock waits for.
private struct WorkObserver: FleetEngineObserver {
  let clock: EmulatorClock
  let next: (any FleetEngineObserver)?

  func callStarted(_ call: FleetEngineCall) {
    clock.countWork(isOver: false)
    next?.callStarted(call)
  }

  func callEnded(_ call: FleetEngineCall, _ result: FleetEngineCallResult) {
    next?.callEnded(call, result)
    clock.countWork(isOver: true)
  }
}

/// Tokens that are signed when they are asked for.
private struct TestTokens: AccessTokenProvider {
  let signer: TokenSigner?
  let clock: EmulatorClock

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  {
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

extension EmulatedFleetEngine {
  /// Runs a test with an emulator of its own in this process, and stops it at the end.
  ///
  /// The emulator keeps nothing on disk. Its accounts have a key that all test emulators of the process share.
  ///
  /// - Parameters:
  ///   - time: The time at which its clock stands still until it is advanced; nil for the machine's clock.
  ///   - configure: Changes its settings.
  ///   - isolation: The caller's actor, on which `body` runs.
  ///   - body: The test.
  /// - Throws: ``EmulatorError`` if it cannot start, or the error of `body`.
  public static func withEmulator<Value: Sendable>(
    at time: Timestamp? = nil, configure: (inout EmulatorConfiguration) -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation, _ body: (TestEmulator) async throws -> Value
  ) async throws -> Value {
    let test = try TestEmulator.start(at: time, configure: configure)
    do {
      let value = try await body(test)
      await test.stop()
      return value
    } catch {
      await test.stop()
      throw error
    }
  }
}
