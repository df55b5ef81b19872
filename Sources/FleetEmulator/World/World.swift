internal import FleetEngine

/// All trips and vehicles of the provider.
struct World: Sendable {
  var trips: [String: TripRecord] = [:]
  var vehicles: [String: VehicleRecord] = [:]
}

/// What one call changes in the world, kept apart until it is stored.
struct Draft: Sendable {
  private let base: World
  /// The moment of the call, in whole microseconds.
  let now: Timestamp
  /// The speed at which the emulator's own estimates drive, in metres per second.
  let estimatedSpeed: Double
  private(set) var changedTrips: [String: TripRecord] = [:]
  private(set) var changedVehicles: [String: VehicleRecord] = [:]

  init(of world: World, now: Timestamp, speed: Double) {
    base = world
    self.now = now.roundedToMicroseconds
    estimatedSpeed = 30 / 3.6 * speed
  }

  func trip(_ id: String) -> TripRecord? { changedTrips[id] ?? base.trips[id] }

  func vehicle(_ id: String) -> VehicleRecord? { changedVehicles[id] ?? base.vehicles[id] }

  mutating func put(_ record: TripRecord) {
    if trip(record.id) != record { changedTrips[record.id] = record }
  }

  mutating func put(_ record: VehicleRecord) {
    if vehicle(record.id) != record { changedVehicles[record.id] = record }
  }

  /// The version of something that changes now: later than the last one, whatever the clock says.
  func version(after old: Timestamp?) -> Timestamp {
    guard let old else { return now }
    return max(now, (old + .microseconds(1)).roundedToMicroseconds)
  }
}
