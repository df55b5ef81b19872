import FleetEngine
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The trip's state` {
  private func texts(_ view: SampleView) -> [String] { view.state.ride.events.map(\.text) }

  @Test func `The trip's state logs each status once, in the words of the panel`() {
    var view = SampleView(.new)
    view.answer(SampleRide.toPickup, after: 5)
    view.answer(SampleRide.toPickup, after: 5)
    view.answer(SampleRide.atPickup, after: 5)
    #expect(
      texts(view) == [
        "waiting for a vehicle", "vehicle demo-vehicle-1 assigned", "on the way to pickup",
        "vehicle has arrived",
      ])
    #expect(view.state.ride.events.first?.time == SampleRide.wall)
  }

  @Test func `The trip's state logs when a vehicle is unassigned and another is assigned`() {
    var view = SampleView(.pickup)
    view.answer(SampleRide.trip(.new, vehicleID: nil), after: 5)
    view.answer(SampleRide.trip(.new, vehicleID: "v2"), after: 5)
    let expected = ["vehicle unassigned", "waiting for a vehicle", "vehicle v2 assigned"]
    #expect(texts(view).suffix(3) == expected[...])
  }

  @Test(arguments: [(-4, -4), (3, 0), (-4_000, 0)])
  func `The event of a completed ride has the time of the drop-off, unless clocks disagree`(
    dropoff: Int, event: Int
  ) {
    var view = SampleView(.pickup)
    let wall = view.wall + .seconds(300)
    var trip = SampleRide.complete
    trip.dropoffTime = wall + .seconds(dropoff)
    view.answer(trip, after: 300)
    let status = view.state.ride.events.last { $0.kind == .status }
    #expect(status?.text == "trip complete")
    #expect(status?.time == wall + .seconds(event))
  }

  @Test(arguments: [(119, false), (120, true), (-119, false), (-120, true)])
  func `The trip's state logs an ETA that changes by two minutes`(_ seconds: Int, isLogged: Bool) {
    var view = SampleView(.pickup)
    var trip = SampleRide.toPickup
    trip.dropoffTime = trip.dropoffTime.map { $0 + .seconds(seconds) }
    view.answer(trip, after: 5)
    let events = texts(view).filter { $0.hasPrefix("ETA drop-off 14:52 → 14:5") }
    #expect(events.isEmpty == !isLogged)
  }

  @Test func `The actual pickup time is not logged as a changed ETA`() {
    var view = SampleView(.pickup)
    view.answer(SampleRide.toStop, after: 300)
    #expect(!texts(view).contains { $0.hasPrefix("ETA pickup") })
  }

  @Test func `The trip's state logs failures and shows the recovery`() {
    var view = SampleView(.pickup)
    view.fail(SampleView.unreachable, after: 5, retryIn: 2)
    view.fail(SampleView.denied, after: 60, retryIn: 60)
    var trip = SampleRide.toPickup
    trip.lastLocation?.updateTime = view.wall + .seconds(69)
    view.answer(trip, after: 70)
    #expect(
      texts(view).suffix(3) == [
        "UNAVAILABLE  the server cannot be reached",
        "PERMISSION_DENIED  the server refused this token for this trip",
        "Connected again after 2 min 10 s.",
      ])
    #expect(view.text.contains("Connected again after 2 min 10 s."))
  }

  @Test func `The trip's state logs no recovery before the first data`() {
    var view = SampleView(.failing)
    view.answer(SampleRide.new, after: 3)
    #expect(!texts(view).contains { $0.hasPrefix("Connected") })
  }

  @Test func `The error details close when the error is resolved`() {
    var view = SampleView(.denied)
    view.press("d")
    view.answer(SampleRide.toPickup, after: 5)
    #expect(view.state.layers.isEmpty)
  }

  @Test(arguments: [SampleRide.complete, SampleRide.canceled])
  func `The trip's state stops polling once at the end, and resumes if the trip goes on`(
    _ end: Trip
  ) {
    var view = SampleView(.pickup)
    #expect(view.apply(.trip(end)) == [.stopPolling])
    #expect(view.apply(.trip(end)).isEmpty)
    #expect(view.apply(.trip(SampleRide.toStop)) == [.resumePolling])
  }

  @Test func `The event log keeps the last 500 events, each limited in length`() {
    var view = SampleView(.pickup)
    for number in 0..<600 {
      view.state.ride.log("\(number) " + String(repeating: "x", count: 9_999), at: view.wall)
    }
    #expect(view.state.ride.events.count == 500)
    #expect(view.state.ride.events.first?.text.hasPrefix("100 ") == true)
    #expect(view.state.ride.events.allSatisfy { $0.text.count <= 400 })
  }

  @Test func `The waiting time is exact if the arrival is known, or else a lower bound`() {
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

  @Test func `The trip's state keeps the length of each leg, including completed ones`() {
    let view = SampleView(.pickup)
    #expect(view.state.ride.legMeters == [.approach: 1_100, .toStop(1): 2_400, .toDropoff: 3_800])
    #expect(SampleView(.after).state.ride.legMeters[.approach] == 1_100)
  }

  @Test func `The trip's state limits implausible numbers`() {
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

@Suite(.limited) struct `The times of a ride` {
  /// A ride whose vehicle reported once, long before; the server's points have that time.
  private func byHand(_ trip: Trip) -> Trip {
    var trip = trip
    let report = SampleRide.at(minutes: -90)
    if trip.actualPickupPoint != nil { trip.actualPickupPoint?.timestamp = report }
    if trip.actualDropoffPoint != nil { trip.actualDropoffPoint?.timestamp = report }
    trip.actualIntermediateDestinationArrivalPoints = []
    return trip
  }

  private var followed: SampleView {
    var view = SampleView(.arrived)
    view.answer(byHand(SampleRide.toStop), after: 60)
    view.answer(byHand(SampleRide.atStop), after: 240)
    view.answer(byHand(SampleRide.toDropoff), after: 60)
    return view
  }

  @Test func `The times of a ride come from the trip, not from the vehicle's last report`() {
    var view = followed
    #expect(view.text.contains("P Pickup          14:20 ✓"))
    view.answer(byHand(SampleRide.complete), after: 60)
    #expect(view.text.contains("P Pickup          14:20 ✓"))
    #expect(view.text.contains("D Drop-off        14:46 ✓"))
    #expect(view.text.contains("█▀▀ █▀█      6 min early"))
    #expect(view.text.contains("▀▀▀ ▀▀▀ min"))
    #expect(view.text.contains("Trip complete at 14:46:07."))
    #expect(RideSummary.began(byHand(SampleRide.complete)) == SampleRide.at(minutes: -12))
  }

  @Test func `The times of a ride include the observed arrival at a stop`() {
    #expect(followed.state.ride.events.map(\.text).contains("waiting at stop 1"))
    #expect(followed.text.contains("1 Stop 1          14:37 ✓"))
    var late = SampleView(.loading)
    late.answer(byHand(SampleRide.toDropoff))
    #expect(late.text.contains("1 Stop 1                ✓"))
  }

  @Test func `The times of a ride are the observed times if the trip has none`() {
    func untold(_ trip: Trip) -> Trip {
      var trip = byHand(trip)
      (trip.pickupTime, trip.dropoffTime) = (nil, nil)
      return trip
    }
    var view = SampleView(.arrived)
    view.answer(untold(SampleRide.toStop), after: 60)
    #expect(view.text.contains("P Pickup          14:33 ✓"))
    view.answer(untold(SampleRide.complete), after: 600)
    #expect(view.text.contains("D Drop-off        14:43 ✓"))
    #expect(view.text.contains("▀█  █▀█      ✓ 6.2 km"))
  }

  @Test func `The times of a ride contain no pickup time before the pickup`() {
    var trip = SampleRide.atPickup
    trip.actualPickupPoint = StopLocation(point: nil, timestamp: SampleRide.wall)
    #expect(RideSummary.began(trip) == nil)
    var canceled = SampleRide.canceled
    canceled.pickupTime = SampleRide.at(minutes: 4)
    #expect(RideSummary.began(canceled) == nil)
  }

  @Test func `The rail of a completed ride shows its known distance and duration`() {
    // With the map alone, no panel has them.
    var whole = SampleView(.complete)
    whole.press("z")
    #expect(whole.text.contains(" D   6.2 km · 26 min"))
    var late = SampleView(.loading)
    late.press("z")
    late.answer(SampleRide.complete)
    #expect(late.text.contains(" D   26 min"))
    var trip = SampleRide.complete
    trip.pickupTime = nil
    trip.actualPickupPoint = nil
    late.answer(trip)
    #expect(late.text.contains(" D\n"))
  }
}
