internal import FleetEngine
internal import Geo
internal import TrustLimits

extension Draft {
  /// Creates a vehicle; what a creation does not read is ignored.
  ///
  /// Source: contract 2.2.
  mutating func createVehicle(
    _ name: VehicleName,
    _ body: ResourceBody<Vehicle>
  ) throws(RPCFailure) {
    guard vehicle(name.vehicleID) == nil else {
      throw RPCFailure(.alreadyExists, "The vehicle \(name.vehicleID) exists already.")
    }
    let given = body.resource
    guard given.state.isKnown else { throw .invalid("vehicle_state is required.") }
    guard given.category.isKnown else { throw .invalid("vehicle_type is required.") }
    var vehicle = Vehicle(
      name: name,
      state: given.state,
      supportedTripTypes: try Self.tripTypes(body),
      maximumCapacity: try Self.capacity(given),
      category: given.category,
      attributes: try Self.attributes(body),
      isBackToBackEnabled: try body.read(flag: "backToBackEnabled", given.isBackToBackEnabled)
    )
    vehicle.lastLocation = try location(body)
    put(VehicleRecord(id: name.vehicleID, vehicle: vehicle))
  }

  /// Changes the fields of a vehicle that the mask names.
  ///
  /// Source: contract 2.4, 6.3 and 6.4.
  mutating func updateVehicle(
    _ id: String,
    _ body: ResourceBody<Vehicle>,
    mask: UpdateMask
  ) throws(RPCFailure) {
    guard var record = vehicle(id) else {
      throw RPCFailure(.notFound, "The vehicle \(id) does not exist; create it first.")
    }
    let given = body.resource
    if mask.contains("vehicleState") {
      record.vehicle.state = try body.read(known: "vehicle_state", given.state)
    }
    if mask.contains("supportedTripTypes") {
      record.vehicle.supportedTripTypes = try Self.tripTypes(body)
    }
    if mask.contains("maximumCapacity") {
      record.vehicle.maximumCapacity = try Self.capacity(given)
    }
    if mask.contains("vehicleType") {
      record.vehicle.category = try body.read(known: "vehicle_type", given.category)
    }
    if mask.contains("attributes") { record.vehicle.attributes = try Self.attributes(body) }
    if mask.contains("backToBackEnabled") {
      record.vehicle.isBackToBackEnabled = try body.read(
        flag: "backToBackEnabled",
        given.isBackToBackEnabled
      )
    }
    if mask.contains("navigationStatus") {
      record.vehicle.navigationStatus = try body.read("navigationStatus", given.navigationStatus)
    }
    if mask.contains("deviceSettings") {
      record.vehicle.deviceSettings = try body.read("deviceSettings", given.deviceSettings)
    }
    if mask.contains("lastLocation") { record.vehicle.lastLocation = try location(body) }
    try setWay(body, mask, &record)
    put(record)
    if mask.contains("waypoints") {
      replan(id, order: try order(given.waypoints, of: record.plan))
    }
  }

  /// Sets what the update says of the way to the first waypoint.
  private func setWay(
    _ body: ResourceBody<Vehicle>,
    _ mask: UpdateMask,
    _ record: inout VehicleRecord
  ) throws(RPCFailure) {
    let given = body.resource
    // Distance and time of a way that has ended say nothing of the one that was not reported yet.
    let wasLeftBehind = !record.isSegmentReported && record.vehicle.route != nil
    let hadReported = record.lastReportedEnd != nil
    if mask.contains("currentRouteSegment") {
      let route = try body.read("currentRouteSegment", given.route)
      record.isSegmentReported = route?.isEmpty == false
      record.lastReportedEnd = route?.last.map { TerminalLocation(point: $0) }
      setSegment(record.isSegmentReported ? route : nil, &record)
      if mask.contains("currentRouteSegmentTraffic") {
        try setTraffic(body, &record)
      } else if record.vehicle.currentRouteSegmentTraffic != nil {
        record.vehicle.currentRouteSegmentTraffic = nil
        record.trafficVersion = version(after: record.trafficVersion)
      }
      try setEndPoint(body, mask, &record)
    } else if mask.contains("currentRouteSegmentTraffic") {
      try setTraffic(body, &record)
    }
    let isOfPresentWay = record.isSegmentReported || !wasLeftBehind || !hadReported
    if !record.isSegmentReported, !record.plan.isEmpty { estimateSegment(&record) }
    if mask.contains("remainingDistanceMeters") {
      let meters = try body.read("remainingDistanceMeters", given.remainingDistanceMeters)
      guard (meters ?? 0) >= 0 else { throw .invalid("remaining_distance_meters is negative.") }
      if isOfPresentWay { record.vehicle.remainingDistanceMeters = meters }
    }
    let arrival = try arrival(body, mask)
    if isOfPresentWay, let arrival { record.vehicle.etaToFirstWaypoint = arrival }
    if isOfPresentWay, arrival == nil, mask.contains("etaToFirstWaypoint") {
      record.vehicle.etaToFirstWaypoint = nil
    }
  }

