internal import FleetEngine
internal import RidesharingConsumer

/// Hears of a trip beside what shows it: for the log, for the last trips, for notices.
@MainActor
final class TripListener {
  private let feed: TripFeed

  /// Listens to a trip from now on.
  ///
  /// - Parameters:
  ///   - model: The trip.
  ///   - wiring: The log and the state that take note of it.
  ///   - onStatus: Told each status that an answer brings.
  init(
    _ model: TripModel,
    _ wiring: Wiring,
    onStatus: @escaping @Sendable (TripStatus) async -> Void = { _ in }
  ) {
    let feed = TripFeed(model)
    self.feed = feed
    // Not structured: it ends with the feed, and the program waits for it.
    let task = Task { [name = model.tripName] in
      var notes = Notes(
        // The id alone, as the log's lines are seen in a terminal too; its start has the name.
        name: (try? TripName(parsing: name))?.tripID ?? name,
        log: wiring.log
      )
      wiring.log?.note(.info, "follows \(name)")
      var isNew = true
      for await event in feed.all {
        switch event {
        case .trip(let trip):
          if isNew {
            isNew = false
            await wiring.stateFile?.remember(trip: name)
          }
          notes.take(trip)
          await onStatus(trip.status)
        case .polling(let polling): notes.take(polling)
        case .line, .stop: break
        }
      }
    }
    wiring.background.add(task)
  }

  /// Listens no longer.
  func end() { feed.end() }

  /// What the log is told.
  private struct Notes {
    let name: String
    let log: LogFile?
    private var status: TripStatus?
    private var vehicleID: String?
    private var failures = 0

    init(name: String, log: LogFile?) {
      (self.name, self.log) = (name, log)
    }

    mutating func take(_ trip: Trip) {
      if trip.status != status { log?.note(.info, "\(name): \(trip.status.wireName)") }
      if trip.vehicleID != vehicleID {
        log?.note(.info, "\(name): " + (trip.vehicleID.map { "vehicle \($0)" } ?? "no vehicle"))
      }
      (status, vehicleID) = (trip.status, trip.vehicleID)
    }

    mutating func take(_ polling: PollingStatus) {
      let before = failures
      failures = polling.consecutiveFailures
      if failures > before, let error = polling.lastError {
        let kind = error.bucket == .recoverable ? "" : ", which somebody has to mend"
        log?.note(
          .warning,
          "\(name): attempt \(failures) failed with \(error.label)\(kind): \(error.message)"
        )
      } else if failures == 0, before > 0 {
        log?.note(.info, "\(name): answered again after \(before) failures")
      }
    }
  }
}
