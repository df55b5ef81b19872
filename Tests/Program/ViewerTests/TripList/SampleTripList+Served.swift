import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import MapCanvas

@testable import Viewer

/// The fleet of an emulator in the same process, made for tests.
extension SampleTripList {
  static let feed = FleetFeed(
    title: "emulator",
    addresses: [
      "http://127.0.0.1:8080  grpc 127.0.0.1:40217  admin 127.0.0.1:8081  provider demo-project",
      "http://127.0.0.1:8080  grpc 127.0.0.1:40217  admin 127.0.0.1:8081",
      "127.0.0.1:8080 grpc:40217 admin:8081",
    ],
    advice: ["Point a client at http://127.0.0.1:8080, or run:", "ridealong emulator seed FILE"],
    faults: ["503 UNAVAILABLE, next 5 calls", "responses 3 s late until ended", "end all faults"],
    next: { FleetUpdate(now: SampleRide.wall) }, playFault: { _ in })

  /// An update with a trip of each kind, a free vehicle, one that is offline, and calls.
  static var update: FleetUpdate {
    let provider = "providers/demo-project/"
    func vehicle(_ id: String, _ state: VehicleState, _ trips: [String] = []) -> Vehicle {
      var vehicle = Vehicle()
      (vehicle.state, vehicle.currentTripIDs) = (state, trips)
      vehicle.lastLocation = SampleRide.toPickup.lastLocation
      vehicle.lastLocation?.location = SampleRide.vehicle.destination(bearing: 90, meters: 900)
      return vehicle
    }
    var update = FleetUpdate(now: SampleRide.wall)
    update.isWhole = true
    for (id, trip) in [
      ("ride-1", SampleRide.toPickup), ("ride-2", SampleRide.atPickup), ("ride-3", SampleRide.new),
      ("ride-4", SampleRide.complete),
    ] { update.trips[provider + "trips/" + id] = trip }
    for (id, vehicle) in [
      ("car-1", vehicle("car-1", .online, ["ride-1"])), ("car-2", vehicle("car-2", .online)),
      ("car-3", vehicle("car-3", .offline)),
    ] { update.vehicles[provider + "vehicles/" + id] = vehicle }
    update.calls = (0..<12).map(call)
    update.callCount = 12
    update.fault = "503 UNAVAILABLE for 5 calls"
    update.clock = "x60"
    return update
  }

  private static func call(_ number: Int) -> ServedCall {
    var call = ServedCall(
      time: SampleRide.wall - .seconds(number),
      procedure: number.isMultiple(of: 2) ? "GetTrip" : "UpdateVehicleLocation",
      subject: number == 0 ? "ride-1 car-1" : "ride-\(number)",
      role: number.isMultiple(of: 2) ? "consumer" : "fleet-reader", code: .ok, httpStatus: 200,
      duration: .microseconds(180 * (1 << number)))
    switch number {
    case 3:
      (call.procedure, call.subject, call.role) = ("unknown path", "/v1/nothing/here", "")
      (call.code, call.httpStatus) = (.notFound, 404)
    case 4: (call.code, call.httpStatus) = (.failedPrecondition, 400)
    default: break
    }
    return call
  }

  mutating func apply(_ update: FleetUpdate) {
    state.apply(update, now: now, wall: wall)
    arrange()
  }

  mutating func addServed() {
    state.fleet = FleetState(Self.feed)
    state.map = MapSnapshot(isAutoCamera: false)
    apply(Self.update)
    now += .seconds(1)
    wall = wall + .seconds(1)
    var next = FleetUpdate(now: wall)
    (next.calls, next.callCount) = (Self.update.calls, 60)
    (next.fault, next.clock) = (Self.update.fault, Self.update.clock)
    apply(next)
  }
}
