internal import FleetEngine
internal import Geo

/// How the matches of a search are ordered.
///
/// Source: contract 1.7.
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
}

/// Which vehicles with trips a search finds.
enum CurrentTripsPresent: WireEnum {
  case none, any
  case unknown(String)

  static let wireValues: [WireValue<Self>] = [
    WireValue(.none, "NONE", 1),
    WireValue(.any, "ANY", 2),
  ]
  static let unspecifiedName = "CURRENT_TRIPS_PRESENT_UNSPECIFIED"
}

/// How a vehicle would take a trip.
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
}

/// A vehicle that a search found, and how it would come.
///
/// Source: contract 2.5.
struct VehicleMatch: Encodable, Sendable {
  var vehicle: Vehicle
  var vehiclePickupEta: Timestamp?
  var vehiclePickupDistanceMeters: Int?
  var vehiclePickupStraightLineDistanceMeters: Int?
  var vehicleDropoffEta: Timestamp?
  var vehiclePickupToDropoffDistanceMeters: Int?
  var tripType: TripType
  var vehicleTripsWaypoints: [Waypoint]?
  var vehicleMatchType: VehicleMatchType?
  var requestedOrderedBy: VehicleMatchOrder?
  var orderedBy: VehicleMatchOrder?

  /// A place on the vehicle's way.
  struct Waypoint: Encodable, Sendable {
    /// A place, whose zeros the wire leaves out.
    struct LatLng: Encodable, Sendable {
      let latitude: Double?
      let longitude: Double?
    }

    let latLng: LatLng
    let eta: Timestamp?

    init(_ point: Coordinate, eta: Timestamp?) {
      latLng = LatLng(
        latitude: point.latitude == 0 ? nil : point.latitude,
        longitude: point.longitude == 0 ? nil : point.longitude
      )
      self.eta = eta
    }
  }

  /// All that a search found.
  struct Response: Encodable, Sendable {
    var matches: [VehicleMatch]?

    /// Leaves out what is the drivers' own affair.
    mutating func hideFromConsumers() {
      for index in (matches ?? []).indices {
        let location = matches?[index].vehicle.lastLocation
        matches?[index].vehicle.lastLocation = location.map(Draft.forConsumers)
      }
    }
  }
}
