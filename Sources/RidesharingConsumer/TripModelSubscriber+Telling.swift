internal import FleetEngine

extension TripModelSubscriber {
  /// Calls the methods for what changed, in their declared order.
  func tell(_ prepared: PreparedTrip, _ fields: TripPropertyFields, of model: TripModel) {
    let trip = prepared.trip
    guard !fields.isEmpty else { return }
    tripModel(model, didUpdate: trip, updatedPropertyFields: fields)
    if fields.contains(.tripStatus) { tripModel(model, didUpdate: trip.status) }
    if fields.contains(.routeLastVehicleLocation) { tripModel(model, didUpdate: trip.lastLocation) }
    if fields.contains(.pickupLocation) {
      tripModel(model, didUpdatePickupLocation: trip.pickupPoint)
    }
    if fields.contains(.dropoffLocation) {
      tripModel(model, didUpdateDropoffLocation: trip.dropoffPoint)
    }
    tellEstimates(trip, fields, of: model)
    tellRoutes(prepared, fields, of: model)
  }

  private func tellEstimates(_ trip: Trip, _ fields: TripPropertyFields, of model: TripModel) {
    func seconds(_ moment: Timestamp?) -> Double { moment?.secondsSince1970 ?? 0 }
    if fields.contains(.etaToNextWaypoint) {
      tripModel(model, didUpdateETAToNextWaypoint: seconds(trip.etaToFirstWaypoint))
    }
    if fields.contains(.pickupTime) {
      tripModel(model, didUpdatePickupETA: seconds(trip.pickupTime))
    }
    if fields.contains(.dropoffTime) {
      tripModel(model, didUpdateDropoffETA: seconds(trip.dropoffTime))
    }
  }

  private func tellRoutes(
    _ prepared: PreparedTrip,
    _ fields: TripPropertyFields,
    of model: TripModel
  ) {
    let trip = prepared.trip
    if fields.contains(.remainingDistanceOfActiveRouteInMeters) {
      tripModel(
        model,
        didUpdateActiveRouteRemainingDistance: trip.remainingDistanceOfActiveRouteInMeters
      )
    }
    if fields.contains(.activeRoute) { tripModel(model, didUpdateActiveRoute: trip.activeRoute) }
    if fields.contains(.remainingRoute) {
      tripModel(model, didUpdateRemainingRoute: prepared.remainingRoute)
    }
    if fields.contains(.distanceOfRemainingRouteInMeters) {
      tripModel(model, didUpdateRemainingRouteDistance: prepared.distanceOfRemainingRouteInMeters)
    }
    if fields.contains(.remainingWaypoints) {
      tripModel(model, didUpdateRemaining: trip.remainingWaypoints)
    }
    if fields.contains(.intermediateDestinations) {
      tripModel(model, didUpdateIntermediateDestinations: trip.intermediateDestinations)
    }
    if fields.contains(.activeRouteTraffic) {
      tripModel(model, didUpdateActiveRouteTraffic: trip.activeRouteTraffic)
    }
    if fields.contains(.remainingRouteTraffic) {
      tripModel(model, didUpdateRemainingRouteTraffic: prepared.remainingRouteTraffic)
    }
  }
}
