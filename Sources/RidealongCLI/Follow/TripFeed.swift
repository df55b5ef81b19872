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
