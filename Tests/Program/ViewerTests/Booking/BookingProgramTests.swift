import CellGrid
import ConsumerMap
import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import JSONWebTokens
import MapCanvas
import ProviderBackend
import RidesharingConsumer
import Synchronization
import TestSupport
import Testing

@testable import Viewer

/// A provider's backend and an emulator, both in the test's own process.
@MainActor final class BookingRig {
  private nonisolated static let keys: [SigningKey] = ServiceRole.allCases.compactMap { _ in
    try? SigningKey.generate()
  }

  let clock = ManualClock()
  let screen = TestScreen()
  let mapView = MapView()
  let backend: ProviderClient
  let program: BookingProgram
  private let endpoint = HTTPURL(scheme: .http, host: "127.0.0.1")
  private let transport: any HTTPTransport
  private let service: ServiceClock
  private var running: Task<ScreenEnding, Never>?
  /// Whether the program on the screen applied each event and showed each frame.
  private var isIdle: () -> Bool

  /// Creates a rig.
  ///
  /// - Parameters:
  ///   - vehicles: How many vehicles are online.
  ///   - answer: What the backend answers in place of the emulator; nil to leave it to that.
  /// - Throws: That there is no emulator.
  init(
    vehicles: Int = 1,
    _ answer: @escaping @Sendable (TransportRequest) async -> TransportResponse? = { _ in nil }
  ) async throws {
    let clock = clock
    let now: @Sendable () -> Timestamp = { SampleRide.wall + clock.now.offset }
    var accounts: [ServiceAccount] = []
    var signers: [TokenSigner] = []
    for (role, key) in zip(ServiceRole.allCases, Self.keys) {
      let (email, id) = ("\(role.rawValue)@demo", "key-\(role.rawValue)")
      accounts.append(ServiceAccount(role: role, email: email, keyID: id, key: try key.publicKey))
      signers.append(TokenSigner(role: role, email: email, keyID: id, key: key))
    }
    let emulator = try EmulatedFleetEngine(
      EmulatorConfiguration(
        providerID: "demo-project", accounts: accounts,
        provider: ProviderConfiguration(signers: signers, newTripID: { "ride-1" }), now: now))
    transport = Interposed(emulator: InProcessTransport(emulator), answer: answer)
    service = ServiceClock(clock, wallNow: now)
    var url = endpoint
    url.path = ProviderConfiguration.defaultPrefix
    backend = ProviderClient(endpoint: url, transport: transport)
    for number in 0..<vehicles {
      _ = try await ProviderClient(endpoint: url, transport: InProcessTransport(emulator))
        .createVehicle("cab-\(number)")
    }
    let program = BookingProgram(
      backend: backend, start: vehicles == 0 ? SampleBooking.near : nil, mapView: mapView,
      screen: screen, clock: service, settings: Self.settings)
    self.program = program
    isIdle = { program.loop.isIdle }
  }

  private nonisolated static let settings = ViewerSettings(
    localTime: LocalTime(utcOffsetSeconds: 0), backend: "b", credentials: "c")

  func start() { running = Task { [program] in await program.run() } }

  func ending() async -> ScreenEnding? {
    // A test whose time is over waits for nothing.
    if Task.isCancelled { program.stop() }
    return await running?.value
  }

  func shows(_ text: String) async -> Bool {
    await screen.frames.last?.rows.contains { $0.contains(text) } ?? false
  }

  /// Lets time pass until the screen shows something.
  func wait(for text: String) async {
    var turns = Turns()
    while !(await shows(text)), !Task.isCancelled {
      // Nothing is shown for so short that it passes unseen.
      if clock.sleeperCount >= 1, await screen.isAwaited, isIdle() {
        clock.advance(by: .milliseconds(50))
      }
      await turns.next()
    }
  }

  /// Chooses a ride and asks for it.
  func choose() async {
    await wait(for: "CHOOSE THE PICKUP")
    // Before the vehicles are known the map shows the world, on which no place can be chosen.
    await waitWhile(program.state.vehicles == .unknown)
    await screen.press(.enter)
    await wait(for: "CHOOSE A STOP")
    await screen.press(.right, .shift)
    await screen.press(.enter)
    await wait(for: "CHECK THE RIDE")
    await screen.press(.enter)
  }

  /// A viewer that follows a booked trip with a token of the backend.
  func viewer(of name: TripName) async throws -> ViewerProgram {
    let trips = TripService(
      client: FleetEngineClient(
        endpoint: endpoint, transport: transport, tokens: BackendTokens(backend: backend)),
      providerID: name.providerID, clock: service, random: SystemRandomNumberGenerator())
    let viewer = ViewerProgram(
      model: trips.tripModel(forTripName: name.description), mapView: mapView, screen: screen,
      clock: service, settings: Self.settings, booking: backend)
    isIdle = { viewer.loop.isIdle }
    return viewer
  }
}

/// Answers some requests in an emulator's place.
private struct Interposed: HTTPTransport {
  let emulator: InProcessTransport
  let answer: @Sendable (TransportRequest) async -> TransportResponse?

  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    if let answer = await answer(request) { return answer }
    return try await emulator.send(request)
  }
}

