internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import Synchronization
internal import TerminalUI
internal import Viewer

/// Records what happens to the followed trips in the log and in the file of the last trips.
final class RideOutputs: Sendable {
  let clock: ServiceClock
  let log: LogFile?
  /// The file of the last trips; nil without a state directory.
  let stateFile: StateFile?
  /// The file of `--record`; nil without one.
  let recording: RecordingFile?
  /// The recordings, which ``finish()`` waits for.
  private let recordings = Mutex<[Task<Void, Never>]>([])

  init(clock: ServiceClock, log: LogFile?, stateFile: StateFile?, recording: RecordingFile? = nil) {
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
  @MainActor func record(
    _ model: TripModel, notices: NoticeSender? = nil,
    show: @escaping @MainActor (TerminalNotice) async -> Void = { _ in }
  ) -> TripFeed {
    let feed = TripFeed(model)
    // An unstructured task: it ends with the feed, and the program waits for it.
    keep(
      Task { [name = model.tripName] in
        let observer = RideObserver(self, notices: notices, show: show)
        observer.follow(name)
        defer { observer.end() }
        var isNew = true
        for await case .ride(let event) in feed.all {
          if isNew, case .trip = event {
            isNew = false
            await remember(trip: name)
          }
          observer.apply(event)
        }
      })
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
  init(_ name: String, _ outputs: RideOutputs) {
    // The ID alone, because lines of the log must fit a terminal; the first line has the name.
    self.name = (try? TripName(parsing: name))?.tripID ?? name
    (log, clock) = (outputs.log, outputs.clock)
    log?.record(.info, "follows \(name)")
  }

  init(_ vehicle: VehicleName, _ outputs: RideOutputs) {
    name = vehicle.vehicleID
    (log, clock) = (outputs.log, outputs.clock)
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
      let kind = error.mayPass ? "" : ", which needs action"
      let next = polling.nextPollAt.map { max(.zero, $0 - clock.monotonicNow()) / .seconds(1) }
      let wait = next.map { ", next in \(($0 * 10).rounded() / 10) s" } ?? ""
      log?.record(
        .warning,
        "\(name): attempt \(failures) failed with \(error.label)\(kind)\(wait): \(error.message)")
    } else if failures == 0, before > 0 {
      log?.record(.info, "\(name): answered again after \(before) failures")
    }
  }
}
