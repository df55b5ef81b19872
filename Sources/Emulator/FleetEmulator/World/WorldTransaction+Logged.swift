internal import FleetEngine
internal import Geo

/// Applies values of a log's server that the emulator's rules do not give.
extension WorldTransaction {
  /// Adds a trip that was created before the log, unless it is known.
  mutating func add(_ name: TripName, type: TripType = .exclusive) {
    guard trip(name.tripID) == nil else { return }
    var trip = Trip()
    (trip.name, trip.status, trip.type, trip.numberOfPassengers) = (name, .new, type, 1)
    put(StoredTrip(id: name.tripID, trip: trip))
  }

  /// Adds a vehicle that was created before the log, unless it is known.
  mutating func add(_ name: VehicleName, like response: Vehicle?) {
    guard vehicle(name.vehicleID) == nil else { return }
    var vehicle = Vehicle()
    vehicle.name = name
    vehicle.state = .online
    let types = response?.supportedTripTypes.filter(\.isKnown) ?? []
    vehicle.supportedTripTypes = types.isEmpty ? [.exclusive, .shared] : types
    vehicle.maximumCapacity = max(1, response?.maximumCapacity ?? 4)
    vehicle.category = response?.category ?? .auto
    put(StoredVehicle(id: name.vehicleID, vehicle: vehicle))
  }

  /// Adds the vehicle to which a call or its response assigns a trip, unless it is known.
  mutating func add(vehicleOf trip: Trip, like response: Trip?, _ name: TripName) {
    guard let id = trip.vehicleID ?? response?.vehicleID,
      let vehicle = try? VehicleName(providerID: name.providerID, vehicleID: id)
    else { return }
    add(vehicle, like: nil)
  }

  /// Applies the values of a trip in a response.
  mutating func adopt(_ response: Trip, _ name: TripName) {
    guard var record = trip(name.tripID) else { return }
    func copy<Value>(_ path: WritableKeyPath<Trip, Value?>) {
      if let value = response[keyPath: path] { record.trip[keyPath: path] = value }
    }
    func copy(_ path: WritableKeyPath<Trip, TerminalLocation?>) {
      if let place = response[keyPath: path], place.point != nil {
        record.trip[keyPath: path] = place
      }
    }
    if response.status.isKnown, response.status != record.trip.status {
      record.trip.status = response.status
      record.isPickedUp = response.status.isAfterPickup
    }
    if response.type.isKnown { record.trip.type = response.type }
    if response.numberOfPassengers > 0 {
      record.trip.numberOfPassengers = response.numberOfPassengers
    }
    copy(\.pickupPoint)
    copy(\.dropoffPoint)
    let stops = response.intermediateDestinations
    if !stops.isEmpty, stops.allSatisfy({ $0.point != nil }) {
      record.trip.intermediateDestinations = stops
      record.trip.intermediateDestinationIndex = response.intermediateDestinationIndex
    }
    copy(\.actualPickupPoint)
    copy(\.actualPickupArrivalPoint)
    copy(\.actualDropoffPoint)
    // Until they are over, their times follow from the vehicle.
    if record.isPickedUp { copy(\.pickupTime) }
    if !record.isActive {
      copy(\.dropoffTime)
      if let location = response.lastLocation, location.location != nil {
        record.trip.lastLocation = location
      }
    }
    put(record)
    if let id = response.vehicleID,
      let vehicle = try? VehicleName(providerID: name.providerID, vehicleID: id)
    {
      add(vehicle, like: nil)
      attach(name.tripID, to: id)
    }
    guard let vehicleID = trip(name.tripID)?.trip.vehicleID else { return }
    replan(vehicleID)
    guard record.isActive, var vehicle = vehicle(vehicleID) else { return }
    adopt(response.route, response.remainingDistanceMeters, response.etaToFirstWaypoint, &vehicle)
    if vehicle.vehicle.lastLocation == nil, response.lastLocation?.location != nil {
      vehicle.vehicle.lastLocation = response.lastLocation
    }
    put(vehicle)
  }

