import FleetEngine
import Foundation
import Geo
import GoogleRidesharingCompat
import HTTPMessages
import RidesharingConsumer
import RidesharingDriver
import TestSupport
import Testing

@Suite(.limited) struct `Values by the SDK's names` {
  @Test func `Values by the SDK's names number statuses as the SDK does, not as the wire`() {
    let statuses: [(TripStatus, Int)] = [
      (.unspecified, 0), (.new, 1), (.enrouteToPickup, 2), (.arrivedAtPickup, 3),
      (.enrouteToIntermediateDestination, 4), (.arrivedAtIntermediateDestination, 5),
      (.enrouteToDropoff, 6), (.complete, 7), (.canceled, 8), (.unknown("LOST"), 0),
    ]
    for (status, number) in statuses { #expect(GMTSTripStatus(status).rawValue == number) }
    #expect(GMTSTripStatus(rawValue: 9) == nil)
  }

  @Test func `Values by the SDK's names number the other enumerations as the SDK does`() {
    #expect(GMTSTripType(.shared).rawValue == 1)
    #expect(GMTSTripType(.exclusive).rawValue == 2)
    #expect(GMTSTripType(.unknown("NEW")).rawValue == 0)
    #expect(
      [WaypointType.unspecified, .pickup, .dropoff, .intermediateDestination]
        .map { GMTSTripWaypointType($0).rawValue } == [0, 1, 2, 3]
    )
    #expect(
      [SpeedReading.unspecified, .normal, .slow, .trafficJam].map { GMTSSpeedType($0).rawValue }
        == [0, 1, 2, 3])
    #expect(
      [VehicleState.unspecified, .offline, .online].map { GMTSVehicleState($0).rawValue }
        == [0, 1, 2]
    )
    #expect(GMTDVehicleState.offline.rawValue == 0)
    #expect(GMTDVehicleState.online.rawValue == 1)
    #expect(GMTCCustomizableMarkerType.unknown.rawValue == -1)
    #expect(GMTCCustomizableMarkerType.intermediateDestination.rawValue == 3)
    #expect(GMTCTripModelState.active.rawValue == 1)
    #expect(GMTCMapViewSessionState.active.rawValue == 1)
    #expect(GMTCPolylineType.remainingRoute.rawValue == 1)
  }

  @Test func `Values by the SDK's names convert to the library's values and back`() {
    for number in 0...3 {
      let type = GMTSTripWaypointType(rawValue: number)
      #expect(type.map { GMTSTripWaypointType($0.value) } == type)
      let speed = GMTSSpeedType(rawValue: number)
      #expect(speed.map { GMTSSpeedType($0.value) } == speed)
    }
  }

  @Test func `SDK values have only the SDK's bits for properties`() {
    #expect(GMTSTripPropertyFields.tripName.rawValue == 1)
    #expect(GMTSTripPropertyFields.tripStatus.rawValue == 1 << 3)
    #expect(GMTSTripPropertyFields.activeRoute.rawValue == 1 << 15)
    #expect(GMTSTripPropertyFields.remainingRouteTraffic.rawValue == 1 << 18)
    var later = Trip()
    later.etaToFirstWaypoint = Timestamp(seconds: 1)
    #expect(!Trip.propertyDifferences(between: Trip(), and: later).isEmpty)
    #expect(
      GMTSTrip.propertyValueDifferences(betweenTrip1: GMTSTrip(Trip()), andTrip2: GMTSTrip(later))
        .isEmpty)
    let one = GMTSTrip(Trip.with { $0.vehicleID = "one" })
    let two = GMTSTrip(
      Trip.with {
        $0.vehicleID = "two"
        $0.status = .new
      })
    #expect(
      GMTSTrip.propertyValueDifferences(betweenTrip1: one, andTrip2: two)
        == [.vehicleID, .tripStatus]
    )
  }

  @Test func `Values by the SDK's names describe a trip as the SDK does`() throws {
    var trip = Trip()
    trip.name = try TripName(providerID: "p", tripID: "t")
    trip.status = .enrouteToPickup
    trip.pickupPoint = TerminalLocation(point: Coordinate(latitude: 1, longitude: 2))
    trip.pickupTime = Timestamp(seconds: 1_000, nanoseconds: 500_000_000)
    trip.numberOfPassengers = -1
    trip.lastLocation = VehicleLocation(
      location: Coordinate(latitude: 3, longitude: 4), heading: 90, speed: 8.4)
    trip.isLastLocationSnappable = true
    let object = GMTSTrip(trip)
    #expect(object.tripName == "providers/p/trips/t")
    #expect(object.tripID() == "t")
    #expect(object.pickupLocation?.point == GMTSLatLng(latitude: 1, longitude: 2))
    #expect(object.pickupTime == 1_000.5)
    #expect(object.dropoffTime == 0)
    #expect(object.numberOfPassengers == 0)
    #expect(object.lastVehicleLocation?.speed == 8)
    #expect(object.lastVehicleLocation?.heading == 90)
    #expect(object.lastVehicleLocation?.isSnappableToRoute == true)
    #expect(object.activeRoute() == nil)
    #expect(object.nextWaypoint() == nil)
    #expect(object == GMTSTrip(trip))
    #expect(object != GMTSTrip(Trip()))
  }

  @Test func `Values by the SDK's names keep and compare the parts of a place`() {
    func place(_ label: String?) -> GMTSTerminalLocation {
      GMTSTerminalLocation(
        point: GMTSLatLng(latitude: 1, longitude: 2), label: label, description: "By the gate",
        placeID: nil, generatedID: nil, accessPointID: nil)
    }
    #expect(place("Station").label == "Station")
    #expect(place("Station").locationDescription == "By the gate")
    #expect(place("Station") == place("Station"))
    #expect(place("Station") != place("Airport"))
    #expect(place("Station").value == place("Airport").value)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `Values by the SDK's names accept any speed`(_ speed: Double) {
    let location = GMTSVehicleLocation(VehicleLocation(speed: speed))
    #expect(abs(Int(location.speed)) <= 1_000_000_000)
  }
}

