internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer

/// Follows several trips on the terminal until somebody ends it: a list, and the viewer of one.
struct TripListSession: Sendable {
  let trips: FollowedTrips
  let client: FleetEngineClient
  let settings: ViewerSettings
  let map: MapOptions
  let capabilities: TerminalCapabilities
  /// The signals that end it.
  let signals: SignalWatch
  let wiring: Wiring
  /// The time between the starts of two polls; nil for the usual one.
  let interval: Duration?

  /// Opens the screen, follows, and gives the terminal back.
  ///
  /// - Returns: The status to end with.
  /// - Throws: Why there is no screen, or that nothing could be said after it.
  @MainActor
  func run() async throws(CommandError) -> ExitStatus {
    let screen = try await wiring.openScreen(capabilities, settings, after: trips.words)
    let service = wiring.tripService(client, providerID: trips.providerID)
    let scheduler = wiring.scheduler(service, interval: interval)
    let list = TripListProgram(
      scheduler: scheduler,
      vehicle: trips.vehicle,
      screen: screen,
      clock: wiring.clock,
      settings: settings
    )
    for name in trips.names { list.add(name.description) }
    let watch = wiring.watch(trips, client, interval: interval) { list.take($0, providerID: $1) }
    let isInterrupted = await follow(list, service, on: screen)
    watch?.cancel()
    scheduler.leaveAll()
    let isGivenBack = await screen.close()
    let status = signals.exitStatus ?? (isInterrupted ? .interrupt : .success)
    // A terminal that takes nothing would keep the last word waiting.
    guard isGivenBack else { return status }
    do throws(CommandError) {
      try Console.print(list.farewell)
    } catch {
      // After SIGHUP there is nobody to say it to, and the signal is what ended the program.
      guard signals.exitStatus != nil else { throw error }
    }
    return status
  }

  /// Shows the list, and one trip after the other as the user opens them.
  ///
  /// - Returns: Whether the user interrupted it.
  @MainActor
  private func follow(
    _ list: TripListProgram,
    _ service: TripService,
    on screen: CursesScreen
  ) async -> Bool {
    let mapView = map.makeMap(wiring)
    var services = wiring.viewerServices(service, client)
    let open = services.openTrip
    services.openTrip = { name in
      guard let model = open?(name) else { return nil }
      // What is typed in the viewer may be another trip of the list.
      list.noteOpen(name.description)
      return model
    }
    while true {
      // Not structured: a signal comes from outside and may come or not.
      signals.onSignal { Task { await list.stop() } }
      let name: String
      switch await list.run() {
      case .open(let opened): name = opened
      case .interrupted: return true
      case .quit, .stopped: return false
      }
      list.noteOpen(name)
      let viewer = ViewerProgram(
        model: service.tripModel(forTripName: name),
        mapView: mapView,
        screen: screen,
        clock: wiring.clock,
        settings: list.settings,
        services: services,
        isFromList: true
      )
      signals.onSignal { Task { await viewer.stop() } }
      let ending = await viewer.run()
      list.settings.takeLook(of: viewer.settings)
      list.settings.units = viewer.settings.units
      list.settings.reportsMouse = viewer.settings.reportsMouse
      switch ending {
      case .back: break
      case .interrupted: return true
      case .quit, .stopped: return false
      }
    }
  }
}

extension FollowedTrips {
  /// The trips that are named.
  var names: [TripName] {
    switch self {
    case .one(let name): [name]
    case .several(let names): names
    case .vehicle: []
    }
  }

  /// The vehicle whose trips are followed; nil for trips that are named.
  var vehicle: VehicleName? { if case .vehicle(let name) = self { name } else { nil } }
}

extension Wiring {
  /// The transport for what is followed, which asks for several trips at a bounded pace.
  func transport(for trips: FollowedTrips) -> any HTTPTransport {
    if case .one = trips { return transport() }
    return RateLimitedTransport(
      transport(),
      requestsPerSecond: TripScheduler.requestsPerSecond,
      clock: clock
    )
  }

  /// Where the models of trips come from.
  func tripService(_ client: FleetEngineClient, providerID: String) -> TripService {
    TripService(
      client: client,
      providerID: providerID,
      clock: clock,
      random: SystemRandomNumberGenerator()
    )
  }

  /// What asks for several trips, each in its turn.
  @MainActor
  func scheduler(_ service: TripService, interval: Duration?) -> TripScheduler {
    TripScheduler(
      service: service,
      clock: clock,
      random: SystemRandomNumberGenerator(),
      interval: interval ?? TripModelOptions.minimumInterval
    )
  }

  /// Asks again and again which trips a vehicle has.
  ///
  /// - Parameters:
  ///   - trips: What is followed.
  ///   - client: What asks the server.
  ///   - interval: The time between two questions; nil for the usual one.
  ///   - report: Told of each answer, with the provider.
  /// - Returns: The work, to be cancelled by the caller; nil where no vehicle is followed.
  @MainActor
  func watch(
    _ trips: FollowedTrips,
    _ client: FleetEngineClient,
    interval: Duration?,
    _ report: @escaping @MainActor (Result<Vehicle, FleetEngineError>, String) -> Void
  ) -> Task<Void, Never>? {
    guard let vehicle = trips.vehicle else { return nil }
    let watch = VehicleWatch(
      vehicle,
      client: client,
      clock: clock,
      interval: interval ?? TripModelOptions.minimumInterval
    )
    // Not structured: the session goes on beside it and ends it.
    return Task {
      await watch.run(random: SystemRandomNumberGenerator()) { report($0, vehicle.providerID) }
    }
  }
}
