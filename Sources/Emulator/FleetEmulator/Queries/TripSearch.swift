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

  struct Response: WireMessage {
    var trips: [Trip] = []
    var nextPageToken: String?

    static let wireFields = WireTable<Response>(
      "SearchTripsResponse",
      [
        .messages(1, "trips", \.trips), .optional(2, "nextPageToken", \.nextPageToken),
      ]
    )
  }

  func response(from transaction: WorldTransaction) -> Response {
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
    return Response(trips: trips, nextPageToken: next)
  }
}
