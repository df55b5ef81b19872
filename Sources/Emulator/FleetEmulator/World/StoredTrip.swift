internal import FleetEngine

/// A trip as the emulator stores it, without derived fields.
struct StoredTrip: Codable, Sendable, Hashable {
  let id: String
  var trip: Trip
  /// Whether the vehicle has left the pickup.
  var isPickedUp = false
  /// When it was created or last updated, by the wall clock.
  var updatedAt: Timestamp?
  /// The same in the emulator's ``RunningTime``, for retention.
  var keptAt: Timestamp?
  /// Its number among the trips of the provider's backend; nil for any other trip.
  var providerNumber: Int?

  var isActive: Bool { !trip.status.isTerminal }

  /// The waypoints that the vehicle still has to visit for the trip, in order.
  ///
  /// A waypoint is removed at the departure, not at the arrival. See docs/protocol.md,
  /// "Contents at each stage".
  var remaining: [PlannedWaypoint] {
    guard isActive else { return [] }
    var result: [PlannedWaypoint] = []
    if !isPickedUp { add(.pickup, trip.pickupPoint, 0, &result) }
    let firstStop =
      switch trip.status {
      case _ where !isPickedUp: 0
      case .enrouteToIntermediateDestination, .arrivedAtIntermediateDestination:
        trip.intermediateDestinationIndex
      case .new, .enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete, .canceled,
        .unknown:
        trip.intermediateDestinations.count
      }
    for (index, stop) in trip.intermediateDestinations.enumerated() where index >= firstStop {
      add(.intermediateDestination, stop, index, &result)
    }
    add(.dropoff, trip.dropoffPoint, 0, &result)
    return result
  }

  private func add(
    _ type: WaypointType, _ location: TerminalLocation?, _ stopIndex: Int,
    _ list: inout [PlannedWaypoint]
  ) {
    guard let location, location.point != nil else { return }
    list.append(PlannedWaypoint(tripID: id, type: type, stopIndex: stopIndex, location: location))
  }
}
