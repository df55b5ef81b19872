import CellGrid
import FleetEngine
import Geo
import HTTPMessages
import MapCanvas
import RidesharingConsumer
import TestSupport
import Testing

@testable import ConsumerMap

extension Coordinate {
  /// A place at a distance in meters east and north of the middle of the sample ride.
  static func meters(east: Double, north: Double) -> Coordinate {
    Coordinate(latitude: 45.46, longitude: 9.19)
      .destination(bearing: 0, meters: north)
      .destination(bearing: 90, meters: east)
  }
}

/// A ride from the west to a stop in the middle and a drop-off in the north-east.
enum SampleRide {
  static let pickup = Coordinate.meters(east: -1_000, north: 0)
  static let stop = Coordinate.meters(east: 0, north: 0)
  static let dropoff = Coordinate.meters(east: 1_000, north: 800)
  static let depot = Coordinate.meters(east: -1_000, north: -900)

  static func trip(
    _ status: TripStatus, vehicle: Coordinate? = nil, speed: Double = 0, route: [Coordinate]? = nil,
    remaining: [TripWaypoint] = []
  ) -> Trip {
    Trip.with {
      $0.name = try? TripName(providerID: "p", tripID: "t1")
      $0.status = status
      $0.pickupPoint = TerminalLocation(point: pickup)
      $0.intermediateDestinations = [TerminalLocation(point: stop)]
      $0.dropoffPoint = TerminalLocation(point: dropoff)
      $0.remainingWaypoints = remaining
      $0.route = route
      $0.lastLocation = vehicle.map { VehicleLocation(location: $0, heading: 0, speed: speed) }
    }
  }

  static func waypoint(_ type: WaypointType, path: [Coordinate]? = nil) -> TripWaypoint {
    TripWaypoint(tripID: "t1", type: type, path: path)
  }

  static var new: Trip { trip(.new) }

  static func toPickup(_ vehicle: Coordinate = depot, speed: Double = 0) -> Trip {
    trip(
      .enrouteToPickup, vehicle: vehicle, speed: speed, route: [depot, pickup],
      remaining: [
        waypoint(.pickup), waypoint(.intermediateDestination, path: [pickup, stop]),
        waypoint(.dropoff, path: toDropoff),
      ])
  }

  static var arrived: Trip {
    trip(
      .arrivedAtPickup, vehicle: .meters(east: -1_000, north: -30),
      route: [.meters(east: -1_000, north: -30), pickup],
      remaining: [
        waypoint(.pickup), waypoint(.intermediateDestination, path: [pickup, stop]),
        waypoint(.dropoff, path: toDropoff),
      ])
  }

  static func toStop(_ vehicle: Coordinate = .meters(east: -700, north: 0)) -> Trip {
    trip(
      .enrouteToIntermediateDestination, vehicle: vehicle, route: [pickup, stop],
      remaining: [waypoint(.intermediateDestination), waypoint(.dropoff, path: toDropoff)])
  }

  static var atStop: Trip {
    var trip = toStop(stop)
    trip.status = .arrivedAtIntermediateDestination
    return trip
  }

  static var riding: Trip {
    trip(
      .enrouteToDropoff, vehicle: .meters(east: 500, north: 0), route: toDropoff,
      remaining: [waypoint(.dropoff)])
  }

  static var complete: Trip { trip(.complete, vehicle: dropoff) }

  static let toDropoff: [Coordinate] = [stop, .meters(east: 1_000, north: 0), dropoff]
}

/// A map with a session whose trip a test sets.
@MainActor struct MapStage {
  let map = MapView()
  let session: JourneySharingSession
  let service: TripService
  let transport: ScriptedTransport
  let clock = ManualClock()

  init(columns: Int = 49, rows: Int = 18) {
    let transport = ScriptedTransport { _, _ in
      .json("{\"name\":\"providers/p/trips/t1\",\"tripStatus\":\"NEW\"}")
    }
    self.transport = transport
    service = TripService(
      client: FleetEngineClient(transport: transport, tokens: FixedTokens()), providerID: "p",
      clock: ServiceClock(clock) { Timestamp(seconds: 0) }, random: SystemRandomNumberGenerator())
    session = JourneySharingSession(
      tripModel: service.tripModel(forTripName: "providers/p/trips/t1"))
    map.resize(to: GridSize(columns: columns, rows: rows))
    // As in the viewer.
    var vehicle = MarkerStyleOptions()
    vehicle.isFlat = true
    map.consumerMapStyleCoordinator.setMarkerStyleOptions(vehicle, markerType: .tripVehicle)
  }

  /// Shows the session without the responses of its model.
  func show() {
    map.show(session)
    session.tripModel.unregisterSubscriber(session)
  }

  /// Shows another session, of another trip, in the same way.
  func showAnother(_ id: String) -> JourneySharingSession {
    let other = JourneySharingSession(
      tripModel: service.tripModel(forTripName: "providers/p/trips/\(id)"))
    map.show(other)
    other.tripModel.unregisterSubscriber(other)
    return other
  }

  func set(_ trip: Trip, at seconds: Double = 0, of session: JourneySharingSession? = nil) {
    let session = session ?? self.session
    session.journey.update(
      PreparedTrip(trip), Trip.propertyDifferences(between: session.journey.trip, and: trip),
      receivedAt: .seconds(seconds))
  }

  /// The snapshot's camera as a viewport.
  func viewport(at seconds: Double) throws -> Viewport {
    Viewport(
      camera: try #require(snapshot(at: seconds).camera),
      rect: Rect(column: 0, row: 0, columns: map.size.columns, rows: map.size.rows))
  }

  func snapshot(at seconds: Double, vehicleIsStale: Bool = false) -> MapSnapshot {
    session.isVehicleDoubtful = vehicleIsStale
    return map.advance(to: .seconds(seconds))
  }
}
