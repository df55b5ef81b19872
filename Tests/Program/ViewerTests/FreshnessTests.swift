import FleetEngine
import TestSupport
import RidesharingConsumer
import Testing

@testable import Viewer

@Suite(.limited) struct `The freshness badge` {
  private func kind(
    _ view: SampleView
  ) -> Freshness.Kind { view.state.derived(at: view.now, wall: view.wall).kind }

  private func trip(fixAge: Int) -> Trip {
    var trip = SampleRide.toPickup
    trip.lastLocation?.updateTime = SampleRide.wall - .seconds(fixAge)
    return trip
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
    #expect(kind(view) == expected)
  }

  @Test(arguments: [(30, Freshness.Kind.live), (31, .vehicleQuiet)])
  func `The freshness badge shows a quiet vehicle after 30 seconds without a position`(
    _ fixAge: Int,
    expected: Freshness.Kind
  ) {
    var view = SampleView(.loading)
    view.answer(trip(fixAge: fixAge))
    #expect(kind(view) == expected)
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
    #expect(kind(SampleView(moment)) == expected)
  }

  @Test(arguments: [(59, false), (60, true)])
  func `The vehicle is drawn without an arrow after a minute without data`(_ age: Int, isOld: Bool)
  {
    var view = SampleView(.pickup)
    view.pass(age - 2)
    #expect(view.state.derived(at: view.now, wall: view.wall).isVehicleOld == isOld)
  }

  @Test func `The freshness badge shows the age of a quiet vehicle on the smallest screen`() {
    #expect(SampleView(.quiet, columns: 16, rows: 3).text.hasSuffix("\nQUIET 48s\n"))
    #expect(SampleView(.quiet, columns: 17, rows: 3).text.hasSuffix("\nVEHICLE QUIET 48s\n"))
    let faster = SampleView(.quiet, columns: 17, rows: 3, speed: 4)
    #expect(faster.text.hasSuffix("\nQUIET 48s  ×4\n"))
  }

  @Test(arguments: [(240, false), (241, true)])
  func `An ETA that a quiet vehicle missed is withdrawn`(
    _ age: Int,
    isWithdrawn: Bool
  ) {
    var view = SampleView(.pickup)
    view.answer(SampleRide.toPickup, after: age - 2)
    #expect(kind(view) == .vehicleQuiet)
    #expect(view.text.contains("--  (was 14:36)") == isWithdrawn)
    #expect(view.text.contains("~14:36 ~now") != isWithdrawn)
  }

  @Test(arguments: [(30, false), (31, true)])
  func `A quiet vehicle stays without an arrow when the server stops responding too`(
    fixAge: Int,
    isOld: Bool
  ) {
    var view = SampleView(.loading)
    view.answer(trip(fixAge: fixAge))
    view.pass(20)
    let freshness = view.state.derived(at: view.now, wall: view.wall)
    #expect(freshness.kind == .stale)
    #expect(freshness.isVehicleOld == isOld)
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
    #expect(view.text.contains("--  (was 14:52)") == isWithdrawn)
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
    _ seconds: Int,
    expected: Freshness.Kind
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
