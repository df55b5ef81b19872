internal import FleetEngine

/// Reads what a dispatch has for a vehicle to do.
@MainActor
final class PlanReader {
  private let dispatch: any TripDispatch
  /// The vehicle as it was when the trips were last read, to read them again when it changes.
  private var last: (vehicle: Vehicle, plan: ShiftMachine.Plan)?

  init(_ dispatch: any TripDispatch) {
    self.dispatch = dispatch
  }

  /// Reads the vehicle, and its trips where it has changed.
  func read() async throws(TripDispatchError) -> ShiftMachine.Plan {
    let vehicle = try await dispatch.vehicle()
    if let last, last.vehicle.currentTripIDs == vehicle.currentTripIDs,
      last.vehicle.waypoints.map(\.destination) == vehicle.waypoints.map(\.destination)
    {
      return last.plan
    }
    var ids = vehicle.currentTripIDs
    var known = Set(ids)
    for id in vehicle.waypoints.compactMap(\.tripID) where known.insert(id).inserted {
      ids.append(id)
    }
    var counts: [String: Int] = [:]
    var statuses: [String: TripStatus] = [:]
    for id in ids {
      do throws(TripDispatchError) {
        let trip = try await dispatch.trip(id)
        counts[id] = trip.intermediateDestinations.count
        statuses[id] = trip.status
      } catch {
        // Without the trip its stops are numbered from where it is now.
        guard error.kind != .unavailable else { throw error }
      }
    }
    let plan = ShiftMachine.Plan(
      tripIDs: ids,
      stops: TripStop.stops(of: vehicle, stopCounts: counts),
      statuses: statuses
    )
    last = (vehicle, plan)
    return plan
  }
}

extension TripWaypoint {
  /// What a waypoint is and where, without what the server estimates of it.
  fileprivate var destination: TripWaypoint {
    TripWaypoint(location: location, tripID: tripID, type: type)
  }
}
