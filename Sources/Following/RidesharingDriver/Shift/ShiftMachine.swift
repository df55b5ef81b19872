internal import FleetEngine

/// A pure state machine that decides which stop is next and which status to report.
///
/// Times are monotonic. The machine follows its own plan, so a server that is unavailable or
/// responds with old data does not stop the vehicle. Statuses wait in order until they are
/// accepted. See docs/protocol.md, "Statuses", "Shared and back-to-back trips" and
/// "Order of a ride".
struct ShiftMachine: Sendable, Equatable {
  /// A dispatch's instructions for a vehicle.
  struct Plan: Sendable, Equatable {
    var tripIDs: [String]
    var stops: [TripStop]
    var statuses: [String: TripStatus] = [:]
  }

  enum Event: Sendable, Equatable {
    case plan(Plan)
    case arrived
    case droveAway
    /// The time ``ShiftMachine/wakeAt`` has come.
    case waited
    case reported
    case refused
    case reportingDenied
  }

  enum Action: Sendable, Equatable {
    case guide(TripStop)
    /// Stay at the current place, without a destination.
    case stand
    case emit(ShiftEvent)
  }

  enum Phase: Sendable, Equatable {
    case waiting
    case driving(TripStop)
    /// It is at a stop until a time; nil if someone else changes the trip's status.
    case atStop(TripStop, until: Duration?)
  }

  private struct KnownTrip: Sendable, Equatable {
    var id: String
    var status: TripStatus
    var hasEnded = false
  }

  private(set) var phase = Phase.waiting
  private(set) var pending: [TripProgress] = []
  private(set) var completed = 0
  private(set) var left = 0

  private let dwell: Duration
  private let rest: Duration
  private var mayReport = true
  private var trips: [KnownTrip] = []
  private var stops: [TripStop] = []
  /// The visited stops of active trips.
  private var departed: [TripStop] = []

  init(dwell: Duration, rest: Duration) {
    self.dwell = dwell
    self.rest = rest
  }

  /// When the machine expects ``Event/waited``; nil if it does not.
  var wakeAt: Duration? { if case .atStop(_, let until) = phase { until } else { nil } }

  /// Handles an event and returns the resulting actions in order.
  mutating func handle(_ event: Event, now: Duration) -> [Action] {
    var actions: [Action] = []
    switch event {
    case .plan(let plan): apply(plan, &actions)
    case .arrived: arrive(now, &actions)
    case .droveAway: if wakeAt != nil { depart(&actions) }
    case .waited: if let end = wakeAt, end <= now { depart(&actions) }
    case .reported:
      guard !pending.isEmpty else { break }
      let progress = pending.removeFirst()
      actions.append(.emit(.reported(progress)))
      if progress.status == .complete { complete(progress.tripID, &actions) }
    case .refused:
      guard !pending.isEmpty else { break }
      let progress = pending.removeFirst()
      if progress.status == .complete { leave(progress.tripID, &actions) }
    case .reportingDenied:
      mayReport = false
      pending = []
      departed = []
      for index in trips.indices { trips[index].hasEnded = false }
      if case .atStop(let stop, _) = phase { phase = .atStop(stop, until: nil) }
    }
    return actions
  }

  private mutating func apply(_ plan: Plan, _ actions: inout [Action]) {
    for trip in trips where !plan.tripIDs.contains(trip.id) {
      // A pending status may be the trip's end.
      guard !pending.contains(where: { $0.tripID == trip.id }) else { continue }
      remove(trip, &actions)
    }
    for id in plan.tripIDs where !trips.contains(where: { $0.id == id }) {
      trips.append(KnownTrip(id: id, status: plan.statuses[id] ?? .new))
      let count = plan.stops.count { $0.tripID == id }
      actions.append(.emit(.assigned(tripID: id, stops: count)))
    }
    let ended = Set(trips.lazy.filter(\.hasEnded).map(\.id))
    stops = plan.stops.filter { stop in
      !ended.contains(stop.tripID) && !departed.contains { $0.isSame(as: stop) }
    }
    switch phase {
    case .waiting: if !stops.isEmpty { setOut(&actions) }
    case .driving(let target): if stops.first != target { setOut(&actions) }
    case .atStop(let stop, _):
      // The vehicle stays while it rests after a drop-off or its stop is still planned.
      if !ended.contains(stop.tripID), !stops.contains(where: { $0.isSame(as: stop) }) {
        setOut(&actions)
      }
    }
  }

