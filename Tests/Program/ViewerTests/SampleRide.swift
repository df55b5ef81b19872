import FleetEngine
import Geo

/// A ride of some 6 km with one stop, near Milan, made for tests.
enum SampleRide {
  /// 2026-04-01 14:32:07 in Milan.
  static let wall = Timestamp(seconds: 1_775_046_727)
  static let pickup = Coordinate(latitude: 45.464, longitude: 9.19)
  static let stop = Coordinate(latitude: 45.474, longitude: 9.205)
  static let dropoff = Coordinate(latitude: 45.461, longitude: 9.23)
  static let vehicle = Coordinate(latitude: 45.458, longitude: 9.182)

  static func at(minutes: Int) -> Timestamp { wall + .seconds(minutes * 60) }

  static func waypoint(
    _ type: WaypointType, meters: Int? = nil, eta: Timestamp? = nil, tripID: String? = "ride-2041"
  ) -> TripWaypoint { TripWaypoint(tripID: tripID, type: type, distanceMeters: meters, eta: eta) }

  static func trip(_ status: TripStatus, vehicleID: String? = "demo-vehicle-1") -> Trip {
    Trip.with {
      $0.name = try? TripName(providerID: "demo-project", tripID: "ride-2041")
      $0.vehicleID = vehicleID
      $0.status = status
      $0.type = .exclusive
      $0.pickupPoint = TerminalLocation(point: pickup)
      $0.intermediateDestinations = [TerminalLocation(point: stop)]
      $0.dropoffPoint = TerminalLocation(point: dropoff)
      $0.numberOfPassengers = 2
    }
  }

  private static func location(speed: Double, heading: Int, seconds: Int = 2) -> VehicleLocation {
    VehicleLocation.with {
      $0.location = vehicle
      $0.latlngAccuracy = 6
      $0.heading = heading
      $0.speed = speed
      $0.updateTime = wall - .seconds(seconds)
    }
  }

  static var new: Trip { trip(.new, vehicleID: nil) }

  static var toPickup: Trip {
    var trip = trip(.enrouteToPickup)
    trip.pickupTime = at(minutes: 4)
    trip.dropoffTime = at(minutes: 20)
    trip.etaToFirstWaypoint = trip.pickupTime
    trip.remainingDistanceMeters = 1_100
    trip.remainingWaypoints = [
      waypoint(.pickup), waypoint(.intermediateDestination, meters: 2_400, eta: at(minutes: 11)),
      waypoint(.dropoff, meters: 3_800, eta: at(minutes: 20)),
    ]
    trip.lastLocation = location(speed: 8.6, heading: 2)
    return trip
  }

  static var atPickup: Trip {
    var trip = toPickup
    trip.status = .arrivedAtPickup
    trip.remainingDistanceMeters = 6
    trip.lastLocation = location(speed: 0, heading: 80)
    return trip
  }

  static var toStop: Trip {
    var trip = trip(.enrouteToIntermediateDestination)
    trip.pickupTime = at(minutes: -12)
    trip.actualPickupPoint = StopLocation(point: pickup, timestamp: at(minutes: -12))
    trip.dropoffTime = at(minutes: 14)
    trip.etaToFirstWaypoint = at(minutes: 4)
    trip.remainingDistanceMeters = 1_300
    trip.remainingWaypoints = [
      waypoint(.intermediateDestination),
      waypoint(.dropoff, meters: 3_800, eta: at(minutes: 14)),
    ]
    trip.lastLocation = location(speed: 9.4, heading: 81)
    return trip
  }

  /// With slow traffic and a jam after the stop.
  static var inTraffic: Trip {
    var trip = toStop
    let path = (0...10).map { step in
      Coordinate(
        latitude: stop.latitude + (dropoff.latitude - stop.latitude) * Double(step) / 10,
        longitude: stop.longitude + (dropoff.longitude - stop.longitude) * Double(step) / 10)
    }
    trip.remainingWaypoints[1].path = path
    trip.remainingWaypoints[1].traffic = TrafficPolyline(
      path: path,
      intervals: [
        SpeedReadingInterval(startIndex: 2, endIndex: 4, speed: .slow),
        SpeedReadingInterval(startIndex: 4, endIndex: 6, speed: .trafficJam),
      ])
    return trip
  }

  static var atStop: Trip {
    var trip = toStop
    trip.status = .arrivedAtIntermediateDestination
    trip.remainingDistanceMeters = 0
    return trip
  }

  static var toDropoff: Trip {
    var trip = toStop
    trip.status = .enrouteToDropoff
    trip.intermediateDestinationIndex = 1
    trip.actualIntermediateDestinationArrivalPoints = [
      StopLocation(point: stop, timestamp: at(minutes: -3))
    ]
    trip.etaToFirstWaypoint = at(minutes: 14)
    trip.remainingDistanceMeters = 2_900
    trip.remainingWaypoints = [waypoint(.dropoff)]
    return trip
  }

  /// Without a route, which the server drops at the end.
  static var complete: Trip {
    var trip = trip(.complete)
    trip.pickupTime = at(minutes: -12)
    trip.actualPickupPoint = StopLocation(point: pickup, timestamp: at(minutes: -12))
    trip.actualIntermediateDestinationArrivalPoints = [
      StopLocation(point: stop, timestamp: at(minutes: 4))
    ]
    trip.dropoffTime = at(minutes: 14)
    trip.actualDropoffPoint = StopLocation(point: dropoff, timestamp: at(minutes: 14))
    trip.lastLocation = location(speed: 0, heading: 81)
    return trip
  }

  static var canceled: Trip { trip(.canceled, vehicleID: nil) }

  /// A trip whose vehicle drops somebody else off first.
  static var afterAnother: Trip {
    var trip = toPickup
    trip.remainingDistanceMeters = 400
    trip.etaToFirstWaypoint = at(minutes: 2)
    trip.remainingWaypoints = [
      waypoint(.dropoff, tripID: "ride-2040"),
      waypoint(.pickup, meters: 700, eta: at(minutes: 4)),
      waypoint(.intermediateDestination, meters: 2_400, eta: at(minutes: 11)),
      waypoint(.dropoff, meters: 3_800, eta: at(minutes: 20)),
    ]
    return trip
  }
}
