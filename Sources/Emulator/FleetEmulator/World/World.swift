internal import FleetEngine

/// All trips and vehicles of the provider.
struct World: Sendable {
  private(set) var trips: [String: StoredTrip] = [:]
  private(set) var vehicles: [String: StoredVehicle] = [:]

  mutating func put(_ record: StoredTrip) { trips[record.id] = record }

  mutating func put(_ record: StoredVehicle) { vehicles[record.id] = record }

  /// Sets the times of records from older databases, which have none, to now.
  mutating func stampUndated(at moment: Timestamp, runningNow: Timestamp) {
    for (id, record) in trips where record.keptAt == nil {
      trips[id]?.updatedAt = record.updatedAt ?? moment
      trips[id]?.keptAt = runningNow
    }
    for (id, record) in vehicles where record.keptAt == nil {
      vehicles[id]?.updatedAt = record.updatedAt ?? moment
      vehicles[id]?.keptAt = runningNow
    }
  }

  mutating func apply(_ changes: Changes) {
    for record in changes.trips.values { put(record) }
    for record in changes.vehicles.values { put(record) }
    for id in changes.removedTrips { trips[id] = nil }
    for id in changes.removedVehicles { vehicles[id] = nil }
  }
}
