import CellGrid
import FleetEngine
import HTTPMessages
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `Formatted quantities` {
  @Test(arguments: [
    (-5, "0 m"), (0, "0 m"), (999, "999 m"), (1_000, "1.0 km"), (1_049, "1.0 km"),
    (1_050, "1.1 km"), (99_949, "99.9 km"), (99_950, "100 km"), (Int.max, "99999 km"),
    (Int.min, "0 m"),
  ]) func `A distance is formatted in meters or kilometers`(_ meters: Int, text: String) {
    #expect(Quantities.distance(meters: meters) == text)
  }

  @Test(arguments: [
    (-60, "now"), (19, "now"), (20, "under 1 min"), (59, "under 1 min"), (60, "1 min"),
    (89, "1 min"), (90, "2 min"), (240, "4 min"), (3_569, "59 min"), (3_570, "1 h 00"),
    (4_500, "1 h 15"), (358_100, "99 h 28"), (359_970, "> 99 h"), (253_402_300_799, "> 99 h"),
  ]) func `The remaining time is formatted in minutes, and from an hour on with hours`(
    _ seconds: Int, text: String
  ) {
    #expect(Quantities.timeLeft(.seconds(seconds)) == text)
  }

  @Test(arguments: [
    (19, "now", "now"), (20, "<1 min", "<1m"), (60, "1 min", "1m"), (3_900, "1 h 05", "1h05"),
    (400_000, "> 99 h", "> 99h"),
  ])
  func `The remaining time has shorter formats for few columns`(
    _ seconds: Int, narrow: String, short: String
  ) {
    #expect(Quantities.timeLeft(.seconds(seconds), .narrow) == narrow)
    #expect(Quantities.timeLeft(.seconds(seconds), .tiny) == short)
  }

  @Test(arguments: [(0, "0s"), (119, "119s"), (120, "2m"), (7_200, "2h"), (-3, "0s")])
  func `The age in a badge is formatted in seconds, minutes or hours`(_ seconds: Int, text: String)
  { #expect(Quantities.age(.seconds(seconds), isShort: true) == text) }

  @Test(arguments: [(0, "0 s"), (1, "1 s"), (999, "1 s"), (1_000, "1 s"), (1_001, "2 s")])
  func `A countdown is rounded up to whole seconds`(_ milliseconds: Int, text: String) {
    #expect(Quantities.wait(.milliseconds(milliseconds)) == text)
  }

  @Test(
    arguments: [(42, "42 s"), (60, "1 min"), (130, "2 min 10 s"), (3_900, "1 h 05")]
  ) func `A duration is formatted with one or two units`(_ seconds: Int, text: String) {
    #expect(Quantities.span(.seconds(seconds)) == text)
  }

  @Test(arguments: [
    (42, "42 seconds"), (90, "2 minutes"), (3_600, "1 hour"), (3_660, "1 hour 1 minute"),
    (7_500, "2 hours 5 minutes"), (400_000, "more than 99 hours"),
  ]) func `A duration is spelled in one or two units`(_ seconds: Int, text: String) {
    #expect(Quantities.spelled(.seconds(seconds)) == text)
  }

  @Test(arguments: [3_570, 3_900, 35_000])
  func `A time has the same hours and minutes in large digits as in words`(_ seconds: Int) throws {
    let parts = try #require(LargeEstimate.parts(of: .seconds(seconds), doubt: ""))
    let digits = parts.map { $0.digits + ($0.unit.isEmpty ? "" : " " + $0.unit) }
    #expect(digits.joined(separator: " ") == Quantities.timeLeft(.seconds(seconds)))
  }

  @Test(arguments: [(0, "0:00"), (42, "0:42"), (600, "10:00"), (3_661, "61:01")])
  func `A waiting time is formatted in minutes and seconds`(_ seconds: Int, text: String) {
    #expect(Quantities.stopwatch(.seconds(seconds)) == text)
  }

  @Test(arguments: [
    (0, "N"), (22, "N"), (23, "NE"), (81, "E"), (359, "N"), (-90, "W"), (Int.max, "N"),
  ]) func `A direction is formatted as a compass point`(_ degrees: Int, text: String) {
    #expect(Quantities.compass(degrees: degrees) == text)
  }

  @Test(arguments: [
    (8.6, "31 km/h"), (-0.2, "0 km/h"), (Double.nan, "--"), (.infinity, "--"),
    (1e300, "35996 km/h"),
  ]) func `A speed is formatted in km/h`(_ speed: Double, text: String) {
    #expect(Quantities.speed(metersPerSecond: speed) == text)
  }

  @Test(arguments: [(1.0, "1"), (2.5, "2.5"), (20, "20")])
  func `A factor is formatted without a needless decimal`(_ factor: Double, text: String) {
    #expect(Quantities.factor(factor) == text)
  }

  @Test(arguments: [
    (45.46416, "45.46416"), (-0.00001, "-0.00001"), (9.1, "9.10000"), (Double.nan, "--"),
  ]) func `A coordinate is formatted with five decimals`(_ degrees: Double, text: String) {
    #expect(Quantities.degrees(degrees) == text)
  }
}

@Suite(.limited) struct `Local time` {
  @Test(arguments: [
    (0, 0, "00:00:00"), (-1, 0, "23:59:59"), (86_399, 1, "00:00:00"),
    (1_775_046_727, 7_200, "14:32:07"), (0, -3_600, "23:00:00"),
  ]) func `Local time is formatted with the UTC offset applied`(
    _ seconds: Int64, offset: Int, text: String
  ) {
    let time = LocalTime(utcOffsetSeconds: offset)
    #expect(time.clock(Timestamp(seconds: seconds)) == text)
    #expect(time.minutes(Timestamp(seconds: seconds)) == text.prefix(5))
  }
}

@Suite(.limited) struct `Text wrapping` {
  @Test(arguments: [
    ("", 5, [String]()), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
    ("providers/p", 4, ["prov", "ider", "s/p"]), ("a  b", 9, ["a b"]), ("a b", 0, []),
    ("駅前 通り", 4, ["駅前", "通り"]), ("駅前", 3, ["駅", "前"]), ("駅", 1, []),
  ]) func `Text wrapping breaks at spaces`(_ text: String, width: Int, lines: [String]) {
    #expect(TextWrapping.lines(SafeText(text), width: width).map(\.description) == lines)
  }

  @Test func `Text wrapping leaves out the middle lines if there is no room`() {
    let text = OverlayText(head: ["h"], body: ["1", "2", "3"], tail: ["", "t"])
    #expect(text.lines(in: 6, ellipsis: "…") == ["h", "1", "2", "3", "", "t"])
    #expect(text.lines(in: 4, ellipsis: "…") == ["h", "1", "…", "t"])
    #expect(text.lines(in: 2, ellipsis: "…") == ["h", "t"])
    #expect(text.lines(in: 1, ellipsis: "…") == ["h"])
    #expect(text.lines(in: 0, ellipsis: "…").isEmpty)
  }
}

@Suite(.limited) struct `The message for an error` {
  private static func server(_ code: RPCCode) -> FleetEngineError {
    FleetEngineError(operation: "GetTrip", code: code, message: "m", httpStatus: code.httpStatus)
  }
  private static func transport(_ kind: HTTPTransportError.Kind) -> FleetEngineError {
    FleetEngineError(
      operation: "GetTrip", code: .unavailable, message: "m",
      cause: .transport(HTTPTransportError(kind)))
  }
  private static let proxy: FleetEngineError = {
    let problem = ProxyProblem(proxy: "p:1", source: "https_proxy", kind: .unreachable)
    return FleetEngineError(
      operation: "GetTrip", code: .unavailable, message: "m",
      cause: .transport(HTTPTransportError(.unreachable, proxyProblem: problem)))
  }()
  private static let html = FleetEngineError(
    operation: "GetTrip", code: .unknown, message: "m", httpStatus: 200,
    cause: .unreadableAnswer(contentType: "text/html; charset=utf-8"))

  @Test(arguments: [
    (transport(.unreachable), "The server cannot be reached. Retry 4 in 3 s (automatic). r = now"),
    (
      server(.unavailable),
      "The server is not available (UNAVAILABLE). Retry 4 in 3 s (automatic). r = now"
    ),
    (
      proxy,
      "The proxy cannot be reached. Retry 4 in 3 s (automatic). r = now"
    ),
    (
      server(.deadlineExceeded),
      "The server timed out (DEADLINE_EXCEEDED). Retry 4 in 3 s (automatic). r = now"
    ),
    (
      transport(.timedOut), "The server did not answer in 10 s. Retry 4 in 3 s (automatic). r = now"
    ),
    (
      server(.aborted), "The server gave up the call (ABORTED). Retry 4 in 3 s (automatic). r = now"
    ),
    (server(.internal), "The server failed (INTERNAL). Retry 4 in 3 s (automatic). r = now"),
    (
      html,
      "The reply is not trip data (text/html; captive portal?). Retry 4 in 3 s (automatic). r = now"
    ),
  ]) func `The message for an error shows when it is retried`(
    _ error: FleetEngineError, line: String
  ) {
    let failure = CallFailure(error, CallFailure.Facts(name: "t", server: "b"))
    func text(isShort: Bool) -> String {
      failure.retryLine(error, attempt: 4, next: "in 3 s", keys: .standard, isShort: isShort)
    }
    #expect(text(isShort: false) == line)
    #expect(text(isShort: true).count <= 76)
  }

  @Test(arguments: RPCCode.allCases) func `The message for an error exists for every status code`(
    _ code: RPCCode
  ) {
    let facts = CallFailure.Facts(name: "providers/p/trips/t", server: "b")
    let failure = CallFailure(Self.server(code), facts)
    #expect(!failure.summary.isEmpty)
    if Self.server(code).bucket != .recoverable { #expect(!failure.explanation.isEmpty) }
  }

  @Test func `The message for an error shows no retry if none is planned`() {
    var view = SampleView(.complete)
    view.fail(SampleView.unreachable)
    view.state.ride.polling.nextPollAt = nil
    #expect(view.text.contains("The server cannot be reached. r = retry now"))
  }
}
