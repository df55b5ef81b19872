internal import FleetEngine

/// What a call has changed in the world.
struct Changes: Sendable {
  var trips: [String: StoredTrip] = [:]
  var vehicles: [String: StoredVehicle] = [:]
  var removedTrips: Set<String> = []
  var removedVehicles: Set<String> = []
  /// What was accepted and is likely to be a mistake, for the log.
  var warnings: [String] = []

  /// Whether there is nothing to store.
  var isEmpty: Bool {
    trips.isEmpty && vehicles.isEmpty && removedTrips.isEmpty && removedVehicles.isEmpty
  }
}
