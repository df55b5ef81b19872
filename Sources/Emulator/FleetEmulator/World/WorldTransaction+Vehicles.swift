internal import FleetEngine
internal import Geo

extension WorldTransaction {
  /// Creates a vehicle; other fields than those of a creation are ignored.
  ///
  /// See docs/protocol.md, "Creating trips and vehicles".
  mutating func createVehicle(
    _ name: VehicleName,
    _ body: ResourceBody<Vehicle>
  ) throws(RPCFailure) {
    guard vehicle(name.vehicleID) == nil else {
      throw RPCFailure(.alreadyExists, "The vehicle \(name.vehicleID) exists already.")
    }
    let given = body.resource
    try require(given.state.isKnown, "vehicle_state is required.")
    try require(given.category.isKnown, "vehicle_type is required.")
    var vehicle = Vehicle()
    vehicle.name = name
    vehicle.state = given.state
    vehicle.supportedTripTypes = try Self.tripTypes(given)
    vehicle.maximumCapacity = try Self.capacity(given)
    vehicle.category = given.category
    vehicle.attributes = try AttributeRules.checked(given.attributes)
    vehicle.isBackToBackEnabled = given.isBackToBackEnabled
    vehicle.deviceSettings = given.deviceSettings
    vehicle.licensePlate = try Self.licensePlate(given)
    vehicle.lastLocation = try location(given.lastLocation)
    var record = StoredVehicle(id: name.vehicleID, vehicle: vehicle)
    (record.updatedAt, record.keptAt) = (now, runningNow)
    put(record)
  }

  /// Changes the fields of a vehicle that the mask names.
  ///
  /// See docs/protocol.md, "Update masks", "Contents of an update" and "From vehicle to trip".
  mutating func updateVehicle(
    _ id: String, _ body: ResourceBody<Vehicle>, mask: UpdateMask
  ) throws(RPCFailure) {
    guard var record = vehicle(id) else { throw Self.noVehicle(id) }
    let given = body.completed(mask, from: record.vehicle).resource
    try setFields(given, mask, &record.vehicle)
    try setSegment(given, mask, &record)
    (record.updatedAt, record.keptAt) = (now, runningNow)
    put(record)
    // A whole vehicle may leave its waypoints out.
    if mask.contains("waypoints"), !mask.isWhole || body.has("waypoints") {
      replan(id, order: try order(given.waypoints, of: record.plan))
    }
  }

  static func noVehicle(_ id: String) -> RPCFailure {
    RPCFailure(.notFound, "The vehicle \(id) does not exist; create it first.")
  }

  /// Changes the given attributes of a vehicle, and keeps the others.
  ///
  /// See docs/protocol.md, "Endpoints".
  mutating func updateAttributes(_ id: String, _ given: [VehicleAttribute]) throws(RPCFailure) {
    guard var record = vehicle(id) else { throw Self.noVehicle(id) }
    try require(!given.isEmpty, "attributes is required.")
    var attributes = record.vehicle.attributes
    for attribute in try AttributeRules.checked(given) {
      if let index = attributes.firstIndex(where: { $0.key == attribute.key }) {
        attributes[index] = attribute
      } else {
        attributes.append(attribute)
      }
    }
    record.vehicle.attributes = try AttributeRules.checked(attributes)
    (record.updatedAt, record.keptAt) = (now, runningNow)
    put(record)
  }

  /// Deletes a vehicle.
  ///
  /// See docs/protocol.md, "Update masks".
  mutating func deleteVehicle(_ id: String) throws(RPCFailure) {
    guard let record = vehicle(id) else { throw Self.noVehicle(id) }
    if let trip = trips.lazy.filter({ $0.trip.vehicleID == id }).map(\.id).min() {
      throw .failedPrecondition(
        "The trip \(trip) refers to the vehicle \(id); delete or reassign it first.")
    }
    // As the vehicle's ID was written, because the request may write é in another way.
    remove(vehicle: record.id)
  }

