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
      var notes = TripNotes(name, wiring)
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
}
