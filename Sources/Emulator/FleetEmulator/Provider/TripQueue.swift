internal import FleetEngine

/// The backend's trips that have no vehicle yet.
struct TripQueue: Sendable {
  /// Their IDs.
  private(set) var waiting: Set<String>
  /// The number of the backend's next trip.
  private(set) var nextNumber: Int

  init(_ world: World) {
    waiting = Set(world.trips.values.lazy.filter(\.isWaiting).map(\.id))
    nextNumber = (world.trips.values.compactMap(\.providerNumber).max() ?? 0) + 1
  }

  mutating func apply(_ changes: Changes) {
    for (id, record) in changes.trips {
      if record.isWaiting { waiting.insert(id) } else { waiting.remove(id) }
      if let number = record.providerNumber { nextNumber = max(nextNumber, number + 1) }
    }
    waiting.subtract(changes.removedTrips)
  }
}

extension StoredTrip {
  /// Whether it is a trip of the backend that still needs a vehicle.
  var isWaiting: Bool { providerNumber != nil && isActive && trip.vehicleID == nil && !isPickedUp }
}