  /// Applies the values of a vehicle in the response to a change of some fields.
  mutating func adopt(_ response: Vehicle, _ name: VehicleName, changed fields: [String] = []) {
    for id in response.currentTripIDs.prefix(Self.mostTrips) {
      adopt(tripID: id, of: response, name)
    }
    guard var record = vehicle(name.vehicleID) else { return }
    if response.state.isKnown { record.vehicle.state = response.state }
    if response.navigationStatus.isKnown {
      record.vehicle.navigationStatus = response.navigationStatus
    }
    if var location = response.lastLocation, location.location != nil {
      location.isRoadSnapped = location.isRoadSnapped ?? record.vehicle.lastLocation?.isRoadSnapped
      location.serverTime = location.serverTime ?? record.vehicle.lastLocation?.serverTime
      record.vehicle.lastLocation = location
    }
    // A driver who reports no way leaves the former trip's distance and arrival in the response.
    let isWayReported = !Self.wayFields.isDisjoint(with: fields)
    let (meters, arrival) = (response.remainingDistanceMeters, response.etaToFirstWaypoint)
    adopt(
      record.plan.isEmpty ? nil : response.route,
      isWayReported || record.vehicle.remainingDistanceMeters == nil ? meters : nil,
      isWayReported || record.vehicle.etaToFirstWaypoint == nil ? arrival : nil, &record)
    put(record)
  }

  /// The fields of a driver's report about the way to the next waypoint.
  private static let wayFields: Set = [
    "currentRouteSegment", "remainingDistanceMeters", "remainingTimeSeconds", "etaToFirstWaypoint",
  ]

  /// The number of a response's trips that are examined, to limit the cost of hostile logs.
  private static let mostTrips = 16

  /// Assigns a trip that a vehicle's response lists; a trip from before the log is added as far as
  /// the response describes it.
  private mutating func adopt(tripID: String, of response: Vehicle, _ vehicle: VehicleName) {
    if trip(tripID) == nil {
      guard let name = try? TripName(providerID: vehicle.providerID, tripID: tripID) else { return }
      let types = response.supportedTripTypes.filter(\.isKnown)
      add(name, type: types.count == 1 ? types[0] : .exclusive)
      guard var record = trip(tripID) else { return }
      let end = response.currentRouteSegmentEndPoint
      let places = response.currentTripIDs.count == 1 ? response.waypoints.map(\.location) : []
      let isOwnEnd = end?.tripID == tripID
      let isBeforePickup = isOwnEnd ? end?.type == .pickup : places.count != 1
      record.isPickedUp = !isBeforePickup
      record.trip.status = isBeforePickup ? .enrouteToPickup : .enrouteToDropoff
      record.trip.dropoffPoint = places.last ?? nil
      if places.count > 1, isBeforePickup { record.trip.pickupPoint = places[0] }
      put(record)
    }
    attach(tripID, to: vehicle.vehicleID)
  }

  /// Assigns an active trip to a vehicle, without the rules for it.
  private mutating func attach(_ id: String, to vehicleID: String) {
    guard var record = trip(id), record.isActive, record.trip.vehicleID != vehicleID,
      var vehicle = vehicle(vehicleID)
    else { return }
    let former = record.trip.vehicleID
    record.trip.vehicleID = vehicleID
    put(record)
    vehicle.tripIDs.append(id)
    put(vehicle)
    if let former { replan(former) }
    replan(vehicleID)
  }

  private func adopt(
    _ route: [Coordinate]?, _ meters: Int?, _ arrival: Timestamp?, _ record: inout StoredVehicle
  ) {
    if let route, route.count > 1 {
      setSegment(route, &record)
      record.isSegmentReported = true
      record.vehicle.currentRouteSegmentEndPoint =
        record.vehicle.currentRouteSegmentEndPoint ?? record.plan.first?.waypoint
    }
    if let meters, meters >= 0 { record.vehicle.remainingDistanceMeters = meters }
    if let arrival { record.vehicle.etaToFirstWaypoint = arrival }
  }
}