  private mutating func remove(_ trip: KnownTrip, _ actions: inout [Action]) {
    trips.removeAll { $0.id == trip.id }
    departed.removeAll { $0.tripID == trip.id }
    guard !trip.hasEnded else { return }
    // If others set the statuses, a trip that vanishes at its drop-off was completed.
    if !mayReport, case .atStop(let stop, _) = phase, stop.tripID == trip.id, stop.type == .dropoff
    {
      complete(trip.id, &actions)
    } else {
      leave(trip.id, &actions)
    }
  }

  private mutating func complete(_ tripID: String, _ actions: inout [Action]) {
    completed += 1
    actions.append(.emit(.completed(tripID: tripID)))
  }

  private mutating func leave(_ tripID: String, _ actions: inout [Action]) {
    left += 1
    actions.append(.emit(.left(tripID: tripID)))
  }

  /// Drives to the first remaining stop, or waits if there is none.
  private mutating func setOut(_ actions: inout [Action]) {
    guard let stop = stops.first else {
      phase = .waiting
      actions += [.stand, .emit(.waiting)]
      return
    }
    phase = .driving(stop)
    let status = trips.first { $0.id == stop.tripID }?.status
    switch stop.type {
    case .pickup: if status?.isBegun != true { enqueue(.enrouteToPickup, of: stop) }
    case .intermediateDestination:
      if status?.isAboutStop != true { enqueue(.enrouteToIntermediateDestination, of: stop) }
    case .dropoff: enqueue(.enrouteToDropoff, of: stop)
    case .unknown: break
    }
    actions.append(.guide(stop))
  }

  private mutating func arrive(_ now: Duration, _ actions: inout [Action]) {
    guard case .driving(let stop) = phase else { return }
    actions.append(.emit(.arrived(stop)))
    phase = .atStop(stop, until: mayReport ? now + (stop.type == .dropoff ? rest : dwell) : nil)
    switch stop.type {
    case .pickup: enqueue(.arrivedAtPickup, of: stop)
    case .intermediateDestination: enqueue(.arrivedAtIntermediateDestination, of: stop)
    case .dropoff:
      guard mayReport else { break }
      enqueue(.complete, of: stop)
      if let index = trips.firstIndex(where: { $0.id == stop.tripID }) {
        trips[index].hasEnded = true
      }
      stops.removeAll { $0.tripID == stop.tripID }
    case .unknown: break
    }
  }

  private mutating func depart(_ actions: inout [Action]) {
    guard case .atStop(let stop, _) = phase else { return }
    if stop.type != .dropoff {
      departed.append(stop)
      stops.removeAll { $0.isSame(as: stop) }
      // The rider is on the way, even if the vehicle first drives to another trip's stop.
      let next = stops.first { $0.tripID == stop.tripID }
      if let next, next.type == .intermediateDestination {
        enqueue(.enrouteToIntermediateDestination, of: next)
      } else {
        enqueue(.enrouteToDropoff, of: next ?? stop)
      }
    }
    setOut(&actions)
  }

  /// Adds a status to the pending ones unless the trip already has it.
  private mutating func enqueue(_ status: TripStatus, of stop: TripStop) {
    guard mayReport, let index = trips.firstIndex(where: { $0.id == stop.tripID }) else { return }
    guard status.isAboutStop || trips[index].status != status else { return }
    trips[index].status = status
    pending.append(
      TripProgress(
        tripID: stop.tripID, status: status, stopIndex: status.isAboutStop ? stop.index : nil))
  }
}
