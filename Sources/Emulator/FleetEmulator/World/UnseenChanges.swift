/// The trips and vehicles that changed since the last observation.
struct UnseenChanges: Sendable {
  var trips: Set<String> = []
  var vehicles: Set<String> = []

  mutating func insert(_ changes: Changes) {
    trips.formUnion(changes.trips.keys)
    trips.formUnion(changes.removedTrips)
    vehicles.formUnion(changes.vehicles.keys)
    vehicles.formUnion(changes.removedVehicles)
  }
}
