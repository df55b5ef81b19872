public import FleetEngine
internal import Geo
package import JSON
public import RidesharingConsumer

/// Writes the lines of JSON about a trip at one moment.
///
/// docs/json.md lists the members; those without a value are left out. Times are RFC 3339 in UTC,
/// distances in meters, speeds in meters per second.
public struct TripJSONLines: Sendable {
  private let name: String
  private let vehicleID: String?
  private let now: Duration
  private let wall: Timestamp

  /// Creates the lines about a trip at one moment.
  public init(tripName: String, at moment: PlainNarration.Moment) {
    (name, vehicleID) = (tripName, nil)
    (now, wall) = (moment.now, moment.wall)
  }

  /// Creates the lines about a vehicle whose trips are followed.
  public init(vehicle: VehicleName, at moment: PlainNarration.Moment) {
    (name, vehicleID) = (vehicle.description, vehicle.vehicleID)
    (now, wall) = (moment.now, moment.wall)
  }

  /// The line about a trip, of type `trip`.
  public func line(
    _ trip: Trip, _ polling: PollingStatus, moves: MovedPlaces = MovedPlaces()
  ) -> JSONLine { JSONLine(members(of: trip, polling, moves: moves)) }

  /// The members of the line about a trip.
  package func members(
    of trip: Trip, _ polling: PollingStatus, moves: MovedPlaces = MovedPlaces()
  ) -> JSONObject {
    let stage = TripStage(trip)
    let facts = RideFacts(trip, polling, now: now, wall: wall)
    var object = object("trip")
    object.add("status", trip.status.wireName)
    object.add("state", facts.state.rawValue)
    object.add("age_s", polling.lastAnswerAt.map { Self.seconds(now - $0) })
    if !stage.isEnded {
      object.add("next", Self.next(trip, facts))
      let pickupETA = stage.isPickedUp ? nil : trip.eta(at: .pickup)
      object.add(
        "pickup", Self.place(trip.pickupPoint, eta: pickupETA, late: facts.lateness(at: .pickup)))
      object.add("stops", trip.intermediateDestinations.prefix(1_000).map { Self.place($0) })
      let (end, late) = (trip.eta(at: .dropoff), facts.lateness(at: .dropoff))
      object.add("dropoff", Self.place(trip.dropoffPoint, eta: end, late: late))
      object.add("moved", moves.pending.map(Self.move))
      object.add("next_m", trip.metersToNextOwnWaypoint)
      object.add("remaining_m", trip.metersToDropoff)
      object.add("traffic", Self.traffic(trip))
    }
    object.add("picked_up", RideSummary.began(trip))
    object.add("dropped_off", RideSummary.ended(trip))
    object.add("waypoints", trip.remainingWaypoints.prefix(1_000).map { Self.waypoint($0, trip) })
    object.add("vehicle", vehicle(trip, facts))
    object.add("riders", trip.numberOfPassengers > 0 ? trip.numberOfPassengers : nil)
    return object
  }

  /// The line about a failed poll, of type `error`.
  public func line(
    _ error: FleetEngineError,
    _ polling: PollingStatus,
    backend: String
  ) -> JSONLine { JSONLine(members(of: error, polling, backend: backend)) }

  /// The members of the line about a failed poll.
  package func members(
    of error: FleetEngineError, _ polling: PollingStatus, backend: String
  ) -> JSONObject {
    var object = object("error")
    object.add("code", error.code.name)
    object.add("class", Self.kind(error.bucket))
    object.add("http", error.httpStatus)
    object.add("attempt", polling.consecutiveFailures)
    object.add("retry_in_s", polling.nextPollAt.map { max(0, ($0 - now) / .seconds(1)) }, digits: 1)
    object.add("age_s", polling.lastAnswerAt.map { Self.seconds(now - $0) })
    object.add("message", CallFailure(error, .init(name: name, server: backend)).summary)
    return object
  }

