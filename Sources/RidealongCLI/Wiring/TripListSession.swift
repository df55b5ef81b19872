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
    let watch = wiring.watch(trips, client, interval: interval) { [providerID = trips.providerID] in
      list.apply($0, $1, providerID: providerID)
    }
    list.askForVehicle = { watch?.askNow() }
    keepLog(of: list)
    for name in trips.names { list.add(name.description) }
    let isInterrupted = await follow(list, service, on: screen)
    let status = signals.exitStatus ?? (isInterrupted ? .interrupt : .success)
    signals.end(status)
    watch?.cancel()
    scheduler.leaveAll()
    let isGivenBack = await screen.close()
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

  /// Has the log told what is heard of the trips, and of the vehicle.
  @MainActor
  private func keepLog(of list: TripListProgram) {
    guard wiring.log != nil else { return }
    var notes: [String: TripNotes] = [:]
    var vehicleNotes = trips.vehicle.map { TripNotes($0, wiring) }
    list.onReport = { report in
      switch report {
      case .trip(let name, let trip): notes[name, default: TripNotes(name, wiring)].take(trip)
      case .polling(let name, let polling):
        guard !polling.isPolling else { return }
        notes[name, default: TripNotes(name, wiring)].take(polling)
      case .vehicle(let polling): vehicleNotes?.take(polling)
      }
    }
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
      list.openElsewhere(name.description)
      return model
    }
    while true {
      // Not structured: a signal comes from outside and may come or not.
      signals.onSignal { Task { @MainActor in list.stop() } }
      let name: String
      switch await list.run() {
      case .open(let opened): name = opened
      case .interrupted: return true
      case .quit, .stopped: return false
      }
      list.openElsewhere(name)
      await wiring.stateFile?.remember(trip: name)
      let viewer = ViewerProgram(
        model: service.tripModel(forTripName: name),
        mapView: mapView,
        screen: screen,
        clock: wiring.clock,
        settings: list.settings,
        services: services,
        isFromList: true
      )
      signals.onSignal { Task { @MainActor in viewer.stop() } }
      let ending = await viewer.run()
      list.settings.adoptLook(of: viewer.settings)
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
  ///   - report: Told of each answer, with how the asking goes.
  /// - Returns: The asking, to be cancelled by the caller; nil where no vehicle is followed.
  @MainActor
  func watch(
    _ trips: FollowedTrips,
    _ client: FleetEngineClient,
    interval: Duration?,
    _ report: @escaping @MainActor (VehicleWatch.Answer, PollingStatus) -> Void
  ) -> WatchedVehicle? {
    guard let vehicle = trips.vehicle else { return nil }
    let watch = VehicleWatch(
      vehicle,
      client: client,
      clock: clock,
      interval: interval ?? TripModelOptions.minimumInterval
    )
    // Not structured: the session goes on beside it and ends it.
    let task = Task {
      await watch.run(random: SystemRandomNumberGenerator()) { report($0, $1) }
    }
    return WatchedVehicle(watch: watch, task: task)
  }
}

/// A vehicle that is asked for beside what shows its trips.
struct WatchedVehicle: Sendable {
  fileprivate let watch: VehicleWatch
  fileprivate let task: Task<Void, Never>

  /// Asks at the next opportunity.
  func askNow() {
    // Not structured: whoever wants to know goes on.
    Task { await watch.askNow() }
  }

  /// Asks no more.
  func cancel() { task.cancel() }
}
