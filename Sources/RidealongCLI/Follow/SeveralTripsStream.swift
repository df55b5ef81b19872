internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import Viewer

/// Follows several trips on standard output, line by line, until all are over or somebody ends it.
///
/// A trip whose first error does not go away by itself is given up; the others go on. The trips of a
/// vehicle come and go, so that only a signal ends those.
struct SeveralTripsStream: Sendable {
  let trips: FollowedTrips
  let client: FleetEngineClient
  /// Limits the requests of all trips together.
  let schedule: FleetSchedule
  let settings: ViewerSettings
  let form: StreamSession.Form
  /// The time between the starts of two polls; nil for the usual one.
  let interval: Duration?
  let journal: TripJournal

  /// Follows.
  @MainActor
  func run() async throws(CommandError) -> ExitStatus {
    let signals = SignalWatch()
    let clock = journal.clock
    let service = TripService(client, providerID: trips.providerID, clock)
    let feed = SeveralTripsFeed(TripScheduler(service, clock, schedule, interval: interval))
    signals.onSignal { feed.post(.stop) }
    let watch = WatchedVehicle(trips, client, clock, interval: interval) { answer, polling in
      feed.post(.vehicle(answer, polling))
    }
    let watching = Console.watchOutput(clock) { feed.post(.stop) }
    defer {
      watching?.cancel()
      watch?.cancel()
      feed.end()
    }
    var writers = Writers(self, feed)
    for name in trips.names { writers.follow(name) }
    for await event in feed.all {
      let moment = clock.moment
      switch event {
      case .stop: return signals.exitStatus ?? .success
      case .trip(let name, let trip): try writers.apply(name, trip, at: moment)
      case .polling(let name, let polling):
        try writers.apply(name, polling, at: moment)
        if trips.vehicle == nil, writers.isEmpty { return writers.worst }
      case .vehicle(let answer, let polling):
        try writers.apply(answer, polling, at: moment)
      }
    }
    return .success
  }

  /// The writers of the trips.
  @MainActor
  private struct Writers {
    private let session: SeveralTripsStream
    private let feed: SeveralTripsFeed
    private var writers: [String: LineWriter] = [:]
    /// The trips that are over or given up, which are not followed again.
    private var ended: Set<String> = []
    /// The trips that are no longer the vehicle's, with the answers that were had by then.
    private var leaving: [String: Int] = [:]
    /// The log entries of each trip, and of the vehicle.
    private var logs: [String: TripLog] = [:]
    private var vehicleLog: TripLog?
    private var isVehicleKnown = false
    /// The sentences about the vehicle.
    private var vehicleNarration: PlainNarration?
    private(set) var worst = ExitStatus.success

    init(_ session: SeveralTripsStream, _ feed: SeveralTripsFeed) {
      self.session = session
      self.feed = feed
      vehicleLog = session.trips.vehicle.map { TripLog($0, session.journal) }
      if session.form == .plain, let vehicle = session.trips.vehicle {
        vehicleNarration = PlainNarration(
          tripName: vehicle.description,
          settings: session.settings
        )
      }
    }

    /// Whether no trip is followed any more.
    var isEmpty: Bool { writers.isEmpty }

    mutating func follow(_ name: TripName) {
      let text = name.description
      guard writers[text] == nil, !ended.contains(text) else { return }
      guard feed.follow(text) else {
        return Console.printError(SafeText("ridealong: there is no room for \(name)."))
      }
      writers[text] = LineWriter(
        name: name,
        settings: session.settings,
        form: session.form,
        label: name.tripID
      )
      logs[text] = TripLog(text, session.journal)
    }

    mutating func apply(
      _ name: String,
      _ trip: Trip,
      at moment: PlainNarration.Moment
    ) throws(CommandError) {
      logs[name]?.apply(trip)
      try writers[name]?.apply(trip, at: moment)
    }

    mutating func apply(
      _ name: String,
      _ polling: PollingStatus,
      at moment: PlainNarration.Moment
    ) throws(CommandError) {
      guard writers[name] != nil else { return }
      logs[name]?.apply(polling)
      try writers[name]?.apply(polling, at: moment)
      if let status = writers[name]?.end { return end(name, status) }
      if let updates = leaving[name], polling.totalUpdates > updates {
        leaving[name] = nil
        return end(name, .success, isForGood: false)
      }
      guard let error = writers[name]?.failure else { return }
      let failure = CommandError(
        error,
        resource: name,
        endpoint: session.settings.backend
      )
      Console.printError(SafeText("ridealong: \(failure.message)"))
      end(name, failure.status)
    }

    mutating func apply(
      _ answer: VehicleWatch.Answer,
      _ polling: PollingStatus,
      at moment: PlainNarration.Moment
    ) throws(CommandError) {
      vehicleLog?.apply(polling)
      switch answer {
      case .failure(let error):
        guard let vehicle = session.trips.vehicle else { return }
        let isFinal = !isVehicleKnown && error.bucket == .needsAction
        try print(error, of: vehicle, polling, isFinal: isFinal, at: moment)
        guard isFinal else { return }
        throw CommandError(error, vehicle: vehicle, endpoint: session.settings.backend)
      case .success(let vehicle):
        isVehicleKnown = true
        try say(polling, at: moment)
        let providerID = session.trips.providerID
        let names = vehicle.currentTripIDs.compactMap {
          try? TripName(providerID: providerID, tripID: $0)
        }
        for name in names {
          leaving[name.description] = nil
          follow(name)
        }
        let active = Set(names.map(\.description))
        for (name, writer) in writers where !active.contains(name) && leaving[name] == nil {
          leaving[name] = writer.updates
          feed.askNow(name)
        }
      }
    }

    /// Tells why the vehicle's trips are not known.
    private mutating func print(
      _ error: FleetEngineError,
      of vehicle: VehicleName,
      _ polling: PollingStatus,
      isFinal: Bool,
      at moment: PlainNarration.Moment
    ) throws(CommandError) {
      guard session.form == .json else {
        // What ends the program standard error says.
        if !isFinal { try say(polling, at: moment) }
        return
      }
      var polling = polling
      if isFinal { polling.nextPollAt = nil }
      let record = TripJSONLines(vehicle: vehicle, at: moment)
      try Console.print(record.line(error, polling, backend: session.settings.backend))
    }

    /// Tells in sentences how the asking for the vehicle goes.
    private mutating func say(
      _ polling: PollingStatus,
      at moment: PlainNarration.Moment
    ) throws(CommandError) {
      guard let vehicle = session.trips.vehicle else { return }
      let lines = vehicleNarration?.lines(for: polling, at: moment) ?? []
      try Console.print(lines.map { SafeText("\(vehicle.vehicleID): \($0)") })
    }

    private mutating func end(_ name: String, _ status: ExitStatus, isForGood: Bool = true) {
      (writers[name], logs[name]) = (nil, nil)
      if isForGood { ended.insert(name) }
      worst = worst.worse(than: status)
      feed.leave(name)
    }
  }
}

extension ExitStatus {
  /// The statuses from the best to the worst, where several trips end with one.
  private static let bySeverity: [ExitStatus] = [
    .success, .tripEnded, .quota, .unavailable, .notFound, .notPermitted, .usage, .failure,
  ]

  /// The worse of two statuses.
  func worse(than other: ExitStatus) -> ExitStatus {
    let order = Self.bySeverity
    return (order.firstIndex(of: self) ?? 0) >= (order.firstIndex(of: other) ?? 0) ? self : other
  }
}
