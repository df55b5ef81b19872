import FleetEngine
import Geo
import TestSupport
import Testing

@testable import RidesharingConsumer

@Suite(.limited) struct `The facts of a ride` {
  private static let now = Timestamp(seconds: 1_000_000)
  private static let id = "t"

  private func trip(_ status: TripStatus, _ waypoints: [TripWaypoint] = []) -> Trip {
    Trip.with {
      $0.name = try? TripName(providerID: "p", tripID: Self.id)
      $0.status = status
      $0.vehicleID = "v"
      $0.remainingWaypoints = waypoints
      $0.remainingDistanceMeters = 1_500
    }
  }

  private func waypoint(
    _ type: WaypointType, _ id: String = id, eta: Timestamp? = nil
  ) -> TripWaypoint { TripWaypoint.with { ($0.type, $0.tripID, $0.eta) = (type, id, eta) } }

  /// A status whose server is ahead of this machine by an offset, 5 s after its last response.
  private func polling(offset: Duration = .zero) -> PollingStatus {
    var polling = PollingStatus()
    polling.lastAnswerAt = .seconds(95)
    polling.lastAnswerWallTime = Self.now - .seconds(5)
    polling.serverClockOffset = offset
    return polling
  }

  private func facts(_ trip: Trip, offset: Duration = .zero) -> RideFacts {
    RideFacts(trip, polling(offset: offset), now: .seconds(100), wall: Self.now)
  }

  @Test(arguments: [
    (WaypointType.pickup, NextPlace.Kind.pickup), (.intermediateDestination, .stop(1)),
    (.dropoff, .dropoff),
  ]) func `A status that is not known takes the next place from the route`(
    type: WaypointType, kind: NextPlace.Kind
  ) {
    for status in ["HANDED_OVER", "", "9", "UNKNOWN_TRIP_STATUS"] {
      var trip = trip(.unknown(status), [waypoint(.pickup, "other"), waypoint(type)])
      trip.intermediateDestinations = type == .pickup ? [] : [TerminalLocation()]
      #expect(trip.nextPlace.kind == kind)
    }
    #expect(trip(.unknown("X")).nextPlace.kind == .dropoff)
  }

  @Test func `An arrival that stands only at the next waypoint is that of the next place`() {
    let eta = Self.now + .seconds(60)
    var trip = trip(.enrouteToPickup, [waypoint(.pickup), waypoint(.dropoff)])
    trip.etaToFirstWaypoint = eta
    #expect(trip.nextPlace == NextPlace(kind: .pickup, eta: eta))
    #expect(trip.eta(at: .dropoff) == nil)
    trip.remainingWaypoints = []
    #expect(trip.nextPlace.eta == eta)
    // The next waypoint is another trip's.
    trip.remainingWaypoints = [waypoint(.dropoff, "other"), waypoint(.pickup)]
    #expect(trip.nextPlace == NextPlace(kind: .pickup, eta: nil))
    // The next waypoint is a stop, and nothing else says so.
    trip.status = .unknown("X")
    trip.remainingWaypoints = [waypoint(.intermediateDestination), waypoint(.dropoff)]
    trip.intermediateDestinations = [TerminalLocation()]
    #expect(trip.nextPlace == NextPlace(kind: .stop(1), eta: eta))
  }

  @Test func `A ride is late against the first estimate, at the pickup and then at the drop-off`() {
    var polling = polling()
    func late(_ trip: Trip, after minutes: Int = 0) -> Int64? {
      polling.lastAnswerAt = .seconds(95 + 60 * minutes)
      polling.lastAnswerWallTime = Self.now + .seconds(60 * minutes - 5)
      polling.promised.note(trip)
      let time: Duration = .seconds(60 * minutes)
      return RideFacts(trip, polling, now: .seconds(100) + time, wall: Self.now + time)
        .lateness.map { $0.components.seconds / 60 }
    }
    func at(_ minutes: Int) -> Timestamp { Self.now + .seconds(60 * minutes) }
    #expect(late(trip(.new)) == nil)
    var trip = trip(
      .enrouteToPickup, [waypoint(.pickup, eta: at(5)), waypoint(.dropoff, eta: at(20))])
    #expect(late(trip) == 0)
    trip.remainingWaypoints = [waypoint(.pickup, eta: at(8)), waypoint(.dropoff, eta: at(24))]
    #expect(late(trip) == 3)
    // The estimate has passed, and the vehicle is not there.
    #expect(late(trip, after: 12) == 7)
    // A rider who is not ready delays the drop-off, not the pickup.
    trip.status = .arrivedAtPickup
    #expect(late(trip, after: 12) == 4)
    trip.status = .enrouteToDropoff
    trip.remainingWaypoints = [waypoint(.dropoff, eta: at(18))]
    #expect(late(trip, after: 13) == -2)
    trip.remainingWaypoints = [waypoint(.dropoff)]
    #expect(late(trip, after: 14) == nil)
    trip.status = .complete
    trip.dropoffTime = at(26)
    #expect(late(trip, after: 26) == 6)
  }

  @Test(arguments: [-600, 0, 600])
  func `A vehicle is quiet by the server's clock, however this machine's is set`(offset: Int) {
    let server = Self.now + .seconds(offset)
    for (age, isQuiet) in [(20, false), (40, true)] {
      var trip = trip(.enrouteToPickup)
      trip.lastLocation = VehicleLocation.with {
        $0.location = .init(latitude: 1, longitude: 2)
        $0.updateTime = server - .seconds(age)
      }
      let facts = facts(trip, offset: .seconds(offset))
      #expect(facts.now == server)
      #expect(facts.locationAge == .seconds(age))
      #expect((facts.state == .vehicleQuiet) == isQuiet)
    }
  }

  @Test func `An arrival has passed at once if data is doubtful, and after a minute if not`() {
    var trip = trip(.enrouteToPickup)
    let past = { (seconds: Int) in Self.now - .seconds(seconds) }
    #expect(!facts(trip).isWithdrawn(past(60)) && facts(trip).isWithdrawn(past(61)))
    trip.lastLocation = VehicleLocation.with {
      $0.location = .init(latitude: 1, longitude: 2)
      $0.updateTime = past(40)
    }
    #expect(facts(trip).isWithdrawn(past(1)) && !facts(trip).isWithdrawn(past(-1)))
  }
}
