internal import CellGrid
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer
internal import Synchronization

/// The metrics of a run that follows several trips.
///
/// No label has a name of a trip or a vehicle: who rides where stays private, and the number of series
/// is bounded.
final class RideMetrics: Sendable {
  /// The facts that are kept of a followed trip.
  private struct FollowedTrip {
    var trip: Trip?
    var polling = PollingStatus()

    func facts(_ now: Duration, _ wall: Timestamp) -> RideFacts {
      RideFacts(trip, polling, now: now, wall: wall)
    }
  }

  private struct State {
    var trips: [String: FollowedTrip] = [:]
    var ended: [String: Int] = [:]
    var requests: [String: Int] = [:]
    var errors: [[String]: Int] = [:]
    /// The trips that are not followed any more because of their first error, by its code.
    var givenUp: [String: Int] = [:]
    var latency = MetricHistogram(bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
    var estimates: [[String]: MetricHistogram] = [:]

    mutating func record(arrival late: Duration, at stop: String) {
      let seconds = late / .seconds(1)
      let labels = [stop, seconds < 0 ? "early" : "late"]
      estimates[labels, default: MetricHistogram(bounds: [15, 30, 60, 120, 300, 600, 1_800])]
        .record(abs(seconds))
    }
  }

  private let clock: ServiceClock
  /// The address at which a page shows them; nil without one.
  private let address: ListenAddress?
  private let state = Mutex(State())

  init(clock: ServiceClock, address: ListenAddress? = nil) {
    (self.clock, self.address) = (clock, address)
  }

  /// Serves the metrics at /metrics, if there are any to serve, while work is done.
  static func serving(
    _ metrics: RideMetrics?, _ work: () async throws(CommandError) -> ExitStatus
  ) async throws(CommandError) -> ExitStatus {
    guard let metrics, let address = metrics.address else { return try await work() }
    let server = LocalServer(
      serving: "/metrics", contentType: MetricsPage.contentType, address: address.host,
      port: address.port,
      // A user who names an address of another network wants its machines to read the metrics.
      allowsOtherHosts: !address.isLoopback, now: metrics.clock.wallNow
    ) { metrics.page }
    let url = try CommandError.wrapping { try server.start() }
    Console.printError(SafeText("Metrics: \(url)/metrics"))
    do throws(CommandError) {
      let status = try await work()
      await server.stop()
      return status
    } catch {
      await server.stop()
      throw error
    }
  }

  // MARK: What happens

  func follow(_ name: String) {
    state.withLock { $0.trips[name] = $0.trips[name] ?? FollowedTrip() }
  }

  func leave(_ name: String) { state.withLock { _ = $0.trips.removeValue(forKey: name) } }

  /// Counts a trip that is not followed any more because of its first error.
  func giveUp(_ name: String, _ error: FleetEngineError) {
    state.withLock { $0.givenUp[error.label, default: 0] += 1 }
    leave(name)
  }

  func apply(_ name: String, _ trip: Trip) {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    state.withLock { state in
      guard var followed = state.trips[name] else { return }
      let before = followed.trip?.status
      followed.trip = trip
      let (now, promised) = (followed.facts(now, wall).now, followed.polling.promised)
      if before == .enrouteToPickup, trip.status == .arrivedAtPickup, let eta = promised.pickup {
        state.record(arrival: now - eta, at: "pickup")
      }
      if before != nil, before?.isTerminal == false, trip.status.isTerminal {
        state.ended[trip.status.wireName, default: 0] += 1
        if trip.status == .complete, let eta = promised.dropoff {
          state.record(arrival: now - eta, at: "dropoff")
        }
      }
      state.trips[name] = followed
    }
  }

  /// Applies the end of a poll of a trip.
  func apply(_ name: String, _ polling: PollingStatus) {
    state.withLock { state in
      guard var followed = state.trips[name] else { return }
      if polling.consecutiveFailures > followed.polling.consecutiveFailures,
        let error = polling.lastError
      {
        state.errors[[error.label, "\(error.bucket)"], default: 0] += 1
      }
      followed.polling = polling
      followed.polling.recentPolls = []
      state.trips[name] = followed
    }
  }

  /// Counts a finished request by its status or the kind of its failure.
  func record(request result: String, took time: Duration) {
    state.withLock { state in
      state.requests[result, default: 0] += 1
      state.latency.record(time / .seconds(1))
    }
  }

  // MARK: The page

