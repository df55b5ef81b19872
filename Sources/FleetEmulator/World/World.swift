internal import FleetEngine

/// All trips and vehicles of the provider.
struct World: Sendable {
  var trips: [String: TripRecord] = [:]
  var vehicles: [String: VehicleRecord] = [:]
}

extension World {
  /// Gives records of older databases, which tell no moment, that of now.
  ///
  /// - Parameter moment: The moment.
  /// - Returns: When something may be due to go; nil where there is nothing.
  mutating func stampUndated(at moment: Timestamp) -> Timestamp? {
    for id in trips.keys where trips[id]?.updatedAt == nil { trips[id]?.updatedAt = moment }
    for id in vehicles.keys where vehicles[id]?.updatedAt == nil {
      vehicles[id]?.updatedAt = moment
    }
    return trips.isEmpty && vehicles.isEmpty ? nil : moment
  }

  /// Takes over what a call has changed.
  mutating func take(_ changes: Changes) {
    trips.merge(changes.trips) { _, new in new }
    vehicles.merge(changes.vehicles) { _, new in new }
    for id in changes.removedTrips { trips[id] = nil }
    for id in changes.removedVehicles { vehicles[id] = nil }
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
  /// The speed at which the emulator's own estimates drive, in metres per second.
  let estimatedSpeed: Double
  /// Whether rides are held to the order in which Google's sample apps lead them.
  let isStrict: Bool
  private(set) var changes = Changes()

  init(of world: World, now: Timestamp, speed: Double = 1, isStrict: Bool = false) {
    base = world
    self.now = now.roundedToMicroseconds
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
    Set(base.trips.keys).union(changes.trips.keys).compactMap(trip)
  }

  /// All vehicles, in no order.
  var vehicles: [VehicleRecord] {
    Set(base.vehicles.keys).union(changes.vehicles.keys).compactMap(vehicle)
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
