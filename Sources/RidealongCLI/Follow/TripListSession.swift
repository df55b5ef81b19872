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
  /// Limits the requests of all trips together.
  let schedule: FleetSchedule
  let settings: ViewerSettings
  let map: MapOptions
  let capabilities: TerminalCapabilities
  /// The signals that end it.
  let signals: SignalWatch
  let screen: ScreenSetup
  let journal: TripJournal
  /// The time between the starts of two polls; nil for the usual one.
  let interval: Duration?

  /// Opens the screen, follows, and gives the terminal back.
  @MainActor
  func run() async throws(CommandError) -> ExitStatus {
    let cursesScreen = try await screen.open(capabilities, settings, after: trips.words)
    let service = TripService(client, providerID: trips.providerID, journal.clock)
    let scheduler = TripScheduler(service, journal.clock, schedule, interval: interval)
    let list = TripListProgram(
      scheduler: scheduler,
      vehicle: trips.vehicle,
      screen: cursesScreen,
      clock: journal.clock,
      settings: settings
    )
    let watch = WatchedVehicle(trips, client, journal.clock, interval: interval) {
      [providerID = trips.providerID] in
      list.apply($0, $1, providerID: providerID)
    }
    list.askForVehicle = { watch?.askNow() }
    keepLog(of: list)
    for name in trips.names { list.add(name.description) }
    let isInterrupted = await follow(list, service, on: cursesScreen)
    let status = signals.exitStatus ?? (isInterrupted ? .interrupt : .success)
    signals.end(status)
    watch?.cancel()
    scheduler.leaveAll()
    let isGivenBack = await cursesScreen.close()
    // A terminal that takes nothing would keep the last word waiting.
    guard isGivenBack else { return status }
    try signals.printLast { () throws(CommandError) in try Console.print(list.farewell) }
    return status
  }

  /// Logs what happens to the trips and the vehicle.
  @MainActor
  private func keepLog(of list: TripListProgram) {
    guard journal.log != nil else { return }
    var logs: [String: TripLog] = [:]
    var vehicleLog = trips.vehicle.map { TripLog($0, journal) }
    list.onReport = { report in
      switch report {
      case .trip(let name, let trip): logs[name, default: TripLog(name, journal)].apply(trip)
      case .polling(let name, let polling):
        guard !polling.isPolling else { return }
        logs[name, default: TripLog(name, journal)].apply(polling)
      case .vehicle(let polling): vehicleLog?.apply(polling)
      }
    }
  }

  /// Shows the list, and one trip after the other as the user opens them.
  @MainActor
  private func follow(
    _ list: TripListProgram,
    _ service: TripService,
    on cursesScreen: CursesScreen
  ) async -> Bool {
    let mapView = map.makeMap()
    var services = screen.viewerServices(service, client)
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
      await journal.remember(trip: name)
      let viewer = ViewerProgram(
        model: service.tripModel(forTripName: name),
        mapView: mapView,
        screen: cursesScreen,
        clock: journal.clock,
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

/// Polls which trips a vehicle has.
struct WatchedVehicle: Sendable {
  private let watch: VehicleWatch
  private let task: Task<Void, Never>

  /// Begins; nil where no vehicle is followed.
  ///
  /// `interval` is the time between two requests; nil for the usual one. `report` is called with each
  /// response and the state of the polling.
  @MainActor
  init?(
    _ trips: FollowedTrips,
    _ client: FleetEngineClient,
    _ clock: ServiceClock,
    interval: Duration?,
    _ report: @escaping @MainActor (VehicleWatch.Answer, PollingStatus) -> Void
  ) {
    guard let vehicle = trips.vehicle else { return nil }
    let watch = VehicleWatch(
      vehicle,
      client: client,
      clock: clock,
      interval: interval ?? TripModelOptions.minimumInterval
    )
    self.watch = watch
    // Not structured: the session cancels it.
    task = Task { await watch.run(random: SystemRandomNumberGenerator()) { report($0, $1) } }
  }

  /// Asks at the next opportunity.
  func askNow() {
    // Not structured: the caller does not wait.
    Task { await watch.askNow() }
  }

  /// Asks no more.
  func cancel() { task.cancel() }
}
