public import Geo

/// A vehicle with its location, trips and route.
///
/// See docs/protocol.md, "Vehicle".
public struct Vehicle: WireMessage {
  /// The full name.
  public var name: VehicleName?
  /// Whether the vehicle accepts trips.
  public var state: VehicleState = .unspecified
  /// The types of trips that the vehicle accepts.
  public var supportedTripTypes: [TripType] = []
  /// The IDs of the vehicle's active trips.
  public var currentTripIDs: [String] = []
  /// The vehicle's last location.
  public var lastLocation: VehicleLocation?
  /// The most passengers, without the driver.
  public var maximumCapacity: Int = 0
  /// The kind of vehicle.
  public var category: VehicleCategory = .unspecified
  /// The provider's attributes.
  public var attributes: [VehicleAttribute] = []
  /// The path that the driver follows to the next waypoint.
  public var route: [Coordinate]?
  /// The traffic along that path; requests only.
  public var currentRouteSegmentTraffic: [RoadStretch]?
  /// When that path last changed.
  public var currentRouteSegmentVersion: Timestamp?
  /// The waypoint at the end of that path.
  public var currentRouteSegmentEndPoint: TripWaypoint?
  /// Metres left on that path.
  public var remainingDistanceMeters: Int?
  /// When the vehicle should arrive at the next waypoint.
  public var etaToFirstWaypoint: Timestamp?
  /// Seconds left to the next waypoint; requests only.
  public var remainingTimeSeconds: Int?
  /// The next waypoints of all its trips.
  public var waypoints: [TripWaypoint] = []
  /// When the list of waypoints last changed.
  public var waypointsVersion: Timestamp?
  /// Whether the vehicle accepts a trip before its current trip ends.
  public var isBackToBackEnabled: Bool = false
  /// The state of the vehicle's navigation.
  public var navigationStatus: NavigationStatus = .unspecified
  /// The settings of the driver's device; requests only.
  public var deviceSettings: DeviceSettings?
  /// The license plate.
  public var licensePlate: LicensePlate?

  /// The message's fields.
  public static let wireFields = WireTable<Vehicle>([
    .optional("name", \.name, by: .server), .choice("vehicleState", \.state),
    .choices("supportedTripTypes", \.supportedTripTypes),
    .texts("currentTrips", \.currentTripIDs, by: .server),
    .message("lastLocation", \.lastLocation), .value("maximumCapacity", \.maximumCapacity),
    .message("vehicleType", \.vehicleType), .messages("attributes", \.attributes),
    .encodedPath("currentRouteSegment", \.route, hasList: false, type: .path),
    .message("currentRouteSegmentTraffic", \.trafficData),
    .optional("currentRouteSegmentVersion", \.currentRouteSegmentVersion, by: .server),
    .message("currentRouteSegmentEndPoint", \.currentRouteSegmentEndPoint),
    .optional("remainingDistanceMeters", \.remainingDistanceMeters),
    .optional("etaToFirstWaypoint", \.etaToFirstWaypoint),
    .optional("remainingTimeSeconds", \.remainingTimeSeconds), .messages("waypoints", \.waypoints),
    .optional("waypointsVersion", \.waypointsVersion, by: .server),
    .value("backToBackEnabled", \.isBackToBackEnabled),
    .choice("navigationStatus", \.navigationStatus), .message("deviceSettings", \.deviceSettings),
    .message("licensePlate", \.licensePlate),
    .accepted("pastLocations", .list(.message(VehicleLocation.wireFields.schema))),
    .accepted("availableCapacity", .integer, by: .server),
    .accepted("route", .list(.message(TerminalLocation.wireFields.schema))),
  ])

  /// The wire message around the category.
  private var vehicleType: VehicleTypeMessage? {
    get { category.isUnspecified ? nil : VehicleTypeMessage(category: category) }
    set { category = newValue?.category ?? .unspecified }
  }

  /// The wire messages around the traffic.
  private var trafficData: TrafficPolylineData? {
    get { currentRouteSegmentTraffic.map { TrafficPolylineData($0) } }
    set { currentRouteSegmentTraffic = newValue.map { $0.trafficRendering?.stretches ?? [] } }
  }

  /// Creates a message without fields.
  public init() {}
}

/// The wire message around a vehicle's category.
package struct VehicleTypeMessage: WireMessage {
  package var category: VehicleCategory = .unspecified

  package init() {}

  init(category: VehicleCategory) {
    self.category = category
  }

  package static let wireFields = WireTable<VehicleTypeMessage>([.choice("category", \.category)])
}
