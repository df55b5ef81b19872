package import FleetEngine
internal import TrustLimits

/// The trips and vehicles of a provider at the moments of logged calls, and what the server would
/// have returned for a trip then.
///
/// It applies the emulator's rules, and never fails: after a call that they refuse, it continues with
/// the call's response. The server's own values have priority over those that follow from the rules.
/// Trips and vehicles from before the log are added when a call uses them.
package struct RetracedFleet: Sendable {
  /// The effect of a call.
  package struct Effect: Sendable {
    /// The trips whose responses may have changed, in the order of their IDs.
    package let trips: [TripName]
    /// Why the rules refused the call.
    package let refusal: String?
  }

  /// The number of a vehicle's trips that its calls affect, to limit the cost of hostile logs.
  private static let mostTrips = 64

  private var world = World()
  /// The masks that were read, which drivers repeat.
  private var masks = BoundedMemory<MaskKey, Result<UpdateMask, RPCFailure>>(limit: 64)
  /// The number of trips that were added without their creation.
  package private(set) var earlierTrips = 0

  private struct MaskKey: Hashable {
    let isOfTrip: Bool
    let paths: [String]
  }

  /// Creates a fleet without trips and vehicles.
  package init() {}

  /// A trip as a response to `GetTrip` at a moment; nil if no call has used it.
  package func trip(_ name: TripName, at time: Timestamp) -> Trip? {
    let transaction = WorldTransaction(of: world, now: time)
    return transaction.trip(name.tripID).map(transaction.shown)
  }

  /// Creates a trip.
  package mutating func createTrip(
    _ name: TripName, _ trip: Trip, response: Trip?, at time: Timestamp
  ) -> Effect {
    let isNew = world.trips[name.tripID] == nil
    defer { if isNew { earlierTrips -= 1 } }
    return apply(name, at: time) { transaction throws(RPCFailure) in
      transaction.add(vehicleOf: trip, like: response, name)
      // A trip whose pickup is hidden or missing is added without the rules.
      guard isNew, trip.pickupPoint?.point == nil else {
        return try transaction.createTrip(name, ResourceBody(trip))
      }
      transaction.add(name)
      transaction.adopt(trip, name)
    } adopting: { transaction in
      transaction.add(name)
      if let response { transaction.adopt(response, name) }
    }
  }

  /// Changes the fields of a trip that a mask names.
  package mutating func updateTrip(
    _ name: TripName, _ trip: Trip, mask: [String], response: Trip?, at time: Timestamp
  ) -> Effect {
    var given = trip
    // The version belongs to the logged server.
    given.intermediateDestinationsVersion = nil
    let update = readMask(MaskKey(isOfTrip: true, paths: mask))
    return apply(name, at: time) { transaction throws(RPCFailure) in
      transaction.add(name)
      transaction.add(vehicleOf: given, like: response, name)
      try transaction.updateTrip(name.tripID, ResourceBody(given), mask: update.get())
    } adopting: { transaction in
      transaction.add(name)
      if let response { transaction.adopt(response, name) }
    }
  }

  /// Applies the response to a request for a trip.
  package mutating func readTrip(_ name: TripName, response: Trip, at time: Timestamp) -> Effect {
    apply(name, at: time) { _ in
    } adopting: { transaction in
      transaction.add(name)
      transaction.adopt(response, name)
    }
  }

  /// Creates a vehicle.
  package mutating func createVehicle(
    _ name: VehicleName, _ vehicle: Vehicle, response: Vehicle?, at time: Timestamp
  ) -> Effect {
    apply(nil, at: time) { transaction throws(RPCFailure) in
      try transaction.createVehicle(name, ResourceBody(vehicle))
    } adopting: { transaction in
      transaction.add(name, like: response)
      if let response { transaction.adopt(response, name) }
    }
  }

  /// Changes the fields of a vehicle that a mask names.
  package mutating func updateVehicle(
    _ name: VehicleName, _ vehicle: Vehicle, mask: [String], response: Vehicle?, at time: Timestamp
  ) -> Effect {
    let update = readMask(MaskKey(isOfTrip: false, paths: mask))
    return apply(nil, at: time) { transaction throws(RPCFailure) in
      transaction.add(name, like: response)
      try transaction.updateVehicle(name.vehicleID, ResourceBody(vehicle), mask: update.get())
    } adopting: { transaction in
      transaction.add(name, like: response)
      if let response { transaction.adopt(response, name, changed: mask) }
    }
  }

  private mutating func readMask(_ key: MaskKey) -> Result<UpdateMask, RPCFailure> {
    if let known = masks.value(key) { return known }
    let mask = Result { () throws(RPCFailure) in
      try UpdateMask(logged: key.paths, schema: key.isOfTrip ? .trip : .vehicle)
    }
    masks.keep(mask, under: key)
    return mask
  }

  private mutating func apply(
    _ trip: TripName?, at time: Timestamp,
    _ call: (inout WorldTransaction) throws(RPCFailure) -> Void,
    adopting response: (inout WorldTransaction) -> Void
  ) -> Effect {
    let (changes, affected, refusal) = Self.changes(of: world, trip, at: time, call, response)
    earlierTrips += changes.trips.keys.count { world.trips[$0] == nil }
    world.apply(changes)
    return Effect(trips: affected, refusal: refusal)
  }

  /// The transaction ends here, so that applying its changes copies nothing.
  private static func changes(
    of world: World, _ trip: TripName?, at time: Timestamp,
    _ call: (inout WorldTransaction) throws(RPCFailure) -> Void,
    _ response: (inout WorldTransaction) -> Void
  ) -> (Changes, [TripName], refusal: String?) {
    var transaction = WorldTransaction(of: world, now: time)
    var refusal: String?
    do throws(RPCFailure) { try call(&transaction) } catch {
      refusal = error.status.message
      transaction = WorldTransaction(of: world, now: time)
    }
    response(&transaction)
    var affected = Set(transaction.changes.trips.keys)
    for vehicle in transaction.changes.vehicles.values {
      affected.formUnion(vehicle.tripIDs.prefix(mostTrips))
    }
    if let trip { affected.insert(trip.tripID) }
    let names = affected.sorted().compactMap { transaction.trip($0)?.trip.name }
    return (transaction.changes, names, refusal)
  }
}

extension UpdateMask {
  /// Reads the paths of a logged mask: the known ones, as whole fields.
  init(logged paths: [String], schema: MessageSchema) throws(RPCFailure) {
    let fields = paths.compactMap { FieldName.path($0).first }
    let known = fields.filter { field in
      field == "*" || schema.fields[field] != nil && !schema.readOnly.contains(field)
    }
    try self.init((known.isEmpty ? fields : known).joined(separator: ","), schema: schema)
  }
}
