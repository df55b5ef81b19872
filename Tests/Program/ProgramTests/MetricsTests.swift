import FleetEngine
import Foundation
import Geo
import HTTPMessages
import RideTestSupport
import RidesharingConsumer
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `Metrics` {
  private let clock = ServiceClock(ManualClock()) { Timestamp(seconds: 1_000) }

  private func trip(_ status: TripStatus, waypoints: [TripWaypoint] = []) throws -> Trip {
    var trip = Trip()
    trip.name = try TripName(parsing: "providers/p/trips/t")
    (trip.status, trip.remainingWaypoints) = (status, waypoints)
    return trip
  }

  private func lines(_ metrics: RideMetrics) -> [String] {
    metrics.page.split(separator: "\n").map(String.init)
  }

  /// The metrics of a trip that was just answered, and their clock.
  private func answered(
    _ status: TripStatus, interval: Duration?
  ) throws -> (RideMetrics, ManualClock) {
    let manual = ManualClock()
    let metrics = RideMetrics(clock: ServiceClock(manual) { Timestamp(seconds: 1_000) })
    metrics.follow("a")
    metrics.apply("a", try trip(status))
    var polling = PollingStatus()
    (polling.lastAnswerAt, polling.interval) = (manual.now.offset, interval)
    metrics.apply("a", polling)
    return (metrics, manual)
  }

  @Test func `Metrics count trips by status and by the state of their data`() throws {
    let metrics = RideMetrics(clock: clock)
    for name in ["a", "b", "c"] { metrics.follow(name) }
    metrics.apply("a", try trip(.enrouteToPickup))
    var polling = PollingStatus()
    polling.lastAnswerAt = clock.monotonicNow()
    metrics.apply("a", polling)
    polling = PollingStatus()
    polling.consecutiveFailures = 1
    polling.lastError = FleetEngineError(operation: "GetTrip", code: .unavailable, message: "")
    metrics.apply("b", polling)
    let page = lines(metrics)
    #expect(page.contains(#"ridealong_trips{status="ENROUTE_TO_PICKUP"} 1"#))
    #expect(page.contains(#"ridealong_trips{status="NONE"} 2"#))
    #expect(page.contains(#"ridealong_trip_states{state="live"} 1"#))
    #expect(page.contains(#"ridealong_trip_states{state="failing"} 1"#))
    #expect(page.contains(#"ridealong_trip_states{state="waiting"} 1"#))
    #expect(page.contains(#"ridealong_poll_errors_total{code="UNAVAILABLE",kind="recoverable"} 1"#))
    #expect(page.last == "# EOF")
    metrics.leave("a")
    #expect(lines(metrics).contains(#"ridealong_trips{status="ENROUTE_TO_PICKUP"} 0"#))
  }

  @Test(arguments: [-600, 600])
  func `Metrics take ages by the server's clock, however far it is from this machine's`(
    offset: Int
  ) throws {
    let metrics = RideMetrics(clock: clock)
    metrics.follow("a")
    var trip = try trip(.enrouteToPickup)
    trip.lastLocation = VehicleLocation.with {
      $0.location = .init(latitude: 1, longitude: 2)
      $0.updateTime = Timestamp(seconds: Int64(1_000 + offset - 4))
    }
    var polling = PollingStatus()
    polling.lastAnswerAt = clock.monotonicNow()
    polling.lastAnswerWallTime = clock.wallNow()
    polling.serverClockOffset = .seconds(offset)
    metrics.apply("a", trip)
    metrics.apply("a", polling)
    let page = lines(metrics)
    #expect(page.contains(#"ridealong_trip_states{state="live"} 1"#))
    #expect(page.contains("ridealong_location_age_max_seconds 4"))
  }

  @Test func `Metrics compare arrivals with the first estimates`() throws {
    let metrics = RideMetrics(clock: clock)
    metrics.follow("t")
    let now = clock.wallNow()
    func waypoint(_ type: WaypointType, after time: Duration) -> TripWaypoint {
      TripWaypoint(type: type, eta: now + time)
    }
    var polling = PollingStatus()
    for times in [(-20, 100), (5, 200)] {
      // Later estimates do not count.
      let trip = try trip(
        .enrouteToPickup,
        waypoints: [
          waypoint(.pickup, after: .seconds(times.0)), waypoint(.dropoff, after: .seconds(times.1)),
        ])
      polling.promised.note(trip)
      metrics.apply("t", trip)
      metrics.apply("t", polling)
    }
    metrics.apply("t", try trip(.arrivedAtPickup))
    metrics.apply("t", try trip(.enrouteToDropoff))
    metrics.apply("t", try trip(.complete))
    // The last trip may be reported again.
    metrics.apply("t", try trip(.complete))
    let page = lines(metrics)
    func bucket(_ labels: String, _ bound: String) -> String {
      "ridealong_eta_error_seconds_bucket{\(labels),le=\"\(bound)\"}"
    }
    let pickup = #"stop="pickup",direction="late""#
    #expect(page.contains(bucket(pickup, "15.0") + " 0"))
    #expect(page.contains(bucket(pickup, "30.0") + " 1"))
    #expect(page.contains(bucket(pickup, "+Inf") + " 1"))
    #expect(page.contains("ridealong_eta_error_seconds_sum{\(pickup)} 20"))
    let dropoff = #"stop="dropoff",direction="early""#
    #expect(page.contains("ridealong_eta_error_seconds_sum{\(dropoff)} 100"))
    #expect(page.contains(#"ridealong_trips_ended_total{status="COMPLETE"} 1"#))
  }

  @Test func `Metrics count requests by result and duration`() {
    let metrics = RideMetrics(clock: clock)
    metrics.record(request: "200", took: .milliseconds(80))
    metrics.record(request: "200", took: .seconds(20))
    metrics.record(request: "503", took: .milliseconds(10))
    let page = lines(metrics)
    #expect(page.contains(#"ridealong_requests_total{result="200"} 2"#))
    #expect(page.contains(#"ridealong_requests_total{result="503"} 1"#))
    #expect(page.contains(#"ridealong_request_duration_seconds_bucket{le="0.05"} 1"#))
    #expect(page.contains(#"ridealong_request_duration_seconds_bucket{le="10.0"} 2"#))
    #expect(page.contains(#"ridealong_request_duration_seconds_bucket{le="+Inf"} 3"#))
  }

  @Test func `Metrics have counters that start at zero, so that a first failure is an increase`() {
    let page = lines(RideMetrics(clock: clock))
    for line in [
      #"ridealong_poll_errors_total{code="NOT_FOUND",kind="needsAction"} 0"#,
      #"ridealong_poll_errors_total{code="INTERRUPTED",kind="recoverable"} 0"#,
      #"ridealong_poll_errors_total{code="RESOURCE_EXHAUSTED",kind="quota"} 0"#,
      #"ridealong_trips_given_up_total{code="NOT_FOUND"} 0"#,
      #"ridealong_requests_total{result="503"} 0"#,
      #"ridealong_requests_total{result="unreachable"} 0"#,
      #"ridealong_trips_ended_total{status="CANCELED"} 0"#,
    ] { #expect(page.contains(line), "\(line)") }
  }

  @Test func `Metrics count a trip that nobody asks about as failing once its answer is old`()
    throws
  {
    // One of a thousand, which take turns.
    let (metrics, manual) = try answered(.enrouteToPickup, interval: .seconds(50))
    manual.advance(by: .seconds(59))
    #expect(lines(metrics).contains(#"ridealong_trip_states{state="live"} 1"#))
    #expect(lines(metrics).contains("ridealong_poll_interval_max_seconds 50"))
    manual.advance(by: .seconds(2))
    #expect(lines(metrics).contains(#"ridealong_trip_states{state="failing"} 1"#))
    #expect(lines(metrics).contains("ridealong_data_age_max_seconds 61"))
  }

  @Test func `Metrics have no age of a trip that is over, which nobody asks about`() throws {
    let (metrics, manual) = try answered(.complete, interval: nil)
    manual.advance(by: .seconds(600))
    #expect(!lines(metrics).contains { $0.hasPrefix("ridealong_data_age_max_seconds ") })
    #expect(lines(metrics).contains(#"ridealong_trip_states{state="failing"} 0"#))
  }

  @Test func `Metrics count trips that fail and trips that are given up by code`() {
    let metrics = RideMetrics(clock: clock)
    let error = FleetEngineError(operation: "GetTrip", code: .notFound, message: "")
    for name in ["a", "b"] {
      metrics.follow(name)
      var polling = PollingStatus()
      (polling.consecutiveFailures, polling.lastError) = (1, error)
      metrics.apply(name, polling)
    }
    let failing = #"ridealong_trips_failing{code="NOT_FOUND",kind="needsAction"}"#
    #expect(lines(metrics).contains(failing + " 2"))
    metrics.giveUp("a", error)
    #expect(lines(metrics).contains(failing + " 1"))
    #expect(lines(metrics).contains(#"ridealong_trips_given_up_total{code="NOT_FOUND"} 1"#))
  }

  @Test func `A server's text cannot add metrics`() throws {
    let metrics = RideMetrics(clock: clock)
    metrics.follow("t")
    metrics.apply("t", try trip(TripStatus(wireName: "X\"} 1\nevil 1")))
    metrics.record(request: "a\"\\\nb", took: .zero)
    let page = lines(metrics)
    #expect(page.contains(#"ridealong_trips{status="UNKNOWN"} 1"#))
    #expect(page.contains(#"ridealong_requests_total{result="a\"\\\nb"} 1"#))
    #expect(!page.contains { $0.hasPrefix("evil") })
  }
}

@Suite(.blocking) struct `Metrics on the screen` {
  @Test func `Metrics are served while several trips are on the screen`() throws {
    let folder = TestFolder()
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let words = [
      "follow", "--trips", folder.file("trips", Answers.tripName + "\n"), "--metrics", "0",
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
    ]
    #expect(try RunningProgram.run(words + ["--once"], in: folder).errors.contains("no effect"))
    let terminal = try start(words, in: folder)
    try terminal.wait { $0.screenText.contains("1 live") || $0.screenText.contains("LIVE") }
    let written = String(decoding: terminal.rawOutput, as: UTF8.self)
    let url = try #require(written.firstMatch(of: /http:[^ \r\n]*\/metrics/)).output
    let page = try ChildProcess.run("/usr/bin/curl", "-qsSf", "--max-time", "30", String(url))
    #expect(page.status == 0, "\(page.errors)")
    #expect(
      page.output.contains(#"ridealong_trips{status="ENROUTE_TO_PICKUP"} 1"#), "\(page.output)")
    #expect(page.output.contains(#"ridealong_requests_total{result="200"}"#))
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
