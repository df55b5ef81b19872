public import Geo

/// A vehicle with its location, trips and route.
///
/// See docs/protocol.md, "Vehicle".
public struct Vehicle: FleetEngineMessage, WireMessage {
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
  /// Meters left on that path.
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
  package static let wireFields = WireTable<Vehicle>(
    "Vehicle",
    [
      .optional(1, "name", \.name, by: .server), .choice(2, "vehicleState", \.state),
      .choices(3, "supportedTripTypes", \.supportedTripTypes),
      .texts(4, "currentTrips", \.currentTripIDs, by: .server),
      .message(5, "lastLocation", \.lastLocation), .value(6, "maximumCapacity", \.maximumCapacity),
      .message(9, "vehicleType", \.vehicleType, of: \Vehicle.category),
      .messages(8, "attributes", \.attributes),
      .encodedPath(20, "currentRouteSegment", \.route, hasList: false, type: .path),
      .message(
        28, "currentRouteSegmentTraffic", \.trafficData, of: \Vehicle.currentRouteSegmentTraffic),
      .optional(15, "currentRouteSegmentVersion", \.currentRouteSegmentVersion, by: .server),
      .message(24, "currentRouteSegmentEndPoint", \.currentRouteSegmentEndPoint),
      .optional(18, "remainingDistanceMeters", \.remainingDistanceMeters),
      .optional(19, "etaToFirstWaypoint", \.etaToFirstWaypoint),
      .optional(25, "remainingTimeSeconds", \.remainingTimeSeconds),
      .messages(22, "waypoints", \.waypoints),
      .optional(16, "waypointsVersion", \.waypointsVersion, by: .server),
      .value(23, "backToBackEnabled", \.isBackToBackEnabled),
      .choice(26, "navigationStatus", \.navigationStatus),
      .message(27, "deviceSettings", \.deviceSettings),
      .message(10, "licensePlate", \.licensePlate),
      .accepted(30, "pastLocations", .list(.message(VehicleLocation.wireFields.schema))),
      .accepted(nil, "availableCapacity", .integer, by: .server),
      .accepted(12, "route", .list(.message(TerminalLocation.wireFields.schema))),
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

  init(category: VehicleCategory) { self.category = category }

  package static let wireFields = WireTable<VehicleTypeMessage>(
    "Vehicle.VehicleType", [.choice(1, "category", \.category)])
}
