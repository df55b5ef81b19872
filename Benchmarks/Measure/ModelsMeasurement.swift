import AccessTokens
import FleetEngine
import HTTPMessages
import RidesharingConsumer

/// Measures what following many trips costs one process.
@MainActor struct ModelsMeasurement {
  nonisolated static let options = Fleet.options.union([
    "interval", "rate", "seconds", "version", "connections",
  ])

  /// Counts notifications.
  private final class Subscriber: TripModelSubscriber {
    private(set) var updates = 0
    private(set) var failures: [String: Int] = [:]

    func tripModel(
      _ tripModel: TripModel, didUpdate trip: Trip?, updatedPropertyFields: TripPropertyFields
    ) { updates += 1 }

    func tripModel(_ tripModel: TripModel, didFailUpdateTripWithError error: FleetEngineError) {
      failures[error.message, default: 0] += 1
    }
  }

  private let fleet: Fleet
  private let interval: Double
  private let rate: Int
  private let seconds: Double
  private let expectedVersion: String?
  private let mostConnections: Int

  init(_ arguments: Arguments) throws {
    fleet = try Fleet(arguments)
    interval = try arguments.number("interval", default: 20.0)
    rate = try arguments.number("rate", default: FleetSchedule.defaultRequestsPerSecond)
    seconds = try arguments.number("seconds", default: 60.0)
    expectedVersion = arguments.text("version")
    mostConnections = try arguments.number("connections", default: 8)
  }

  func run() async throws {
    let measured = MeasuredTransport(fleet.transport())
    let client = FleetEngineClient(
      endpoint: fleet.endpoint, transport: measured,
      tokens: try fleet.tokens(of: "consumer", scope: .perResource),
      schedule: FleetSchedule(requestsPerSecond: rate, clock: fleet.clock))
    let service = TripService(
      client: client, providerID: fleet.providerID, clock: fleet.clock,
      random: SystemRandomNumberGenerator())
    let subscriber = Subscriber()
    var models: [TripModel] = []
    let (start, before) = (fleet.clock.monotonicNow(), ProcessFigures.cpuTime())
    for number in 0..<fleet.size {
      let name = try fleet.tripName(number)
      let model = service.tripModel(
        forTripName: "providers/\(name.providerID)/trips/\(name.tripID)")
      model.options = TripModelOptions(autoRefreshTimeInterval: interval)
      model.register(subscriber)
      models.append(model)
    }
    let computing = ProcessFigures.cpuTime() - before
    let registering = fleet.clock.monotonicNow() - start
    while models.contains(where: { $0.currentTrip == nil }) {
      guard fleet.clock.monotonicNow() - start < .seconds(300) else {
        throw Unexpected(description: "Not all trips have data: \(subscriber.failures)")
      }
      try await fleet.clock.sleep(.milliseconds(100))
    }
    Figures.row("models", "\(models.count), one poll each per \(Figures.fixed(interval, 0)) s")
    Figures.row("limit", "\(rate) requests/s")
    Figures.row(
      "all models made and subscribed",
      "\(Figures.milliseconds(registering)), CPU \(Figures.milliseconds(computing))")
    Figures.row("first data of all models", Figures.seconds(fleet.clock.monotonicNow() - start))
    Figures.row("CPU until then, tokens signed", Figures.seconds(ProcessFigures.cpuTime()))
    let first = measured.takeRecord()
    try await measureSteadily(measured, subscriber, first)
    for model in models { model.unregisterSubscriber(subscriber) }
  }

  private func measureSteadily(
    _ measured: MeasuredTransport, _ subscriber: Subscriber, _ first: MeasuredTransport.Record
  ) async throws {
    let (start, cpu, updates) = (
      fleet.clock.monotonicNow(), ProcessFigures.cpuTime(), subscriber.updates
    )
    var connections = 0
    var observing = Duration.zero
    while fleet.clock.monotonicNow() - start < .seconds(seconds) {
      try await fleet.clock.sleep(.seconds(1))
      let counting = ProcessFigures.threadTime()
      connections = max(connections, ProcessFigures.connections(toPort: fleet.port))
      observing += ProcessFigures.threadTime() - counting
    }
    let elapsed = fleet.clock.monotonicNow() - start
    // Reading the system's tables of all sockets is the measurement's own cost.
    let used = ProcessFigures.cpuTime() - cpu - observing
    let record = measured.takeRecord()
    let count = record.times.count
    let perSecond = Double(count) / (elapsed / .seconds(1))
    Figures.row("steady for", Figures.seconds(elapsed))
    Figures.row("requests/s", Figures.fixed(perSecond, 1))
    Figures.row("updates told", "\(subscriber.updates - updates)")
    Figures.row(
      "CPU",
      "\(Figures.seconds(used)), \(Figures.fixed(used / elapsed * 100, 1)) % of a core, "
        + "\(Figures.milliseconds(count > 0 ? used / count : .zero)) a request")
    Figures.row("peak resident memory", Figures.megabytes(ProcessFigures.peakMemory()))
    Figures.row("threads", ProcessFigures.threads().map(String.init) ?? "unknown")
    Figures.row("connections at most", "\(connections)")
    Figures.row(
      "answers by version",
      "\(record.versions.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })")
    Figures.row("bytes an answer", "\(record.bodyBytes / max(1, count))")
    for (name, share) in [("p50", 0.5), ("p99", 0.99), ("slowest", 1)] {
      Figures.row(
        "\(name) of an exchange", Figures.milliseconds(Figures.quantile(share, of: record.times)))
    }
    let failures = first.failures.merging(record.failures, uniquingKeysWith: +)
    Figures.row("failures", failures.isEmpty ? "none" : "\(failures)")
    try check(record, first, connections, perSecond, failures, subscriber)
  }

  private func check(
    _ record: MeasuredTransport.Record, _ first: MeasuredTransport.Record, _ connections: Int,
    _ perSecond: Double, _ failures: [String: Int], _ subscriber: Subscriber
  ) throws {
    guard failures.isEmpty, subscriber.failures.isEmpty else {
      throw Unexpected(description: "Requests failed: \(failures) \(subscriber.failures)")
    }
    guard !record.times.isEmpty, connections > 0 else {
      throw Unexpected(description: "Nothing was asked.")
    }
    // The measured time plus half a second may contain a second's worth of turns at its ends.
    guard perSecond <= Double(rate) * (1 + 1 / max(1, seconds)) else {
      throw Unexpected(description: "\(perSecond) requests/s are more than \(rate).")
    }
    guard connections <= mostConnections else {
      throw Unexpected(description: "\(connections) connections are more than \(mostConnections).")
    }
    if let expectedVersion {
      for versions in [first.versions, record.versions]
      where Array(versions.keys) != [expectedVersion] {
        throw Unexpected(description: "Answers came in \(versions), not in \(expectedVersion).")
      }
    }
  }
}
