public import Geo

/// A vehicle, as its driver and Fleet Engine tell of it.
///
/// Source: contract 1.6.
public struct Vehicle: Sendable, Hashable, Codable {
  /// The full name.
  public var name: VehicleName?
  /// Whether it takes trips.
  public var state: VehicleState
  /// The kinds of trips that it takes.
  public var supportedTripTypes: [TripType]
  /// The ids of its active trips.
  public var currentTripIDs: [String]
  /// Where it last was.
  public var lastLocation: VehicleLocation?
  /// The most passengers, without the driver.
  public var maximumCapacity: Int
  /// What kind of vehicle it is.
  public var category: VehicleCategory
  /// What the provider says of it.
  public var attributes: [VehicleAttribute]
  /// The path that the driver follows to the next waypoint.
  public var route: [Coordinate]?
  /// The traffic along that path, on its way to the server only.
  public var currentRouteSegmentTraffic: [RoadStretch]?
  /// When that path last changed.
  public var currentRouteSegmentVersion: Timestamp?
  /// The waypoint at the end of that path.
  public var currentRouteSegmentEndPoint: TripWaypoint?
  /// Metres left on that path.
  public var remainingDistanceMeters: Int?
  /// When it is expected at the next waypoint.
  public var etaToFirstWaypoint: Timestamp?
  /// Seconds left to the next waypoint, on its way to the server only.
  public var remainingTimeSeconds: Int?
  /// All that it still visits.
  public var waypoints: [TripWaypoint]
  /// When the list of waypoints last changed.
  public var waypointsVersion: Timestamp?
  /// Whether it takes a trip before the last one has ended.
  public var isBackToBackEnabled: Bool
  /// What its navigation does.
  public var navigationStatus: NavigationStatus
  /// What the driver's device does, on its way to the server only.
  public var deviceSettings: DeviceSettings?
  /// What is told of its license plate.
  public var licensePlate: LicensePlate?

  /// Creates a value from its fields, by default without any.
  public init(
    name: VehicleName? = nil,
    state: VehicleState = .unspecified,
    supportedTripTypes: [TripType] = [],
    currentTripIDs: [String] = [],
    lastLocation: VehicleLocation? = nil,
    maximumCapacity: Int = 0,
    category: VehicleCategory = .unspecified,
    attributes: [VehicleAttribute] = [],
    route: [Coordinate]? = nil,
    currentRouteSegmentTraffic: [RoadStretch]? = nil,
    currentRouteSegmentVersion: Timestamp? = nil,
    currentRouteSegmentEndPoint: TripWaypoint? = nil,
    remainingDistanceMeters: Int? = nil,
    etaToFirstWaypoint: Timestamp? = nil,
    remainingTimeSeconds: Int? = nil,
    waypoints: [TripWaypoint] = [],
    waypointsVersion: Timestamp? = nil,
    isBackToBackEnabled: Bool = false,
    navigationStatus: NavigationStatus = .unspecified,
    deviceSettings: DeviceSettings? = nil,
    licensePlate: LicensePlate? = nil
  ) {
    self.name = name
    self.state = state
    self.supportedTripTypes = supportedTripTypes
    self.currentTripIDs = currentTripIDs
    self.lastLocation = lastLocation
    self.maximumCapacity = maximumCapacity
    self.category = category
    self.attributes = attributes
    self.route = route
    self.currentRouteSegmentTraffic = currentRouteSegmentTraffic
    self.currentRouteSegmentVersion = currentRouteSegmentVersion
    self.currentRouteSegmentEndPoint = currentRouteSegmentEndPoint
    self.remainingDistanceMeters = remainingDistanceMeters
    self.etaToFirstWaypoint = etaToFirstWaypoint
    self.remainingTimeSeconds = remainingTimeSeconds
    self.waypoints = waypoints
    self.waypointsVersion = waypointsVersion
    self.isBackToBackEnabled = isBackToBackEnabled
    self.navigationStatus = navigationStatus
    self.deviceSettings = deviceSettings
    self.licensePlate = licensePlate
  }

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    name = fields.text("name").flatMap { try? VehicleName(parsing: $0) }
    state = fields.enumeration("vehicleState")
    supportedTripTypes = fields.list("supportedTripTypes")
    currentTripIDs = fields.list("currentTrips")
    lastLocation = fields.value("lastLocation")
    maximumCapacity = fields.integer("maximumCapacity") ?? 0
    category = fields.value("vehicleType", as: VehicleTypeMessage.self)?.category ?? .unspecified
    attributes = fields.list("attributes")
    route = fields.path(list: nil, encoded: "currentRouteSegment")
    currentRouteSegmentTraffic =
      fields.value("currentRouteSegmentTraffic", as: TrafficPolylineData.self)?.stretches
    currentRouteSegmentVersion = fields.timestamp("currentRouteSegmentVersion")
    currentRouteSegmentEndPoint = fields.value("currentRouteSegmentEndPoint")
    remainingDistanceMeters = fields.integer("remainingDistanceMeters")
    etaToFirstWaypoint = fields.timestamp("etaToFirstWaypoint")
    remainingTimeSeconds = fields.integer("remainingTimeSeconds")
    waypoints = fields.list("waypoints")
    waypointsVersion = fields.timestamp("waypointsVersion")
    isBackToBackEnabled = fields.flag("backToBackEnabled") ?? false
    navigationStatus = fields.enumeration("navigationStatus")
    deviceSettings = fields.value("deviceSettings")
    licensePlate = fields.value("licensePlate")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("name", name?.description)
    try writer.write("vehicleState", state)
    try writer.write(list: "supportedTripTypes", supportedTripTypes)
    try writer.write(list: "currentTrips", currentTripIDs)
    try writer.write("lastLocation", lastLocation)
    try writer.write("maximumCapacity", maximumCapacity, unless: 0)
    try writer.write(
      "vehicleType",
      category.isUnspecified ? nil : VehicleTypeMessage(category: category)
    )
    try writer.write(list: "attributes", attributes)
    try writer.write(
      path: route,
      list: "",
      encoded: "currentRouteSegment",
      format: .encodedPolyline
    )
    try writer.write(
      "currentRouteSegmentTraffic",
      currentRouteSegmentTraffic.map(TrafficPolylineData.init)
    )
    try writer.write("currentRouteSegmentVersion", currentRouteSegmentVersion)
    try writer.write("currentRouteSegmentEndPoint", currentRouteSegmentEndPoint)
    try writer.write("remainingDistanceMeters", remainingDistanceMeters)
    try writer.write("etaToFirstWaypoint", etaToFirstWaypoint)
    try writer.write("remainingTimeSeconds", remainingTimeSeconds)
    try writer.write(list: "waypoints", waypoints)
    try writer.write("waypointsVersion", waypointsVersion)
    try writer.write("backToBackEnabled", isBackToBackEnabled, unless: false)
    try writer.write("navigationStatus", navigationStatus)
    try writer.write("deviceSettings", deviceSettings)
    try writer.write("licensePlate", licensePlate)
  }
}

/// The wire's layer around a vehicle's category.
private struct VehicleTypeMessage: Codable {
  let category: VehicleCategory

  init(category: VehicleCategory) {
    self.category = category
  }

  init(from decoder: any Decoder) throws {
    category = try WireFields(decoder).enumeration("category")
  }

  func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("category", category)
  }
}