/// A rider's tokens, fetched from a backend for each call.
private struct BackendTokens: AccessTokenProvider {
  let backend: ProviderClient

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  {
    do { return try await backend.token(.consumer(tripID: context.tripID ?? "")) } catch {
      throw AccessTokenError(reason: error.message)
    }
  }
}

@MainActor @Suite(.limited) struct `The booking program` {
  @Test func `The booking program books a ride that can be followed and canceled`() async throws {
    let rig = try await BookingRig()
    rig.start()
    await rig.wait(for: "1 vehicle online")
    #expect(rig.mapView.camera?.zoom == 14)
    await rig.choose()
    let name = try TripName(providerID: "demo-project", tripID: "ride-1")
    #expect(await rig.ending() == .booked(name))
    #expect(rig.program.pendingBooking == nil)
    #expect(rig.mapView.isAllowCameraAutoUpdate)
    let booked = try await rig.backend.trip("ride-1")
    #expect(booked.pickupPoint?.point?.latitude == rig.mapView.pickupLocation?.point?.latitude)
    #expect(booked.vehicleID == "cab-0")

    let viewer = try await rig.viewer(of: name)
    let following = Task { await viewer.run() }
    await rig.wait(for: "VEHICLE ASSIGNED")
    await rig.screen.press(.character("X"))
    await rig.wait(for: "Cancel this ride?")
    #expect(try await rig.backend.trip("ride-1").status == .new)
    await rig.screen.press(.character("y"))
    await rig.wait(for: "TRIP CANCELED")
    #expect(try await rig.backend.trip("ride-1").status == .canceled)
    #expect(viewer.hasEnded)
    await rig.screen.press(.character("b"))
    #expect(await following.value == .back)
  }

  @Test func `The booking program shows why the backend did not book, and retries`() async throws {
    let failures = Mutex(1)
    let rig = try await BookingRig(vehicles: 0) { request in
      guard request.method == .post, failures.withLock({ $0 > 0 }) else { return nil }
      failures.withLock { $0 -= 1 }
      return .json(#"{"message":"out of \u001b[2J cabs","status":503}"#, status: 503)
    }
    rig.start()
    await rig.wait(for: "0 vehicles online")
    await rig.choose()
    await rig.wait(for: "Not booked")
    #expect(await rig.shows("The backend failed (HTTP 503)."))
    await rig.screen.press(.character("r"))
    #expect(
      await rig.ending() == .booked(try TripName(providerID: "demo-project", tripID: "ride-1")))
  }

  @Test func `The booking program shows a base map problem once on a narrow screen`() async throws {
    let rig = try await BookingRig()
    rig.mapView.baseMapProblem = "The server cannot be reached. (h)"
    await rig.screen.resize(to: GridSize(columns: 40, rows: 12))
    rig.start()
    await rig.wait(for: "Base map error: The server")
    #expect(await rig.shows("Base map error: The server"))
    await rig.wait(for: "Enter chooses")
    #expect(await !rig.shows("No base map."))
    rig.program.stop()
    _ = await rig.ending()
  }

  @Test func `The booking program returns the trip of a booking that was left early`() async throws
  {
    let gate = AsyncStream.makeStream(of: Void.self)
    let rig = try await BookingRig { request in
      if request.method == .post { for await _ in gate.stream {} }
      return nil
    }
    rig.start()
    await rig.choose()
    await rig.wait(for: "Booking at b")
    await rig.screen.press(.character("q"))
    #expect(await rig.ending() == .quit)
    let pending = try #require(rig.program.pendingBooking)
    gate.continuation.finish()
    let name = try TripName(providerID: "demo-project", tripID: "ride-1")
    #expect(await pending.value == .success(name))
  }

  @Test func `The booking program works without known vehicles, and can be stopped`() async throws {
    let rig = try await BookingRig { request in
      request.url.path.hasSuffix("/vehicles") ? .json("{}", status: 500) : nil
    }
    rig.start()
    await rig.wait(for: "Vehicles not known: The backend failed (HTTP 500).")
    await rig.screen.resize(to: GridSize(columns: 40, rows: 12))
    await rig.wait(for: "Enter chooses")
    await rig.screen.resize(to: GridSize(columns: 12, rows: 3))
    await rig.screen.resize(to: GridSize(columns: 80, rows: 24))
    await rig.wait(for: "─ Ride ─")
    rig.program.stop()
    #expect(await rig.ending() == .stopped)
    #expect(rig.program.pendingBooking == nil)
  }

  @Test func `The viewer of a booked ride shows why it was not canceled`() async throws {
    let rig = try await BookingRig { request in
      request.method == .put ? .json(#"{"message":"too late","status":400}"#, status: 400) : nil
    }
    rig.start()
    await rig.choose()
    guard case .booked(let name) = await rig.ending() else {
      Issue.record("The ride was not booked.")
      return
    }
    let viewer = try await rig.viewer(of: name)
    let following = Task { await viewer.run() }
    await rig.wait(for: "VEHICLE ASSIGNED")
    await rig.screen.press(.character("X"))
    await rig.screen.press(.character("y"))
    await rig.wait(for: "The ride was not canceled.")
    #expect(await rig.shows("too late"))
    await rig.screen.press(.escape)
    await rig.screen.press(.character("c"), .control)
    #expect(await following.value == .interrupted)
    #expect(!viewer.hasEnded)
  }
}
