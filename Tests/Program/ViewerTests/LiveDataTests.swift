import CellGrid
import FleetEngine
import Geo
import HTTPMessages
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `Live data` {
  private func events(_ view: SampleView) -> [String] { view.state.ride.events.map(\.text) }
  private func freshness(_ view: SampleView) -> Freshness {
    view.state.derived(at: view.now, wall: view.wall)
  }

  private func trip(fixAge: Int) -> Trip {
    var trip = SampleRide.toPickup
    trip.lastLocation?.updateTime = SampleRide.wall - .seconds(fixAge)
    return trip
  }

  @Test func `Live data counts repeated failures in one line of the event log`() {
    var view = SampleView(.pickup)
    for _ in 0..<14 { view.fail(SampleView.unreachable, after: 20, retryIn: 30) }
    #expect(
      events(view).last
        == "UNAVAILABLE x14 since 14:32:29  the server cannot be reached, retry in 30 s")
    #expect(events(view).count { $0.hasPrefix("UNAVAILABLE") } == 1)
    view.fail(SampleView.denied, after: 5)
    view.fail(SampleView.unreachable, after: 5, retryIn: 2)
    #expect(events(view).last == "UNAVAILABLE  the server cannot be reached, retry in 2 s")
    #expect(events(view).count { $0.hasPrefix("UNAVAILABLE") } == 2)
  }

  @Test func `Live data reports its recovery from failures for 10 s`() {
    var view = SampleView(.pickup)
    for _ in 0..<3 { view.fail(SampleView.unreachable, after: 3, retryIn: 2) }
    #expect(view.text.contains("STALE"))
    view.answer(SampleRide.toPickup, after: 3)
    #expect(freshness(view).kind == .live)
    #expect(events(view).last == "Connected again after 9 s.")
    #expect(view.text.contains("Connected again after 9 s."))
    view.pass(10)
    view.apply(.tick)
    #expect(!view.text.contains("Connected again"))
  }

  @Test(arguments: CodeCase.all) func `Live data shows each kind of failure in its own way`(
    _ test: CodeCase
  ) async throws {
    for hasStatus in [false, true] {
      let error = try #require(await test.error(hasStatus: hasStatus))
      var view = SampleView(.pickup, columns: 120, rows: 40)
      view.fail(error, after: 5)
      let words = hasStatus ? test.words : test.bareWords ?? test.words
      #expect(view.text.contains(words), "\(view.text)")
      #expect(view.text.contains(ViewerText.actionTitle) == test.isCard)
      #expect((freshness(view).kind == .actionNeeded) == test.isCard)
    }
  }

  @Test func `Live data shows that polling is slower and when the next poll is`() {
    var view = SampleView(.pickup)
    view.state.ride.polling.usualInterval = .seconds(5)
    view.state.ride.polling.interval = .seconds(10)
    let quota = FleetEngineError(
      operation: "GetTrip", code: .resourceExhausted, message: "", httpStatus: 429)
    view.fail(quota, after: 5, retryIn: 9)
    #expect(view.text.contains("The quota is used up, polling every 10 s. Next in 9 s."))
    #expect(view.text.contains("Ask the project's owner to raise it."))
  }

  @Test func `Live data shows no retry time for a failure that is over`() {
    var view = SampleView(.pickup)
    for _ in 0..<3 { view.fail(SampleView.unreachable, after: 20, retryIn: 29) }
    #expect(events(view).last?.hasSuffix("the server cannot be reached, retry in 29 s") == true)
    var trip = SampleRide.toPickup
    trip.lastLocation?.updateTime = view.wall + .seconds(28)
    view.answer(trip, after: 29)
    #expect(
      events(view).dropLast().last == "UNAVAILABLE x3 since 14:32:29  the server cannot be reached")
    #expect(!events(view).contains { $0.contains("retry in") })
  }

  @Test func `A quiet vehicle is shown and logged until it reports again`() {
    var view = SampleView(.pickup)
    for _ in 0..<8 { view.answer(SampleRide.toPickup, after: 5) }
    #expect(freshness(view).kind == .vehicleQuiet)
    #expect(view.text.contains("⚠ The vehicle has not reported for 44 s; the server answers."))
    let begin = "vehicle quiet, last report 14:32:05"
    #expect(events(view).filter { $0.hasPrefix("vehicle") } == [begin])
    view.state.size.columns = 60
    #expect(view.text.contains("⚠ The vehicle has not reported for 44 s."))
    var trip = SampleRide.toPickup
    trip.lastLocation?.updateTime = view.wall
    view.answer(trip, after: 5)
    #expect(!view.text.contains("has not reported"))
    #expect(
      events(view).filter { $0.hasPrefix("vehicle") } == [
        begin, "vehicle reports again after 44 s",
      ])
  }

  @Test func `The rail does not report missing data while the server responds`() {
    var view = SampleView(.pickup)
    view.answer(SampleRide.toPickup, after: 600)
    #expect(freshness(view).kind == .vehicleQuiet)
    #expect(freshness(view).facts.isWithdrawn(SampleRide.toPickup.pickupTime))
    #expect(!view.text.contains("no live data"))
    #expect(view.text.contains("~1.1 km"))
    view.pass(400)
    #expect(view.text.contains("no live data"))
  }

  @Test func `Live data logs a gap without data and without failures`() {
    var view = SampleView(.pickup)
    view.answer(SampleRide.toPickup, after: 2 * 3_600)
    #expect(events(view).dropLast().last == "no data for 2 h 00")
    #expect(events(view).last == "vehicle quiet, last report 14:32:05")
    #expect(freshness(view).answerAge == .zero)
  }

  @Test(arguments: [3_600, -86_400, 1])
  func `Live data keeps its age when this machine's clock is set`(_ jump: Int) {
    var view = SampleView(.pickup)
    let before = view.text
    let age = freshness(view)
    view.wall = view.wall + .seconds(jump)
    #expect(freshness(view).answerAge == age.answerAge)
    #expect(freshness(view).locationAge == age.locationAge)
    #expect(freshness(view).kind == .live)
    let clock = view.settings.localTime.clock(view.wall)
    let old = view.settings.localTime.clock(view.wall - .seconds(jump))
    #expect(view.text == before.replacing(old, with: clock))
    // The next answer shows how far the clock is off now.
    var trip = SampleRide.toPickup
    trip.lastLocation?.updateTime = SampleRide.wall + .seconds(5)
    view.state.ride.polling.serverClockOffset = .seconds(-jump)
    view.answer(trip, after: 5)
    #expect(freshness(view).kind == .live)
  }

  @Test func `A refused token's error shows that this machine's clock is wrong`() {
    var view = SampleView(.pickup, columns: 120, rows: 40)
    view.state.ride.polling.serverClockOffset = .seconds(-400)
    view.fail(
      FleetEngineError(
        operation: "GetTrip", code: .unauthenticated, message: "expired", httpStatus: 401,
        tokenExpiresAt: view.wall
      ),
      after: 5
    )
    #expect(view.text.contains("Token from: service account, expires"))
    #expect(view.text.contains("14:32:09"))
    #expect(view.text.contains("This machine's clock is 6 min 40 s"))
    #expect(view.text.contains("ahead of"))
  }

  @Test func `The error about a token for another trip shows both trips`() {
    var view = SampleView(.pickup)
    let problem = AccessTokenError(
      reason: "The token is for the trip ride-2040, not for ride-2041.", code: .permissionDenied,
      problem: .otherResource(id: "ride-2040"))
    view.fail(
      FleetEngineError(
        operation: "GetTrip", code: .permissionDenied, message: problem.reason,
        cause: .token(problem)))
    #expect(view.text.contains("ride-2040, not"))
    #expect(view.text.contains("for ride-2041."))
  }

  @Test(arguments: TLSProblem.allCases) func `Each certificate problem has its own message`(
    _ problem: TLSProblem
  ) {
    let error = FleetEngineError(
      operation: "GetTrip", code: .unavailable, message: "",
      cause: .transport(HTTPTransportError(.insecure, tlsProblem: problem)))
    let failure = CallFailure(error, CallFailure.Facts(name: "t", server: "b"))
    #expect(failure.summary.contains(problem.reason))
    #expect(failure.advice.contains { $0.contains("--ca-file") } == problem.isOfAuthority)
    #expect(Set(TLSProblem.allCases.map(\.reason)).count == TLSProblem.allCases.count)
  }

  @Test func `The opening screen shows the running time of the current step`() {
    var view = SampleView(.new)
    view = SampleView(.loading)
    #expect(view.text.contains("✓ Token"))
    #expect(view.text.contains("✓ Connect          1.00 s"))
    #expect(view.text.contains("◌ First trip data     1 s"))
    view.opening(.token)
    view.pass(7)
    #expect(view.text.contains("◌ Token               7 s"))
    #expect(view.text.contains("◌ Connect\u{20}"))
    #expect(!view.text.contains("step 2 of 4"))
    var narrow = SampleView(.loading, columns: 60, rows: 18)
    narrow.opening(.token)
    narrow.pass(7)
    #expect(narrow.text.contains("step 2 of 4: token (7 s)"))
    view.opening(.connecting)
    view.fail(SampleView.unreachable, after: 1)
    #expect(view.text.contains("✓ Token"))
    #expect(view.text.contains("✗ Connect    1 try failed"))
    var small = SampleView(.loading, columns: 20, rows: 5)
    small.opening(.token)
    small.pass(8)
    #expect(small.text.contains("Token  8 s"))
  }

  @Test func `A changed ETA is bold for a second`() throws {
    func style(_ view: SampleView) throws -> CellStyle {
      let frame = view.frame
      let row = try #require(frame.rows.firstIndex { $0.contains("Drop-off") })
      return frame[76, row].style
    }
    var view = SampleView(.pickup)
    var trip = SampleRide.toPickup
    trip.dropoffTime = SampleRide.at(minutes: 22)
    view.answer(trip, after: 5)
    #expect(try style(view).attributes.contains(.bold))
    var calm = view
    calm.settings.isMotionReduced = true
    #expect(try !style(calm).attributes.contains(.bold))
    view.pass(1)
    #expect(try !style(view).attributes.contains(.bold))
  }

  @Test func `Live data shows an unknown status unchanged`() {
    var view = SampleView(.loading)
    view.answer(SampleRide.trip(.unknown("TELEPORTING")))
    #expect(view.text.contains("TELEPORTING"))
    #expect(freshness(view).kind == .live)
  }

  @Test func `Live data draws no vehicle or place with invalid coordinates`() {
    var trip = SampleRide.toPickup
    trip.lastLocation?.location = Coordinate(latitude: .nan, longitude: 540)
    trip.pickupPoint = TerminalLocation(point: Coordinate(latitude: 91, longitude: 0))
    trip.lastLocation?.speed = .infinity
    for size in [(120, 40), (80, 24), (40, 12), (20, 5)] {
      var view = SampleView(.pickup, columns: size.0, rows: size.1)
      view.answer(trip)
      #expect(view.text.contains("14:36") || view.text.contains("4m"))
    }
  }

  @Test func `Live data shows implausible values as received and logs changes`() {
    var view = SampleView(.enroute)
    var trip = SampleRide.toStop
    trip.dropoffTime = SampleRide.at(minutes: -90)
    trip.remainingDistanceMeters = -5
    trip.remainingWaypoints = trip.remainingWaypoints.reversed()
    view.answer(trip, after: 5)
    #expect(events(view).last == "ETA drop-off 14:46 → 13:02 (-1 h 44)")
    #expect(view.text.contains("13:02"))
    trip.dropoffTime = Timestamp(seconds: 253_402_300_799)
    trip.remainingWaypoints = []
    trip.intermediateDestinations = []
    trip.vehicleID = "v9"
    trip.status = .enrouteToPickup
    view.answer(trip, after: 5)
    #expect(events(view).contains("vehicle v9 assigned"))
    #expect(events(view).contains("stops changed, now 0"))
    #expect(events(view).last == "on the way to pickup")
    #expect(view.text.contains("> 99 h"))
  }

  @Test func `Live data reports data of another trip and keeps the trip's own data`() {
    var view = SampleView(.pickup)
    view.fail(
      FleetEngineError(
        operation: "GetTrip", code: .internal, message: "The server answered for another trip.",
        cause: .otherResource
      ),
      after: 5
    )
    #expect(view.text.contains("The server answered for another trip. Retry 1 in 3 s"))
    #expect(view.text.contains("14:36"))
  }

  @Test(arguments: [(60, false), (300, true)])
  func `A position from the future makes the vehicle quiet`(_ seconds: Int, isLong: Bool) {
    var view = SampleView(.loading)
    var trip = SampleRide.toPickup
    trip.lastLocation?.updateTime = view.wall + .seconds(seconds)
    view.answer(trip)
    #expect(freshness(view).kind == .vehicleQuiet)
    #expect(freshness(view).isVehicleOld)
    #expect(view.text.contains("VEHICLE QUIET"))
  }

  @Test(arguments: [(0.002, false), (0.004, true), (5.0, true)])
  func `A vehicle that jumped faster than 200 km/h is drawn without an arrow`(
    _ degrees: Double, isOld: Bool
  ) throws {
    var view = SampleView(.pickup)
    var trip = SampleRide.toPickup
    let from = try #require(trip.lastLocation?.location)
    trip.lastLocation?.location = Coordinate(
      latitude: from.latitude + degrees, longitude: from.longitude)
    trip.lastLocation?.updateTime = SampleRide.wall + .seconds(3)
    view.answer(trip, after: 5)
    #expect(freshness(view).isVehicleOld == isOld)
    #expect(events(view).contains { $0.hasPrefix("vehicle jumped by") } == isOld)
    trip.lastLocation?.location?.latitude += 0.0001
    trip.lastLocation?.updateTime = SampleRide.wall + .seconds(8)
    view.answer(trip, after: 5)
    #expect(!freshness(view).isVehicleOld)
  }

  @Test func `A new route is logged, and a route that only became shorter is not`() {
    let way = (0..<5).map { Coordinate(latitude: 45 + Double($0) / 1_000, longitude: 9) }
    var view = SampleView(.pickup)
    var trip = SampleRide.toPickup
    trip.route = way
    trip.currentRouteSegmentVersion = view.wall
    view.answer(trip, after: 5)
    trip.route = [Coordinate(latitude: 45.0015, longitude: 9)] + way[2...]
    trip.currentRouteSegmentVersion = view.wall
    view.answer(trip, after: 5)
    #expect(!events(view).contains { $0.hasPrefix("route") })
    trip.route = [way[2], Coordinate(latitude: 45.1, longitude: 9.1), way[4]]
    trip.currentRouteSegmentVersion = view.wall
    view.answer(trip, after: 5)
    #expect(events(view).last == "route changed, 1.1 km to the next stop")
  }

  @Test(
    arguments: [
      (0, 0, Freshness.Kind.live), (15, 0, .live), (16, 0, .stale), (9, 1, .late),
      (15, 1, .late), (16, 1, .stale), (3, 2, .stale), (400, 9, .stale),
    ]
  ) func `The freshness badge depends on the age of the data and the number of failures`(
    _ age: Int,
    failures: Int,
    expected: Freshness.Kind
  ) {
    var view = SampleView(.loading)
    view.answer(trip(fixAge: 0))
    for _ in 0..<failures { view.fail(SampleView.unreachable) }
    view.pass(age)
    #expect(freshness(view).kind == expected)
  }

  @Test(arguments: [(30, Freshness.Kind.live), (31, .vehicleQuiet)])
  func `The freshness badge shows a quiet vehicle after 30 seconds without a position`(
    _ fixAge: Int, expected: Freshness.Kind
  ) {
    var view = SampleView(.loading)
    view.answer(trip(fixAge: fixAge))
    #expect(freshness(view).kind == expected)
  }

  @Test(
    arguments: [
      (SampleView.Moment.loading, Freshness.Kind.connecting), (.failing, .connecting),
      (.missing, .actionNeeded), (.denied, .actionNeeded), (.paused, .paused),
      (.complete, .ended), (.canceled, .ended), (.quiet, .vehicleQuiet), (.retry, .stale),
    ]
  ) func `The freshness badge names the state`(
    _ moment: SampleView.Moment,
    expected: Freshness.Kind
  ) {
    #expect(freshness(SampleView(moment)).kind == expected)
  }

  @Test(arguments: [(59, false), (60, true)])
  func `The vehicle is drawn without an arrow after a minute without data`(_ age: Int, isOld: Bool)
  {
    var view = SampleView(.pickup)
    view.pass(age - 2)
    #expect(freshness(view).isVehicleOld == isOld)
  }

  @Test func `The freshness badge shows the age of a quiet vehicle on the smallest screen`() {
    #expect(SampleView(.quiet, columns: 16, rows: 3).text.hasSuffix("\nQUIET 48s\n"))
    #expect(SampleView(.quiet, columns: 17, rows: 3).text.hasSuffix("\nVEHICLE QUIET 48s\n"))
    let faster = SampleView(.quiet, columns: 17, rows: 3, speed: 4)
    #expect(faster.text.hasSuffix("\nQUIET 48s  ×4\n"))
  }

  @Test(arguments: [(240, false), (241, true)])
  func `An ETA that a quiet vehicle missed is withdrawn`(_ age: Int, isWithdrawn: Bool) {
    var view = SampleView(.pickup)
    view.answer(SampleRide.toPickup, after: age - 2)
    #expect(freshness(view).kind == .vehicleQuiet)
    #expect(view.text.contains("--  (was 14:36)") == isWithdrawn)
    #expect(view.text.contains("~14:36") != isWithdrawn)
  }

  @Test(arguments: [(30, false), (31, true)])
  func `A quiet vehicle stays without an arrow when the server stops responding too`(
    fixAge: Int, isOld: Bool
  ) {
    var view = SampleView(.loading)
    view.answer(trip(fixAge: fixAge))
    view.pass(20)
    #expect(freshness(view).kind == .stale)
    #expect(freshness(view).isVehicleOld == isOld)
  }

  @Test(arguments: [(230, false), (250, true)])
  func `An ETA that has passed without new data is withdrawn`(_ age: Int, isWithdrawn: Bool) {
    var view = SampleView(.pickup)
    view.pass(age - 2)
    // The pickup was expected four minutes after the last data.
    #expect(view.text.contains("--  (was 14:36)") == isWithdrawn)
    #expect(!view.text.contains("(was 14:52)"))
  }

  @Test(arguments: [(300, false), (301, true)])
  func `All ETAs are withdrawn after five minutes without data`(_ age: Int, isWithdrawn: Bool) {
    var view = SampleView(.pickup)
    view.pass(age - 2)
    #expect(view.text.contains("-- (was 14:52)") == isWithdrawn)
    #expect(view.text.contains("no live data") == true)
  }

  @Test func `The age of the data is never negative`() {
    var view = SampleView(.pickup)
    view.now = .zero
    view.wall = SampleRide.wall - .seconds(10_000)
    #expect(view.text.contains("LIVE 0s"))
  }

  @Test(arguments: [(30, Freshness.Kind.live), (31, .vehicleQuiet)])
  func `A vehicle whose location has no time is quiet if it stays the same for 30 seconds`(
    _ seconds: Int, expected: Freshness.Kind
  ) {
    var trip = SampleRide.toPickup
    trip.lastLocation?.updateTime = nil
    trip.lastLocation?.serverTime = nil
    var polling = PollingStatus()
    polling.lastAnswerAt = .seconds(100)
    polling.lastAnswerWallTime = SampleRide.wall
    polling.locationSince = .seconds(100 - seconds)
    let facts = RideFacts(trip, polling, now: .seconds(100), wall: SampleRide.wall)
    #expect(Freshness(facts).data == expected)
    #expect(facts.locationAge == .seconds(seconds))
  }
}
