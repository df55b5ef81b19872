import FleetEngine
import Geo
import TestSupport
import Testing

@testable import RidesharingConsumer

@Suite(.limited) struct `A response completed from the last trip` {
  private static let route: [Coordinate] = [.at(1, 1), .at(2, 2)]
  private static let traffic = TrafficPolyline(path: route, intervals: [])

  private static var last: Trip {
    Trip.with {
      $0.remainingWaypoints = [
        .sample(.pickup, at: 1),
        .sample(.dropoff, at: 2, path: route, traffic: traffic),
      ]
      $0.route = route
      $0.currentRouteSegmentVersion = .at(10)
      $0.currentRouteSegmentTraffic = traffic
      $0.currentRouteSegmentTrafficVersion = .at(11)
      $0.remainingWaypointsVersion = .at(12)
      $0.remainingWaypointsRouteVersion = .at(13)
    }
  }

  @Test(
    arguments: [
      (nil, 10, true), (nil, 20, false), (nil, nil, false),
      ([.at(5, 5)], 10, false), ([.at(5, 5)], 20, false), ([], 10, false),
    ] as [([Coordinate]?, Int64?, Bool)]
  )
  func `A completed response keeps a route only if it is absent and its version is the same`(
    route: [Coordinate]?, version: Int64?, isKept: Bool
  ) {
    let answer = Trip.with {
      $0.route = route
      $0.currentRouteSegmentVersion = version.map { .at($0) }
    }
    let whole = answer.completed(from: Self.last)
    #expect(whole.route == (isKept ? Self.route : route))
  }

  /// The server's and the vehicle's times of the held place, those of the response's, and whose counts.
  struct Places: Sendable {
    var held: (server: Int64?, update: Int64?)
    var answer: (server: Int64?, update: Int64?)
    var isAnswerTaken: Bool
    var vehicle = "car"
  }

  @Test(arguments: [
    Places(held: (20, 5), answer: (10, 9), isAnswerTaken: false),
    Places(held: (20, 9), answer: (30, 5), isAnswerTaken: true),
    Places(held: (20, 9), answer: (20, 5), isAnswerTaken: true),
    Places(held: (nil, 20), answer: (nil, 10), isAnswerTaken: false),
    Places(held: (nil, 20), answer: (nil, 30), isAnswerTaken: true),
    Places(held: (20, 20), answer: (nil, 10), isAnswerTaken: true),
    Places(held: (nil, nil), answer: (nil, 10), isAnswerTaken: true),
    Places(held: (20, 5), answer: (10, 9), isAnswerTaken: true, vehicle: "other"),
  ]) func `A completed response keeps the newer location if another server returns an older one`(
    _ places: Places
  ) {
    func trip(_ times: (server: Int64?, update: Int64?), _ vehicle: String, _ east: Double) -> Trip
    {
      var trip = Trip.with { $0.vehicleID = vehicle }
      trip.lastLocation = VehicleLocation.with {
        $0.location = .at(1, east)
        $0.updateTime = times.update.map { .at($0) }
        $0.serverTime = times.server.map { .at($0) }
      }
      return trip
    }
    let whole = trip(places.answer, places.vehicle, 2).completed(from: trip(places.held, "car", 1))
    #expect(whole.lastLocation?.location == .at(1, places.isAnswerTaken ? 2 : 1))
  }

  @Test(arguments: [(11, true), (21, false), (nil, false)] as [(Int64?, Bool)])
  func `A completed response keeps traffic only if its version is the same`(
    version: Int64?, isKept: Bool
  ) {
    let answer = Trip.with { $0.currentRouteSegmentTrafficVersion = version.map { .at($0) } }
    let whole = answer.completed(from: Self.last)
    #expect(whole.currentRouteSegmentTraffic == (isKept ? Self.traffic : nil))
  }

  @Test(arguments: [(12, true), (22, false), (nil, false)] as [(Int64?, Bool)])
  func `A completed response keeps waypoints that an older server omits`(
    version: Int64?, isKept: Bool
  ) {
    let answer = Trip.with {
      $0.remainingWaypointsVersion = version.map { .at($0) }
      $0.remainingWaypointsRouteVersion = .at(13)
    }
    let whole = answer.completed(from: Self.last)
    #expect(whole.remainingWaypoints == (isKept ? Self.last.remainingWaypoints : []))
  }

  @Test(arguments: [(13, true), (23, false), (nil, false)] as [(Int64?, Bool)])
  func `A completed response keeps the paths of waypoints that a newer server omits`(
    version: Int64?, isKept: Bool
  ) {
    let answer = Trip.with {
      $0.remainingWaypoints = [.sample(.dropoff, at: 2)]
      $0.remainingWaypointsVersion = .at(22)
      $0.remainingWaypointsRouteVersion = version.map { .at($0) }
    }
    let whole = answer.completed(from: Self.last)
    #expect(whole.remainingWaypoints.first?.path == (isKept ? Self.route : nil))
    #expect(whole.remainingWaypoints.first?.traffic == (isKept ? Self.traffic : nil))
  }

  @Test func `A completed response does not assign one waypoint's path to another`() {
    let answer = Trip.with {
      $0.remainingWaypoints = [
        .sample(.dropoff, at: 2, trip: "other"), .sample(.dropoff, at: 3), .sample(.pickup, at: 2),
      ]
      $0.remainingWaypointsRouteVersion = .at(13)
    }
    let whole = answer.completed(from: Self.last)
    #expect(whole.remainingWaypoints.allSatisfy { $0.path == nil })
  }

  @Test func `A completed response keeps separate paths for two visits of one place`() {
    var last = Self.last
    last.remainingWaypoints = [
      .sample(.intermediateDestination, at: 1, path: [.at(0, 0)]),
      .sample(.intermediateDestination, at: 1, path: [.at(1, 1)]),
    ]
    let answer = Trip.with {
      $0.remainingWaypoints = [
        .sample(.intermediateDestination, at: 1), .sample(.intermediateDestination, at: 1),
      ]
      $0.remainingWaypointsRouteVersion = .at(13)
    }
    let whole = answer.completed(from: last)
    #expect(whole.remainingWaypoints.map(\.path) == [[.at(0, 0)], [.at(1, 1)]])
  }

  @Test func `A response without a last trip is complete`() {
    let answer = Trip.with { $0.currentRouteSegmentVersion = .at(10) }
    #expect(answer.completed(from: nil) == answer)
  }

  @Test func `A completed response keeps nothing at the end of the trip`() {
    let answer = Trip.with { $0.status = .complete }
    #expect(answer.completed(from: Self.last) == answer)
  }

  @Test func `A completed response has the versions of the kept parts only`() {
    let versions = TripVersions(heldIn: Self.last)
    #expect(versions.currentRouteSegment == .at(10))
    #expect(versions.currentRouteSegmentTraffic == .at(11))
    #expect(versions.remainingWaypoints == .at(12))
    #expect(versions.remainingWaypointsRoute == .at(13))
    var bare = Self.last
    bare.route = nil
    bare.currentRouteSegmentTraffic = nil
    bare.remainingWaypoints = []
    #expect(TripVersions(heldIn: bare) == TripVersions())
    #expect(TripVersions(heldIn: nil) == TripVersions())
  }
}
