import FleetEngine
import Geo
import RouteSources
import TestSupport
import Testing

@Suite(.limited)
struct `A log with restricted logging` {
  private static func read(_ entries: [String]) throws(RouteSourceError) -> CloudLoggingExport {
    try CloudLoggingExport(json: Array(LogFixture.list(entries).utf8), file: "log.json")
  }

  private static func created(_ export: CloudLoggingExport) -> [Trip] {
    export.calls.compactMap { call in
      if case .createTrip(_, let trip) = call.operation { trip } else { nil }
    }
  }

  @Test func `A restricted log places vehicles at their raw locations and sends no hidden value`()
    throws
  {
    let export = try Self.read([RestrictedLog.location("00:01", 45.5)])
    guard case .updateVehicle(_, let vehicle, let mask) = export.calls[0].operation else {
      throw CancellationError()
    }
    #expect(vehicle.lastLocation?.location == Coordinate(latitude: 45.5, longitude: 7))
    #expect(vehicle.lastLocation?.heading == 260)
    #expect(mask == ["vehicleState", "lastLocation", "navigationStatus"])
    #expect(export.hidesPlaces)
  }

  @Test
  func `A restricted log omits a location without a raw place, but keeps the update`()
    throws
  {
    let export = try Self.read([
      RestrictedLog.location("00:01", 45), RestrictedLog.location("00:02", nil),
    ])
    guard case .updateVehicle(_, let vehicle, let mask) = export.calls[1].operation else {
      throw CancellationError()
    }
    #expect(vehicle.lastLocation == nil)
    #expect(mask == ["vehicleState", "navigationStatus"])
  }

  @Test
  func `A restricted log's trip type and places are inferred from the vehicle's arrivals`()
    throws
  {
    let export = try Self.read(RestrictedLog.ride)
    let trip = try #require(Self.created(export).first)
    #expect(trip.type == .exclusive)
    #expect(trip.pickupPoint?.point == Coordinate(latitude: 45.01, longitude: 7))
    #expect(trip.dropoffPoint?.point == Coordinate(latitude: 45.03, longitude: 7))
    #expect(export.calls.count == RestrictedLog.ride.count)
    #expect(export.unplacedTrips.isEmpty)
  }

  @Test func `A restricted log's end of navigation counts as an arrival without a status`()
    throws
  {
    let trip = try #require(Self.created(Self.read(RestrictedLog.canceled)).first)
    #expect(trip.pickupPoint?.point == Coordinate(latitude: 45.01, longitude: 7))
    #expect(trip.dropoffPoint == nil)
  }

  @Test
  func `A restricted log makes trips shared if their riders were on board together`()
    throws
  {
    let second = RestrictedLog.ride.map { $0.replacing("t1", with: "t2") }
    let export = try Self.read(RestrictedLog.ride + second)
    #expect(Self.created(export).map(\.type) == [.shared, .shared])
  }

  @Test func `A restricted log omits a trip whose pickup was never reached, with its updates`()
    throws
  {
    let export = try Self.read(RestrictedLog.unreached)
    #expect(export.unplacedTrips.map(\.tripID) == ["t1"])
    #expect(export.trips.isEmpty)
    #expect(export.calls.count == 1)
  }

  @Test func `A restricted log that hides every place is refused in one sentence`()
    throws
  {
    let error = #expect(throws: RouteSourceError.self) {
      try Self.read([RestrictedLog.create, RestrictedLog.location("00:01", nil)])
    }
    #expect(error?.description.contains("hides all places: restricted logging") == true)
  }

  @Test
  func `A restricted log counts failed calls and deliveries, and keeps the rest`()
    throws
  {
    let export = try Self.read(
      RestrictedLog.ride + [RestrictedLog.failed] + RestrictedLog.deliveries
    )
    #expect(export.calls.count == RestrictedLog.ride.count)
    #expect(export.failedEntries == 1)
    #expect(export.deliveryEntries == 3)
    #expect(export.otherEntries == 0)
    #expect(export.brokenEntries == 0)
  }

  @Test func `A restricted log of deliveries only is refused with their number`()
    throws
  {
    let error = #expect(throws: RouteSourceError.self) { try Self.read(RestrictedLog.deliveries) }
    #expect(error?.description.contains("it holds 3 of delivery vehicles and tasks") == true)
  }
}
