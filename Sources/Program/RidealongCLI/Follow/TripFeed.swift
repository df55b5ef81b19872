internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import Synchronization
internal import TerminalUI
internal import Viewer

/// The events of followed trips as a stream, together with typed lines and signals.
@MainActor final class TripFeed {
  enum Event: Sendable {
    case ride(TripEvent)
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
  private let watcher: TripWatcher
  private let (stream, events) = AsyncStream.makeStream(of: Event.self)
  private var ticking: Task<Void, Never>?

  /// Creates a feed of one trip.
  init(_ model: TripModel) {
    (scheduler, watcher) = (nil, TripWatcher { [events] in events.yield(.ride($0)) })
    add(model, model.tripName)
  }

  /// Creates a feed of several trips, for ``follow(_:)``.
  init(_ scheduler: TripScheduler) {
    self.scheduler = scheduler
    watcher = TripWatcher { [events] in events.yield(.ride($0)) }
  }

  /// The events until ``end()``.
  nonisolated var all: AsyncStream<Event> { stream }

  nonisolated func post(_ event: Event) { events.yield(event) }

  private func add(_ model: TripModel, _ name: String) {
    models[name] = model
    model.register(watcher)
  }

  /// Follows a trip; false if there are too many.
  func follow(_ name: String) -> Bool {
    guard models[name] == nil else { return true }
    guard let model = scheduler?.follow(name) else { return false }
    add(model, name)
    return true
  }

  func leave(_ name: String) {
    models.removeValue(forKey: name)?.unregisterSubscriber(watcher)
    scheduler?.leave(name)
  }

  /// Polls a trip at the next opportunity.
  func pollNow(_ name: String) { scheduler?.pollNow(name) }

  /// Posts a tick each second, until the feed ends.
  func tick(_ clock: ServiceClock) {
    // An unstructured task: it ends with the feed.
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
}
