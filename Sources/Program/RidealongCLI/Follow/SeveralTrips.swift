internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer
internal import TerminalUI
internal import TrustLimits
internal import Viewer

/// Several trips to follow: on the screen, line by line, or in one report.
struct SeveralTrips: Sendable {
  let trips: FollowedTrips
  let client: FleetEngineClient
  /// Limits the requests of all trips together.
  let schedule: FleetSchedule
  let setup: RideSetup
  /// The metrics to serve; nil without `--metrics`.
  let metrics: RideMetrics?
  /// The list of the trips, which may change; nil without one.
  var list: TripList?
  /// The sender of notices; nil without any.
  var notices: NoticeSender?

  func run(as form: RideForm) async throws(CommandError) -> ExitStatus {
    switch form {
    case .report(let form): try await report(as: form)
    case .lines(let form):
      try await RideMetrics.serving(metrics) { () async throws(CommandError) in
        try await stream(as: form)
      }
    case .screen:
      try await RideMetrics.serving(metrics) { () async throws(CommandError) in try await showList()
      }
    }
  }

  /// Follows on the screen: a list, and the viewer of one trip at a time.
  @MainActor private func showList() async throws(CommandError) -> ExitStatus {
    let (screen, outputs, clock) = (setup.screen, setup.outputs, setup.outputs.clock)
    let cursesScreen = try await screen.open(setup.capabilities, setup.settings, after: trips.words)
    let service = TripService(client, providerID: trips.providerID, setup)
    let scheduler = TripScheduler(service, clock, schedule, interval: setup.interval)
    let mapView = setup.map.makeMap()
    let list = TripListProgram(
      scheduler: scheduler, vehicle: trips.vehicle, mapView: mapView, screen: cursesScreen,
      clock: clock, settings: setup.settings)
    let watch = WatchedVehicle(trips, client, clock, interval: setup.interval) {
      [providerID = trips.providerID] in list.apply($0, $1, providerID: providerID)
    }
    list.askForVehicle = { watch?.pollNow() }
    let observer = RideObserver(
      outputs,
      metrics: metrics,
      notices: notices,
      vehicle: trips.vehicle
    ) { await cursesScreen.notify($0) }
    defer { observer.end() }
    list.onEvent = { observer.apply($0) }
    for name in trips.names {
      list.add(name.description)
      observer.follow(name.description)
    }
    let following = follow { list.apply($0) }
    defer { following?.cancel() }
    let services = setup.screen.viewerServices(service, client)
    let isInterrupted = await ListSession(setup: setup, service: service, services: services)
      .show(list, mapView, on: cursesScreen)
    watch?.cancel()
    scheduler.leaveAll()
    return try await setup.close(cursesScreen, isInterrupted: isInterrupted) {
      () throws(CommandError) in try Console.print(list.farewell)
    }
  }

  /// Calls `apply` with each change of the list, until the returned task is cancelled; nil without a list.
  @MainActor
  func follow(_ apply: @escaping @MainActor (TripList.Change) -> Void) -> Task<Void, Never>? {
    guard let list else { return nil }
    let (clock, signals, providerID) = (setup.outputs.clock, setup.signals, trips.providerID)
    // An unstructured task: the session cancels it.
    return Task {
      await list.follow(providerID: providerID, clock, signals) { change in
        if case .problem(let text) = change {
          setup.outputs.note("\(list.label): \(text) The trips are as before.")
        }
        apply(change)
      }
    }
  }
}

/// Polls which trips a vehicle has.
struct WatchedVehicle: Sendable {
  private let watch: VehicleWatch
  private let task: Task<Void, Never>

  /// Starts polling; nil if no vehicle is followed.
  @MainActor init?(
    _ trips: FollowedTrips, _ client: FleetEngineClient, _ clock: ServiceClock, interval: Duration?,
    onEvent: @escaping @MainActor (VehicleWatch.Outcome, PollingStatus) -> Void
  ) {
    guard let vehicle = trips.vehicle else { return nil }
    let watch = VehicleWatch(
      vehicle, client: client, clock: clock, interval: interval ?? TripModelOptions.minimumInterval)
    self.watch = watch
    // An unstructured task: the session cancels it.
    task = Task { await watch.run(random: SystemRandomNumberGenerator()) { onEvent($0, $1) } }
  }

  /// Polls at the next opportunity.
  func pollNow() {
    // An unstructured task: the caller does not wait.
    Task { await watch.pollNow() }
  }

  func cancel() { task.cancel() }
}

extension SeveralTrips {
  /// Prints one line for each trip, in their order.
  func report(as form: ReportForm) async throws(CommandError) -> ExitStatus {
    let signals = setup.signals
    var printer = try form.printer()
    var names = trips.names
    if let vehicle = trips.vehicle {
      switch await signals.cancelling({ await client.vehicle(vehicle) }) {
      case .failure(let error):
        if let status = signals.exitStatus { return status }
        let record = TripJSONLines(vehicle: vehicle, at: setup.outputs.clock.moment)
        try printer?
          .print(record.members(of: error, .failed(error), backend: setup.settings.backend))
        try printer?.finish()
        throw CommandError(error, about: .vehicle(vehicle), endpoint: setup.settings.backend)
      case .success(let vehicle): names = trips.names(of: vehicle)
      }
      if names.isEmpty { Console.printError(SafeText("\(vehicle) has no active trip.")) }
    }
    for name in try list?.rest(providerID: trips.providerID) ?? [] where !names.contains(name) {
      names.append(name)
    }
    guard names.count <= TripScheduler.maximumTrips else {
      throw .usage("No more than \(TripScheduler.maximumTrips) trips can be followed in one run.")
    }
    var worst = ExitStatus.success
    for start in stride(from: 0, to: names.count, by: Limits.Following.requestsAtOnce) {
      let part = Array(names[start..<min(names.count, start + Limits.Following.requestsAtOnce)])
      let answers = await signals.cancelling { await self.answers(part) }
      if let status = signals.exitStatus { return status }
      for (name, answer) in zip(part, answers) {
        worst = worst.worse(than: try print(name, answer, to: &printer))
      }
    }
    try printer?.finish()
    return worst
  }

  private typealias Answer = Result<(trip: Trip, polling: PollingStatus), FleetEngineError>

  private func answers(_ names: [TripName]) async -> [Answer] {
    let (clock, quietAfter) = (setup.outputs.clock, setup.quietAfter)
    return await withTaskGroup(of: (Int, Answer).self) { group in
      for (index, name) in names.enumerated() {
        group.addTask { [client] in (index, await client.trip(name, clock, quietAfter: quietAfter))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func print(
    _ name: TripName, _ answer: Answer, to printer: inout ObjectPrinter?
  ) throws(CommandError) -> ExitStatus {
    let (clock, settings) = (setup.outputs.clock, setup.settings)
    let record = TripJSONLines(tripName: name.description, at: clock.moment)
    switch answer {
    case .success(let (trip, polling)):
      try printer?.print(record.members(of: trip, polling))
      if printer == nil {
        try Console.print(PlainReport(trip, name, polling, clock, settings).summary)
      }
      return .success
    case .failure(let error):
      try printer?.print(record.members(of: error, .failed(error), backend: settings.backend))
      let failure = CommandError(error, about: .trip(name), endpoint: settings.backend)
      Console.printError(SafeText("ridealong: \(failure.message)"))
      return failure.status
    }
  }
}
