internal import FleetEngine

/// Reads a vehicle's trips and stops from a dispatch.
@MainActor final class PlanReader {
  private let dispatch: any TripDispatch
  /// The vehicle at the last reading; the trips are only read again when it changes.
  private var last: (vehicle: Vehicle, plan: ShiftMachine.Plan)?

  init(_ dispatch: any TripDispatch) { self.dispatch = dispatch }

  func read() async throws(TripDispatchError) -> ShiftMachine.Plan {
    let vehicle = try await dispatch.vehicle()
    if let last, last.vehicle.currentTripIDs == vehicle.currentTripIDs,
      last.vehicle.waypoints.map(\.destination) == vehicle.waypoints.map(\.destination)
    {
      return last.plan
    }
    var ids = vehicle.currentTripIDs
    var known = Set(ids)
    ids += vehicle.waypoints.compactMap(\.tripID).filter { known.insert($0).inserted }
    var counts: [String: Int] = [:]
    var statuses: [String: TripStatus] = [:]
    for id in ids {
      do throws(TripDispatchError) {
        let trip = try await dispatch.trip(id)
        counts[id] = trip.intermediateDestinations.count
        statuses[id] = trip.status
      } catch {
        // Without the trip, its stops are numbered from its current one.
        guard error.kind != .unavailable else { throw error }
      }
    }
    let plan = ShiftMachine.Plan(
      tripIDs: ids, stops: TripStop.stops(of: vehicle, stopCounts: counts), statuses: statuses)
    last = (vehicle, plan)
    return plan
  }
}

extension TripWaypoint {
  /// The waypoint's identity and place, without the server's estimates.
  fileprivate var destination: TripWaypoint {
    TripWaypoint(location: location, tripID: tripID, type: type)
  }
}
