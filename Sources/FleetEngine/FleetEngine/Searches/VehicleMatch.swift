public import Geo
internal import JSON

/// A vehicle that a search found, and its estimated route.
///
/// See docs/protocol.md, "Lists and searches".
public struct VehicleMatch: FleetEngineMessage, WireMessage {
  /// The vehicle.
  public var vehicle: Vehicle?
  /// When it would arrive at the pickup.
  public var pickupETA: Timestamp?
  /// Its way to the pickup in meters.
  public var pickupDistanceMeters: Int?
  /// The straight line to the pickup in meters.
  public var pickupStraightLineDistanceMeters: Int?
  /// When it would arrive at the drop-off.
  public var dropoffETA: Timestamp?
  /// The way from the pickup to the drop-off in meters.
  public var pickupToDropoffDistanceMeters: Int?
  /// The type of the trip.
  public var tripType: TripType = .unspecified
  /// The places on the vehicle's way to the pickup.
  public var waypoints: [Waypoint] = []
  /// How the vehicle would serve the trip.
  public var type: VehicleMatchType = .unspecified
  /// The order that the search asked for.
  public var requestedOrder: VehicleMatchOrder = .unspecified
  /// The order that the matches have.
  public var order: VehicleMatchOrder = .unspecified

  /// The message's fields.
  package static let wireFields = WireTable<VehicleMatch>(
    "VehicleMatch",
    [
      .message(1, "vehicle", \.vehicle), .optional(2, "vehiclePickupEta", \.pickupETA),
      .optional(3, "vehiclePickupDistanceMeters", \.pickupDistanceMeters),
      .optional(
        11, "vehiclePickupStraightLineDistanceMeters", \.pickupStraightLineDistanceMeters),
      .optional(4, "vehicleDropoffEta", \.dropoffETA),
      .optional(5, "vehiclePickupToDropoffDistanceMeters", \.pickupToDropoffDistanceMeters),
      .choice(6, "tripType", \.tripType), .messages(7, "vehicleTripsWaypoints", \.waypoints),
      .choice(8, "vehicleMatchType", \.type), .choice(9, "requestedOrderedBy", \.requestedOrder),
      .choice(10, "orderedBy", \.order),
    ])

  /// Creates a message without fields.
  public init() {}

  /// A place on the vehicle's route.
  public struct Waypoint: FleetEngineMessage, WireMessage {
    /// The place.
    public var point: Coordinate?
    /// When the vehicle is there.
    public var eta: Timestamp?

    /// The message's fields.
    package static let wireFields = WireTable<Waypoint>(
      "Waypoint", [.optional(1, "latLng", \.point), .optional(2, "eta", \.eta)])

    /// Creates a message without fields.
    public init() {}

    package init(point: Coordinate?, eta: Timestamp?) { (self.point, self.eta) = (point, eta) }
  }
}

/// The response of a search for vehicles.
package struct VehicleMatches: WireMessage {
  package var matches: [VehicleMatch] = []

  package static let wireFields = WireTable<VehicleMatches>(
    "SearchVehiclesResponse", [.messages(1, "matches", \.matches)])

  package init() {}
}

/// The request of an update of a vehicle's attributes.
package struct UpdateVehicleAttributesRequest: WireMessage {
  var attributes: [VehicleAttribute] = []

  package static let wireFields = WireTable<UpdateVehicleAttributesRequest>(
    "UpdateVehicleAttributesRequest",
    [.accepted(3, "name", .text), .messages(4, "attributes", \.attributes)])

  package init() {}

  init(_ attributes: [VehicleAttribute]) { self.attributes = attributes }
}

/// The response of an update of a vehicle's attributes.
package struct AttributeList: WireMessage {
  package var attributes: [VehicleAttribute] = []

  package static let wireFields = WireTable<AttributeList>(
    "UpdateVehicleAttributesResponse", [.messages(1, "attributes", \.attributes)])

  package init() {}

  package init(_ attributes: [VehicleAttribute]) { self.attributes = attributes }
}

/// The request of a report of a billable trip.
package struct ReportBillableTripRequest: WireMessage {
  var countryCode: String?
  var platform: BillingPlatform = .unspecified
  var relatedIDs: [String] = []

  package static let wireFields = WireTable<ReportBillableTripRequest>(
    "ReportBillableTripRequest",
    [
      .accepted(2, "name", .text), .optional(3, "countryCode", \.countryCode),
      .choice(5, "platform", \.platform), .texts(6, "relatedIds", \.relatedIDs),
      // The only solution that this client is for.
      .written(7, "solutionType", .name(solutions)) { _ in .text(solution) },
    ])

  private static let solution = "ON_DEMAND_RIDESHARING_AND_DELIVERIES"
  private static let solutions = EnumNames(
    "ReportBillableTripRequest.SolutionType", ["SOLUTION_TYPE_UNSPECIFIED", solution])

  package init() {}

  init(countryCode: String, platform: BillingPlatform, relatedIDs: [String]) {
    (self.countryCode, self.platform, self.relatedIDs) = (countryCode, platform, relatedIDs)
  }
}

/// The request of the older update of a vehicle's location.
package struct UpdateVehicleLocationRequest: WireMessage {
  var currentLocation: VehicleLocation?
  var currentState: VehicleState = .unspecified

  package static let wireFields = WireTable<UpdateVehicleLocationRequest>(
    "UpdateVehicleLocationRequest",
    [
      .accepted(nil, "name", .text), .message(nil, "currentLocation", \.currentLocation),
      .choice(nil, "currentState", \.currentState),
    ])

  package init() {}

  init(_ location: VehicleLocation, _ state: VehicleState) {
    (currentLocation, currentState) = (location, state)
  }
}

/// The response of a call that has no content.
struct NoMessage: WireMessage {
  static let wireFields = WireTable<NoMessage>("google.protobuf.Empty", [])
}
