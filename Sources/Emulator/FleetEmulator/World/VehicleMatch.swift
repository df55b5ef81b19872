internal import FleetEngine
internal import Geo

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
        11, "vehiclePickupStraightLineDistanceMeters", \.vehiclePickupStraightLineDistanceMeters),
      .optional(4, "vehicleDropoffEta", \.vehicleDropoffEta),
      .optional(5, "vehiclePickupToDropoffDistanceMeters", \.vehiclePickupToDropoffDistanceMeters),
      .choice(6, "tripType", \.tripType),
      .messages(7, "vehicleTripsWaypoints", \.vehicleTripsWaypoints),
      .choice(8, "vehicleMatchType", \.vehicleMatchType),
      .choice(9, "requestedOrderedBy", \.requestedOrderedBy), .choice(10, "orderedBy", \.orderedBy),
    ])

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
      "SearchVehiclesResponse", [.messages(1, "matches", \.matches)])

    /// Removes the fields that only drivers may see.
    mutating func hideFromConsumers() {
      for index in matches.indices {
        let location = matches[index].vehicle?.lastLocation
        matches[index].vehicle?.lastLocation = location.map(WorldTransaction.forConsumers)
      }
    }
  }
}
