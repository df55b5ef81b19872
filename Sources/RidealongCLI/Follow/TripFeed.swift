internal import FleetEngine
internal import RidesharingConsumer

/// A trip model's reports as a stream, with what else ends or interrupts a command that follows it.
@MainActor
final class TripFeed: TripModelSubscriber {
  /// Something that happened.
  enum Event: Sendable {
    /// The trip changed.
    case trip(Trip)
    /// A poll began or ended; after the trip that it brought.
    case polling(PollingStatus)
    /// A line was typed.
    case line(String)
    /// The time is over, or a signal came.
    case stop
  }

  private let model: TripModel
  private let (stream, events) = AsyncStream.makeStream(of: Event.self)

  /// Subscribes to a trip.
  init(_ model: TripModel) {
    self.model = model
    model.register(self)
  }

  /// What happens from now on; ends with ``end()``.
  nonisolated var all: AsyncStream<Event> { stream }

  /// Adds an event from outside.
  nonisolated func post(_ event: Event) {
    events.yield(event)
  }

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

/// What is heard of several trips, as one stream.
@MainActor
final class SeveralTripsFeed {
  /// Something that happened.
  enum Event: Sendable {
    /// A trip changed.
    case trip(String, Trip)
    /// A poll of a trip began or ended; after the trip that it brought.
    case polling(String, PollingStatus)
    /// The vehicle was asked for.
    case vehicle(VehicleWatch.Answer, PollingStatus)
    /// A signal came.
    case stop
  }

  /// Hears of one trip.
  private final class Listener: TripModelSubscriber {
    private let events: AsyncStream<Event>.Continuation

    init(_ events: AsyncStream<Event>.Continuation) {
      self.events = events
    }

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

  init(_ scheduler: TripScheduler) {
    self.scheduler = scheduler
  }

  /// What happens from now on; ends with ``end()``.
  nonisolated var all: AsyncStream<Event> { stream }

  /// Adds an event from outside.
  nonisolated func post(_ event: Event) { events.yield(event) }

  /// Follows a trip from now on.
  func follow(_ name: String) -> Bool {
    guard listeners[name] == nil else { return true }
    guard let model = scheduler.follow(name) else { return false }
    let listener = Listener(events)
    listeners[name] = (model, listener)
    model.register(listener)
    return true
  }

  /// Ceases to follow a trip.
  func leave(_ name: String) {
    if let known = listeners.removeValue(forKey: name) {
      known.model.unregisterSubscriber(known.listener)
    }
    scheduler.leave(name)
  }

  /// Asks for a trip at the next opportunity.
  func askNow(_ name: String) { scheduler.askNow(name) }

  /// Ends all, and the stream.
  func end() {
    for name in Array(listeners.keys) { leave(name) }
    events.finish()
  }
}
