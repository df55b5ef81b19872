internal import FleetEngine
internal import HTTPMessages
package import RideRecordings
internal import RidesharingConsumer
package import RouteSources

/// Polls of the trips of a Cloud Logging export, as they would have been at its calls.
///
/// Each call of the log is a poll of each trip that it changes. See docs/exports.md.
package struct ExportPolls: PollSource {
  private var timeline: LogTimeline
  private let hasExchanges: Bool
  private var fleets: [String: RetracedFleet] = [:]
  /// The number of failed reads since the last success.
  private var failures: [TripName: Int] = [:]
  private var start: Timestamp?
  /// The polls of the last call, last first.
  private var rest: [SourcePoll] = []
  private var refusals = 0
  private var firstRefusal: String?
  private var firstExcess: String?

  /// Reads a log; `hasExchanges` gives each poll its entry of the log.
  package init(_ timeline: LogTimeline, hasExchanges: Bool = true) {
    (self.timeline, self.hasExchanges) = (timeline, hasExchanges)
  }

  package mutating func next() async -> SourcePoll? {
    while rest.isEmpty, let exchange = await timeline.nextAhead() {
      rest = polls(after: exchange).reversed()
    }
    return rest.popLast()
  }

  private mutating func polls(after exchange: LoggedExchange) -> [SourcePoll] {
    let entry = hasExchanges ? exchange.entry : []
    if case .getTrip(let name) = exchange.request, let failure = exchange.failure {
      failures[name, default: 0] += 1
      let error = FleetEngineError(
        operation: "GetTrip", code: failure.code, message: failure.message,
        httpStatus: failure.httpStatus ?? failure.code.httpStatus)
      return [poll(.failure(error), of: name, after: exchange, entry)]
    }
    let effect = apply(exchange)
    if let refusal = effect.refusal {
      refusals += 1
      firstRefusal = firstRefusal ?? refusal
    }
    return effect.trips.compactMap { name in
      guard let trip = fleets[name.providerID]?.trip(name, at: exchange.time) else { return nil }
      if let excess = trip.excess {
        firstExcess = firstExcess ?? excess
        return nil
      }
      defer { failures[name] = nil }
      return poll(.trip(trip), of: name, after: exchange, entry)
    }
  }

  private mutating func poll(
    _ result: RecordedPoll.Result, of trip: TripName, after exchange: LoggedExchange,
    _ entry: [UInt8]
  ) -> SourcePoll {
    let start = start ?? exchange.time
    self.start = start
    var read: RecordedExchange?
    if hasExchanges,
      let url = try? HTTPURL(parsing: "https://fleetengine.googleapis.com/v1/\(trip)")
    {
      read = RecordedExchange(
        method: .get, url: url, body: entry, bodyBytes: entry.count, isLogEntry: true)
    }
    let attempt = if case .failure = result { failures[trip] ?? 1 } else { 1 }
    let poll = RecordedPoll(
      result: result, time: exchange.time, start: exchange.time - start, duration: .zero,
      attempt: attempt, exchange: read)
    return SourcePoll(trip: trip.description, poll: poll)
  }

  private mutating func apply(_ exchange: LoggedExchange) -> RetracedFleet.Effect {
    let (time, trip, vehicle) = (exchange.time, exchange.trip, exchange.vehicle)
    switch exchange.request {
    case .getTrip(let name):
      return fleets[name.providerID, default: RetracedFleet()]
        .readTrip(name, response: trip ?? Trip(), at: time)
    case .change(.createTrip(let name, let given)):
      return fleets[name.providerID, default: RetracedFleet()]
        .createTrip(name, given, response: trip, at: time)
    case .change(.updateTrip(let name, let given, let mask)):
      return fleets[name.providerID, default: RetracedFleet()]
        .updateTrip(name, given, mask: mask, response: trip, at: time)
    case .change(.createVehicle(let name, let given)):
      return fleets[name.providerID, default: RetracedFleet()]
        .createVehicle(name, given, response: vehicle, at: time)
    case .change(.updateVehicle(let name, let given, let mask)):
      return fleets[name.providerID, default: RetracedFleet()]
        .updateVehicle(name, given, mask: mask, response: vehicle, at: time)
    }
  }

  // MARK: - Problems

  package var problems: [String] {
    var lines = timeline.problems
    let earlier = fleets.values.reduce(0) { $0 + $1.earlierTrips }
    if earlier > 0 {
      lines.append(
        "The log begins after the creation of \(earlier == 1 ? "1 trip" : "\(earlier) trips"), shown as "
          + "far as the server's responses describe them.")
    }
    if let firstExcess { lines.append("Skipped responses that are too large. \(firstExcess)") }
    if let firstRefusal {
      lines.append(
        "\(refusals == 1 ? "1 call" : "\(refusals) calls") broke a rule of ridealong's emulator, so that "
          + "only the server's response is shown; the first: \(firstRefusal)")
    }
    return lines
  }
}