  /// The last line of a ride that is over, of type `end`.
  public func endLine(_ trip: Trip, _ polling: PollingStatus) -> JSONLine {
    var object = object("end")
    object.add("status", trip.status.wireName)
    object.add("ride_s", RideSummary.time(trip).map(Self.seconds))
    let facts = RideFacts(trip, polling, now: now, wall: wall)
    object.add("late_s", facts.lateness(at: .dropoff).map(Self.signedSeconds))
    object.add("updates", polling.totalUpdates)
    object.add("retries", polling.totalRetries)
    return JSONLine(object)
  }

  private func object(_ type: String) -> JSONObject {
    var object = JSONObject()
    object.add("v", JSONLine.version)
    object.add("type", type)
    object.add("time", wall)
    if let vehicleID {
      var vehicle = JSONObject()
      vehicle.add("id", vehicleID)
      object.add("vehicle", vehicle)
    } else {
      object.add("trip", name)
    }
    return object
  }

  private func vehicle(_ trip: Trip, _ facts: RideFacts) -> JSONObject? {
    guard let id = trip.vehicleID else { return nil }
    var object = JSONObject()
    object.add("id", id)
    if let location = trip.lastLocation, let point = location.location {
      object.add(point)
      object.add("heading", location.heading)
      object.add("speed_mps", location.speed.map { max(0, $0) }, digits: 1)
      object.add("accuracy_m", location.latlngAccuracy, digits: 1)
      if let time = trip.locationTime { object.add("fix_age_s", Self.seconds(facts.now - time)) }
    }
    return object
  }

  private static func next(_ trip: Trip, _ facts: RideFacts) -> JSONObject {
    var object = JSONObject()
    let place = trip.nextPlace
    object.add(place.kind)
    object.add("eta", place.eta)
    if facts.silence.hasEstimatePassed { object.add("passed", true) }
    return object
  }

  private static func waypoint(_ waypoint: TripWaypoint, _ trip: Trip) -> JSONObject {
    var object = JSONObject()
    switch waypoint.type {
    case .pickup: object.add("kind", "pickup")
    case .intermediateDestination: object.add("kind", "stop")
    case .dropoff: object.add("kind", "dropoff")
    case .unknown(let name): object.add("kind", name)
    }
    if !trip.isOwnWaypoint(waypoint) { object.add("other_trip", true) }
    if let point = waypoint.location?.point { object.add(point) }
    object.add("eta", waypoint.eta)
    object.add("distance_m", waypoint.distanceMeters)
    return object
  }

  private static func traffic(_ trip: Trip) -> JSONObject? {
    let traffic = RouteTraffic(trip)
    guard traffic.isKnown, let meters = trip.metersToDropoff, meters > 0 else { return nil }
    var object = JSONObject()
    object.add("slow", min(1, traffic.meters(isJam: false, of: trip) / Double(meters)), digits: 2)
    object.add("jam", min(1, traffic.meters(isJam: true, of: trip) / Double(meters)), digits: 2)
    return object
  }

  private static func place(
    _ location: TerminalLocation?, eta: Timestamp? = nil, late: Duration? = nil
  ) -> JSONObject {
    var object = JSONObject()
    object.add("eta", eta)
    object.add("late_s", eta == nil ? nil : late.map(Self.signedSeconds))
    if let point = location?.point, point.isValid { object.add(point) }
    return object
  }

  private static func move(_ move: PlaceMove) -> JSONObject {
    var object = JSONObject()
    object.add(move.kind)
    object.add("distance_m", move.meters)
    return object
  }

  private static func kind(_ bucket: FleetEngineError.Bucket) -> String {
    switch bucket {
    case .recoverable: "retry"
    case .needsAction: "action"
    case .quota: "quota"
    case .cancelled: "canceled"
    }
  }

  private static func seconds(_ duration: Duration) -> Int { max(0, signedSeconds(duration)) }

  private static func signedSeconds(_ duration: Duration) -> Int {
    Int(clamping: duration.components.seconds)
  }
}

extension JSONObject {
  fileprivate mutating func add(_ point: Coordinate) {
    add("lat", point.latitude, digits: 6)
    add("lon", point.longitude, digits: 6)
  }

  fileprivate mutating func add(_ kind: NextPlace.Kind) {
    switch kind {
    case .pickup: add("kind", "pickup")
    case .stop(let number):
      add("kind", "stop")
      add("index", number)
    case .dropoff: add("kind", "dropoff")
    }
  }
}
