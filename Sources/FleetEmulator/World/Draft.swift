internal import FleetEngine

/// What one call changes in the world, kept apart until it is stored.
struct Draft: Sendable {
  private let base: World
  /// The moment of the call, in whole microseconds.
  let now: Timestamp
  /// The moment of the call in the emulator's running time.
  let runningNow: Timestamp
  /// The speed at which the emulator's own estimates drive, in metres per second.
  let estimatedSpeed: Double
  /// Whether rides are held to the order in which Google's sample apps lead them.
  let isStrict: Bool
  private(set) var changes = Changes()

  init(
    of world: World,
    now: Timestamp,
    runningNow: Timestamp? = nil,
    speed: Double = 1,
    isStrict: Bool = false
  ) {
    base = world
    self.now = now.roundedToMicroseconds
    self.runningNow = (runningNow ?? now).roundedToMicroseconds
    estimatedSpeed = 30 / 3.6 * speed
    self.isStrict = isStrict
  }

  func trip(_ id: String) -> StoredTrip? {
    changes.removedTrips.contains(id) ? nil : changes.trips[id] ?? base.trips[id]
  }

  func vehicle(_ id: String) -> StoredVehicle? {
    changes.removedVehicles.contains(id) ? nil : changes.vehicles[id] ?? base.vehicles[id]
  }

  /// A trip as it was before the call.
  func formerTrip(_ id: String) -> StoredTrip? { base.trips[id] }

  /// A vehicle as it was before the call.
  func formerVehicle(_ id: String) -> StoredVehicle? { base.vehicles[id] }

  /// All trips, in no order.
  var trips: [StoredTrip] {
    base.trips.values.filter { record in
      changes.trips[record.id] == nil && !changes.removedTrips.contains(record.id)
    } + changes.trips.values
  }

  /// All vehicles, in no order.
  var vehicles: [StoredVehicle] {
    base.vehicles.values.filter { record in
      changes.vehicles[record.id] == nil && !changes.removedVehicles.contains(record.id)
    } + changes.vehicles.values
  }

  /// Whether a trip refers to a vehicle, whatever its status.
  func isInUse(vehicle id: String) -> Bool {
    var count = base.tripCount(vehicle: id)
    for changed in changes.removedTrips.union(changes.trips.keys) {
      if base.trips[changed]?.trip.vehicleID == id { count -= 1 }
      if trip(changed)?.trip.vehicleID == id { count += 1 }
    }
    return count > 0
  }

  mutating func put(_ record: StoredTrip) {
    if trip(record.id) != record { changes.trips[record.id] = record }
  }

  mutating func put(_ record: StoredVehicle) {
    if vehicle(record.id) != record { changes.vehicles[record.id] = record }
  }

  mutating func remove(trip id: String) {
    changes.trips[id] = nil
    changes.removedTrips.insert(id)
  }

  mutating func remove(vehicle id: String) {
    changes.vehicles[id] = nil
    changes.removedVehicles.insert(id)
  }

  mutating func warn(_ text: String) { changes.warnings.append(text) }

  /// The version of something that changes now: later than the last one, whatever the clock says.
  func version(after old: Timestamp?) -> Timestamp {
    guard let old else { return now }
    return max(now, (old + .microseconds(1)).roundedToMicroseconds)
  }
}
