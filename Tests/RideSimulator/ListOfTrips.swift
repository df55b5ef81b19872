import AccessTokens
import CellGrid
import ConsumerMap
import FleetEmulator
import FleetEngine
import RidesharingConsumer
import TestSupport
import Viewer

/// A dispatcher's list of all trips, which are polled in turn within a rate limit.
@MainActor final class ListOfTrips {
  private static let requestsPerSecond = 10

  let device: Device
  let link: Link
  let screen: CellScreen
  private let scheduler: TripScheduler
  private let program: TripListProgram
  private let world: World
  private let service: TripService
  private var running: Task<ScreenEnding, Never>?

  init(in world: World, random: SeededGenerator) {
    self.world = world
    device = world.makeDevice("list")
    let clock = device.clock
    link = Link(device, world.network)
    // The limit is one of turns; a refused token repeats a request within its turn.
    link.hasUser = true
    link.requestsPerSecond = 2 * Self.requestsPerSecond
    let schedule = FleetSchedule(requestsPerSecond: Self.requestsPerSecond, clock: clock)
    service = TripService(
      client: FleetEngineClient(
        transport: link,
        tokens: AccessTokenCache(
          SimulatedTokens(role: .server, network: world.network), wallNow: clock.wallNow),
        schedule: schedule,
        clock: clock
      ),
      providerID: SimulatedServer.providerID,
      clock: clock, random: random)
    scheduler = TripScheduler(service: service, clock: clock, random: random, schedule: schedule)
    screen = CellScreen("list", size: GridSize(columns: 120, rows: 40), random: random)
    program = TripListProgram(
      scheduler: scheduler, mapView: MapView(), screen: screen, clock: clock,
      settings: ViewerSettings(localTime: LocalTime(utcOffsetSeconds: 0)))
    running = Task { [program] in await program.run() }
  }

  func add(_ name: TripName) {
    if link.isBusy { RareState.reach(.listGrowsDuringPoll) }
    program.add(name.description)
  }

  /// While nothing is wrong, every trip's last response is young.
  func checkHealthy() {
    for model in service.activeTripModels {
      guard let answered = model.polling.lastAnswerAt, model.currentTrip?.isActive == true else {
        continue
      }
      let age = device.monotonic - answered
      Failure.check(
        age <= max(.seconds(60), scheduler.turn * 3), "a listed trip recovers after faults",
        "\(model.tripName) is \(age) old with turns of \(scheduler.turn): "
          + (model.polling.lastError?.message ?? "no failure"))
    }
  }

  /// However many trips fail, the list rests for no longer than the failures since the last success allow.
  func checkRest() {
    let active = service.activeTripModels.filter { $0.currentTrip?.isActive == true }
    guard !active.isEmpty else { return }
    let allowed = Duration.seconds(1.5 * min(64, Double(1 << min(link.failures, 6))))
    let rest = Scheduler.now - link.lastActivity
    Failure.check(
      rest <= allowed + scheduler.turn + .seconds(25), "a list rests as long as its failures allow",
      "\(rest) after \(link.failures) failures, with turns of \(scheduler.turn)")
  }

  func finish() async {
    program.stop()
    _ = await running?.value
    scheduler.leaveAll()
    Failure.check(scheduler.count == 0, "a list leaves its trips", "\(scheduler.count) are left")
  }
}
