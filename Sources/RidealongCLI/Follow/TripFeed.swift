internal import FleetEngine
internal import RidesharingConsumer

/// A trip model's reports as a stream, together with typed lines and signals.
@MainActor
final class TripFeed: TripModelSubscriber {
  enum Event: Sendable {
    case trip(Trip)
    /// A poll started or ended; the trip that it brought comes first.
    case polling(PollingStatus)
    /// The user typed a line.
    case line(String)
    /// The time is over, or a signal came.
    case stop
  }

  private let model: TripModel
  private let (stream, events) = AsyncStream.makeStream(of: Event.self)

  init(_ model: TripModel) {
    self.model = model
    model.register(self)
  }

  /// The events until ``end()``.
  nonisolated var all: AsyncStream<Event> { stream }

  nonisolated func post(_ event: Event) { events.yield(event) }

  /// Ends the subscription and the stream.
  func end() {
    model.unregisterSubscriber(self)
    events.finish()
  }

  func tripModel(
    _ tripModel: TripModel,
    didUpdate trip: Trip?,
    updatedPropertyFields: TripPropertyFields
  ) {
    if let trip { post(.trip(trip)) }
  }

  func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
    post(.polling(polling))
  }
}

/// The reports of several trips' models as one stream.
@MainActor
final class SeveralTripsFeed {
  enum Event: Sendable {
    case trip(String, Trip)
    /// A poll of a trip ended; the trip that it brought comes first.
    case polling(String, PollingStatus)
    /// A poll of the vehicle ended.
    case vehicle(VehicleWatch.Answer, PollingStatus)
    /// A signal came.
    case stop
  }

  private final class Listener: TripModelSubscriber {
    private let events: AsyncStream<Event>.Continuation

    init(_ events: AsyncStream<Event>.Continuation) { self.events = events }

    func tripModel(
      _ tripModel: TripModel,
      didUpdate trip: Trip?,
      updatedPropertyFields: TripPropertyFields
    ) {
      if let trip { events.yield(.trip(tripModel.tripName, trip)) }
    }

    func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
      // The start of a poll changes nothing here.
      if !polling.isPolling { events.yield(.polling(tripModel.tripName, polling)) }
    }
  }

  private let scheduler: TripScheduler
  private var listeners: [String: (model: TripModel, listener: Listener)] = [:]
  private let (stream, events) = AsyncStream.makeStream(of: Event.self)

  init(_ scheduler: TripScheduler) { self.scheduler = scheduler }

  /// The events until ``end()``.
  nonisolated var all: AsyncStream<Event> { stream }

  nonisolated func post(_ event: Event) { events.yield(event) }

  /// Follows a trip; false if there are too many.
  func follow(_ name: String) -> Bool {
    guard listeners[name] == nil else { return true }
    guard let model = scheduler.follow(name) else { return false }
    let listener = Listener(events)
    listeners[name] = (model, listener)
    model.register(listener)
    return true
  }

  /// Stops following a trip.
  func leave(_ name: String) {
    if let known = listeners.removeValue(forKey: name) {
      known.model.unregisterSubscriber(known.listener)
    }
    scheduler.leave(name)
  }

  /// Polls a trip at the next opportunity.
  func pollNow(_ name: String) { scheduler.askNow(name) }

  /// Ends all subscriptions and the stream.
  func end() {
    for name in Array(listeners.keys) { leave(name) }
    events.finish()
  }
}
