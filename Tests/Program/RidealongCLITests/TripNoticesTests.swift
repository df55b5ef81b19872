import FleetEngine
import Geo
import RidesharingConsumer
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The notices of a trip` {
  private static let trip = "providers/p/trips/t"
  private static let start = Timestamp(seconds: 1_000_000)

  /// A trip that is answered at once, unless it is not asked about.
  private struct FollowedTrip {
    var notices: TripNotices
    var trip = Trip()
    var polling = PollingStatus()
    var now: Duration = .seconds(100)

    init(_ rules: String) throws {
      notices = TripNotices(
        `The notices of a trip`.trip, try NoticeRules(parsing: rules, of: "--notify-on"))
      trip.name = try TripName(parsing: `The notices of a trip`.trip)
      (trip.status, trip.vehicleID) = (.enrouteToPickup, "v")
      polling.interval = .seconds(5)
    }

    var wall: Timestamp { `The notices of a trip`.start + (now - .seconds(100)) }

    /// The notices after some time, with or without an answer at its end.
    mutating func pass(
      _ seconds: Int, isAnswered: Bool = true, _ change: (inout Trip) -> Void = { _ in }
    ) -> [RideNotice] {
      now += .seconds(seconds)
      if isAnswered {
        change(&trip)
        (polling.lastAnswerAt, polling.lastAnswerWallTime) = (now, wall)
        polling.promised.note(trip)
      }
      let facts = RideFacts(trip, polling, now: now, wall: wall)
      return notices.update(facts, polling, now: now)
    }

    mutating func locate() {
      trip.lastLocation = VehicleLocation.with {
        $0.location = .init(latitude: 1, longitude: 2)
        $0.updateTime = wall
      }
    }
  }

  @Test func `A vehicle that is quiet for longer than the limit is noticed once, and its recovery`()
    throws
  {
    var ride = try FollowedTrip("quiet=5m,recovered")
    ride.locate()
    for _ in 0..<59 { #expect(ride.pass(5) == []) }
    let notices = ride.pass(5)
    #expect(notices.map(\.event) == [.quiet])
    #expect(notices.first?.time == .seconds(300))
    #expect(notices.first?.variables["RIDE_SECONDS"] == "300")
    #expect(notices.first?.variables["RIDE_VEHICLE"] == "v")
    for _ in 0..<20 { #expect(ride.pass(60) == []) }
    ride.locate()
    let recovered = ride.pass(1)
    #expect(recovered.map(\.event) == [.recovered] && recovered.first?.past == .quiet)
    #expect(recovered.first?.variables["RIDE_WAS"] == "quiet")
  }

  @Test func `Without an answer a vehicle is not quiet, and the trip is failing after the limit`()
    throws
  {
    var ride = try FollowedTrip("quiet=1m,failing=2m,recovered")
    ride.locate()
    #expect(ride.pass(5) == [])
    var seen: [RideNotice] = []
    // Nobody asks about it, as while the server fails and many trips wait.
    for _ in 0..<60 { seen += ride.pass(5, isAnswered: false) }
    #expect(seen.map(\.event) == [.failing] && seen.first?.time == .seconds(120))
    ride.locate()
    #expect(ride.pass(5).map(\.past) == [.failing])
  }

  @Test func `A ride that is late against its first estimate is noticed, and again after recovery`()
    throws
  {
    var ride = try FollowedTrip("late=10m")
    let promised = Self.start + .seconds(3_000)
    func estimate(_ minutes: Int) -> (inout Trip) -> Void {
      { $0.pickupTime = promised + .seconds(60 * minutes) }
    }
    #expect(ride.pass(5, estimate(0)) == [])
    #expect(ride.pass(5, estimate(9)) == [])
    #expect(ride.pass(5, estimate(11)).map(\.event) == [.late])
    // It varies around the limit.
    for minutes in [10, 12, 9, 10] {
      #expect(ride.pass(5, estimate(minutes)) == [], "\(minutes) min")
    }
    #expect(ride.pass(5, estimate(8)) == [])
    #expect(ride.pass(5, estimate(15)).map(\.event) == [.late])
  }

  @Test func `Arrivals and the end are noticed, but not the first status`() throws {
    var ride = try FollowedTrip("arrival,end")
    #expect(ride.pass(5) { $0.status = .arrivedAtPickup } == [])
    #expect(ride.pass(5) { $0.status = .enrouteToDropoff } == [])
    #expect(
      ride.pass(5) { $0.status = .arrivedAtIntermediateDestination }.map(\.word) == [
        "arrived-at-intermediate-destination"
      ])
    let end = ride.pass(5) { $0.status = .complete }
    #expect(end.map(\.word) == ["complete"] && end.first?.variables["RIDE_STATUS"] == "COMPLETE")
    #expect(ride.pass(5) == [])
    var other = try FollowedTrip("quiet")
    _ = other.pass(5)
    #expect(other.pass(5) { $0.status = .complete } == [])
  }

  @Test func `A program gets only valid names and known statuses of a server`() {
    var notice = RideNotice(event: .quiet, trip: Self.trip)
    notice.status = .unknown("$(reboot)")
    notice.vehicleID = "a/b\n$(reboot)"
    #expect(
      notice.variables == [
        "RIDE_EVENT": "quiet", "RIDE_TRIP": Self.trip, "RIDE_TRIP_ID": "t", "RIDE_COUNT": "1",
      ])
  }

  @Test func `Events are a list with times`() throws {
    let rules = try NoticeRules(parsing: "quiet=5m, late = 90s,failing,end", of: "--notify-on")
    #expect(
      rules.limits == [
        .quiet: .seconds(300), .late: .seconds(90), .failing: .seconds(60), .end: .zero,
      ])
  }
}
