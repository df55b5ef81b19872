internal import FleetEngine

extension Draft {
  /// Removes what nobody has created or updated for a while.
  ///
  /// A vehicle stays as long as a trip refers to it. Source: contract 7.7.
  ///
  /// - Parameter retention: How long things are kept.
  /// - Returns: When something will be next to go, if nothing changes; nil where nothing is left.
  mutating func expire(after retention: Duration) -> Timestamp? {
    let now = now
    let limit = now - retention
    var next: Timestamp?
    func isOver(_ updatedAt: Timestamp?) -> Bool {
      let moment = updatedAt ?? now
      if moment <= limit { return true }
      next = min(next ?? moment + retention, moment + retention)
      return false
    }
    for record in trips where isOver(record.updatedAt) {
      remove(trip: record.id)
      if let vehicleID = record.trip.vehicleID { replan(vehicleID) }
    }
    let inUse = Set(trips.compactMap(\.trip.vehicleID))
    for record in vehicles where !inUse.contains(record.id) && isOver(record.updatedAt) {
      remove(vehicle: record.id)
    }
    return next
  }
}
