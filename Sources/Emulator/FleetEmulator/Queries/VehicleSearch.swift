internal import FleetEngine
internal import Geo

/// A search for vehicles near a pickup point.
///
/// Like all estimates of the emulator, distances are 1.3 times the straight line, and times follow
/// from its speed. The cost is that time plus the time of the straight line. See docs/protocol.md,
/// "Lists and searches".
struct VehicleSearch: Sendable {
  /// The maximum age of a location by default.
  static let defaultStaleness = Duration.seconds(300)

  private let pickup: Coordinate
  private let dropoff: Coordinate?
  private let radius: Int
  private let count: Int
  private let minimumCapacity: Int
  private let tripType: TripType
  private let staleness: Duration
  private let categories: Set<VehicleCategory>
  private let attributes: AttributeCriteria
  private let order: VehicleMatchOrder
  private let includesBackToBack: Bool
  private let currentTrips: CurrentTripsPresent
  /// Whether places are inexact and most fields are left out, as in the older method.
  private let isFuzzed: Bool

  init(_ request: SchemaMessage, isFuzzed: Bool) throws(RPCFailure) {
    self.isFuzzed = isFuzzed
    let pickupPoint: TerminalLocation? = request.message("pickupPoint")?.decode()
    let dropoffPoint: TerminalLocation? = request.message("dropoffPoint")?.decode()
    let near = PlaceRules.reference([pickupPoint, dropoffPoint])
    guard let pickup = try PlaceRules.completed(pickupPoint, "pickup_point", near: near)?.point
    else { throw .invalid("pickup_point is required.") }
    self.pickup = pickup
    dropoff = try PlaceRules.completed(dropoffPoint, "dropoff_point", near: near)?.point
    if let id = request.text("tripId") { try RPCFailure.checkID(id, "trip_id") }
    radius = try Self.integer(request, "pickupRadiusMeters", 400...10_000)
    count = try Self.integer(request, "count", 1...50)
    minimumCapacity = try Self.integer(request, "minimumCapacity", 1...Int(Int32.max))
    let types: [TripType] = request.choices("tripTypes")
    guard types.count == 1, let type = types.first, type.isKnown else {
      throw .invalid("trip_types has to hold exactly one known type.")
    }
    tripType = type
    staleness = request.duration("maximumStaleness") ?? Self.defaultStaleness
    try require(staleness > .zero, "maximum_staleness is not positive.")
    categories = Set(request.messages("vehicleTypes").map { $0.choice("category") })
    guard !categories.isEmpty, categories.allSatisfy(\.isKnown) else {
      throw .invalid("vehicle_types is required, and UNKNOWN is not allowed in it.")
    }
    attributes = try AttributeCriteria(request, areTexts: false)
    order = isFuzzed ? .pickupPointStraightDistance : request.choice("orderBy")
    includesBackToBack = request.flag("includeBackToBack")
    currentTrips = request.choice("currentTripsPresent")
    try check()
  }

  private func check() throws(RPCFailure) {
    try require(order.isKnown, "order_by is required.")
    guard order != .dropoffPointETA || dropoff != nil else {
      throw .invalid("order_by DROPOFF_POINT_ETA needs a dropoff_point.")
    }
    guard currentTrips.isKnown || currentTrips.isUnspecified else {
      throw .invalid("current_trips_present is unknown.")
    }
    if tripType == .shared {
      try require(dropoff != nil, "dropoff_point is required for SHARED.")
      try require(currentTrips.isKnown, "current_trips_present is required for SHARED.")
    }
    if includesBackToBack {
      guard currentTrips.isUnspecified else {
        throw .invalid("include_back_to_back cannot be used with current_trips_present.")
      }
      try require(tripType == .exclusive, "include_back_to_back is for EXCLUSIVE only.")
    }
  }

  func response(from transaction: WorldTransaction) -> VehicleMatches {
    // A vehicle with a plan of its own may be far away and still the next to arrive.
    let isNearestFirst = currentTrips != .any && !includesBackToBack
    var best: [Estimate] = []
    for area in transaction.areas(near: pickup, within: Double(radius)) {
      if isNearestFirst, best.count == count, let last = best.last,
        rank(transaction.leg(straight: area.nearest), area.nearest, transaction) > last.rank
      {
        break
      }
      best += area.ids.compactMap { id in
        guard let record = transaction.vehicle(id), isWanted(record, transaction) else {
          return nil
        }
        return estimate(record, transaction)
      }
      best.sort { ($0.rank, $0.record.id) < ($1.rank, $1.record.id) }
      best.removeLast(max(0, best.count - count))
    }
    let matches = best.map { match($0, transaction) }
    return VehicleMatches.with { $0.matches = isFuzzed ? matches.map(Self.fuzzed) : matches }
  }

