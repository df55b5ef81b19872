public import FleetEngine
public import RidesharingConsumer

/// A change of a followed trip, with its full name, or of the vehicle whose trips are followed.
public enum TripEvent: Sendable {
  case trip(String, Trip)
  /// A poll started or ended; the trip that it brought comes first.
  case polling(String, PollingStatus)
  /// A poll of the vehicle ended.
  case vehicle(VehicleWatch.Outcome, PollingStatus)
  /// The trip is not followed any more.
  case left(String)
}

/// Passes the changes of trip models to a closure, which is called on the main actor.
@MainActor package final class TripWatcher: TripModelSubscriber {
  private let onEvent: (TripEvent) -> Void

  /// Creates a watcher to register with models, which keep it until it is unregistered.
  package init(onEvent: @escaping (TripEvent) -> Void) { self.onEvent = onEvent }

  package func tripModel(
    _ tripModel: TripModel, didUpdate trip: Trip?, updatedPropertyFields: TripPropertyFields
  ) { if let trip { onEvent(.trip(tripModel.tripName, trip)) } }

  package func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
    onEvent(.polling(tripModel.tripName, polling))
  }
}

/// The trips that the followed vehicle no longer has, each until one more response about it, which
/// may say how it ended.
package struct LeavingTrips: Sendable {
  /// The number of updates of each trip when the vehicle no longer had it.
  private var updates: [String: Int] = [:]

  package init() {}

  /// Notes which trips the vehicle has; returns those of the followed ones that it has no longer, to
  /// be polled once more.
  package mutating func keep(
    _ active: Set<String>, of followed: some Sequence<(name: String, updates: Int)>
  ) -> [String] {
    for name in active { updates[name] = nil }
    let leaving = followed.filter { !active.contains($0.name) && updates[$0.name] == nil }
    for trip in leaving { updates[trip.name] = trip.updates }
    return leaving.map(\.name)
  }

  /// Whether the last response about a trip that the vehicle no longer has is there; forgets the trip
  /// then.
  package mutating func hasLeft(_ name: String, after count: Int) -> Bool {
    guard let before = updates[name], count > before else { return false }
    updates[name] = nil
    return true
  }
}
