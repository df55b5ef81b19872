internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import Viewer

extension SeveralTrips {
  /// Follows the trips on standard output, line by line, until all are over or somebody ends it.
  ///
  /// A trip whose first error is permanent is given up; the others continue. A vehicle gets new trips
  /// at any time, so only a signal ends following it.
  @MainActor func stream(as form: StreamSession.Form) async throws(CommandError) -> ExitStatus {
    let (signals, clock) = (setup.signals, setup.outputs.clock)
    let service = TripService(client, providerID: trips.providerID, setup)
    let feed = TripFeed(TripScheduler(service, clock, schedule, interval: setup.interval))
    signals.onSignal { feed.post(.stop) }
    feed.tick(clock)
    let following = follow { feed.post(.list($0)) }
    let watch = WatchedVehicle(trips, client, clock, interval: setup.interval) { answer, polling in
      feed.post(.ride(.vehicle(answer, polling)))
    }
    let watching = Console.watchOutput(clock) { feed.post(.stop) }
    defer {
      watching?.cancel()
      watch?.cancel()
      following?.cancel()
      feed.end()
    }
    let observer = RideObserver(
      setup.outputs, metrics: metrics, notices: notices, vehicle: trips.vehicle
    ) { [setup] in setup.show($0, among: form) }
    defer { observer.end() }
    var writers = TripWriters(self, form, feed, observer)
    for name in trips.names { writers.follow(name) }
    for await event in feed.all {
      let moment = clock.moment
      switch event {
      case .stop: return signals.exitStatus ?? .success
      case .ride(let event):
        try writers.apply(event, at: moment)
        if writers.areOver { return writers.worst }
      case .tick: try writers.tick(at: moment)
      case .list(let change):
        writers.apply(change)
        if writers.areOver { return writers.worst }
      case .line: break
      }
    }
    return .success
  }
}

@MainActor private struct TripWriters {
  private let trips: FollowedTrips
  private let settings: ViewerSettings
  private let outputs: RideOutputs
  private let form: StreamSession.Form
  private let feed: TripFeed
  private let heartbeat: Duration?
  private let isPatient: Bool
  private let listName: String
  /// Whether more trips may come from standard input.
  private var isOpen: Bool
  private let observer: RideObserver
  private var writers: [String: LineWriter] = [:]
  /// The trips that are over or given up, which are not followed again.
  private var ended: Set<String> = []
  /// Those of them that were given up, which another list may have again.
  private var givenUp: Set<String> = []
  private var leaving = LeavingTrips()
  private var isVehicleKnown = false
  /// Describes the polling of the vehicle.
  private var vehicleNarration: PlainNarration?
  private(set) var worst = ExitStatus.success

  init(
    _ ride: SeveralTrips,
    _ form: StreamSession.Form,
    _ feed: TripFeed,
    _ observer: RideObserver
  ) {
    (trips, self.form, self.feed, self.observer) = (ride.trips, form, feed, observer)
    (settings, outputs) = (ride.setup.settings, ride.setup.outputs)
    heartbeat = ride.setup.heartbeat
    isPatient = ride.setup.stays
    listName = ride.list?.label ?? ""
    isOpen = ride.list?.isInput == true
    guard let vehicle = trips.vehicle else { return }
    if form == .plain {
      vehicleNarration = PlainNarration(tripName: vehicle.description, settings: settings)
    }
  }

  /// Whether no trip is followed any more, and none will be.
  var areOver: Bool { writers.isEmpty && trips.vehicle == nil && !isPatient && !isOpen }

  mutating func follow(_ name: TripName) {
    let text = name.description
    guard writers[text] == nil, !ended.contains(text) else { return }
    guard feed.follow(text) else {
      return Console.printError(SafeText("ridealong: there is no room for \(name)."))
    }
    var writer = LineWriter(name: name, settings: settings, form: form, label: name.tripID)
    writer.heartbeat = heartbeat
    writer.isPatient = isPatient
    writers[text] = writer
    observer.follow(text)
  }

  mutating func apply(_ event: TripEvent, at moment: PlainNarration.Moment) throws(CommandError) {
    switch event {
    case .trip(let name, let trip):
      guard writers[name] != nil else { return }
      observer.apply(event)
      writers[name]?.apply(trip)
    case .polling(let name, let polling):
      // The start of a poll changes nothing here.
      guard !polling.isPolling, writers[name] != nil else { return }
      observer.apply(event)
      try apply(name, polling, at: moment)
    case .vehicle(let answer, let polling):
      observer.apply(event)
      try apply(answer, polling, at: moment)
    case .left: observer.apply(event)
    }
  }

