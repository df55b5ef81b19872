import FleetEngine
import Geo
import RidesharingDriver
import TestSupport
import Testing

@Suite(.limited) @MainActor struct `A navigator` {
  private let navigator = Navigator()
  private let provider = RoadSnappedLocationProvider()

  init() {
    provider.add(navigator)
    provider.startUpdatingLocation()
  }

  @Test func `A navigator reports nothing without a destination`() {
    #expect(navigator.status == .noGuidance)
    #expect(navigator.remainingTime == nil)
    #expect(navigator.remainingDistanceMeters == nil)
  }

  @Test func `A navigator follows the vehicle to within 50 m of the destination`() throws {
    let route = try Fleet.route()
    navigator.setDestination(route)
    #expect(navigator.status == .enrouteToDestination)
    #expect(navigator.remainingTime == route.profile.duration)
    provider.report(Fleet.location(449))
    #expect(navigator.status == .enrouteToDestination)
    #expect(abs((navigator.remainingDistanceMeters ?? 0) - 51) < 0.1)
    provider.report(Fleet.location(451))
    #expect(navigator.status == .arrivedAtDestination)
    navigator.clearDestinations()
    #expect(navigator.status == .noGuidance)
  }

  @Test func `A navigator stays on the part of a loop that it is driving`() throws {
    let start = Fleet.start
    let far = start.destination(bearing: 90, meters: 4_000)
    let path = Polyline([start, far, start])
    navigator.setDestination(
      try #require(NavigationRoute(path: path, profile: SpeedProfile(path: path))))
    provider.report(VehicleLocation(location: start))
    #expect(navigator.metersFromStart < 1)
    #expect(navigator.status == .enrouteToDestination)
  }

  @Test func `A navigator gets no location from a stopped provider, and no invalid one`() throws {
    navigator.setDestination(try Fleet.route())
    provider.report(VehicleLocation(location: Coordinate(latitude: .nan, longitude: 7)))
    provider.report(VehicleLocation())
    provider.stopUpdatingLocation()
    provider.report(Fleet.location(300))
    #expect(navigator.metersFromStart == 0)
  }

  @Test func `A navigator needs a path for a route`() {
    let path = Polyline([Fleet.start])
    #expect(NavigationRoute(path: path, profile: SpeedProfile(path: path)) == nil)
  }
}
