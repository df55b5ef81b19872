internal import FleetEngine
internal import Geo

/// The order of a search's matches.
///
/// See docs/protocol.md, "Enumerations".
enum VehicleMatchOrder: WireEnum {
  case pickupPointETA, pickupPointDistance, dropoffPointETA, pickupPointStraightDistance, cost
  case unknown(String)

  static let wireValues: [WireValue<Self>] = [
    WireValue(.pickupPointETA, "PICKUP_POINT_ETA", 1),
    WireValue(.pickupPointDistance, "PICKUP_POINT_DISTANCE", 2),
    WireValue(.dropoffPointETA, "DROPOFF_POINT_ETA", 3),
    WireValue(.pickupPointStraightDistance, "PICKUP_POINT_STRAIGHT_DISTANCE", 4),
    WireValue(.cost, "COST", 5),
  ]
  static let unspecifiedName = "UNKNOWN_VEHICLE_MATCH_ORDER"
  static let typeName = "SearchVehiclesRequest.VehicleMatchOrder"
}

/// Whether a search finds vehicles with trips.
enum CurrentTripsPresent: WireEnum {
  case none, any
  case unknown(String)

  static let wireValues: [WireValue<Self>] = [
    WireValue(.none, "NONE", 1),
    WireValue(.any, "ANY", 2),
  ]
  static let unspecifiedName = "CURRENT_TRIPS_PRESENT_UNSPECIFIED"
  static let typeName = "SearchVehiclesRequest.CurrentTripsPresent"
}

/// How a vehicle would serve a trip.
enum VehicleMatchType: WireEnum {
  case exclusive, backToBack, carpool, carpoolBackToBack
  case unknown(String)

  static let wireValues: [WireValue<Self>] = [
    WireValue(.exclusive, "EXCLUSIVE", 1),
    WireValue(.backToBack, "BACK_TO_BACK", 2),
    WireValue(.carpool, "CARPOOL", 3),
    WireValue(.carpoolBackToBack, "CARPOOL_BACK_TO_BACK", 4),
  ]
  static let unspecifiedName = "UNKNOWN"
  static let typeName = "VehicleMatch.VehicleMatchType"
}
