public import FleetEngine
public import HTTPMessages

/// The changes of an emulator that its observer has not seen yet.
public struct FleetObservation: Sendable {
  /// Whether all trips and vehicles are in it, so that the observer forgets those it knew.
  public var isWhole = false
  /// The trips that changed, as a server would read them, by their IDs.
  public var trips: [String: Trip] = [:]
  /// The vehicles that changed, by their IDs.
  public var vehicles: [String: Vehicle] = [:]
  /// The IDs of trips that were removed.
  public var removedTrips: Set<String> = []
  /// The IDs of vehicles that were removed.
  public var removedVehicles: Set<String> = []
  /// The latest calls, oldest first.
  public var calls: [CallRecord] = []
  /// The number of calls since the start or the last reset.
  public var callCount = 0
  /// The faults that still apply.
  public var faults = FaultScript()
}

extension EmulatedFleetEngine {
  /// Returns what changed since the last observation, and the latest calls.
  ///
  /// There can be one observer. It costs time for what changed only.
  public func observe(latestCalls: Int) -> FleetObservation {
    var result = FleetObservation()
    result.calls = history.suffix(max(0, latestCalls))
    result.callCount = callCount
    result.faults = remainingFaults
    let transaction = WorldTransaction(of: world, now: now())
    var (trips, vehicles): (Set<String>, Set<String>)
    if let unseen = takeUnseenChanges() {
      (trips, vehicles) = (unseen.trips, unseen.vehicles)
    } else {
      result.isWhole = true
      (trips, vehicles) = (Set(world.trips.keys), Set(world.vehicles.keys))
    }
    for id in vehicles {
      guard let record = world.vehicles[id] else {
        result.removedVehicles.insert(id)
        continue
      }
      result.vehicles[id] = record.vehicle
      // What a trip shows of its vehicle has changed too.
      trips.formUnion(record.tripIDs)
    }
    for id in trips {
      if let record = world.trips[id] {
        result.trips[id] = transaction.shown(record)
      } else {
        result.removedTrips.insert(id)
      }
    }
    return result
  }

  /// Responds to a request of an observer in the emulator's own process, which only reads.
  ///
  /// It needs no token, has no effect on quotas and faults, and is not in the ``history``.
  func respondToObserver(_ request: TransportRequest) -> TransportResponse {
    let moment = now()
    do throws(RPCFailure) {
      let call = try FleetCall(request)
      guard request.method == .get, call.providerID == providerID else {
        throw RPCFailure(.permissionDenied, "An observer can only read.")
      }
      let caller = Caller(role: .server, tripID: nil, vehicleID: nil)
      var transaction = WorldTransaction(of: world, now: moment)
      let parsed = try ParsedCall(call, routeTexts)
      return try FleetResponse(try transaction.perform(parsed, by: caller), at: moment).http
    } catch { return FleetResponse(error, at: moment).http }
  }
}

/// A transport for an observer in the emulator's own process, whose requests only read.
///
/// They need no token and have no effect on quotas, faults and the history of calls.
public struct ObserverTransport: HTTPTransport {
  private let emulator: EmulatedFleetEngine

  /// Creates a transport to an emulator.
  public init(_ emulator: EmulatedFleetEngine) { self.emulator = emulator }

  /// Sends a request to the emulator, whatever its host.
  public func send(
    _ request: TransportRequest
  ) async throws(HTTPTransportError) -> TransportResponse {
    await emulator.respondToObserver(request)
  }
}
