internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import Synchronization
internal import TerminalUI

/// The reports of followed trips as a stream, together with typed lines and signals.
@MainActor
final class TripFeed: TripModelSubscriber {
  enum Event: Sendable {
    /// A trip changed, given with its name.
    case trip(String, Trip)
    /// A poll started or ended; the trip that it brought comes first.
    case polling(String, PollingStatus)
    /// A poll of the vehicle ended.
    case vehicle(VehicleWatch.Outcome, PollingStatus)
    case line(String)
    /// A second has passed.
    case tick
    /// The list of trips has changed.
    case list(TripList.Change)
    /// The time is over, or a signal came.
    case stop
  }

  /// The source of several trips' models.
  private let scheduler: TripScheduler?
  private var models: [String: TripModel] = [:]
  private let (stream, events) = AsyncStream.makeStream(of: Event.self)
  private var ticking: Task<Void, Never>?

  /// Creates a feed of one trip.
  init(_ model: TripModel) {
    scheduler = nil
    add(model, model.tripName)
  }

  /// Creates a feed of several trips, for ``follow(_:)``.
  init(_ scheduler: TripScheduler) { self.scheduler = scheduler }

  /// The events until ``end()``.
  nonisolated var all: AsyncStream<Event> { stream }

  nonisolated func post(_ event: Event) { events.yield(event) }

  private func add(_ model: TripModel, _ name: String) {
    models[name] = model
    model.register(self)
  }

  /// Follows a trip; false if there are too many.
  func follow(_ name: String) -> Bool {
    guard models[name] == nil else { return true }
    guard let model = scheduler?.follow(name) else { return false }
    add(model, name)
    return true
  }

  func leave(_ name: String) {
    models.removeValue(forKey: name)?.unregisterSubscriber(self)
    scheduler?.leave(name)
  }

  /// Polls a trip at the next opportunity.
  func pollNow(_ name: String) { scheduler?.pollNow(name) }

  /// Posts a tick each second, until the feed ends.
  func tick(_ clock: ServiceClock) {
    // Not structured: it ends with the feed.
    ticking = Task { [weak self] in
      while (try? await clock.sleep(.seconds(1))) != nil {
        guard let self else { return }
        post(.tick)
      }
    }
  }

  func end() {
    ticking?.cancel()
    for name in Array(models.keys) { leave(name) }
    events.finish()
  }

  func tripModel(
    _ tripModel: TripModel,
    didUpdate trip: Trip?,
    updatedPropertyFields: TripPropertyFields
  ) {
    if let trip { post(.trip(tripModel.tripName, trip)) }
  }

  func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
    post(.polling(tripModel.tripName, polling))
  }
}

/// Records what happens to the followed trips in the log and in the file of the last trips.
final class TripJournal: Sendable {
  let clock: ServiceClock
  let log: LogFile?
  /// The file of the last trips; nil without a state directory.
  let stateFile: StateFile?
  /// The file of `--record`; nil without one.
  let recording: RecordingFile?
  /// The recordings, which ``finish()`` waits for.
  private let recordings = Mutex<[Task<Void, Never>]>([])

  init(
    clock: ServiceClock,
    log: LogFile?,
    stateFile: StateFile?,
    recording: RecordingFile? = nil
  ) {
    (self.clock, self.log, self.stateFile) = (clock, log, stateFile)
    self.recording = recording
  }

  /// Says something on standard error and in the log, once if that is the same.
  func note(_ text: String) {
    if log?.isStandardError != true { Console.printError(SafeText(text)) }
    log?.record(.info, text)
  }

  func remember(trip: String) async { await stateFile?.remember(trip: trip) }

  /// Records a trip until the returned feed ends; `show` shows a notice on the terminal.
  @MainActor
  func record(
    _ model: TripModel,
    notices: NoticeSender? = nil,
    show: @escaping @MainActor (TerminalNotice) async -> Void = { _ in }
  ) -> TripFeed {
    let feed = TripFeed(model)
    // Not structured: it ends with the feed, and the program waits for it.
    keep(
      Task { [name = model.tripName] in
        let observer = RideObserver(self, notices: notices, show: show)
        observer.follow(name)
        defer { observer.end() }
        var isNew = true
        for await event in feed.all {
          switch event {
          case .trip(_, let trip):
            if isNew {
              isNew = false
              await remember(trip: name)
            }
            observer.apply(name, trip)
          case .polling(_, let polling): observer.apply(name, polling)
          case .vehicle, .line, .tick, .list, .stop: break
          }
        }
      }
    )
    return feed
  }

  /// Lets ``finish()`` wait for a task that ends with the session.
  func keep(_ task: Task<Void, Never>) { recordings.withLock { $0.append(task) } }

  /// Waits until all recordings are finished, and says where the file of `--record` is.
  func finish() async {
    // A task may bring others.
    while let task = recordings.withLock({ $0.popLast() }) { await task.value }
    if let recording { Console.printError(recording.end()) }
  }
}

/// Logs a trip: each status, each vehicle, each failure and recovery.
struct TripLog {
  private let name: String
  private let log: LogFile?
  private let clock: ServiceClock
  private var status: TripStatus?
  private var vehicleID: String?
  private var failures = 0

  /// Logs that a trip is followed, given its full name.
  init(_ name: String, _ journal: TripJournal) {
    // The ID alone, because lines of the log must fit a terminal; the first line has the name.
    self.name = (try? TripName(parsing: name))?.tripID ?? name
    (log, clock) = (journal.log, journal.clock)
    log?.record(.info, "follows \(name)")
  }

  init(_ vehicle: VehicleName, _ journal: TripJournal) {
    name = vehicle.vehicleID
    (log, clock) = (journal.log, journal.clock)
    log?.record(.info, "follows the trips of \(vehicle)")
  }

  mutating func apply(_ trip: Trip) {
    if trip.status != status { log?.record(.info, "\(name): \(trip.status.wireName)") }
    if trip.vehicleID != vehicleID {
      log?.record(.info, "\(name): " + (trip.vehicleID.map { "vehicle \($0)" } ?? "no vehicle"))
    }
    (status, vehicleID) = (trip.status, trip.vehicleID)
  }

  mutating func apply(_ polling: PollingStatus) {
    let before = failures
    failures = polling.consecutiveFailures
    if failures > before, let error = polling.lastError {
      let kind = error.bucket == .recoverable ? "" : ", which needs action"
      let next = polling.nextPollAt.map { max(.zero, $0 - clock.monotonicNow()) / .seconds(1) }
      let wait = next.map { ", next in \(($0 * 10).rounded() / 10) s" } ?? ""
      log?.record(
        .warning,
        "\(name): attempt \(failures) failed with \(error.label)\(kind)\(wait): \(error.message)"
      )
    } else if failures == 0, before > 0 {
      log?.record(.info, "\(name): answered again after \(before) failures")
    }
  }
}
