internal import FleetEngine
internal import Geo

/// Infers the places and types of trips that restricted logging hides.
///
/// A pickup, stop or drop-off is the vehicle's position when the trip's status or the vehicle's
/// navigation status changed to an arrival.
struct HiddenPlaces {
  private struct Ride {
    var vehicle: VehicleName?
    var status = TripStatus.new
    var pickup: Coordinate?
    var stops: [Coordinate] = []
    var dropoff: Coordinate?
    var isShared = false

    var isOnBoard: Bool { status.isOnBoard }
  }

  /// The number of a vehicle's active trips that are examined, to limit the cost of hostile logs.
  private static let mostActiveTrips = 16

  private var rides: [TripName: Ride] = [:]
  private var active: [VehicleName: [TripName]] = [:]
  private var places: [VehicleName: Coordinate] = [:]

  init(_ calls: [LoggedCall]) {
    for call in calls {
      switch call.operation {
      case .createTrip(let name, let trip): read(trip, name)
      case .updateTrip(let name, let trip, let mask):
        var given = Trip()
        if mask.contains("vehicleId") { given.vehicleID = trip.vehicleID }
        if mask.contains("tripStatus") { given.status = trip.status }
        read(given, name)
      case .createVehicle(let name, let vehicle): read(vehicle, name)
      case .updateVehicle(let name, let vehicle, let mask):
        var given = vehicle
        if !mask.contains("navigationStatus") { given.navigationStatus = .unspecified }
        read(given, name)
      }
    }
  }

  /// Returns a trip with its hidden values, except for places that were not reached.
  ///
  /// It is nil if the hidden pickup was not reached.
  func completed(_ trip: Trip, _ name: TripName) -> Trip? {
    var trip = trip
    let ride = rides[name] ?? Ride()
    if trip.pickupPoint?.point == nil {
      guard let pickup = ride.pickup else { return nil }
      trip.pickupPoint = TerminalLocation(point: pickup)
    }
    if trip.dropoffPoint?.point == nil {
      trip.dropoffPoint = ride.dropoff.map { TerminalLocation(point: $0) }
    }
    if trip.intermediateDestinations.contains(where: { $0.point == nil }) {
      trip.intermediateDestinations = ride.stops.prefix(trip.intermediateDestinations.count)
        .map { TerminalLocation(point: $0) }
    }
    if !trip.type.isKnown { trip.type = ride.isShared ? .shared : .exclusive }
    return trip
  }

  private mutating func read(_ vehicle: Vehicle, _ name: VehicleName) {
    if let place = vehicle.lastLocation?.location { places[name] = place }
    guard vehicle.navigationStatus == .arrivedAtDestination, let place = places[name] else {
      return
    }
    for trip in active[name] ?? [] {
      switch rides[trip]?.status {
      case .new, .enrouteToPickup: rides[trip]?.pickup = place
      case .enrouteToDropoff: rides[trip]?.dropoff = place
      case .arrivedAtPickup, .enrouteToIntermediateDestination, .arrivedAtIntermediateDestination,
        .complete, .canceled, .unknown, nil:
        break
      }
    }
  }

  private mutating func read(_ trip: Trip, _ name: TripName) {
    var ride = rides[name] ?? Ride()
    defer { rides[name] = ride }
    if let id = trip.vehicleID,
      let vehicle = try? VehicleName(providerID: name.providerID, vehicleID: id),
      vehicle != ride.vehicle
    {
      if let former = ride.vehicle { active[former]?.removeAll { $0 == name } }
      ride.vehicle = vehicle
      active[vehicle, default: []].append(name)
      if active[vehicle, default: []].count > Self.mostActiveTrips {
        active[vehicle]?.removeFirst()
      }
    }
    guard trip.status.isKnown, trip.status != ride.status else { return }
    ride.status = trip.status
    let place = ride.vehicle.flatMap { places[$0] }
    switch trip.status {
    case .arrivedAtPickup: ride.pickup = place ?? ride.pickup
    case .enrouteToIntermediateDestination, .enrouteToDropoff: ride.pickup = ride.pickup ?? place
    case .arrivedAtIntermediateDestination: if let place { ride.stops.append(place) }
    case .complete: ride.dropoff = place ?? ride.dropoff
    case .new, .enrouteToPickup, .canceled, .unknown: break
    }
    guard let vehicle = ride.vehicle else { return }
    if ride.isOnBoard {
      // Riders who are on board at the same time share the vehicle.
      for other in active[vehicle] ?? [] where other != name && rides[other]?.isOnBoard == true {
        rides[other]?.isShared = true
        ride.isShared = true
      }
    }
    if trip.status.isTerminal { active[vehicle]?.removeAll { $0 == name } }
  }
}