@Suite(.limited) struct `Errors as NSError` {
  @Test(arguments: RPCCode.allCases)
  func `Errors as NSError have gRPC's domain and number`(_ code: RPCCode) {
    let error: any Error = FleetEngineError(operation: "GetTrip", code: code, message: "Why.")
    let bridged = error as NSError
    #expect(bridged.domain == "io.grpc")
    #expect(bridged.code == code.rawValue)
    #expect(bridged.localizedDescription == "Why.")
    #expect(bridged.userInfo[NSUnderlyingErrorKey] == nil)
  }

  @Test(arguments: [
    (FleetEngineError.Cause.token(AccessTokenError(reason: "There is none.")), "There is none."),
    (.transport(HTTPTransportError(.timedOut)), "The response was not complete in time."),
    (
      .transport(HTTPTransportError(.unreachable, detail: "No")),
      "The server could not be reached: No"
    ),
  ]) func `Errors as NSError have their underlying errors`(
    _ cause: FleetEngineError.Cause, _ text: String
  ) throws {
    let failed = FleetEngineError(
      operation: "GetTrip", code: .unauthenticated, message: "It failed.", cause: cause)
    let below = try #require((failed as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(below.localizedDescription == text)
  }

  @Test func `Errors as NSError of a vehicle's update wrap the call's`() throws {
    let call = FleetEngineError(
      operation: "UpdateVehicle", code: .invalidArgument, message: "update_mask cannot be empty")
    let error = VehicleReporterError.call(call) as NSError
    #expect(error.domain == "io.grpc")
    #expect(error.code == 3)
    let below = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(below.localizedDescription == "update_mask cannot be empty")
    let refused = VehicleReporterError.trackingIsOff as NSError
    #expect(refused.code == RPCCode.failedPrecondition.rawValue)
    #expect(refused.userInfo[NSUnderlyingErrorKey] == nil)
  }
}
