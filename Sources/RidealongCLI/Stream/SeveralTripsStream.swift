internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import Viewer

/// Follows several trips on standard output, line by line, until all are over or somebody ends it.
///
/// A trip whose first answer somebody has to mend is given up; the others go on. The trips of a
/// vehicle come and go, so that only a signal ends those.
struct SeveralTripsStream: Sendable {
  let trips: FollowedTrips
  let client: FleetEngineClient
  let settings: ViewerSettings
  let form: StreamSession.Form
  /// The time between the starts of two polls; nil for the usual one.
  let interval: Duration?
  let wiring: Wiring

  /// Follows.
  ///
  /// - Returns: The worst of what the trips end with.
  /// - Throws: That the output cannot be written, or that the vehicle is not to be had.
  @MainActor
  func run() async throws(CommandError) -> ExitStatus {
    let signals = SignalWatch()
    let service = wiring.tripService(client, providerID: trips.providerID)
    let scheduler = wiring.scheduler(service, interval: interval)
    let feed = SeveralTripsFeed(scheduler)
    signals.onSignal { feed.post(.stop) }
    let watch = wiring.watch(trips, client, interval: interval) { answer, polling in
      feed.post(.vehicle(answer, polling))
    }
    let watching = Console.watchOutput(wiring.clock) { feed.post(.stop) }
    defer {
      watching?.cancel()
      watch?.cancel()
      feed.end()
    }
    var tellers = Tellers(self, feed)
    for name in trips.names { tellers.follow(name) }
    for await event in feed.all {
      let moment = wiring.moment
      switch event {
      case .stop: return signals.exitStatus ?? .success
      case .trip(let name, let trip): try tellers.take(name, trip, at: moment)
      case .polling(let name, let polling):
        try tellers.take(name, polling, at: moment)
        if trips.vehicle == nil, tellers.isEmpty { return tellers.worst }
      case .vehicle(let answer, let polling):
        try tellers.take(answer, polling, at: moment)
      }
    }
    return .success
  }

  /// What is told of each trip.
  @MainActor
  private struct Tellers {
    private let session: SeveralTripsStream
    private let feed: SeveralTripsFeed
    private var tellers: [String: LineTeller] = [:]
    /// The trips that are over or given up, which are not followed again.
    private var ended: Set<String> = []
    /// The trips that are no longer the vehicle's, with the answers that were had by then.
    private var leaving: [String: Int] = [:]
    /// What the log is told of each trip, and of the vehicle.
    private var notes: [String: TripNotes] = [:]
    private var vehicleNotes: TripNotes?
    private var isVehicleKnown = false
    /// What is told of the vehicle in sentences.
    private var vehicleNarration: PlainNarration?
    private(set) var worst = ExitStatus.success

    init(_ session: SeveralTripsStream, _ feed: SeveralTripsFeed) {
      self.session = session
      self.feed = feed
      vehicleNotes = session.trips.vehicle.map { TripNotes($0, session.wiring) }
      if session.form == .plain, let vehicle = session.trips.vehicle {
        vehicleNarration = PlainNarration(
          tripName: vehicle.description,
          settings: session.settings
        )
      }
    }

    /// Whether no trip is followed any more.
    var isEmpty: Bool { tellers.isEmpty }

    mutating func follow(_ name: TripName) {
      let text = name.description
      guard tellers[text] == nil, !ended.contains(text) else { return }
      guard feed.follow(text) else {
        return Console.note(SafeText("ridealong: there is no room for \(name)."))
      }
      tellers[text] = LineTeller(
        name: name,
        settings: session.settings,
        form: session.form,
        label: name.tripID
      )
      notes[text] = TripNotes(text, session.wiring)
    }

    mutating func take(
      _ name: String,
      _ trip: Trip,
      at moment: PlainNarration.Moment
    ) throws(CommandError) {
      notes[name]?.take(trip)
      try tellers[name]?.take(trip, at: moment)
    }

    mutating func take(
      _ name: String,
      _ polling: PollingStatus,
      at moment: PlainNarration.Moment
    ) throws(CommandError) {
      guard tellers[name] != nil else { return }
      notes[name]?.take(polling)
      try tellers[name]?.take(polling, at: moment)
      if let status = tellers[name]?.end { return end(name, status) }
      if let updates = leaving[name], polling.totalUpdates > updates {
        leaving[name] = nil
        return end(name, .success, isForGood: false)
      }
      guard let error = tellers[name]?.failure else { return }
      let failure = CommandError(
        error,
        resource: name,
        endpoint: session.settings.backend
      )
      Console.note(SafeText("ridealong: \(failure.message)"))
      end(name, failure.status)
    }

    mutating func take(
      _ answer: VehicleWatch.Answer,
      _ polling: PollingStatus,
      at moment: PlainNarration.Moment
    ) throws(CommandError) {
      vehicleNotes?.take(polling)
      switch answer {
      case .failure(let error):
        guard let vehicle = session.trips.vehicle else { return }
        let isFinal = !isVehicleKnown && error.bucket == .needsAction
        try tell(of: vehicle, error, polling, isFinal: isFinal, at: moment)
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
        for (name, teller) in tellers where !active.contains(name) && leaving[name] == nil {
          leaving[name] = teller.updates
          feed.askNow(name)
        }
      }
    }

    /// Tells why the vehicle's trips are not known.
    private mutating func tell(
      of vehicle: VehicleName,
      _ error: FleetEngineError,
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
      let record = TripRecord(vehicle: vehicle, at: moment)
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
      (tellers[name], notes[name]) = (nil, nil)
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
