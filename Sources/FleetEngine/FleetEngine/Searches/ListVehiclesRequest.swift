public import Geo
internal import JSON

/// The vehicles that a list has, by default all of a provider.
///
/// See docs/protocol.md, "Lists and searches".
public struct ListVehiclesRequest: WireMessage {
  /// The most vehicles of a page; nil for the server's default, which is 100.
  public var pageSize: Int?
  /// The fewest passengers that a vehicle has to have room for.
  public var minimumCapacity: Int?
  /// The types of trips, one of them supported by each vehicle; empty for any.
  public var tripTypes: [TripType] = []
  /// The greatest age of a vehicle's location; nil for any.
  public var maximumStaleness: Duration?
  /// The categories of the vehicles, by default all.
  public var categories = VehicleCategory.knownValues.map(\.value)
  /// The state of the vehicles; unspecified for any.
  public var state: VehicleState = .unspecified
  /// Whether only vehicles with trips are listed.
  public var isOnTripOnly = false
  /// The condition on the vehicles' attributes.
  public var filter: AttributeFilter?
  /// The area of the vehicles' locations.
  public var viewport: CoordinateBounds?
  var pageToken: String?

  /// The message's fields.
  package static let wireFields = WireTable<ListVehiclesRequest>(
    "ListVehiclesRequest",
    [
      .accepted(1, "parent", .text), .optional(3, "pageSize", \.pageSize, type: .integer),
      .optional(4, "pageToken", \.pageToken),
      .optional(6, "minimumCapacity", \.minimumCapacity), .choices(7, "tripTypes", \.tripTypes),
      .optional(8, "maximumStaleness", \.maximumStaleness),
      .choices(9, "vehicleTypeCategories", \.categories),
      .accepted(10, "requiredAttributes", .list(.text)), .choice(11, "vehicleState", \.state),
      .accepted(13, "requiredOneOfAttributes", .list(.text)),
      .value(14, "onTripOnly", \.isOnTripOnly),
      .accepted(15, "requiredOneOfAttributeSets", .list(.text)),
      .written(16, "filter", .text) { $0.filter.map { .text($0.description) } },
      .written(17, "viewport", .message(viewportSchema)) { $0.viewportTree },
    ])

  /// Creates a request for all vehicles.
  public init() {}

  private static let viewportSchema = MessageSchema(
    "google.geo.type.Viewport",
    ["low": (1, Coordinate.fieldType), "high": (2, Coordinate.fieldType)])

  /// The area's corners, with their zeros, because a query has no empty message.
  private var viewportTree: JSONTree? {
    viewport.map { area in
      .object([
        "high": .object(["latitude": .number(area.north), "longitude": .number(area.east)]),
        "low": .object(["latitude": .number(area.south), "longitude": .number(area.west)]),
      ])
    }
  }
}
