import FleetEngine
import Geo
import RidesharingConsumer
import TestSupport
import Testing

@Suite(.limited) struct `A trip's accessors` {
  private let name = try? TripName(providerID: "p", tripID: "t1")

  private var pooled: Trip {
    Trip.with {
      $0.name = name
      $0.remainingWaypoints = [
        .sample(.dropoff, at: 1, trip: "other", path: [.at(0, 0), .at(1, 0)]),
        .sample(.pickup, at: 2, path: [.at(1, 0), .at(2, 0)], meters: 200),
        .sample(.dropoff, at: 3, path: [.at(2, 0), .at(3, 0)], meters: 300),
        .sample(.dropoff, at: 4, trip: "other", path: [.at(3, 0), .at(4, 0)], meters: 400),
      ]
    }
  }

  @Test
  func `A trip's accessors join the path after the next waypoint up to the trip's own drop-off`() {
    #expect(pooled.remainingRoute == [.at(1, 0), .at(2, 0), .at(3, 0)])
    #expect(pooled.distanceOfRemainingRouteInMeters == 500)
  }

  @Test func `A trip's accessors recognize a ride that ends another trip first`() {
    #expect(pooled.isFinishingAnotherTrip)
    #expect(pooled.nextTripWaypoint?.type == .dropoff)
  }

  @Test func `A trip's accessors treat a waypoint without a trip ID as the trip's own`() {
    let trip = Trip.with {
      $0.name = name
      $0.remainingWaypoints = [TripWaypoint(type: .pickup)]
    }
    #expect(!trip.isFinishingAnotherTrip)
    #expect(!Trip().isFinishingAnotherTrip)
  }

  @Test func `A trip's accessors join traffic with its indices moved`() {
    let slow = TrafficPolyline(
      path: [.at(1, 0), .at(1.5, 0), .at(2, 0)],
      intervals: [SpeedReadingInterval(startIndex: 1, endIndex: 2, speed: .slow)])
    let jam = TrafficPolyline(
      path: [.at(3, 0), .at(4, 0)],
      intervals: [SpeedReadingInterval(startIndex: 0, endIndex: 1, speed: .trafficJam)])
    let trip = Trip.with {
      $0.name = name
      $0.remainingWaypoints = [
        .sample(.pickup, at: 1),
        .sample(.intermediateDestination, at: 2, traffic: slow),
        .sample(.intermediateDestination, at: 3, path: [.at(2, 0), .at(3, 0)]),
        .sample(.dropoff, at: 4, traffic: jam),
      ]
    }
    let joined = trip.remainingRouteTraffic
    #expect(joined?.path.count == 7)
    #expect(
      joined?.intervals == [
        SpeedReadingInterval(startIndex: 1, endIndex: 2, speed: .slow),
        SpeedReadingInterval(startIndex: 5, endIndex: 6, speed: .trafficJam),
      ])
  }

  @Test func `A trip's accessors are empty for an empty trip`() {
    #expect(Trip().remainingRoute == nil)
    #expect(Trip().remainingRouteTraffic == nil)
    #expect(Trip().activeRoute == nil)
    #expect(Trip().distanceOfRemainingRouteInMeters == 0)
    #expect(Trip().remainingDistanceOfActiveRouteInMeters == 0)
    #expect(Trip().isActive)
  }

  @Test func `A trip's accessors limit impossible distances`() {
    var trip = Trip.with { $0.remainingDistanceMeters = .max }
    trip.remainingWaypoints = [
      .sample(.pickup, at: 1), .sample(.intermediateDestination, at: 2, meters: .max),
      .sample(.dropoff, at: 3, meters: .max),
    ]
    #expect(trip.remainingDistanceOfActiveRouteInMeters == .max)
    #expect(trip.distanceOfRemainingRouteInMeters == .max)
  }

  @Test(arguments: TripStatus.knownValues.map(\.value) + [.unspecified, .unknown("99")])
  func `A trip's accessors call a trip active until it is complete or canceled`(status: TripStatus)
  {
    #expect(
      Trip.with { $0.status = status }.isActive == (status != .complete && status != .canceled))
  }

  @Test(
    arguments: [
      (Trip.with { $0.status = .new }, .tripStatus),
      (Trip.with { $0.vehicleID = "v" }, .vehicleID),
      (Trip.with { $0.type = .shared }, .tripType),
      (Trip.with { $0.pickupPoint = TerminalLocation(point: .at(1, 1)) }, .pickupLocation),
      (Trip.with { $0.pickupTime = .at(1) }, .pickupTime),
      (Trip.with { $0.dropoffPoint = TerminalLocation(point: .at(1, 1)) }, .dropoffLocation),
      (Trip.with { $0.dropoffTime = .at(1) }, .dropoffTime),
      (Trip.with { $0.lastLocation = VehicleLocation(heading: 3) }, .routeLastVehicleLocation),
      (Trip.with { $0.isLastLocationSnappable = true }, .routeLastVehicleLocation),
      (Trip.with { $0.numberOfPassengers = 2 }, .numberOfPassengers),
      (Trip.with { $0.remainingWaypoints = [.sample(.pickup, at: 1)] }, .remainingWaypoints),
      (
        Trip.with { $0.intermediateDestinations = [TerminalLocation(point: .at(1, 1))] },
        .intermediateDestinations
      ),
      (Trip.with { $0.intermediateDestinationIndex = 1 }, .intermediateDestinationIndex),
      (Trip.with { $0.remainingDistanceMeters = 1 }, .remainingDistanceOfActiveRouteInMeters),
      (Trip.with { $0.route = [.at(1, 1)] }, .activeRoute),
      (
        Trip.with {
          $0.currentRouteSegmentTraffic = TrafficPolyline(path: [.at(1, 1)], intervals: [])
        },
        .activeRouteTraffic
      ),
      (Trip.with { $0.etaToFirstWaypoint = .at(1) }, .etaToNextWaypoint),
      (Trip.with { $0.actualPickupPoint = StopLocation(point: .at(1, 1)) }, .actualStops),
      (Trip.with { $0.remainingTimeToFirstWaypoint = .seconds(3) }, TripPropertyFields()),
      (Trip.with { $0.currentRouteSegmentVersion = .at(3) }, TripPropertyFields()),
    ] as [(Trip, TripPropertyFields)]
  )
  func `A trip's accessors differ in one property`(trip: Trip, field: TripPropertyFields) {
    #expect(Trip.propertyDifferences(between: Trip(), and: trip) == field)
    #expect(Trip.propertyDifferences(between: trip, and: Trip()) == field)
    #expect(Trip.propertyDifferences(between: trip, and: trip) == [])
  }

  @Test func `A trip's accessors differ in the remaining route alone when only a path changes`() {
    var other = pooled
    other.remainingWaypoints[2].path = [.at(2, 0), .at(2.5, 0.1), .at(3, 0)]
    #expect(Trip.propertyDifferences(between: pooled, and: other) == .remainingRoute)
  }

  @Test func `A trip's accessors number the properties as the SDK does`() {
    #expect(TripPropertyFields.tripName.rawValue == 1)
    #expect(TripPropertyFields.routeLastVehicleLocation.rawValue == 1 << 8)
    #expect(TripPropertyFields.remainingRouteTraffic.rawValue == 1 << 18)
  }
}