  private func setFields(
    _ given: Vehicle, _ mask: UpdateMask, _ vehicle: inout Vehicle
  ) throws(RPCFailure) {
    if mask.contains("vehicleState") { vehicle.state = try given.state.known("vehicle_state") }
    if mask.contains("supportedTripTypes") {
      vehicle.supportedTripTypes = try Self.tripTypes(given)
    }
    if mask.contains("maximumCapacity") { vehicle.maximumCapacity = try Self.capacity(given) }
    if mask.contains("vehicleType") { vehicle.category = try given.category.known("vehicle_type") }
    if mask.contains("attributes") {
      vehicle.attributes = try AttributeRules.checked(given.attributes)
    }
    if mask.contains("backToBackEnabled") {
      vehicle.isBackToBackEnabled = given.isBackToBackEnabled
    }
    if mask.contains("navigationStatus") {
      vehicle.navigationStatus = try given.navigationStatus.knownIfAny("navigationStatus")
    }
    if mask.contains("deviceSettings") { vehicle.deviceSettings = given.deviceSettings }
    if mask.contains("licensePlate") { vehicle.licensePlate = try Self.licensePlate(given) }
    if mask.contains("lastLocation") {
      var location = try location(given.lastLocation)
      // The real server keeps the last raw location that it had.
      if mask.isWhole == false, !mask.parts.contains(where: { $0[0] == "lastLocation" }),
        let former = vehicle.lastLocation, location?.rawLocation == nil
      {
        location?.rawLocation = former.rawLocation
        location?.rawLocationTime = former.rawLocationTime
        location?.rawLocationAccuracy = former.rawLocationAccuracy
      }
      vehicle.lastLocation = location
    }
  }

  /// Sets the reported route segment to the first waypoint, with its distance and arrival.
  private func setSegment(
    _ given: Vehicle, _ mask: UpdateMask, _ record: inout StoredVehicle
  ) throws(RPCFailure) {
    // Distance and time of a completed segment do not apply to the next one, not reported yet.
    let wasLeftBehind = !record.isSegmentReported && record.vehicle.route != nil
    let hadReported = record.lastReportedEnd != nil
    if mask.contains("currentRouteSegment") {
      let route = given.route
      record.isSegmentReported = route?.isEmpty == false
      record.lastReportedEnd = route?.last.map { TerminalLocation(point: $0) }
      setSegment(record.isSegmentReported ? route : nil, &record)
      if mask.contains("currentRouteSegmentTraffic") {
        setTraffic(given, &record)
      } else if record.vehicle.currentRouteSegmentTraffic != nil {
        record.vehicle.currentRouteSegmentTraffic = nil
        record.trafficVersion = version(after: record.trafficVersion)
      }
      setEndPoint(given, mask, &record)
    } else if mask.contains("currentRouteSegmentTraffic") {
      setTraffic(given, &record)
    }
    let appliesToSegment = record.isSegmentReported || !wasLeftBehind || !hadReported
    if !record.isSegmentReported, !record.plan.isEmpty { estimateSegment(&record) }
    if mask.contains("remainingDistanceMeters") {
      let meters = given.remainingDistanceMeters
      try require((meters ?? 0) >= 0, "remaining_distance_meters is negative.")
      if appliesToSegment { record.vehicle.remainingDistanceMeters = meters }
    }
    var arrival = try arrival(given, mask)
    if isUnguided(record, mask) { arrival = record.vehicle.etaToFirstWaypoint }
    if appliesToSegment, let arrival { record.vehicle.etaToFirstWaypoint = arrival }
    if appliesToSegment, arrival == nil, mask.contains("etaToFirstWaypoint") {
      record.vehicle.etaToFirstWaypoint = nil
    }
  }

