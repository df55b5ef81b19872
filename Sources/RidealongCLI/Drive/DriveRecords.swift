internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import Viewer

/// An object that `drive --json` prints; each kind has only its own members.
struct DriveRecord: Encodable {
  enum Kind: String, Encodable {
    /// An update of the vehicle.
    case update
    /// The vehicle is guided to a place that is not its next waypoint on the server.
    case mismatch
    /// The end of the drive.
    case drive
  }

  enum Result: String, Encodable {
    case accepted
    case failed
    case emptyMask = "empty_mask"
  }

  let v = JSONLine.version
  let type: Kind
  let time: String
  let vehicle: String
  var result: Result?
  var state: String?
  var mask: [String]?
  var lat: Double?
  var lon: Double?
  var heading: Int?
  var speed_mps: Double?
  var navigation: String?
  var route_points: Int?
  var remaining_m: Int?
  var remaining_s: Int?
  var destination: PlaceRecord?
  var waypoint: PlaceRecord?
  var trip: String?
  var kind: String?
  var distance_m: Int?
  var code: String?
  var http: Int?
  var message: String?
  var accepted: Int?
  var failed: Int?
  var empty_mask: Int?
  var completed: Int?
  var left: Int?

  init(_ type: Kind, _ name: VehicleName, at now: Timestamp) {
    self.type = type
    time = Timestamp(seconds: now.seconds).description
    vehicle = name.description
  }

  /// Describes an update.
  init(
    _ name: VehicleName,
    _ update: VehicleUpdate,
    _ result: Result,
    error: FleetEngineError?,
    message: String?,
    at now: Timestamp
  ) {
    self.init(.update, name, at: now)
    let sent = update.vehicle
    (self.result, state, mask) = (result, sent.state.wireName, update.mask)
    if let location = sent.lastLocation, let place = location.location {
      let record = PlaceRecord(place)
      (lat, lon, heading) = (record.lat, record.lon, location.heading)
      speed_mps = location.speed.map { (max(0, $0) * 10).rounded() / 10 }
    }
    if update.mask.contains("navigationStatus") { navigation = sent.navigationStatus.wireName }
    if update.mask.contains("currentRouteSegment") {
      route_points = sent.route?.count ?? 0
      destination = sent.currentRouteSegmentEndPoint.map { PlaceRecord($0) }
    }
    (remaining_m, remaining_s) = (sent.remainingDistanceMeters, sent.remainingTimeSeconds)
    (code, http) = (error?.code.name, error?.httpStatus)
    self.message = message?.cutForJSON
  }

  /// Describes a mismatch between the navigation and the server.
  init(_ name: VehicleName, _ mismatch: DestinationMismatch, at now: Timestamp) {
    self.init(.mismatch, name, at: now)
    destination = PlaceRecord(mismatch.destination)
    waypoint = PlaceRecord(mismatch.waypoint)
    trip = mismatch.tripID?.cutForJSON
    kind = mismatch.type.isKnown ? mismatch.type.label : nil
    distance_m = Int(min(mismatch.meters, 1e9).rounded())
  }
}

/// A place in JSON, in degrees, with what is known of it.
struct PlaceRecord: Encodable {
  var kind: String?
  var trip: String?
  let lat: Double?
  let lon: Double?
  var eta: String?

  init(_ place: Coordinate?) {
    lat = place.map { Self.degrees($0.latitude) }
    lon = place.map { Self.degrees($0.longitude) }
  }

  init(_ waypoint: TripWaypoint) {
    self.init(waypoint.location?.point)
    kind = waypoint.type.isKnown ? waypoint.type.label : nil
    trip = waypoint.tripID?.cutForJSON
  }

  /// Rounds to six digits after the point, about a tenth of a metre.
  private static func degrees(_ value: Double) -> Double {
    (value * 1_000_000).rounded() / 1_000_000
  }
}

extension WaypointType {
  /// The name in JSON and in sentences.
  var label: String {
    switch self {
    case .pickup: "pickup"
    case .intermediateDestination: "stop"
    case .dropoff: "dropoff"
    case .unknown: wireName.cutForJSON
    }
  }
}

extension VehicleUpdate {
  /// The line that `drive --verbose` prints, not yet cleaned.
  func line(_ result: DriveRecord.Result, _ error: FleetEngineError?) -> String {
    var parts = [vehicleState.wireName]
    if let place = location?.location { parts.append("at " + ShownPlace.text(place)) }
    if mask.contains("navigationStatus") { parts.append(vehicle.navigationStatus.wireName) }
    if mask.contains("currentRouteSegment") {
      parts.append("route of \(vehicle.route?.count ?? 0) points")
    }
    if let meters = vehicle.remainingDistanceMeters {
      parts.append(ShownLength.distance(meters: Double(meters)) + " left")
    }
    if let seconds = vehicle.remainingTimeSeconds {
      parts.append(ShownLength.time(.seconds(seconds)) + " left")
    }
    let outcome =
      switch result {
      case .accepted: "accepted"
      case .failed: error.map { "failed, \($0.code.name)" } ?? "failed"
      case .emptyMask: "refused for an empty mask, which does not count as a failure"
      }
    return "Update \(outcome): \(parts.joined(separator: ", ")) (\(mask.joined(separator: ",")))"
  }
}
