internal import FleetEngine
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer

/// Observes followed trips besides the screen or the lines: for the log, the metrics and the notices.
@MainActor final class RideObserver {
  private struct ObservedTrip {
    var log: TripLog
    var notices: TripNotices?
    var trip: Trip?
    var polling = PollingStatus()
  }

  private let outputs: RideOutputs
  private let metrics: RideMetrics?
  private let rules: NoticeRules?
  private var trips: [String: ObservedTrip] = [:]
  private var vehicleLog: TripLog?
  private let batches: AsyncStream<[RideNotice]>.Continuation?
  private var ticking: Task<Void, Never>?

  /// Creates an observer until ``end()``; `show` shows a notice on the terminal.
  init(
    _ outputs: RideOutputs, metrics: RideMetrics? = nil, notices: NoticeSender? = nil,
    vehicle: VehicleName? = nil,
    show: @escaping @MainActor (TerminalNotice) async -> Void = { _ in }
  ) {
    (self.outputs, self.metrics, rules) = (outputs, metrics, notices?.rules)
    vehicleLog = vehicle.map { TripLog($0, outputs) }
    guard let notices else {
      batches = nil
      return
    }
    let (stream, batches) = AsyncStream.makeStream(of: [RideNotice].self)
    self.batches = batches
    // An unstructured task: it ends with the observer, and the program waits for it.
    outputs.keep(
      Task {
        for await batch in stream {
          if let notice = await notices.send(batch) { await show(notice) }
        }
        await notices.finish()
      })
    guard notices.rules.haveConditions else { return }
    // An unstructured task: it ends with the observer.
    ticking = Task { [weak self, clock = outputs.clock] in
      while (try? await clock.sleep(.seconds(1))) != nil {
        guard let self else { return }
        tick()
      }
    }
  }

  deinit { batches?.finish() }

  func follow(_ name: String) {
    guard trips[name] == nil else { return }
    trips[name] = ObservedTrip(
      log: TripLog(name, outputs), notices: rules.map { TripNotices(name, $0) })
    metrics?.follow(name)
  }

  func apply(_ event: TripEvent) {
    switch event {
    case .trip(let name, let trip): apply(name, trip)
    case .polling(let name, let polling): apply(name, polling)
    case .vehicle(_, let polling): vehicleLog?.apply(polling)
    case .left(let name): leave(name)
    }
  }

  private func apply(_ name: String, _ trip: Trip) {
    follow(name)
    trips[name]?.log.apply(trip)
    trips[name]?.trip = trip
    metrics?.apply(name, trip)
  }

  /// Applies the end of a poll.
  private func apply(_ name: String, _ polling: PollingStatus) {
    guard !polling.isPolling else { return }
    follow(name)
    trips[name]?.log.apply(polling)
    trips[name]?.polling = polling
    metrics?.apply(name, polling)
    notice([name])
  }

  /// Ends following a trip because of its first error.
  func giveUp(_ name: String, _ error: FleetEngineError) {
    if let notice = trips[name]?.notices?.giveUp(error) { batches?.yield([notice]) }
    trips[name] = nil
    metrics?.giveUp(name, error)
  }

  private func leave(_ name: String) {
    trips[name] = nil
    metrics?.leave(name)
  }

  func end() {
    ticking?.cancel()
    batches?.finish()
  }

  private func tick() { notice(trips.keys.sorted()) }

  private func notice(_ names: [String]) {
    guard let batches else { return }
    let moment = outputs.clock.moment
    var notices: [RideNotice] = []
    for name in names {
      guard let observed = trips[name] else { continue }
      let polling = observed.polling
      let facts = RideFacts(observed.trip, polling, now: moment.now, wall: moment.wall)
      notices += trips[name]?.notices?.update(facts, polling, now: moment.now) ?? []
    }
    if !notices.isEmpty { batches.yield(notices) }
  }
}
