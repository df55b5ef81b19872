internal import FleetEngine
internal import Geo

/// The changes of a call.
struct Changes: Sendable {
  var trips: [String: StoredTrip] = [:]
  var vehicles: [String: StoredVehicle] = [:]
  var removedTrips: Set<String> = []
  var removedVehicles: Set<String> = []
  /// Descriptions of what was accepted and is probably a mistake.
  var warnings: [String] = []

  var isEmpty: Bool {
    trips.isEmpty && vehicles.isEmpty && removedTrips.isEmpty && removedVehicles.isEmpty
  }
}

/// The world with one call's changes, kept apart until they are stored.
struct WorldTransaction: Sendable {
  private let base: World
  /// The time of the call, in whole microseconds.
  let now: Timestamp
  /// The time of the call in the emulator's ``RunningTime``.
  let runningNow: Timestamp
  /// The speed of the emulator's own estimates, in meters per second.
  let estimatedSpeed: Double
  /// Whether rides have to follow the order of Google's sample apps.
  let isStrict: Bool
  private(set) var changes = Changes()

  init(
    of world: World, now: Timestamp, runningNow: Timestamp? = nil, speed: Double = 1,
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

  func formerTrip(_ id: String) -> StoredTrip? { base.trips[id] }

  func formerVehicle(_ id: String) -> StoredVehicle? { base.vehicles[id] }

  var trips: [StoredTrip] {
    base.trips.values.filter { record in
      changes.trips[record.id] == nil && !changes.removedTrips.contains(record.id)
    } + changes.trips.values
  }

  var vehicles: [StoredVehicle] {
    base.vehicles.values.filter { record in
      changes.vehicles[record.id] == nil && !changes.removedVehicles.contains(record.id)
    } + changes.vehicles.values
  }

  /// The trips in the order of their IDs, beginning with the first after one.
  func trips(after id: String? = nil) -> some Sequence<StoredTrip> {
    Self.ids(base.tripIDs, with: changes.trips.keys, base.trips).ids(after: id).lazy
      .compactMap { trip($0) }
  }

  /// The vehicles in the order of their IDs, beginning with the first after one.
  func vehicles(after id: String? = nil) -> some Sequence<StoredVehicle> {
    Self.ids(base.vehicleIDs, with: changes.vehicles.keys, base.vehicles).ids(after: id).lazy
      .compactMap { vehicle($0) }
  }

  private static func ids<Record>(
    _ former: SortedIDs, with changed: some Sequence<String>, _ records: [String: Record]
  ) -> SortedIDs {
    var ids = former
    for id in changed where records[id] == nil { ids.insert(id) }
    return ids
  }

  /// The areas that hold all vehicles within a distance in meters of a place, nearest first.
  func areas(near place: Coordinate, within meters: Double) -> [PlaceIndex.Area] {
    let areas = base.places.areas(near: place, within: meters)
    guard !changes.vehicles.isEmpty else { return areas }
    // A changed vehicle may have been elsewhere.
    let changed = Set(changes.vehicles.keys)
    return [PlaceIndex.Area(nearest: 0, ids: changed)]
      + areas.map { PlaceIndex.Area(nearest: $0.nearest, ids: $0.ids.subtracting(changed)) }
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

  /// A version for a change: now, but always later than the former version.
  func version(after old: Timestamp?) -> Timestamp {
    guard let old else { return now }
    return max(now, (old + .microseconds(1)).roundedToMicroseconds)
  }
}
