public import Geo
internal import JSON

/// The vehicles near a pickup that a search finds.
///
/// See docs/protocol.md, "Lists and searches".
public struct SearchVehiclesRequest: WireMessage {
  /// The pickup (required).
  public var pickupPoint: TerminalLocation?
  /// The drop-off; required for shared trips and for the order by the arrival there.
  public var dropoffPoint: TerminalLocation?
  /// The greatest distance from the pickup in meters, 400 to 10,000.
  public var pickupRadiusMeters = 5_000
  /// The most vehicles to find, 1 to 50.
  public var count = 10
  /// The fewest passengers that a vehicle has to have room for, at least 1.
  public var minimumCapacity = 1
  /// The type of the trip.
  public var tripType: TripType = .exclusive
  /// The greatest age of a vehicle's location; nil for the server's default, which is 5 minutes.
  public var maximumStaleness: Duration?
  /// The categories of the vehicles, by default all.
  public var categories = VehicleCategory.knownValues.map(\.value)
  /// The order of the vehicles.
  public var order: VehicleMatchOrder = .pickupPointETA
  /// Whether vehicles are found that end a trip first; for exclusive trips only.
  public var includesBackToBack = false
  /// The ID of the trip that a vehicle is searched for.
  public var tripID: String?
  /// Whether vehicles with trips are found; required for shared trips.
  public var currentTripsPresent: CurrentTripsPresent = .unspecified
  /// The condition on the vehicles' attributes.
  public var filter: AttributeFilter?

  /// The message's fields.
  package static let wireFields = WireTable<SearchVehiclesRequest>(
    "SearchVehiclesRequest",
    [
      .accepted(3, "parent", .text), .message(4, "pickupPoint", \.pickupPoint),
      .message(5, "dropoffPoint", \.dropoffPoint),
      .required(6, "pickupRadiusMeters", \.pickupRadiusMeters), .required(7, "count", \.count),
      .required(8, "minimumCapacity", \.minimumCapacity),
      .written(9, "tripTypes", .list(.name(EnumNames(TripType.self)))) {
        .list([.text($0.tripType.wireName)])
      },
      .optional(10, "maximumStaleness", \.maximumStaleness),
      .accepted(12, "requiredAttributes", .list(.message(VehicleAttribute.wireFields.schema))),
      .choice(13, "orderBy", \.order),
      .written(14, "vehicleTypes", .list(.message(VehicleTypeMessage.wireFields.schema))) {
        $0.categories.isEmpty
          ? nil : .list($0.categories.map { VehicleTypeMessage(category: $0).wire() })
      },
      .accepted(15, "requiredOneOfAttributes", .list(.message(attributeList))),
      .value(18, "includeBackToBack", \.includesBackToBack), .optional(19, "tripId", \.tripID),
      .accepted(20, "requiredOneOfAttributeSets", .list(.message(attributeList))),
      .choice(21, "currentTripsPresent", \.currentTripsPresent),
      .written(22, "filter", .text) { $0.filter.map { .text($0.description) } },
    ])

  private static let attributeList = MessageSchema(
    "VehicleAttributeList",
    ["attributes": (1, .list(.message(VehicleAttribute.wireFields.schema)))])

  /// Creates a request without a pickup.
  public init() {}

  /// Creates a request for vehicles near a place.
  public init(near pickup: Coordinate, within meters: Int = 5_000) {
    pickupPoint = TerminalLocation(point: pickup)
    pickupRadiusMeters = meters
  }
}
