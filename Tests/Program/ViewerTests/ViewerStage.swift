import CellGrid
import ConsumerMap
import FleetEngine
import HTTPMessages
import RidesharingConsumer
import TestSupport

@testable import Viewer

/// A viewer with a screen, a clock and a server that a test holds in its hands.
@MainActor final class ViewerStage {
  let clock = ManualClock()
  let mapView = MapView()
  let transport: ScriptedTransport
  let model: TripModel
  let program: ViewerProgram
  private let service: TripService
  private let screen: any Screen
  private var running: Task<ScreenEnding, Never>?

  init(
    screen: any Screen, services: ViewerServices = ViewerServices(),
    settings change: (inout ViewerSettings) -> Void = { _ in }, wall: Timestamp = SampleRide.wall,
    _ answer: @escaping @Sendable (_ index: Int) async -> TransportResponse
  ) {
    self.screen = screen
    transport = ScriptedTransport { _, index in await answer(index) }
    let clock = clock
    let service = ServiceClock(clock) { wall + clock.now.offset }
    self.service = TripService(
      client: FleetEngineClient(transport: transport, tokens: FixedTokens()),
      providerID: "demo-project", clock: service, random: SystemRandomNumberGenerator())
    model = self.service.tripModel(forTripName: SampleView.tripName)
    var vehicle = MarkerStyleOptions()
    vehicle.isFlat = true
    mapView.consumerMapStyleCoordinator.setMarkerStyleOptions(vehicle, markerType: .tripVehicle)
    var settings = ViewerSettings(
      localTime: LocalTime(utcOffsetSeconds: 7_200), backend: "b", credentials: "c")
    change(&settings)
    var services = services
    let trips = self.service
    services.openTrip = { name in
      name.providerID == trips.providerID ? trips.tripModel(forTripName: name.description) : nil
    }
    program = ViewerProgram(
      model: model, mapView: mapView, screen: screen, clock: service, settings: settings,
      services: services)
  }

  /// Starts the viewer; it ends with ``ending()``.
  func start() { running = Task { [program] in await program.run() } }

  /// Waits for the viewer's end.
  func ending() async -> ScreenEnding? { await running?.value }

  /// Whether the viewer applied each event, showed each frame on a screen that is not slow, and has
  /// no request on its way.
  private var isCalm: Bool {
    get async {
      guard let screen = screen as? TestScreen else { return !model.polling.isPolling }
      return await screen.isAwaited && program.loop.isIdle && !model.polling.isPolling
    }
  }

  /// Lets time pass whenever all wait for it, until something is so.
  ///
  /// - Parameters:
  ///   - sleepers: How many wait while nothing happens: the poller and the viewer.
  ///   - isSo: What is waited for.
  func play(sleepers: Int = 2, until isSo: () async -> Bool) async {
    var turns = Turns()
    while !(await isSo()), !Task.isCancelled {
      if clock.sleeperCount >= sleepers, await isCalm { clock.advance(by: .milliseconds(250)) }
      await turns.next()
    }
  }

  /// Lets time pass until nobody waits for it any more.
  func playOut() async {
    var turns = Turns()
    var calm = 0
    while calm < 500, !Task.isCancelled {
      calm = clock.sleeperCount == 0 ? calm + 1 : 0
      if clock.sleeperCount > 0, !model.polling.isPolling { clock.advance(by: .milliseconds(250)) }
      await turns.next()
    }
  }

  nonisolated static func answer(_ trip: Trip) -> TransportResponse {
    let body = (try? WireBody.json(trip)) ?? "{}"
    return .json(body)
  }
}
