internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import Viewer

/// The object that `drive --json` prints for each update of the vehicle.
struct UpdateRecord: Encodable {
  /// What became of an update.
  enum Result: String, Encodable {
    case accepted
    case failed
    case emptyMask = "empty_mask"
  }

  let v = JSONLine.version
  let type = "update"
  let time: String
  let vehicle: String
  let result: Result
  let state: String
  let mask: [String]
  var lat: Double?
  var lon: Double?
  var heading: Int?
  var speed_mps: Double?
  var navigation: String?
  var route_points: Int?
  var remaining_m: Int?
  var remaining_s: Int?
  var destination: Destination?
  var code: String?
  var http: Int?
  var message: String?

  /// The waypoint at the end of a reported route.
  struct Destination: Encodable {
    let kind: String?
    let trip: String?
    let lat: Double?
    let lon: Double?

    init(_ waypoint: TripWaypoint) {
      let place = waypoint.location?.point
      kind = waypoint.type.isKnown ? WaypointKind.name(waypoint.type) : nil
      trip = waypoint.tripID?.cutForJSON
      lat = place.map { UpdateRecord.degrees($0.latitude) }
      lon = place.map { UpdateRecord.degrees($0.longitude) }
    }
  }

  /// Describes an update.
  init(
    _ name: VehicleName,
    _ update: VehicleUpdate,
    _ result: Result,
    error: FleetEngineError? = nil,
    message: String? = nil,
    at now: Timestamp
  ) {
    time = Timestamp(seconds: now.seconds).description
    vehicle = name.description
    self.result = result
    let sent = update.vehicle
    state = sent.state.wireName
    mask = update.mask
    if let location = sent.lastLocation, let place = location.location {
      lat = Self.degrees(place.latitude)
      lon = Self.degrees(place.longitude)
      heading = location.heading
      speed_mps = location.speed.map { (max(0, $0) * 10).rounded() / 10 }
    }
    if mask.contains("navigationStatus") { navigation = sent.navigationStatus.wireName }
    if mask.contains("currentRouteSegment") {
      route_points = sent.route?.count ?? 0
      destination = sent.currentRouteSegmentEndPoint.map(Destination.init)
    }
    remaining_m = sent.remainingDistanceMeters
    remaining_s = sent.remainingTimeSeconds
    code = error?.code.name
    http = error?.httpStatus
    self.message = message?.cutForJSON
  }

  /// Degrees with six digits after the point, about a tenth of a metre.
  static func degrees(_ value: Double) -> Double { (value * 1_000_000).rounded() / 1_000_000 }
}