  private mutating func apply(
    _ name: String, _ polling: PollingStatus, at moment: PlainNarration.Moment
  ) throws(CommandError) {
    guard var writer = writers[name] else { return }
    defer { if writers[name] != nil { writers[name] = writer } }
    try writer.apply(polling, at: moment)
    if let status = writer.end { return end(name, status) }
    if leaving.hasLeft(name, after: polling.totalUpdates) {
      return end(name, .success, isFinal: false)
    }
    guard let error = writer.failure else { return }
    let failure = CommandError(error, about: .trip(writer.name), endpoint: settings.backend)
    Console.printError(SafeText("ridealong: \(failure.message)"))
    observer.giveUp(name, error)
    givenUp.insert(name)
    end(name, failure.status)
  }

  /// Applies a change of the list.
  mutating func apply(_ change: TripList.Change) {
    switch change {
    case .all(let names): replace(with: names)
    case .add(let name):
      if givenUp.remove(name.description) != nil { ended.remove(name.description) }
      follow(name)
    case .remove(let name):
      // One that is named again later is followed again.
      givenUp.remove(name.description)
      let wasEnded = ended.remove(name.description) != nil
      if writers[name.description] != nil {
        end(name.description, .success, isFinal: false)
      } else if !wasEnded {
        outputs.note("\(listName): \(name) is not followed.")
      }
    case .problem: break
    case .end: isOpen = false
    }
  }

  /// Follows the trips of a list that was read again, and no others.
  private mutating func replace(with names: [TripName]) {
    let (wanted, before) = (Set(names.map(\.description)), Set(writers.keys))
    let removed = before.subtracting(wanted)
    for name in removed.sorted() { end(name, .success, isFinal: false) }
    // One that is listed again later is followed again, and one that was given up is tried again.
    ended = ended.intersection(wanted).subtracting(givenUp)
    givenUp = []
    for name in names { follow(name) }
    let added = writers.keys.count { !before.contains($0) }
    outputs.note("\(listName) was read again: \(added) added, \(removed.count) removed.")
  }

  /// Writes what has become old, or is due.
  mutating func tick(at moment: PlainNarration.Moment) throws(CommandError) {
    for name in writers.keys.sorted() { try writers[name]?.tick(at: moment) }
  }

  private mutating func apply(
    _ answer: VehicleWatch.Outcome, _ polling: PollingStatus, at moment: PlainNarration.Moment
  ) throws(CommandError) {
    switch answer {
    case .failure(let error):
      guard let vehicle = trips.vehicle else { return }
      let isFinal = !isVehicleKnown && error.bucket == .needsAction
      try report(error, of: vehicle, polling, isFinal: isFinal, at: moment)
      if isFinal { throw CommandError(error, about: .vehicle(vehicle), endpoint: settings.backend) }
    case .success(let vehicle):
      isVehicleKnown = true
      try print(polling, at: moment)
      let names = trips.names(of: vehicle)
      for name in names { follow(name) }
      let followed = writers.lazy.map { (name: $0, updates: $1.updates) }
      for name in leaving.keep(Set(names.map(\.description)), of: followed) { feed.pollNow(name) }
    }
  }

  /// Reports a failed poll of the vehicle; standard error has the sentence of a final one.
  private mutating func report(
    _ error: FleetEngineError, of vehicle: VehicleName, _ polling: PollingStatus, isFinal: Bool,
    at moment: PlainNarration.Moment
  ) throws(CommandError) {
    if form == .json {
      var polling = polling
      if isFinal { polling.nextPollAt = nil }
      let record = TripJSONLines(vehicle: vehicle, at: moment)
      try Console.print(record.line(error, polling, backend: settings.backend))
    } else if !isFinal {
      try print(polling, at: moment)
    }
  }

  private mutating func print(
    _ polling: PollingStatus, at moment: PlainNarration.Moment
  ) throws(CommandError) {
    guard let vehicle = trips.vehicle else { return }
    let lines = vehicleNarration?.lines(for: polling, at: moment) ?? []
    try Console.print(lines.map { SafeText("\(vehicle.vehicleID): \($0)") })
  }

  private mutating func end(_ name: String, _ status: ExitStatus, isFinal: Bool = true) {
    writers[name] = nil
    if isFinal { ended.insert(name) }
    worst = worst.worse(than: status)
    observer.apply(.left(name))
    feed.leave(name)
  }
}

extension ExitStatus {
  /// The statuses from the best to the worst, for several trips that end with different ones.
  private static let bySeverity: [ExitStatus] = [
    .success, .tripEnded, .quota, .unavailable, .notFound, .notPermitted, .usage, .failure,
  ]

  func worse(than other: ExitStatus) -> ExitStatus {
    let order = Self.bySeverity
    return (order.firstIndex(of: self) ?? 0) >= (order.firstIndex(of: other) ?? 0) ? self : other
  }
}