  /// Whether the driver continues along a known route without guidance, which changes no arrival.
  ///
  /// The real server returns to its own estimate then, which is near the driver's; the emulator's own is a straight
  /// line's, and it keeps the driver's.
  private func isUnguided(_ record: StoredVehicle, _ mask: UpdateMask) -> Bool {
    record.vehicle.navigationStatus == .noGuidance && mask.contains("remainingTimeSeconds")
      && !mask.contains("currentRouteSegment") && record.vehicle.route != nil
      && record.vehicle.etaToFirstWaypoint != nil
  }

  /// The reported arrival; the remaining time has priority over the ETA.
  private func arrival(_ given: Vehicle, _ mask: UpdateMask) throws(RPCFailure) -> Timestamp? {
    if mask.contains("remainingTimeSeconds"), let seconds = given.remainingTimeSeconds {
      guard (0...31_536_000).contains(seconds) else {
        throw .invalid("remaining_time_seconds has to be 0 to a year.")
      }
      return now + .seconds(seconds)
    }
    return mask.contains("etaToFirstWaypoint") ? given.etaToFirstWaypoint : nil
  }

  private func setTraffic(_ given: Vehicle, _ record: inout StoredVehicle) {
    let traffic = given.currentRouteSegmentTraffic
    guard traffic != record.vehicle.currentRouteSegmentTraffic else { return }
    record.vehicle.currentRouteSegmentTraffic = traffic
    record.trafficVersion = version(after: record.trafficVersion)
  }

  private func setEndPoint(_ vehicle: Vehicle, _ mask: UpdateMask, _ record: inout StoredVehicle) {
    guard let last = record.vehicle.route?.last else { return }
    let given =
      mask.contains("currentRouteSegmentEndPoint") ? vehicle.currentRouteSegmentEndPoint : nil
    let place = given?.location?.point
    let named = record.plan.first { $0.tripID == given?.tripID && $0.type == given?.type }
    let near = record.plan.first { $0.point.meters(to: place ?? last) <= 100 }
    var end = (named ?? near)?.waypoint ?? TripWaypoint(tripID: given?.tripID)
    if end.type.isUnspecified, let type = given?.type { end.type = type }
    // The waypoint's own location if there is one: not every waypoint is on a road.
    if let point = place ?? (end.location == nil ? last : nil) {
      end.location = TerminalLocation(point: point.roundedToE7)
    }
    record.vehicle.currentRouteSegmentEndPoint = end
  }

  /// Checks and completes a reported location, with the time of its arrival here.
  private func location(_ given: VehicleLocation?) throws(RPCFailure) -> VehicleLocation? {
    guard var location = given else { return nil }
    guard location.sensor != .fleetEngineLocation,
      location.rawLocationSensor != .fleetEngineLocation
    else { throw .invalid("FLEET_ENGINE_LOCATION is not a sensor of a request.") }
    // An app without the Driver SDK reports through the second source.
    if location.location == nil, let other = location.supplementalLocation {
      location.location = other
      location.updateTime = location.updateTime ?? location.supplementalLocationTime
      location.sensor = .customerSuppliedLocation
    }
    try require(location.location != nil, "last_location has to have a valid location.")
    if let heading = location.heading {
      try require((-360...360).contains(heading), "heading has to be 0 to 359.")
      location.heading = (heading + 360) % 360
    }
    location.serverTime = now
    return location
  }

  private static func tripTypes(_ given: Vehicle) throws(RPCFailure) -> [TripType] {
    let types = given.supportedTripTypes
    guard !types.isEmpty, types.allSatisfy(\.isKnown) else {
      throw .invalid("supported_trip_types is required.")
    }
    return types
  }

  private static func capacity(_ given: Vehicle) throws(RPCFailure) -> Int {
    guard (1...1_000).contains(given.maximumCapacity) else {
      throw .invalid("maximum_capacity has to be 1 to 1000.")
    }
    return given.maximumCapacity
  }

  private static func licensePlate(_ given: Vehicle) throws(RPCFailure) -> LicensePlate? {
    guard let plate = given.licensePlate else { return nil }
    try require(plate.countryCode != nil, "license_plate.country_code is required.")
    return plate
  }
}
