import FleetEngine
import TestSupport
import Geo
import Testing

@testable import RidesharingConsumer

@Suite(.limited) struct `The server's clock` {
  /// The header of a time after Thu, 01 Jan 2026 10:00:00 GMT.
  private func date(_ seconds: Int) -> String {
    "Thu, 01 Jan 2026 10:0\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) GMT"
  }

  private static let start = Timestamp(seconds: 1_767_261_600)

  @Test func `The server's clock is unknown before the first response with a valid date`() {
    var clock = ServerClock()
    #expect(clock.offset(now: .zero, wall: Self.start) == nil)
    clock.add(nil, at: .zero)
    clock.add("yesterday", at: .zero)
    #expect(clock.offset(now: .zero, wall: Self.start) == nil)
  }

  @Test func `The server's clock is the median of five responses, so a late one has no effect`() {
    var clock = ServerClock()
    for second in [0, 10, 20, 30] { clock.add(date(second), at: .seconds(second)) }
    // Held up for 50 s on its way.
    clock.add(date(40), at: .seconds(90))
    let offset = clock.offset(now: .seconds(90), wall: Self.start + .seconds(90))
    #expect(offset == .milliseconds(500))
  }

  @Test func `The server's clock follows a clock change once most responses have it`() {
    var clock = ServerClock()
    for second in [0, 5, 10, 15, 20] { clock.add(date(second), at: .seconds(second)) }
    for second in [25, 30] { clock.add(date(second + 60), at: .seconds(second)) }
    let wall = Self.start + .seconds(30)
    #expect(clock.offset(now: .seconds(30), wall: wall) == .milliseconds(500))
    clock.add(date(95), at: .seconds(35))
    let later = Self.start + .seconds(35)
    #expect(clock.offset(now: .seconds(35), wall: later) == .milliseconds(60_500))
  }

  @Test func `The server's clock has a new offset immediately after this machine's clock is set`() {
    var clock = ServerClock()
    clock.add(date(0), at: .zero)
    let offset = clock.offset(now: .seconds(1), wall: Self.start + .seconds(1) - .seconds(3_600))
    #expect(offset == .seconds(3_600) + .milliseconds(500))
  }

  @Test func `The server's clock runs on while a response is repeated`() {
    var clock = ServerClock()
    for second in stride(from: 0, through: 105, by: 5) { clock.add(date(7), at: .seconds(second)) }
    let offset = clock.offset(now: .seconds(105), wall: Self.start + .seconds(105))
    #expect(offset == .milliseconds(7_500))
  }

  @Test func `The server's clock is also that of two responses in the same second`() {
    var clock = ServerClock()
    for _ in 0..<4 { clock.add(date(0), at: .zero) }
    clock.add(date(0), at: .seconds(2))
    #expect(clock.offset(now: .zero, wall: Self.start) == .milliseconds(500))
  }

  @Test func `The server's clock follows a clock that was set back`() {
    var clock = ServerClock()
    for second in [0, 5, 10, 15, 20] { clock.add(date(second + 60), at: .seconds(second)) }
    for second in [25, 30, 35, 40] { clock.add(date(second), at: .seconds(second)) }
    let offset = clock.offset(now: .seconds(40), wall: Self.start + .seconds(40))
    #expect(offset == .milliseconds(500))
  }

  @Test func `A location without a time is as old as the first poll that brought it`() {
    var ledger = PollLedger()
    func poll(_ second: Int, _ latitude: Double?) -> Duration? {
      var trip = Trip()
      trip.lastLocation = latitude.map { latitude in
        .with { $0.location = Coordinate(latitude: latitude, longitude: 7) }
      }
      let poll = RecordedPoll(
        result: .trip(trip), time: Self.start + .seconds(second), start: .seconds(second),
        duration: .zero)
      return ledger.replayEnd(of: poll).status.locationSince
    }
    #expect(poll(0, nil) == nil)
    #expect(poll(5, 45) == .seconds(5))
    #expect(poll(10, 45) == .seconds(5))
    #expect(poll(15, 46) == .seconds(15))
    #expect(poll(20, nil) == nil)
  }
}
