internal import FleetEngine

/// The control of an emulator by tests, between their cases.
///
/// See docs/emulator.md, "In tests".
extension EmulatedFleetEngine {
  /// Removes all trips and vehicles, the history and the faults, and returns to the real clock.
  ///
  /// Throws if the change could not be stored; the emulator is then unchanged.
  public func reset() throws(EmulatorError) {
    try replace(World())
    clock.reset()
    forgetCalls()
    remainingFaults = FaultScript()
  }

  /// Saves all trips and vehicles, for ``restore(_:)`` of this emulator or another one
  /// of the same provider.
  public func snapshot() throws(EmulatorError) -> EmulatorSnapshot {
    do throws(RPCFailure) { return EmulatorSnapshot(json: try snapshotJSON()) } catch {
      throw EmulatorError(.storage, error.status.message)
    }
  }

  /// Replaces all trips and vehicles by those of a snapshot.
  ///
  /// Their times stay; set the ``clock`` to ``EmulatorSnapshot/savedAt`` to return to that time, too. The
  /// ``history``, the faults and the clock stay as they are.
  public func restore(_ snapshot: EmulatorSnapshot) throws(EmulatorError) {
    do throws(RPCFailure) { try restore(snapshot.json) } catch {
      throw EmulatorError(
        error.status.code == .unavailable ? .storage : .configuration, error.status.message)
    }
  }

  /// Returns the calls of a method since the start or the last ``reset()``, as soon as the history has so many.
  ///
  /// Calls that a script of faults answers are not among them.
  ///
  /// - Parameters:
  ///   - procedure: The method, for example `GetTrip`, whatever its case; nil for any.
  ///   - id: The ID of the trip or vehicle; nil for any.
  ///   - count: The number of calls to wait for, at most ``historyLength``.
  ///   - limit: The longest wait, in real time.
  /// - Throws: ``EmulatorError`` if there are fewer at the end of the wait, with their number.
  public func calls(
    _ procedure: String? = nil, of id: String? = nil, count: Int = 1,
    within limit: Duration = .seconds(5)
  ) async throws(EmulatorError) -> [CallRecord] {
    let end = ContinuousClock.now + limit
    let count = min(count, Self.historyLength)
    while true {
      let found = history.filter { call in
        (procedure == nil || call.procedure?.lowercased() == procedure?.lowercased())
          && (id == nil || call.tripID == id || call.vehicleID == id)
      }
      if found.count >= count { return found }
      if Task.isCancelled {
        throw EmulatorError(.cancelled, "The wait for calls was canceled.")
      }
      guard ContinuousClock.now < end else {
        throw EmulatorError(
          .timeout,
          "There were \(found.count) calls of \(procedure ?? "any method"), not \(count), within \(limit)."
        )
      }
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// All trips and vehicles as JSON.
  func snapshotJSON() throws(RPCFailure) -> [UInt8] {
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

  /// Adds vehicles and trips, or nothing if one of them is not valid.
  public func add(_ seed: EmulatorSeed) throws(EmulatorError) {
    do throws(RPCFailure) { _ = try self.seed(try seed.json) } catch {
      throw EmulatorError(.configuration, error.status.message)
    }
  }

  /// Adds the vehicles and trips of a seed, or nothing if one of them is not valid.
  ///
  /// Returns how many of each it added.
  func seed(_ json: [UInt8]) throws(RPCFailure) -> (vehicles: Int, trips: Int) {
    let seed = try SeedDocument(json)
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
