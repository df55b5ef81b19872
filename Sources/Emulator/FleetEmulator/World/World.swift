internal import FleetEngine

/// All trips and vehicles of the provider.
struct World: Sendable {
  private(set) var trips: [String: StoredTrip] = [:]
  private(set) var vehicles: [String: StoredVehicle] = [:]
  private(set) var tripIDs = SortedIDs()
  private(set) var vehicleIDs = SortedIDs()
  private(set) var places = PlaceIndex()

  mutating func put(_ record: StoredTrip) {
    if trips.updateValue(record, forKey: record.id) == nil { tripIDs.insert(record.id) }
  }

  mutating func put(_ record: StoredVehicle) {
    let former = vehicles.updateValue(record, forKey: record.id)
    if former == nil { vehicleIDs.insert(record.id) }
    places.move(record.id, from: former?.place, to: record.place)
  }

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
    for id in changes.removedTrips where trips.removeValue(forKey: id) != nil { tripIDs.remove(id) }
    for id in changes.removedVehicles {
      guard let former = vehicles.removeValue(forKey: id) else { continue }
      vehicleIDs.remove(id)
      places.move(id, from: former.place, to: nil)
    }
  }
}