  private func isWanted(_ record: StoredVehicle, _ transaction: WorldTransaction) -> Bool {
    let vehicle = record.vehicle
    guard vehicle.state == .online, categories.contains(vehicle.category),
      vehicle.supportedTripTypes.contains(tripType),
      record.hasLocation(within: staleness, of: transaction.now),
      let location = vehicle.lastLocation?.location, location.meters(to: pickup) <= Double(radius),
      attributes.matches(vehicle)
    else { return false }
    let trips = record.tripIDs.compactMap { transaction.trip($0)?.trip }
    let taken = tripType == .shared ? trips.reduce(0) { $0 + $1.numberOfPassengers } : 0
    guard vehicle.maximumCapacity - taken >= minimumCapacity else { return false }
    switch currentTrips {
    case .none: return trips.isEmpty
    case .any: return trips.count <= 5 && record.plan.count <= 10
    case .unknown:
      if trips.isEmpty { return true }
      return includesBackToBack && vehicle.isBackToBackEnabled && trips.count == 1
        && trips[0].status == .enrouteToDropoff
    }
  }

  /// A vehicle that was found, with its place in the order.
  private struct Estimate {
    let record: StoredVehicle
    let location: Coordinate
    let type: VehicleMatchType
    let end: WorldTransaction.PlanEnd?
    let leg: WorldTransaction.Leg
    let straight: Double
    var rank = 0.0
  }

  private func estimate(_ record: StoredVehicle, _ transaction: WorldTransaction) -> Estimate? {
    guard let location = record.place else { return nil }
    let isShared =
      tripType == .shared
      && record.tripIDs.allSatisfy { transaction.trip($0)?.trip.type == .shared }
    // A pooled ride is picked up on the way, any other ride after the present plan.
    let isFree = record.plan.isEmpty
    let end = isFree || isShared ? nil : transaction.endOfPlan(record)
    var estimate = Estimate(
      record: record, location: location,
      type: isFree
        ? .exclusive
        : isShared ? .carpool : tripType == .shared ? .carpoolBackToBack : .backToBack,
      end: end, leg: transaction.leg(from: end?.point ?? location, to: pickup),
      straight: location.meters(to: pickup))
    estimate.rank = rank(estimate.leg, estimate.straight, transaction, after: end)
    return estimate
  }

  private func arrival(
    _ leg: WorldTransaction.Leg, _ transaction: WorldTransaction,
    after end: WorldTransaction.PlanEnd?
  ) -> Timestamp { max(transaction.now, end?.arrival ?? transaction.now) + leg.duration }

  private func onward(_ transaction: WorldTransaction) -> WorldTransaction.Leg? {
    dropoff.map { transaction.leg(from: pickup, to: $0) }
  }

  private func rank(
    _ leg: WorldTransaction.Leg, _ straight: Double, _ transaction: WorldTransaction,
    after end: WorldTransaction.PlanEnd? = nil
  ) -> Double {
    let wait = (arrival(leg, transaction, after: end) - transaction.now).inSeconds
    return switch order {
    case .pickupPointETA, .unknown: wait
    case .pickupPointDistance: Double((end?.meters ?? 0) + leg.meters)
    case .dropoffPointETA: wait + (onward(transaction)?.duration.inSeconds ?? 0)
    case .pickupPointStraightDistance: straight
    case .cost: wait + straight / transaction.estimatedSpeed
    }
  }

  private func match(_ estimate: Estimate, _ transaction: WorldTransaction) -> VehicleMatch {
    let end = estimate.end
    let arrival = arrival(estimate.leg, transaction, after: end)
    let onward = onward(transaction)
    var waypoints = [VehicleMatch.Waypoint(point: estimate.location, eta: transaction.now)]
    waypoints += end?.waypoints ?? []
    waypoints.append(VehicleMatch.Waypoint(point: pickup, eta: arrival))
    return VehicleMatch.with {
      $0.vehicle = transaction.shown(estimate.record)
      $0.pickupETA = arrival
      $0.pickupDistanceMeters = (end?.meters ?? 0) + estimate.leg.meters
      $0.pickupStraightLineDistanceMeters = Int(estimate.straight.rounded())
      $0.dropoffETA = onward.map { arrival + $0.duration }
      $0.pickupToDropoffDistanceMeters = onward?.meters
      $0.tripType = tripType
      $0.waypoints = waypoints
      $0.type = estimate.type
      ($0.requestedOrder, $0.order) = (order, order)
    }
  }

  /// A match with an approximate location and few other fields.
  private static func fuzzed(_ match: VehicleMatch) -> VehicleMatch {
    let vehicle = match.vehicle ?? Vehicle()
    // About 100 m.
    let place = vehicle.lastLocation?.location.map { point in
      Coordinate(
        latitude: (point.latitude * 1_000).rounded() / 1_000,
        longitude: (point.longitude * 1_000).rounded() / 1_000)
    }
    return VehicleMatch.with {
      $0.vehicle = Vehicle.with {
        $0.name = vehicle.name
        $0.state = vehicle.state
        $0.supportedTripTypes = vehicle.supportedTripTypes
        $0.lastLocation = VehicleLocation(location: place, heading: vehicle.lastLocation?.heading)
        $0.maximumCapacity = vehicle.maximumCapacity
        $0.category = vehicle.category
      }
      $0.tripType = match.tripType
    }
  }

  private static func integer(
    _ request: SchemaMessage, _ name: String, _ range: ClosedRange<Int>
  ) throws(RPCFailure) -> Int {
    guard let number = request.integer(name), range.contains(number) else {
      let field = FieldName.snakeCase(name)
      throw .invalid(
        range.upperBound == Int(Int32.max)
          ? "\(field) has to be \(range.lowerBound) or more."
          : "\(field) has to be \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
