internal import FleetEngine

/// A search for trips.
///
/// See docs/protocol.md, "Lists and searches" and "Retention".
struct TripSearch: Sendable {
  private let vehicleID: String?
  private let isActiveOnly: Bool
  private let staleness: Duration?
  private let page: Page

  init(_ request: SchemaMessage) throws(RPCFailure) {
    vehicleID = request.text("vehicleId")
    if let vehicleID { try RPCFailure.checkID(vehicleID, "vehicle_id") }
    isActiveOnly = request.flag("activeTripsOnly")
    staleness = request.duration("minimumStaleness")
    try require((staleness ?? .zero) >= .zero, "minimum_staleness is negative.")
    page = try Page(request)
  }

  func response(from transaction: WorldTransaction) -> TripPage {
    let limit = staleness.map { transaction.now - $0 }
    let found = transaction.trips(after: page.after).lazy.filter { record in
      (vehicleID == nil || record.trip.vehicleID == vehicleID) && (!isActiveOnly || record.isActive)
        && (limit.map { (record.updatedAt ?? transaction.now) <= $0 } ?? true)
    }
    let (part, next) = page.part(of: found, id: \.id) { record in
      record.isActive ? record.trip.vehicleID.flatMap(transaction.vehicle) : nil
    }
    let trips = part.map { record in
      var trip = transaction.shown(record)
      if vehicleID == nil {
        // A search over all vehicles has no routes.
        trip.route = nil
        trip.remainingWaypoints = []
        trip.remainingDistanceMeters = nil
        trip.etaToFirstWaypoint = nil
      }
      return trip
    }
    return TripPage.with {
      $0.trips = trips
      $0.nextPageToken = next
    }
  }
}
