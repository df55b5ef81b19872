@testable import FleetEngine
import TestSupport
import HTTPMessages
import Testing

@Suite(.limited) struct `Timestamps` {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", Int64(0), Int32(0)),
    ("2025-02-05T17:03:25.081409Z", 1_738_775_005, 81_409_000),
    ("2026-01-01T15:30:00+05:30", 1_767_261_600, 0),
    ("2026-01-01T10:00:00.250Z", 1_767_261_600, 250_000_000),
    ("2026-01-01t10:00:00.5z", 1_767_261_600, 500_000_000),
    ("1969-12-31T23:59:59.9Z", -1, 900_000_000),
    ("2024-02-29T00:00:00Z", 1_709_164_800, 0), ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
    ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999),
    ("1970-01-01T00:00:01.1234567899Z", 1, 123_456_789),
  ]) func `Timestamps are read with any offset and precision`(
    _ text: String, _ seconds: Int64, _ nanoseconds: Int32
  ) {
    let moment = Timestamp(rfc3339: text)
    #expect(moment?.seconds == seconds)
    #expect(moment?.nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    "", "2026", "2026-01-01", "2026-01-01T10:00:00", "2026-13-01T00:00:00Z", "2025-02-29T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T10:60:00Z", "2026-01-01T10:00:00.Z",
    "2026-01-01T10:00:00Z ", "2026-01-01T10:00:00+24:00", "2026-01-01 10:00:00Z",
    "0000-01-01T00:00:00Z",
    "２026-01-01T10:00:00Z",
  ]) func `Timestamps are refused in any other form`(_ text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test(arguments: [
    "2026-01-01T10:00:00Z", "2026-01-01T10:00:00.250Z", "2026-01-01T10:00:00.250113Z",
    "2026-01-01T10:00:00.250113001Z", "1969-07-20T20:17:40Z", "0001-01-01T00:00:00Z",
  ]) func `Timestamps are written with as many digits as they need`(_ text: String) {
    #expect(Timestamp(rfc3339: text)?.description == text)
  }

  @Test func `Timestamps carry and stay within the years that can be written`() {
    #expect(
      Timestamp(seconds: 1, nanoseconds: -1) == Timestamp(seconds: 0, nanoseconds: 999_999_999))
    #expect(
      Timestamp(seconds: .max, nanoseconds: .max).description.hasPrefix("9999-12-31T23:59:59"))
    #expect(
      Timestamp(seconds: .min, nanoseconds: .min).description.hasPrefix("0001-01-01T00:00:00"))
    #expect(Timestamp(secondsSince1970: .nan) == nil)
    #expect(Timestamp(secondsSince1970: 1.5) == Timestamp(seconds: 1, nanoseconds: 500_000_000))
  }

  @Test func `Timestamps are subtracted to a duration and moved by one`() {
    let start = Timestamp(seconds: 10, nanoseconds: 900_000_000)
    #expect(start + .milliseconds(200) == Timestamp(seconds: 11, nanoseconds: 100_000_000))
    #expect((start + .seconds(41)) - start == .seconds(41))
    #expect(start - .seconds(11) == Timestamp(seconds: -1, nanoseconds: 900_000_000))
    #expect(start + .seconds(Int64.max) > start)
  }

  @Test(arguments: [
    ("12s", Duration.seconds(12)), ("3.5s", .milliseconds(3_500)),
    ("53.076652s", .microseconds(53_076_652)),
    ("-3s", .seconds(-3)), ("-0.5s", .milliseconds(-500)), ("0s", .zero),
  ])
  func `Timestamps of durations are read`(_ text: String, _ duration: Duration) {
    #expect(Duration(wire: text) == duration)
  }

  @Test(arguments: [
    "", "s", "3", "3.s", ".5s", "--3s", "3 s", "99999999999999999999s", "1e3s", "-s",
  ]) func `Timestamps of durations are refused in any other form`(_ text: String) {
    #expect(Duration(wire: text) == nil)
  }

  @Test(arguments: [
    (Duration.seconds(12), "12s"), (.milliseconds(3_500), "3.500s"),
    (.milliseconds(-500), "-0.500s"),
    (.microseconds(53_076_652), "53.076652s"), (.zero, "0s"),
  ]) func `Timestamps of durations are written`(_ duration: Duration, _ text: String) {
    #expect(duration.wireText == text)
  }

  @Test(arguments: [
    (nil, "Sun, 06 Nov 1994 08:49:37 GMT"), ("0", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ("54623", "Mon, 07 Nov 1994 00:00:00 GMT"), ("-5", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ("1e3", "Sun, 06 Nov 1994 08:49:37 GMT"), ("99999999999", "Sun, 06 Nov 1994 08:49:37 GMT"),
  ]) func `The server's date of a response counts its age in a cache`(age: String?, date: String) {
    var headers: TransportHeaders = ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"]
    headers["Age"] = age
    #expect(headers.serverDate == date)
  }

  @Test func `A response without a valid date keeps what it has`() {
    #expect((["Age": "5"] as TransportHeaders).serverDate == nil)
    #expect((["Age": "5", "Date": "today"] as TransportHeaders).serverDate == "today")
  }
}
