import FleetEngine
import Geo
import RouteSources
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite(.blocking) struct `A Cloud Logging export` {
  private static func read(_ text: String) throws(RouteSourceError) -> LoggedChanges {
    try LoggedChanges(LogTimeline(json: Array(text.utf8), file: "log.json"), file: "log.json")
  }

  private static func vehicleUpdate(
    _ log: LoggedChanges
  ) throws -> (vehicle: Vehicle, mask: [String]) {
    for call in log.calls {
      if case .updateVehicle(_, let vehicle, let mask) = call.operation { return (vehicle, mask) }
    }
    throw CancellationError()
  }

  @Test func `A Cloud Logging export returns its calls in the order of their times`() throws {
    let log = try Self.read(LogFixture.whole)
    let operations = log.calls.map { call in
      switch call.operation {
      case .createTrip(let name, _): "create \(name.tripID)"
      case .updateTrip(let name, _, let mask): "update \(name) \(mask)"
      case .createVehicle(let name, _): "create \(name)"
      case .updateVehicle(let name, _, let mask): "update \(name) \(mask.count)"
      }
    }
    #expect(
      operations == [
        "create t1", #"update providers/acme/trips/t1 ["vehicleId"]"#,
        #"update providers/acme/trips/t1 ["tripStatus"]"#, "update providers/acme/vehicles/v1 5",
        "update providers/acme/vehicles/v1 1",
      ])
    #expect(log.trips.map(\.tripID) == ["t1"])
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0]])
  func `A Cloud Logging export keeps calls of the same time in their order`(order: [Int]) throws {
    let entries = [("10:00:00", "NEW"), ("10:00:05", "NEW"), ("10:00:05", "ENROUTE_TO_PICKUP")].map
    {
      LogFixture.entry(
        "UpdateTripLog", at: "2026-01-01T\($0.0)Z",
        request:
          #"{"tripid":"t1","updatemask":"tripStatus","trip":{"status":"TRIP_STATUS_\#($0.1)"}}"#)
    }
    let calls = try Self.read(LogFixture.list(order.map { entries[$0] })).calls
    let statuses = calls.map { call -> TripStatus? in
      guard case .updateTrip(_, let trip, _) = call.operation else { return nil }
      return trip.status
    }
    #expect(statuses == [.new, .new, .enrouteToPickup])
  }

  @Test func `A Cloud Logging export skips and counts broken and foreign entries`() throws {
    let log = try Self.read(LogFixture.whole)
    #expect(
      log.problems.dropFirst() == [
        "6 entries left out as broken; the first: entry 7 is left out: it has no payload with a type.",
        "Skipped 1 call of other methods: listvehicles.",
      ])
  }

  @Test(arguments: [
    LogFixture.list(LogFixture.good), #"{"entries": \#(LogFixture.list(LogFixture.good))}"#,
  ]) func `A Cloud Logging export may be a list or an object with one`(text: String) throws {
    #expect(try Self.read(text).calls == Self.read(LogFixture.whole).calls)
  }

  @Test func `A Cloud Logging export is converted to the API's spelling`() throws {
    let (vehicle, mask) = try Self.vehicleUpdate(Self.read(LogFixture.whole))
    #expect(
      mask == [
        "vehicleState", "lastLocation", "navigationStatus", "currentRouteSegment",
        "remainingTimeSeconds",
      ])
    #expect(vehicle.state == .online)
    #expect(vehicle.navigationStatus == .enrouteToDestination)
    #expect(vehicle.route?.count == 5)
    #expect(vehicle.currentRouteSegmentTraffic?.map(\.style) == [.slowerTraffic, .trafficJam])
    #expect(vehicle.currentRouteSegmentTraffic?.map(\.offsetMeters) == [20, 60])
    #expect(vehicle.currentRouteSegmentEndPoint == TripWaypoint(tripID: "t1", type: .pickup))
    #expect(vehicle.remainingTimeSeconds == 52)
    #expect(vehicle.lastLocation?.sensor == .roadSnappedLocationProvider)
    #expect(vehicle.lastLocation?.rawLocationSensor == .gps)
    #expect(vehicle.lastLocation?.isGPSSensorEnabled == true)
    #expect(vehicle.deviceSettings?.locationPowerSaveMode == "LOCATION_MODE_NO_CHANGE")
    #expect(vehicle.deviceSettings?.batteryInfo?.batteryStatus == "BATTERY_STATUS_DISCHARGING")
    #expect(vehicle.deviceSettings?.batteryInfo?.powerSource == "POWER_SOURCE_UNPLUGGED")
    let log = try Self.read(LogFixture.whole)
    guard case .createTrip(_, let trip) = log.calls[0].operation,
      case .updateTrip(_, let update, _) = log.calls[2].operation
    else { throw CancellationError() }
    #expect(trip.type == .exclusive)
    #expect(trip.numberOfPassengers == 2)
    #expect(trip.pickupPoint?.point == Coordinate(latitude: 45.01, longitude: 7.01))
    #expect(update.status == .enrouteToPickup)
  }

  @Test func `A Cloud Logging export has the values for its vehicles' creation`() throws {
    let log = try Self.read(LogFixture.whole)
    let name = try VehicleName(parsing: "providers/acme/vehicles/v1")
    #expect(
      log.vehicles == [
        name: Vehicle.with {
          $0.state = .offline
          $0.supportedTripTypes = [.exclusive, .shared]
          $0.maximumCapacity = 5
          $0.category = .taxi
        }
      ])
  }

  @Test func `A Cloud Logging export keeps the complete entries of a truncated file`() throws {
    let text = LogFixture.list([LogFixture.createTrip, LogFixture.assign])
    let log = try Self.read(String(text.dropLast(40)))
    #expect(log.calls.count == 1)
    #expect(
      log.problems == [
        "1 entry left out as broken; the first: the file ends in the middle of entry 2."
      ])
  }

  @Test(arguments: [
    ("", RouteSourceError.Problem.notJSON),
    ("<html>", .notJSON),
    ("{}", .unexpectedContent),
    (#"{"rawLogs": 7}"#, .unexpectedContent),
    (#"{"a"#, .unexpectedContent),
    ("[]", .noPoints),
    ("[1,,]}", .noPoints),
    ("[\(LogFixture.foreign)]", .noPoints),
  ]) func `A Cloud Logging export explains in one sentence why it has no calls`(
    text: String, problem: RouteSourceError.Problem
  ) {
    let error = #expect(throws: RouteSourceError.self) { try Self.read(text) }
    #expect(error?.problem == problem)
    #expect(error?.description.hasPrefix("log.json ") == true)
  }

  @Test(arguments: ["1,", "{},"])
  func `A Cloud Logging export refuses more entries than a log can have`(_ entry: String) {
    let text = "[" + String(repeating: entry, count: 500_001) + "]"
    do {
      _ = try Self.read(text)
      Issue.record("The log was read.")
    } catch {
      #expect(error.problem == .tooLarge)
      #expect(error.description.contains("500000 entries"))
    }
  }

  @Test func `A Cloud Logging export can be truncated anywhere`() {
    let bytes = Array(LogFixture.list([LogFixture.createTrip, LogFixture.updateVehicle]).utf8)
    for length in stride(from: 0, to: bytes.count, by: 37) {
      do throws(RouteSourceError) {
        let log = try Self.read(String(decoding: bytes[..<length], as: UTF8.self))
        #expect(log.calls.count < 2)
      } catch { #expect(error.file == "log.json") }
    }
  }

  @Test func `A Cloud Logging export of several megabytes is read from a file as from memory`()
    async throws
  {
    let entries = (0..<9_000).map { number in
      if number % 1_500 == 700 { return #"{"broken":\#(number)}"# }
      let padding = String(repeating: "x", count: number % 1_000)
      return #"""
        {"timestamp":"2026-01-01T10:\#(10 + number / 60 % 50):\#(10 + number % 50)Z",
         "logName":"projects/p/logs/fleetengine","padding":"\#(padding)",
         "jsonPayload":{"@type":"type.googleapis.com/maps.fleetengine.v1.UpdateVehicleLog",
         "request":{"vehicleId":"v\#(number % 7)","vehicle":{"vehicleState":"VEHICLE_STATE_ONLINE"},
         "updateMask":"vehicleState"},
         "response":{"name":"providers/p/vehicles/v\#(number % 7)","maximumCapacity":\#(number % 9 + 1)}}}
        """#
    }
    let json = Array("[\(entries.joined(separator: ","))]".utf8)
    #expect(json.count > 6 * 1_048_576)
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("export-\(UInt64.random(in: 0...(.max))).json").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(FileManager.default.createFile(atPath: file, contents: Data(json)))
    let read = try await LoggedChanges.read(file)
    #expect(read == (try LoggedChanges(LogTimeline(json: json, file: file), file: file)))
    #expect(read.calls.count == 8_994)
    #expect(
      read.problems.last?.hasPrefix("6 entries left out as broken; the first: entry 701 is") == true
    )
    #expect(read.vehicles.count == 7)
  }

  @Test(.enabled(if: TestData.restrictedLog != nil))
  func `An export with restricted logging has places for all trips but one`() async throws {
    let log = try await LoggedChanges.read(#require(TestData.restrictedLog))
    #expect(log.trips.count == 3)
    #expect(log.unplacedTrips.count == 1)
    #expect(
      log.problems.dropLast() == [
        "Restricted logging hides places and routes; vehicles are at raw locations.",
        "Skipped 39 calls that the server refused.",
      ])
  }

  @Test(.enabled(if: TestData.deliveryLog != nil))
  func `A Cloud Logging export of real deliveries is refused with their number`() async throws {
    let path = try #require(TestData.deliveryLog)
    let error = await #expect(throws: RouteSourceError.self) { try await LoggedChanges.read(path) }
    #expect(error?.description.contains("Skipped 669 calls of delivery") == true)
  }

  @Test(.enabled(if: TestData.log != nil))
  func `A Cloud Logging export of two real rides has 528 vehicle updates and 14 trip calls`()
    async throws
  {
    let log = try await LoggedChanges.read(#require(TestData.log))
    #expect(log.calls.count { $0.vehicleName != nil } == 528)
    #expect(log.calls.count { $0.tripName != nil } == 14)
    #expect(log.problems == [])
    #expect(log.trips.count == 2)
    let vehicle = try VehicleName(parsing: "providers/geod-support-gems/vehicles/Vehicle_1")
    #expect(log.vehicles.keys.map(\.self) == [vehicle])
    #expect(log.vehicles[vehicle]?.maximumCapacity == 5)
    #expect(zip(log.calls, log.calls.dropFirst()).allSatisfy { $0.time <= $1.time })
    var statuses: [TripStatus] = []
    for call in log.calls {
      switch call.operation {
      case .updateVehicle(_, let vehicle, let mask):
        #expect(vehicle.state == .online)
        #expect(vehicle.lastLocation?.location != nil)
        #expect(vehicle.lastLocation?.sensor == .roadSnappedLocationProvider)
        #expect(mask.contains("currentRouteSegment") == (vehicle.route != nil))
        #expect(mask.contains("navigationStatus") == vehicle.navigationStatus.isKnown)
      case .updateTrip(_, let trip, ["tripStatus"]): statuses.append(trip.status)
      default: break
      }
    }
    let ride: [TripStatus] = [
      .new, .enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete,
    ]
    #expect(statuses == ride + ride)
  }
}
