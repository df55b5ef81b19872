internal import FleetEngine

/// All trips and vehicles of the provider.
struct World: Sendable {
  private(set) var trips: [String: StoredTrip] = [:]
  private(set) var vehicles: [String: StoredVehicle] = [:]
  /// How many trips refer to each vehicle, whatever their status.
  private var tripCounts: [String: Int] = [:]

  mutating func put(_ record: StoredTrip) {
    let former = trips.updateValue(record, forKey: record.id)?.trip.vehicleID
    count(former, record.trip.vehicleID)
  }

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

  /// Applies the changes of a call.
  mutating func apply(_ changes: Changes) {
    for record in changes.trips.values { put(record) }
    for record in changes.vehicles.values { put(record) }
    for id in changes.removedTrips { count(trips.removeValue(forKey: id)?.trip.vehicleID, nil) }
    for id in changes.removedVehicles { vehicles[id] = nil }
  }

  func tripCount(vehicle id: String) -> Int { tripCounts[id] ?? 0 }

  private mutating func count(_ former: String?, _ present: String?) {
    guard former != present else { return }
    if let former {
      let rest = tripCount(vehicle: former) - 1
      tripCounts[former] = rest > 0 ? rest : nil
    }
    if let present { tripCounts[present, default: 0] += 1 }
  }
}
