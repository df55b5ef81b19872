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

/// The object that `drive --json` prints where navigation and the server disagree.
struct MismatchRecord: Encodable {
  let v = JSONLine.version
  let type = "mismatch"
  let time: String
  let vehicle: String
  let destination: Place
  let waypoint: Place
  let trip: String?
  let kind: String?
  let distance_m: Int

  /// A place in degrees.
  struct Place: Encodable {
    let lat: Double
    let lon: Double

    init(_ place: Coordinate) {
      lat = UpdateRecord.degrees(place.latitude)
      lon = UpdateRecord.degrees(place.longitude)
    }
  }

  init(_ name: VehicleName, _ mismatch: DestinationMismatch, at now: Timestamp) {
    time = Timestamp(seconds: now.seconds).description
    vehicle = name.description
    destination = Place(mismatch.destination)
    waypoint = Place(mismatch.waypoint)
    trip = mismatch.tripID?.cutForJSON
    kind = mismatch.type.isKnown ? WaypointKind.name(mismatch.type) : nil
    distance_m = Int(min(mismatch.meters, 1e9).rounded())
  }
}

/// The object that `drive --json` ends with.
struct DriveRecord: Encodable {
  let v = JSONLine.version
  let type = "drive"
  let time: String
  let vehicle: String
  let state: String
  let accepted: Int
  let failed: Int
  let empty_mask: Int
  var completed: Int?
  var left: Int?
}

/// What documents and people call the kinds of waypoints.
enum WaypointKind {
  /// The name in JSON.
  static func name(_ type: WaypointType) -> String {
    switch type {
    case .pickup: "pickup"
    case .intermediateDestination: "stop"
    case .dropoff: "dropoff"
    case .unknown: type.wireName.cutForJSON
    }
  }
}

/// The line that `drive --verbose` prints for an update.
enum UpdateLine {
  /// Returns the line, not yet cleaned.
  static func text(
    _ update: VehicleUpdate,
    _ result: UpdateRecord.Result,
    _ error: FleetEngineError? = nil
  ) -> String {
    var parts = [update.vehicleState.wireName]
    if let place = update.location?.location { parts.append("at " + ShownPlace.text(place)) }
    if update.mask.contains("navigationStatus") {
      parts.append(update.vehicle.navigationStatus.wireName)
    }
    if update.mask.contains("currentRouteSegment") {
      parts.append("route of \(update.vehicle.route?.count ?? 0) points")
    }
    if let meters = update.vehicle.remainingDistanceMeters {
      parts.append(ShownLength.distance(meters: Double(meters)) + " left")
    }
    if let seconds = update.vehicle.remainingTimeSeconds {
      parts.append(ShownLength.time(.seconds(seconds)) + " left")
    }
    let fate =
      switch result {
      case .accepted: "accepted"
      case .failed: error.map { "failed, \($0.code.name)" } ?? "failed"
      case .emptyMask: "refused for an empty mask, which counts as no failure"
      }
    return
      "Update \(fate): \(parts.joined(separator: ", ")) (\(update.mask.joined(separator: ",")))"
  }
}
