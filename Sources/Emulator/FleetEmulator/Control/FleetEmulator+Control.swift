internal import FleetEngine

/// The control of an emulator by tests, between their cases.
///
/// See docs/emulator.md, "In tests".
extension FleetEmulator {
  /// Removes all trips and vehicles, the history and the faults, and returns to the real clock.
  ///
  /// Throws if the change could not be stored; the emulator is then unchanged.
  public func reset() throws(EmulatorError) {
    clock.reset()
    try replace(World())
    forgetCalls()
    remainingFaults = FaultScript()
  }

  /// All trips and vehicles as JSON, for ``restore(_:)``.
  func snapshot() throws(RPCFailure) -> [UInt8] {
    let snapshot = WorldSnapshot(
      of: world, provider: providerID, now: now(), runningNow: runningTime.now)
    do { return try snapshot.json } catch {
      throw RPCFailure(.internal, "The snapshot cannot be written.")
    }
  }

  /// Replaces all trips and vehicles by those of a snapshot.
  func restore(_ json: [UInt8]) throws(RPCFailure) {
    let snapshot = try WorldSnapshot(json: json, provider: providerID)
    do { try replace(snapshot.world(runningNow: runningTime.now)) } catch {
      throw RPCFailure(.unavailable, "The snapshot could not be stored: \(error.description)")
    }
  }

  /// Adds the vehicles and trips of a seed, or nothing if one of them is not valid.
  ///
  /// The seed is JSON; see docs/emulator.md, "Seeds". The error names the line and the field.
  public func addSeed(_ json: [UInt8]) throws(EmulatorError) {
    do { _ = try seed(json) } catch { throw EmulatorError(.configuration, error.status.message) }
  }

  /// Adds the vehicles and trips of a seed, or nothing if one of them is not valid.
  ///
  /// Returns how many of each it added.
  func seed(_ json: [UInt8]) throws(RPCFailure) -> (vehicles: Int, trips: Int) {
    let seed = try EmulatorSeed(json)
    try change { transaction throws(RPCFailure) in try transaction.add(seed, to: providerID) }
    return (seed.vehicles.count, seed.trips.count)
  }

  /// The calls that match a query, once there are as many as it expects.
  ///
  /// The closure waits, and returns whether the client is still there.
  func calls(
    _ query: CallQuery, waitingBy wait: @Sendable (Duration) async -> Bool
  ) async throws(RPCFailure) -> [CallRecord] {
    let end = ContinuousClock.now + query.patience
    while true {
      let found = history.filter(query.matches)
      guard let count = query.count, found.count < count else { return found.suffix(query.limit) }
      guard ContinuousClock.now < end, await wait(.milliseconds(10)) else {
        throw query.failure(history, found: found.count)
      }
    }
  }
}
