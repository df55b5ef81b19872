import CellGrid
import FleetEngine
import Geo
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `A moved place of a ride` {
  /// A place that lies some meters north of another one.
  private func north(_ meters: Double, of place: Coordinate) -> TerminalLocation {
    TerminalLocation(
      point: Coordinate(latitude: place.latitude + meters / 111_195, longitude: place.longitude))
  }

  private func moved(_ trip: Trip, _ change: (inout Trip) -> Void) -> [PlaceMove] {
    var places = RidePlaces()
    #expect(places.update(trip).isEmpty)
    var trip = trip
    change(&trip)
    return places.update(trip)
  }

  @Test func `A moved place of a ride is found with its distance, in the order of the ride`() {
    let moves = moved(SampleRide.toPickup) { trip in
      trip.pickupPoint = north(120, of: SampleRide.pickup)
      trip.intermediateDestinations[0] = north(60, of: SampleRide.stop)
      trip.dropoffPoint = north(400, of: SampleRide.dropoff)
    }
    #expect(moves.map(\.kind) == [.pickup, .stop(1), .dropoff])
    #expect(moves.map(\.meters) == [120, 60, 400])
  }

  @Test(arguments: [(24.0, 0), (26.0, 1)])
  func `A moved place of a ride is reported if it moved by at least 25 meters`(
    meters: Double, count: Int
  ) {
    let moves = moved(SampleRide.toPickup) {
      $0.dropoffPoint = north(meters, of: SampleRide.dropoff)
    }
    #expect(moves.count == count)
  }

  @Test func `A moved place of a ride is reported when several small moves add up`() {
    var places = RidePlaces()
    var trip = SampleRide.toPickup
    _ = places.update(trip)
    var found: [Int] = []
    for step in 1...3 {
      trip.pickupPoint = north(Double(step) * 10, of: SampleRide.pickup)
      found += places.update(trip).map(\.meters)
    }
    #expect(found == [30])
    #expect(places.update(trip).isEmpty)
  }

  @Test func `A moved place of a ride is reported only if the ride has not passed it`() {
    #expect(moved(SampleRide.toStop) { $0.pickupPoint = north(500, of: SampleRide.pickup) }.isEmpty)
    #expect(
      moved(SampleRide.toDropoff) {
        $0.intermediateDestinations[0] = north(500, of: SampleRide.stop)
      }.isEmpty)
    #expect(
      moved(SampleRide.complete) { $0.dropoffPoint = north(500, of: SampleRide.dropoff) }.isEmpty)
  }

  @Test func `A place that is added, removed or invalid is not a moved place`() {
    let none = moved(SampleRide.toPickup) { trip in
      trip.pickupPoint = nil
      trip.intermediateDestinations = []
      trip.dropoffPoint = TerminalLocation(point: Coordinate(latitude: .nan, longitude: 0))
    }
    #expect(none.isEmpty)
    let added = moved(SampleRide.toPickup) { trip in
      trip.intermediateDestinations.insert(north(500, of: SampleRide.stop), at: 0)
    }
    #expect(added.isEmpty)
  }

  @Test func `A moved place of a ride has an event, and a message with its street if known`() {
    var view = SampleView(.pickup)
    var trip = SampleRide.toPickup
    view.answer(trip)
    trip.dropoffPoint = north(400, of: SampleRide.dropoff)
    let moves = view.apply(.trip(trip))
    guard case .announce(let places) = moves.first else {
      Issue.record("Nothing is announced: \(moves)")
      return
    }
    let moment = InputMoment(now: view.now, wall: view.wall, settings: view.settings)
    view.state.announce(places.map { ($0, "Via Roma") }, at: moment)
    #expect(view.state.ride.events.last?.text == "Drop-off moved by 400 m")
    #expect(view.text.contains("Drop-off moved by 400 m, now near Via Roma."))
    view.pass(20)
    #expect(view.text.contains("Drop-off moved by 400 m"))
    view.pass(11)
    view.apply(.tick)
    #expect(!view.text.contains("Drop-off moved"))
  }

  @Test func `A moved place of a ride is described in a sentence`() {
    let settings = ViewerSettings(localTime: LocalTime(utcOffsetSeconds: 7_200))
    var narration = PlainNarration(tripName: SampleView.tripName, settings: settings)
    func moment(_ seconds: Int) -> PlainNarration.Moment {
      PlainNarration.Moment(now: .seconds(seconds), wall: SampleRide.wall + .seconds(seconds))
    }
    var trip = SampleRide.toPickup
    _ = narration.lines(for: trip, at: moment(0))
    trip.pickupPoint = north(120, of: SampleRide.pickup)
    #expect(
      narration.lines(for: trip, at: moment(5)).map(\.description) == [
        "14:32:12 Pickup moved by 120 meters."
      ])
    #expect(narration.lines(for: trip, at: moment(10)).isEmpty)
  }

  @Test func `A moved place of a ride is a member of one JSON line`() {
    var moves = MovedPlaces()
    var trip = SampleRide.toStop
    moves.update(trip)
    trip.intermediateDestinations[0] = north(60, of: SampleRide.stop)
    moves.update(trip)
    moves.update(trip)
    let moment = PlainNarration.Moment(now: .zero, wall: SampleRide.wall)
    let record = TripJSONLines(tripName: SampleView.tripName, at: moment)
    let line = record.line(trip, PollingStatus(), moves: moves).text
    #expect(line.contains(#""moved":[{"kind":"stop","index":1,"distance_m":60}]"#))
    #expect(line.contains(#""dropoff":{"eta":"2026-04-01T12:46:07Z","lat":45.461,"lon":9.23}"#))
    moves.markReported()
    #expect(!record.line(trip, PollingStatus(), moves: moves).text.contains("moved"))
  }
}