  /// The metrics as OpenMetrics text.
  var page: String {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    let state = self.state.withLock { $0 }
    let facts = state.trips.values.map { $0.facts(now, wall) }
    // Nobody asks about a trip that is over.
    let present = facts.filter { $0.state != .ended }
    var page = MetricsPage()
    page.add("ridealong_build", .info, "The version of ridealong.") {
      $0.sample("_info", [("version", HelpText.version)], 1)
    }
    page.add("ridealong_trips", .gauge, "Followed trips by status; NONE before the first answer.") {
      let counts = facts.reduce(into: [String: Int]()) {
        $0[Self.label($1.trip?.status), default: 0] += 1
      }
      for status in TripStatus.knownValues.map(\.value.wireName) + ["UNKNOWN", "NONE"] {
        $0.sample("", [("status", status)], Double(counts[status] ?? 0))
      }
    }
    page.add("ridealong_trip_states", .gauge, "Followed trips by the state of their data.") {
      let counts = state.trips.values.reduce(into: [TripState: Int]()) {
        let isFailing = $1.polling.consecutiveFailures > 0
        $0[isFailing ? .failing : TripState($1.facts(now, wall).state), default: 0] += 1
      }
      for kind in TripState.allCases {
        $0.sample("", [("state", kind.rawValue)], Double(counts[kind] ?? 0))
      }
    }
    page.add("ridealong_trips_failing", .gauge, "Followed trips whose last poll failed, by code.") {
      let counts = state.trips.values.reduce(into: [[String]: Int]()) {
        guard let error = $1.polling.lastError else { return }
        $0[[error.label, "\(error.bucket)"], default: 0] += 1
      }
      $0.samples(of: counts)
    }
    page.add(
      "ridealong_poll_interval_max_seconds", .gauge,
      "The longest time between two polls of a followed trip, as it is planned."
    ) {
      let longest = state.trips.values.compactMap(\.polling.interval).max()
      if let longest { $0.sample("", [], longest / .seconds(1)) }
    }
    page.add(
      "ridealong_data_age_max_seconds", .gauge,
      "The age of the oldest last answer of a followed trip."
    ) {
      if let age = present.compactMap(\.answerAge).max() { $0.sample("", [], age / .seconds(1)) }
    }
    page.add(
      "ridealong_location_age_max_seconds", .gauge,
      "The age of the oldest vehicle location of a followed trip."
    ) {
      if let age = present.compactMap(\.locationAge).max() { $0.sample("", [], age / .seconds(1)) }
    }
    page.add("ridealong_trips_ended", .counter, "Trips that ended while they were followed.") {
      let always = [TripStatus.complete, .canceled].map(\.wireName)
      $0.counts(state.ended, by: "status", always: always)
    }
    page.add(
      "ridealong_eta_error_seconds", .histogram,
      "The time between the first estimate of an arrival and the arrival."
    ) {
      for (labels, histogram) in state.estimates.sorted(by: {
        $0.key[0] + $0.key[1] < $1.key[0] + $1.key[1]
      }) { $0.histogram([("stop", labels[0]), ("direction", labels[1])], histogram) }
    }
    page.add("ridealong_requests", .counter, "Requests by HTTP status or kind of failure.") {
      $0.counts(state.requests, by: "result", always: Self.results)
    }
    page.add("ridealong_request_duration_seconds", .histogram, "The duration of requests.") {
      $0.histogram([], state.latency)
    }
    page.add("ridealong_poll_errors", .counter, "Failed polls by code and by what may solve them.")
    {
      let zeros = Self.codes.flatMap { code in Self.kinds.map { ([code, $0], 0) } }
      $0.samples("_total", of: state.errors.merging(zeros) { count, _ in count })
    }
    page.add("ridealong_trips_given_up", .counter, "Trips given up after their first error.") {
      $0.counts(state.givenUp, by: "code", always: Self.codes)
    }
    return page.text
  }

  // A counter that appears with its first value shows no increase: each starts at zero.
  private static let codes = (RPCCode.allCases.filter { $0 != .ok }.map(\.name) + ["INTERRUPTED"])
    .sorted()
  private static let kinds = FleetEngineError.Bucket.allCases.map { "\($0)" }
  private static let results =
    Set(RPCCode.allCases.map { "\($0.httpStatus)" })
    .union(HTTPTransportError.Kind.allCases.map { "\($0)" })

  private static func label(_ status: TripStatus?) -> String {
    guard let status else { return "NONE" }
    // A server may send any text.
    return TripStatus.knownValues.contains { $0.value == status } ? status.wireName : "UNKNOWN"
  }

  /// The state of a trip's data.
  private enum TripState: String, CaseIterable {
    case waiting, live, quiet, failing

    init(_ state: RideFacts.State) {
      self =
        switch state {
        case .connecting: .waiting
        case .live, .ended: .live
        case .vehicleQuiet: .quiet
        case .late, .stale, .actionNeeded: .failing
        }
    }
  }
}

extension MetricsPage.Family {
  /// Adds counts by a label, with those that are always there.
  fileprivate mutating func counts(
    _ counts: [String: Int], by label: String, always: some Sequence<String>
  ) {
    let all = counts.merging(always.map { ($0, 0) }) { count, _ in count }
    for (value, count) in all.sorted(by: { $0.key < $1.key }) {
      sample("_total", [(label, value)], Double(count))
    }
  }

  /// Adds counts by code and kind.
  fileprivate mutating func samples(_ suffix: String = "", of counts: [[String]: Int]) {
    for (labels, count) in counts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      sample(suffix, [("code", labels[0]), ("kind", labels[1])], Double(count))
    }
  }
}

/// A transport that counts each request and its duration.
///
/// A ``FleetEngineObserver`` sees whole calls, with their waits for tokens and turns.
struct MeteredTransport: HTTPTransport {
  let transport: any HTTPTransport
  let metrics: RideMetrics
  let clock: ServiceClock

  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    let start = clock.monotonicNow()
    do {
      let response = try await transport.send(request)
      metrics.record(request: "\(response.status)", took: clock.monotonicNow() - start)
      return response
    } catch {
      metrics.record(request: "\(error.kind)", took: clock.monotonicNow() - start)
      throw error
    }
  }
}
