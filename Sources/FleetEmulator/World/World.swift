internal import FleetEngine

/// All trips and vehicles of the provider.
struct World: Sendable {
  private(set) var trips: [String: TripRecord] = [:]
  private(set) var vehicles: [String: VehicleRecord] = [:]
  /// How many trips refer to each vehicle, whatever their status.
  private var tripCounts: [String: Int] = [:]
}

extension World {
  /// Takes in a trip.
  mutating func put(_ record: TripRecord) {
    let former = trips.updateValue(record, forKey: record.id)?.trip.vehicleID
    count(former, record.trip.vehicleID)
  }

  /// Takes in a vehicle.
  mutating func put(_ record: VehicleRecord) { vehicles[record.id] = record }

  /// Gives records of older databases, which tell no moment, that of now.
  ///
  /// - Parameters:
  ///   - moment: The moment by the wall clock.
  ///   - runningNow: The moment in the emulator's running time.
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

  /// Makes the changes of a call.
  mutating func apply(_ changes: Changes) {
    for record in changes.trips.values { put(record) }
    for record in changes.vehicles.values { put(record) }
    for id in changes.removedTrips { count(trips.removeValue(forKey: id)?.trip.vehicleID, nil) }
    for id in changes.removedVehicles { vehicles[id] = nil }
  }

  /// The number of trips that refer to a vehicle.
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

/// What a call has changed in the world.
struct Changes: Sendable {
  var trips: [String: TripRecord] = [:]
  var vehicles: [String: VehicleRecord] = [:]
  var removedTrips: Set<String> = []
  var removedVehicles: Set<String> = []
  /// What was accepted and is likely to be a mistake, for the log.
  var warnings: [String] = []

  /// Whether there is nothing to store.
  var isEmpty: Bool {
    trips.isEmpty && vehicles.isEmpty && removedTrips.isEmpty && removedVehicles.isEmpty
  }
}

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

  func trip(_ id: String) -> TripRecord? {
    changes.removedTrips.contains(id) ? nil : changes.trips[id] ?? base.trips[id]
  }

  func vehicle(_ id: String) -> VehicleRecord? {
    changes.removedVehicles.contains(id) ? nil : changes.vehicles[id] ?? base.vehicles[id]
  }

  /// A trip as it was before the call.
  func formerTrip(_ id: String) -> TripRecord? { base.trips[id] }

  /// A vehicle as it was before the call.
  func formerVehicle(_ id: String) -> VehicleRecord? { base.vehicles[id] }

  /// All trips, in no order.
  var trips: [TripRecord] {
    base.trips.values.filter { record in
      changes.trips[record.id] == nil && !changes.removedTrips.contains(record.id)
    } + changes.trips.values
  }

  /// All vehicles, in no order.
  var vehicles: [VehicleRecord] {
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

  mutating func put(_ record: TripRecord) {
    if trip(record.id) != record { changes.trips[record.id] = record }
  }

  mutating func put(_ record: VehicleRecord) {
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

  mutating func warn(_ text: String) {
    changes.warnings.append(text)
  }

  /// The version of something that changes now: later than the last one, whatever the clock says.
  func version(after old: Timestamp?) -> Timestamp {
    guard let old else { return now }
    return max(now, (old + .microseconds(1)).roundedToMicroseconds)
  }
}
