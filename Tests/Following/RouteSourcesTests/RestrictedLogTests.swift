import FleetEngine
import Geo
import RouteSources
import TestSupport
import Testing

@Suite(.limited) struct `A log with restricted logging` {
  private static func read(_ entries: [String]) throws(RouteSourceError) -> LoggedChanges {
    let json = Array(LogFixture.list(entries).utf8)
    return try LoggedChanges(LogTimeline(json: json, file: "log.json"), file: "log.json")
  }

  private static func created(_ log: LoggedChanges) -> [Trip] {
    log.calls.compactMap { call in
      if case .createTrip(_, let trip) = call.operation { trip } else { nil }
    }
  }

  @Test func `A restricted log places vehicles at their raw locations and sends no hidden value`()
    throws
  {
    let log = try Self.read([RestrictedLog.location("00:01", 45.5)])
    guard case .updateVehicle(_, let vehicle, let mask) = log.calls[0].operation else {
      throw CancellationError()
    }
    #expect(vehicle.lastLocation?.location == Coordinate(latitude: 45.5, longitude: 7))
    #expect(vehicle.lastLocation?.heading == 260)
    #expect(mask == ["vehicleState", "lastLocation", "navigationStatus"])
    #expect(log.problems.contains { $0.hasPrefix("Restricted logging hides places") })
  }

  @Test func `A restricted log omits a location without a raw place, but keeps the update`() throws
  {
    let log = try Self.read([
      RestrictedLog.location("00:01", 45), RestrictedLog.location("00:02", nil),
    ])
    guard case .updateVehicle(_, let vehicle, let mask) = log.calls[1].operation else {
      throw CancellationError()
    }
    #expect(vehicle.lastLocation == nil)
    #expect(mask == ["vehicleState", "navigationStatus"])
  }

  @Test func `A restricted log's trip type and places are inferred from the vehicle's arrivals`()
    throws
  {
    let log = try Self.read(RestrictedLog.ride)
    let trip = try #require(Self.created(log).first)
    #expect(trip.type == .exclusive)
    #expect(trip.pickupPoint?.point == Coordinate(latitude: 45.01, longitude: 7))
    #expect(trip.dropoffPoint?.point == Coordinate(latitude: 45.03, longitude: 7))
    #expect(log.calls.count == RestrictedLog.ride.count)
    #expect(log.unplacedTrips.isEmpty)
  }

  @Test func `A restricted log's end of navigation counts as an arrival without a status`() throws {
    let trip = try #require(Self.created(Self.read(RestrictedLog.canceled)).first)
    #expect(trip.pickupPoint?.point == Coordinate(latitude: 45.01, longitude: 7))
    #expect(trip.dropoffPoint == nil)
  }

  @Test func `A restricted log makes trips shared if their riders were on board together`() throws {
    let second = RestrictedLog.ride.map { $0.replacing("t1", with: "t2") }
    let log = try Self.read(RestrictedLog.ride + second)
    #expect(Self.created(log).map(\.type) == [.shared, .shared])
  }

  @Test func `A restricted log omits a trip whose pickup was never reached, with its updates`()
    throws
  {
    let log = try Self.read(RestrictedLog.unreached)
    #expect(log.unplacedTrips.map(\.tripID) == ["t1"])
    #expect(log.trips.isEmpty)
    #expect(log.calls.count == 1)
  }

  @Test func `A restricted log that hides every place is refused in one sentence`() throws {
    let error = #expect(throws: RouteSourceError.self) {
      try Self.read([RestrictedLog.create, RestrictedLog.location("00:01", nil)])
    }
    #expect(error?.description.contains("hides all places: restricted logging") == true)
  }

  @Test func `A restricted log counts failed calls and deliveries, and keeps the rest`() throws {
    let log = try Self.read(RestrictedLog.ride + [RestrictedLog.failed] + RestrictedLog.deliveries)
    #expect(log.calls.count == RestrictedLog.ride.count)
    #expect(
      log.problems.dropFirst(2) == [
        "Skipped 1 call that the server refused.",
        "Skipped 3 calls of delivery vehicles and tasks.",
      ])
  }

  @Test func `A restricted log of deliveries only is refused with their number`() throws {
    let error = #expect(throws: RouteSourceError.self) { try Self.read(RestrictedLog.deliveries) }
    #expect(error?.description.contains("Skipped 3 calls of delivery vehicles and tasks") == true)
  }
}