  /// The reported arrival; the remaining time wins over the moment.
  private func arrival(
    _ body: ResourceBody<Vehicle>,
    _ mask: UpdateMask
  ) throws(RPCFailure) -> Timestamp? {
    let given = body.resource
    if mask.contains("remainingTimeSeconds"),
      let seconds = try body.read("remainingTimeSeconds", given.remainingTimeSeconds)
    {
      guard (0...31_536_000).contains(seconds) else {
        throw .invalid("remaining_time_seconds has to be 0 to a year.")
      }
      return now + .seconds(seconds)
    }
    guard mask.contains("etaToFirstWaypoint") else { return nil }
    return try body.read("etaToFirstWaypoint", given.etaToFirstWaypoint)
  }

  private func setTraffic(
    _ body: ResourceBody<Vehicle>,
    _ record: inout VehicleRecord
  ) throws(RPCFailure) {
    let traffic = try body.read(
      "currentRouteSegmentTraffic",
      body.resource.currentRouteSegmentTraffic
    )
    guard traffic != record.vehicle.currentRouteSegmentTraffic else { return }
    record.vehicle.currentRouteSegmentTraffic = traffic
    record.trafficVersion = version(after: record.trafficVersion)
  }

  private func setEndPoint(
    _ body: ResourceBody<Vehicle>,
    _ mask: UpdateMask,
    _ record: inout VehicleRecord
  ) throws(RPCFailure) {
    guard let last = record.vehicle.route?.last else { return }
    let isMasked = mask.contains("currentRouteSegmentEndPoint")
    let given =
      isMasked
      ? try body.read("currentRouteSegmentEndPoint", body.resource.currentRouteSegmentEndPoint)
      : nil
    let point = given?.location?.point ?? last
    let named = record.plan.first { $0.tripID == given?.tripID && $0.type == given?.type }
    let near = record.plan.first { $0.point.meters(to: point) <= 100 }
    var end = (named ?? near)?.waypoint ?? TripWaypoint(tripID: given?.tripID)
    if end.type.isUnspecified, let type = given?.type { end.type = type }
    end.location = TerminalLocation(point: point)
    record.vehicle.currentRouteSegmentEndPoint = end
  }

  private func location(_ body: ResourceBody<Vehicle>) throws(RPCFailure) -> VehicleLocation? {
    guard var location = try body.read("lastLocation", body.resource.lastLocation) else {
      return nil
    }
    guard location.sensor != .fleetEngineLocation,
      location.rawLocationSensor != .fleetEngineLocation
    else { throw .invalid("FLEET_ENGINE_LOCATION is not a sensor of a request.") }
    // An app without the Driver SDK reports through the second source.
    if location.location == nil, let other = location.supplementalLocation {
      location.location = other
      location.updateTime = location.updateTime ?? location.supplementalLocationTime
      location.sensor = .customerSuppliedLocation
    }
    guard location.location != nil else {
      throw .invalid("last_location has to have a valid location.")
    }
    if let heading = location.heading {
      guard (-360...360).contains(heading) else { throw .invalid("heading has to be 0 to 359.") }
      location.heading = (heading + 360) % 360
    }
    location.serverTime = now
    return location
  }

  private static func tripTypes(_ body: ResourceBody<Vehicle>) throws(RPCFailure) -> [TripType] {
    let types = try body.read(list: "supportedTripTypes", body.resource.supportedTripTypes)
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

  /// The attributes, with both spellings of a text.
  private static func attributes(
    _ body: ResourceBody<Vehicle>
  ) throws(RPCFailure) -> [VehicleAttribute] {
    var result: [VehicleAttribute] = []
    let given = try body.read(list: "attributes", body.resource.attributes)
    guard given.count <= 100, Set(given.map(\.key)).count == given.count else {
      throw .invalid("A vehicle has at most 100 attributes, each with a key of its own.")
    }
    for var attribute in given {
      guard let key = attribute.key, !key.contains(":") else {
        throw .invalid("An attribute has to have a key without a colon.")
      }
      let texts = Set([attribute.value, attribute.stringValue].compactMap { $0 })
      guard texts.count <= 1 else {
        throw .invalid("The attribute's value and string_value are not the same.")
      }
      attribute.value = texts.first
      attribute.stringValue =
        attribute.boolValue == nil && attribute.numberValue == nil ? texts.first : nil
      guard key.count + 1 + (texts.first?.count ?? 0) <= 256 else {
        throw .invalid("An attribute's key and value have at most 256 characters.")
      }
      result.append(attribute)
    }
    return result
  }
}
