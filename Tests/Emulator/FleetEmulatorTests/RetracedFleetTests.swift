import FleetEmulator
import FleetEngine
import Geo
import TestSupport
import Testing

@Suite(.limited) struct `A retraced fleet` {
  private static let place = Coordinate(latitude: 45, longitude: 7)
  private static let trip = try? TripName(providerID: "p", tripID: "t")
  private static let vehicle = try? VehicleName(providerID: "p", vehicleID: "v")
  private static let noon = Timestamp(seconds: 1_767_268_800)

  private let trip: TripName
  private let vehicle: VehicleName
  private var fleet = RetracedFleet()

  init() throws {
    trip = try #require(Self.trip)
    vehicle = try #require(Self.vehicle)
  }

  private func given(_ change: (inout Trip) -> Void) -> Trip {
    var trip = Trip()
    change(&trip)
    return trip
  }

  private func located(_ latitude: Double) -> Vehicle {
    var vehicle = Vehicle()
    let place = Coordinate(latitude: latitude, longitude: 7)
    vehicle.lastLocation = VehicleLocation(location: place)
    vehicle.remainingTimeSeconds = 60
    return vehicle
  }

  private mutating func create() -> RetracedFleet.Effect {
    let new = given {
      $0.type = .exclusive
      $0.pickupPoint = TerminalLocation(point: Coordinate(latitude: 45.01, longitude: 7))
      $0.dropoffPoint = TerminalLocation(point: Coordinate(latitude: 45.02, longitude: 7))
    }
    return fleet.createTrip(trip, new, response: nil, at: Self.noon)
  }

  private mutating func update(
    _ mask: [String], response: Trip? = nil, _ change: (inout Trip) -> Void
  ) -> RetracedFleet.Effect {
    fleet.updateTrip(trip, given(change), mask: mask, response: response, at: Self.noon)
  }

  @Test mutating func `A retraced fleet returns a trip with its vehicle's values at each moment`() {
    #expect(create().trips == [trip])
    #expect(fleet.trip(trip, at: Self.noon)?.status == .new)
    let assigned = update(["vehicleId"]) { $0.vehicleID = "v" }
    #expect(assigned.refusal == nil && assigned.trips == [trip])
    let mask = ["lastLocation", "remainingTimeSeconds"]
    let moved = fleet.updateVehicle(
      vehicle, located(45), mask: mask, response: nil, at: Self.noon + .seconds(5))
    #expect(moved.refusal == nil && moved.trips == [trip])
    let seen = fleet.trip(trip, at: Self.noon + .seconds(15))
    #expect(seen?.lastLocation?.location == Self.place)
    #expect(seen?.etaToFirstWaypoint == Self.noon + .seconds(65))
    #expect(seen?.remainingTimeToFirstWaypoint == .seconds(50))
    #expect(seen?.remainingWaypoints.map(\.type) == [.pickup, .dropoff])
    #expect(fleet.earlierTrips == 0)
  }

  @Test mutating func `The values of the server's responses have priority`() {
    _ = create()
    _ = update(["vehicleId"]) { $0.vehicleID = "v" }
    var response = located(45.5)
    response.etaToFirstWaypoint = Self.noon + .seconds(99)
    response.remainingDistanceMeters = 123
    response.lastLocation?.serverTime = Self.noon - .seconds(1)
    _ = fleet.updateVehicle(
      vehicle, located(45), mask: ["lastLocation", "remainingTimeSeconds"], response: response,
      at: Self.noon)
    let seen = fleet.trip(trip, at: Self.noon)
    #expect(seen?.etaToFirstWaypoint == Self.noon + .seconds(99))
    #expect(seen?.remainingDistanceMeters == 123)
    #expect(seen?.lastLocation?.location?.latitude == 45.5)
    #expect(seen?.lastLocation?.serverTime == Self.noon - .seconds(1))
  }

  @Test mutating func `A refused call changes nothing but what its response says`() {
    _ = create()
    #expect(create().refusal == "The trip t exists already.")
    _ = update(["tripStatus"]) { $0.status = .canceled }
    let refused = update(["tripStatus"], response: given { $0.status = .complete }) {
      $0.status = .enrouteToPickup
    }
    #expect(refused.refusal?.contains("cannot be changed") == true)
    #expect(fleet.trip(trip, at: Self.noon)?.status == .complete)
  }

  @Test mutating func `A trip from before the log is added as its first response describes it`() {
    let response = given {
      $0.status = .enrouteToDropoff
      $0.vehicleID = "v"
      $0.pickupPoint = TerminalLocation(point: Self.place)
      $0.dropoffPoint = TerminalLocation(point: Coordinate(latitude: 45.02, longitude: 7))
      $0.remainingDistanceMeters = 900
      $0.lastLocation = VehicleLocation(location: Self.place)
    }
    let effect = update(["numberOfPassengers"], response: response) { _ in }
    #expect(effect.trips == [trip])
    let seen = fleet.trip(trip, at: Self.noon)
    #expect(seen?.status == .enrouteToDropoff)
    #expect(seen?.remainingWaypoints.map(\.type) == [.dropoff])
    #expect(seen?.remainingDistanceMeters == 900)
    #expect(fleet.earlierTrips == 1)
  }

  @Test mutating func `A trip in a vehicle's response is added with the places of its waypoints`() {
    var response = located(45)
    response.currentTripIDs = ["t"]
    response.waypoints = [45.01, 45.02].map {
      let place = Coordinate(latitude: $0, longitude: 7)
      return TripWaypoint(location: TerminalLocation(point: place))
    }
    let effect = fleet.updateVehicle(
      vehicle, located(45), mask: ["lastLocation"], response: response, at: Self.noon)
    #expect(effect.trips == [trip])
    let seen = fleet.trip(trip, at: Self.noon)
    #expect(seen?.status == .enrouteToPickup)
    #expect(seen?.pickupPoint?.point?.latitude == 45.01)
    #expect(seen?.dropoffPoint?.point?.latitude == 45.02)
    #expect(seen?.lastLocation?.location == Self.place)
  }

  @Test mutating func `A trip with a hidden pickup is created without it`() {
    let effect = fleet.createTrip(
      trip, given { $0.pickupPoint = TerminalLocation() }, response: nil, at: Self.noon)
    #expect(effect.refusal == nil)
    #expect(fleet.trip(trip, at: Self.noon)?.status == .new)
    #expect(fleet.earlierTrips == 0)
  }
}
