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

/// A vehicle that a search found, and its estimated route.
///
/// See docs/protocol.md, "Lists and searches".
struct VehicleMatch: WireMessage {
  var vehicle: Vehicle? = Vehicle()
  var vehiclePickupEta: Timestamp?
  var vehiclePickupDistanceMeters: Int?
  var vehiclePickupStraightLineDistanceMeters: Int?
  var vehicleDropoffEta: Timestamp?
  var vehiclePickupToDropoffDistanceMeters: Int?
  var tripType: TripType = .unspecified
  var vehicleTripsWaypoints: [Waypoint] = []
  var vehicleMatchType: VehicleMatchType = .unspecified
  var requestedOrderedBy: VehicleMatchOrder = .unspecified
  var orderedBy: VehicleMatchOrder = .unspecified

  static let wireFields = WireTable<VehicleMatch>(
    "VehicleMatch",
    [
      .message(1, "vehicle", \.vehicle), .optional(2, "vehiclePickupEta", \.vehiclePickupEta),
      .optional(3, "vehiclePickupDistanceMeters", \.vehiclePickupDistanceMeters),
      .optional(
        11,
        "vehiclePickupStraightLineDistanceMeters",
        \.vehiclePickupStraightLineDistanceMeters
      ),
      .optional(4, "vehicleDropoffEta", \.vehicleDropoffEta),
      .optional(5, "vehiclePickupToDropoffDistanceMeters", \.vehiclePickupToDropoffDistanceMeters),
      .choice(6, "tripType", \.tripType),
      .messages(7, "vehicleTripsWaypoints", \.vehicleTripsWaypoints),
      .choice(8, "vehicleMatchType", \.vehicleMatchType),
      .choice(9, "requestedOrderedBy", \.requestedOrderedBy), .choice(10, "orderedBy", \.orderedBy),
    ]
  )

  /// A place on the vehicle's route.
  struct Waypoint: WireMessage {
    var point: Coordinate?
    var eta: Timestamp?

    static let wireFields = WireTable<Waypoint>(
      "Waypoint",
      [
        .optional(1, "latLng", \.point), .optional(2, "eta", \.eta),
      ]
    )
  }

  /// The response of a search.
  struct Response: WireMessage {
    var matches: [VehicleMatch] = []

    static let wireFields = WireTable<Response>(
      "SearchVehiclesResponse",
      [.messages(1, "matches", \.matches)]
    )

    /// Removes the fields that only drivers may see.
    mutating func hideFromConsumers() {
      for index in matches.indices {
        let location = matches[index].vehicle?.lastLocation
        matches[index].vehicle?.lastLocation = location.map(WorldTransaction.forConsumers)
      }
    }
  }
}
