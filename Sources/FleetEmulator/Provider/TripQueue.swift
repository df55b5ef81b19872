internal import FleetEngine

/// The trips of the provider's backend that have no vehicle yet.
struct TripQueue: Sendable {
  /// Their ids, in no order.
  private(set) var waiting: Set<String>
  /// The place of the next trip that the backend makes.
  private(set) var nextNumber: Int

  init(_ world: World) {
    waiting = Set(world.trips.values.lazy.filter(\.isWaiting).map(\.id))
    nextNumber = (world.trips.values.compactMap(\.providerNumber).max() ?? 0) + 1
  }

  /// Takes over a world that was stored, and matches what can be matched in it.
  ///
  /// - Throws: That the matches could not be stored.
  init(
    matching world: inout World,
    _ store: WorldStore,
    _ configuration: EmulatorConfiguration,
    _ runningNow: Timestamp
  ) throws(EmulatorError) {
    self.init(world)
    let changes = {
      var draft = Draft(
        of: world,
        now: configuration.now(),
        runningNow: runningNow,
        speed: configuration.speed,
        isStrict: configuration.isStrict
      )
      draft.matchTrips(of: self, tryingAll: true)
      return draft.changes
    }()
    try store.save(changes)
    world.apply(changes)
    apply(changes)
  }

  /// Takes over what a call has changed.
  mutating func apply(_ changes: Changes) {
    for (id, record) in changes.trips {
      if record.isWaiting { waiting.insert(id) } else { waiting.remove(id) }
      if let number = record.providerNumber { nextNumber = max(nextNumber, number + 1) }
    }
    waiting.subtract(changes.removedTrips)
  }
}

extension StoredTrip {
  /// Whether the provider's backend made it and it still needs a vehicle.
  var isWaiting: Bool { providerNumber != nil && isActive && trip.vehicleID == nil && !isPickedUp }
}
