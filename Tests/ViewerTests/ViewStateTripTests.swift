import FleetEngine
import RidesharingConsumer
import Testing

@testable import Viewer

@Suite struct `The view state, as the trip goes on` {
  private func texts(_ view: SampleView) -> [String] { view.state.events.map(\.text) }

  @Test func `logs each status once`() {
    var view = SampleView(.new)
    view.answer(SampleRide.toPickup, after: 5)
    view.answer(SampleRide.toPickup, after: 5)
    view.answer(SampleRide.atPickup, after: 5)
    #expect(
      texts(view) == [
        "status NEW", "vehicle demo-vehicle-1 assigned", "status ENROUTE_TO_PICKUP",
        "status ARRIVED_AT_PICKUP",
      ]
    )
    #expect(view.state.events.first?.time == SampleRide.wall)
  }

  @Test func `logs a vehicle that leaves and another that comes`() {
    var view = SampleView(.pickup)
    view.answer(SampleRide.trip(.new, vehicleID: nil), after: 5)
    view.answer(SampleRide.trip(.new, vehicleID: "v2"), after: 5)
    #expect(texts(view).suffix(3) == ["vehicle unassigned", "status NEW", "vehicle v2 assigned"])
  }

  @Test(arguments: [(119, false), (120, true), (-119, false), (-120, true)])
  func `logs an estimate that moves by two minutes`(_ seconds: Int, isLogged: Bool) {
    var view = SampleView(.pickup)
    var trip = SampleRide.toPickup
    trip.dropoffTime = trip.dropoffTime.map { $0 + .seconds(seconds) }
    view.answer(trip, after: 5)
    let events = texts(view).filter { $0.hasPrefix("ETA drop-off 14:52 → 14:5") }
    #expect(events.isEmpty == !isLogged)
  }

  @Test func `does not take the time of the pickup for a new estimate`() {
    var view = SampleView(.pickup)
    view.answer(SampleRide.toStop, after: 300)
    #expect(!texts(view).contains { $0.hasPrefix("ETA pickup") })
  }

  @Test func `logs failures and the recovery, and says it`() {
    var view = SampleView(.pickup)
    view.fail(SampleView.unreachable, after: 5, retryIn: 2)
    view.fail(SampleView.denied, after: 60, retryIn: 60)
    view.answer(SampleRide.toPickup, after: 70)
    #expect(
      texts(view).suffix(3) == [
        "UNAVAILABLE  server unreachable, retry in 2 s",
        "PERMISSION_DENIED  The server refused this token for this trip, retry in 60 s",
        "Connected again after 2 min 10 s.",
      ]
    )
    #expect(view.text.contains("Connected again after 2 min 10 s."))
  }

  @Test func `does not speak of a recovery before the first data`() {
    var view = SampleView(.failing)
    view.answer(SampleRide.new, after: 3)
    #expect(!texts(view).contains { $0.hasPrefix("Connected") })
  }

  @Test func `closes the details when the error is gone`() {
    var view = SampleView(.denied)
    view.press("d")
    view.answer(SampleRide.toPickup, after: 5)
    #expect(view.state.overlay == nil)
  }

  @Test(arguments: [SampleRide.complete, SampleRide.canceled])
  func `stops polling at the end, once, and goes on if there was none`(_ end: Trip) {
    var view = SampleView(.pickup)
    #expect(view.apply(.trip(end)) == [.stopPolling])
    #expect(view.apply(.trip(end)).isEmpty)
    #expect(view.apply(.trip(SampleRide.toStop)) == [.resumePolling])
  }

  @Test func `keeps the last five hundred events, each bounded`() {
    var view = SampleView(.pickup)
    for number in 0..<600 {
      view.state.log("\(number) " + String(repeating: "x", count: 9_999), at: view.wall)
    }
    #expect(view.state.events.count == 500)
    #expect(view.state.events.first?.text.hasPrefix("100 ") == true)
    #expect(view.state.events.allSatisfy { $0.text.count <= 400 })
  }

  @Test func `says of a wait that it saw begin how long it was, else how long at least`() {
    #expect(SampleView(.arrived).text.contains("Waiting              0:03"))
    var late = SampleView(.loading)
    late.answer(SampleRide.atPickup)
    late.pass(42)
    #expect(late.text.contains("Waiting            ≥ 0:42"))
    var told = SampleRide.atPickup
    told.actualPickupArrivalPoint = StopLocation(point: nil, timestamp: late.wall - .seconds(95))
    late.answer(told)
    #expect(late.text.contains("Waiting              1:35"))
  }

  @Test func `knows the length of every leg it was told of`() {
    let view = SampleView(.pickup)
    #expect(view.state.legMeters == [.approach: 1_100, .toStop(1): 2_400, .toDropoff: 3_800])
    #expect(SampleView(.after).state.legMeters[.approach] == 1_100)
  }

  @Test func `bounds numbers that no ride has`() {
    var trip = SampleRide.toStop
    trip.remainingDistanceMeters = .max
    trip.intermediateDestinationIndex = .max
    trip.numberOfPassengers = .max
    trip.remainingWaypoints[1].distanceMeters = .max
    var view = SampleView(.pickup)
    view.answer(trip)
    #expect(view.text.contains("ON THE WAY TO STOP 999"))
    trip.intermediateDestinationIndex = .min
    trip.remainingDistanceMeters = .min
    view.answer(trip)
    #expect(view.text.contains("ON THE WAY TO STOP 1"))
  }
}
