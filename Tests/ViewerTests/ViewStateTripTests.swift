import FleetEngine
import RidesharingConsumer
import Testing

@testable import Viewer

@Suite struct `The view state, as the trip goes on` {
  private func texts(_ view: SampleView) -> [String] { view.state.ride.events.map(\.text) }

  @Test func `The view state, as the trip goes on logs each status once`() {
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
    #expect(view.state.ride.events.first?.time == SampleRide.wall)
  }

  @Test
  func `The view state, as the trip goes on logs a vehicle that leaves and another that comes`() {
    var view = SampleView(.pickup)
    view.answer(SampleRide.trip(.new, vehicleID: nil), after: 5)
    view.answer(SampleRide.trip(.new, vehicleID: "v2"), after: 5)
    #expect(texts(view).suffix(3) == ["vehicle unassigned", "status NEW", "vehicle v2 assigned"])
  }

  @Test(arguments: [(119, false), (120, true), (-119, false), (-120, true)])
  func `The view state, as the trip goes on logs an estimate that moves by two minutes`(
    _ seconds: Int,
    isLogged: Bool
  ) {
    var view = SampleView(.pickup)
    var trip = SampleRide.toPickup
    trip.dropoffTime = trip.dropoffTime.map { $0 + .seconds(seconds) }
    view.answer(trip, after: 5)
    let events = texts(view).filter { $0.hasPrefix("ETA drop-off 14:52 → 14:5") }
    #expect(events.isEmpty == !isLogged)
  }

  @Test
  func `View state, as the trip goes on does not take the time of the pickup for a new estimate`() {
    var view = SampleView(.pickup)
    view.answer(SampleRide.toStop, after: 300)
    #expect(!texts(view).contains { $0.hasPrefix("ETA pickup") })
  }

  @Test func `The view state, as the trip goes on logs failures and the recovery, and says it`() {
    var view = SampleView(.pickup)
    view.fail(SampleView.unreachable, after: 5, retryIn: 2)
    view.fail(SampleView.denied, after: 60, retryIn: 60)
    var trip = SampleRide.toPickup
    trip.lastLocation?.updateTime = view.wall + .seconds(69)
    view.answer(trip, after: 70)
    #expect(
      texts(view).suffix(3) == [
        "UNAVAILABLE  server unreachable",
        "PERMISSION_DENIED  The server refused this token for this trip",
        "Connected again after 2 min 10 s.",
      ]
    )
    #expect(view.text.contains("Connected again after 2 min 10 s."))
  }

  @Test
  func `The view state, as the trip goes on does not speak of a recovery before the first data`() {
    var view = SampleView(.failing)
    view.answer(SampleRide.new, after: 3)
    #expect(!texts(view).contains { $0.hasPrefix("Connected") })
  }

  @Test func `The view state, as the trip goes on closes the details when the error is gone`() {
    var view = SampleView(.denied)
    view.press("d")
    view.answer(SampleRide.toPickup, after: 5)
    #expect(view.state.focus.overlay == nil)
  }

  @Test(arguments: [SampleRide.complete, SampleRide.canceled])
  func `The state of a trip stops polling at the end, once, and goes on if there was none`(
    _ end: Trip
  ) {
    var view = SampleView(.pickup)
    #expect(view.apply(.trip(end)) == [.stopPolling])
    #expect(view.apply(.trip(end)).isEmpty)
    #expect(view.apply(.trip(SampleRide.toStop)) == [.resumePolling])
  }

  @Test
  func `The view state, as the trip goes on keeps the last five hundred events, each bounded`() {
    var view = SampleView(.pickup)
    for number in 0..<600 {
      view.state.ride.log("\(number) " + String(repeating: "x", count: 9_999), at: view.wall)
    }
    #expect(view.state.ride.events.count == 500)
    #expect(view.state.ride.events.first?.text.hasPrefix("100 ") == true)
    #expect(view.state.ride.events.allSatisfy { $0.text.count <= 400 })
  }

  @Test func `The state of a trip tells a wait's length, or its least length`() {
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

  @Test func `The view state, as the trip goes on knows the length of every leg it was told of`() {
    let view = SampleView(.pickup)
    #expect(view.state.ride.legMeters == [.approach: 1_100, .toStop(1): 2_400, .toDropoff: 3_800])
    #expect(SampleView(.after).state.ride.legMeters[.approach] == 1_100)
  }

  @Test func `The view state, as the trip goes on bounds numbers that no ride has`() {
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

@Suite struct `The times of a ride` {
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

  @Test func `The times of a ride are the trip's own, not those of the vehicle's last report`() {
    var view = followed
    #expect(view.text.contains("P Pickup          14:20 ✓"))
    view.answer(byHand(SampleRide.complete), after: 60)
    #expect(view.text.contains("Picked up           14:20"))
    #expect(view.text.contains("Dropped off         14:46"))
    #expect(view.text.contains("Ride time          26 min"))
    #expect(view.text.contains("Trip complete at 14:46:07."))
    #expect(RideSummary.began(byHand(SampleRide.complete)) == SampleRide.at(minutes: -12))
  }

  @Test func `The times of a ride tell when a stop was reached, as it was seen`() {
    #expect(
      followed.state.ride.events.map(\.text).contains {
        $0.hasSuffix("ARRIVED_AT_INTERMEDIATE_DESTINATION")
      }
    )
    #expect(followed.text.contains("1 Stop 1          14:37 ✓"))
    var late = SampleView(.loading)
    late.answer(byHand(SampleRide.toDropoff))
    #expect(late.text.contains("1 Stop 1                ✓"))
  }

  @Test func `The times of a ride are those that were seen where the trip has none`() {
    func untold(_ trip: Trip) -> Trip {
      var trip = byHand(trip)
      (trip.pickupTime, trip.dropoffTime) = (nil, nil)
      return trip
    }
    var view = SampleView(.arrived)
    view.answer(untold(SampleRide.toStop), after: 60)
    #expect(view.text.contains("P Pickup          14:33 ✓"))
    view.answer(untold(SampleRide.complete), after: 600)
    #expect(view.text.contains("Dropped off         14:43"))
    #expect(view.text.contains("Ride time          10 min"))
  }

  @Test func `The times of a ride never tell of a pickup that is ahead`() {
    var trip = SampleRide.atPickup
    trip.actualPickupPoint = StopLocation(point: nil, timestamp: SampleRide.wall)
    #expect(RideSummary.began(trip) == nil)
    var canceled = SampleRide.canceled
    canceled.pickupTime = SampleRide.at(minutes: 4)
    #expect(RideSummary.began(canceled) == nil)
  }

  @Test
  func `Times of a ride stand beside the rail of a ride that is over, as far as they are known`() {
    #expect(SampleView(.complete).text.contains("D■  6.2 km · 26 min"))
    var late = SampleView(.loading)
    late.answer(SampleRide.complete)
    #expect(late.text.contains("D■  26 min"))
    var trip = SampleRide.complete
    trip.pickupTime = nil
    trip.actualPickupPoint = nil
    late.answer(trip)
    #expect(late.text.contains("D■\n"))
  }
}
