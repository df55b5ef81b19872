public import Geo

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
      .optional(16, "filter", \.filterText), .message(17, "viewport", \.viewportMessage),
    ])

  /// Creates a request for all vehicles.
  public init() {}

  private var filterText: String? {
    get { filter?.description }
    set { _ = newValue }
  }

  private var viewportMessage: Viewport? {
    get {
      viewport.map { area in
        Viewport.with {
          $0.low = Corner(latitude: area.south, longitude: area.west)
          $0.high = Corner(latitude: area.north, longitude: area.east)
        }
      }
    }
    set { _ = newValue }
  }

  private struct Viewport: WireMessage {
    var low: Corner?
    var high: Corner?

    static let wireFields = WireTable<Viewport>(
      "google.geo.type.Viewport", [.message(1, "low", \.low), .message(2, "high", \.high)])
  }

  /// A place whose zeros are written, too.
  private struct Corner: WireMessage {
    var latitude = 0.0
    var longitude = 0.0

    static let wireFields = WireTable<Corner>(
      "google.type.LatLng",
      [
        .required(1, "latitude", \.latitude, type: .number(-90...90)),
        .required(2, "longitude", \.longitude, type: .number(-180...180)),
      ])
  }
}
