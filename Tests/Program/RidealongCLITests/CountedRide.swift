import AccessTokens
import CellGrid
import ConsumerMap
import FleetEmulator
import FleetEngine
import HTTPMessages
import RideTestSupport
import RidesharingConsumer
import TestSupport
import VectorTiles
import Viewer

@testable import RidealongCLI

/// The demo within one process: its emulator, its driver, its base map and the viewer on a screen
/// whose bytes are counted, by a clock that moves when all sleep.
@MainActor final class CountedRide {
  private nonisolated static let start = Timestamp(seconds: 1_767_261_600)  // 2026-01-01T10:00:00Z

  let screen: CountedScreen
  private let folder = TestFolder()
  private let clock = ManualClock()
  private let mapView = MapView()
  private let tiles: TileStore
  private let model: TripModel
  private let service: TripService
  private let program: ViewerProgram
  private let ride: DemoDrive
  private var running: Task<ScreenEnding, Never>?

  /// Prepares a ride.
  ///
  /// - Parameters:
  ///   - size: The screen's size.
  ///   - isRemote: Whether it is watched over ssh.
  ///   - speed: How many times faster than the clock it goes.
  /// - Throws: What cannot be made.
  init(size: GridSize, isRemote: Bool, speed: Double = 1) async throws {
    let clock = clock
    let service = ServiceClock(clock) { Self.start + clock.now.offset }
    let keys = try folder.emulatorKeys()
    let emulator = try EmulatedFleetEngine(
      EmulatorConfiguration(
        providerID: TestFolder.providerID, accounts: keys.accounts, speed: speed,
        now: service.wallNow))
    func client(_ role: ServiceRole) throws -> FleetEngineClient {
      let key = try ServiceAccountKey(contentsOf: keys.path(role))
      return FleetEngineClient(
        endpoint: HTTPURL(scheme: .http, host: "127.0.0.1"),
        transport: InProcessTransport(emulator),
        tokens: AccessTokenCache(
          ServiceAccountTokenProvider(key: key, wallNow: service.wallNow), wallNow: service.wallNow)
      )
    }
    let name = try TripName(providerID: TestFolder.providerID, tripID: "demo-ride")
    ride = try DemoDrive(
      scenario: DemoCommand.scenario(name, speed: speed), backend: client(.server),
      driverClient: client(.driver), clock: service)
    self.service = TripService(
      client: try client(.consumer), providerID: name.providerID, clock: service,
      random: SystemRandomNumberGenerator())
    model = self.service.tripModel(forTripName: name.description)
    tiles = TileStore(source: try await BaseMapSource.demo(), clock: clock) { [mapView] in
      mapView.baseMapChanged()
    }
    mapView.baseMap = BaseMap(tiles: tiles)
    screen = try await CountedScreen(size: size)
    program = ViewerProgram(
      model: model, mapView: mapView, screen: screen, clock: service,
      settings: ViewerSettings(
        framesPerSecond: isRemote ? 4 : 10, isMotionReduced: isRemote, speed: speed,
        backend: "127.0.0.1", credentials: "demo"))
  }

  /// Whether the ride is over.
  var hasEnded: Bool { program.hasEnded }

  /// Starts the ride and the viewer, and waits until something is known of it.
  func start() async throws {
    _ = try await ride.begin()
    running = Task { [program] in await program.run() }
    await waitWhile(model.polling.totalUpdates == 0)
  }

  /// Lets time pass.
  ///
  /// - Parameters:
  ///   - time: How much, on the ride's clock.
  ///   - sleepers: How many wait while nothing happens.
  ///   - isOver: What ends it earlier.
  func play(_ time: Duration, sleepers: Int = 4, until isOver: () -> Bool = { false }) async {
    let end = clock.now.offset + time
    var turns = Turns()
    var idle = 0
    while clock.now.offset < end, !isOver(), !Task.isCancelled {
      await turns.next()
      let isBusy = model.polling.isPolling || tiles.status.loading > 0
      idle = isBusy ? 0 : idle + 1
      // Who works in between is let finish; who sleeps no more is not waited for.
      guard idle > (clock.sleeperCount >= sleepers ? 10 : 20_000) else { continue }
      // What was drawn is written before more is.
      _ = await screen.bytes
      let left = end - clock.now.offset
      clock.advance(by: min(left, clock.waits.first ?? left))
      idle = 0
    }
  }

  /// The bytes that are written while time passes.
  func bytes(in time: Duration, sleepers: Int = 4) async -> Int {
    let before = await screen.bytes
    await play(time, sleepers: sleepers)
    return await screen.bytes - before
  }

  /// Ends all.
  func end() async {
    program.stop()
    _ = await running?.value
    await ride.stop()
    await screen.close()
  }
}
