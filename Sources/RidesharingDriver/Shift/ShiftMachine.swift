internal import FleetEngine

/// Which stop is next and which status is to be told.
///
/// It decides only; who performs its actions tells it what came of them. Moments are monotonic. It
/// goes by its own plan, so that a server that is lost for a while, or answers what was true before,
/// does not stop the vehicle; statuses wait in their order until they are taken. Source: contract
/// 7.1, 7.4 and 8.4.
struct ShiftMachine: Sendable, Equatable {
  /// What a dispatch says that there is to do.
  struct Plan: Sendable, Equatable {
    /// The vehicle's active trips.
    var tripIDs: [String]
    /// The stops that are left, in their order.
    var stops: [TripStop]
    /// The statuses of the trips, as far as they are known.
    var statuses: [String: TripStatus] = [:]
  }

  /// What happened.
  enum Event: Sendable, Equatable {
    /// The dispatch has been asked.
    case plan(Plan)
    /// The vehicle is at the stop that it was sent to.
    case arrived
    /// The vehicle has driven away from the stop that it was at.
    case droveAway
    /// The time is over that ``ShiftMachine/wakeAt`` tells.
    case waited
    /// The first status of those that wait was taken.
    case told
    /// The first status of those that wait will never be taken.
    case refused
    /// No status will be taken from this driver.
    case mayNotTell
  }

  /// What is to be done, in order.
  enum Action: Sendable, Equatable {
    /// Drive to a stop.
    case guide(TripStop)
    /// Stand where the vehicle is, without a destination.
    case stand
    /// Say what has happened.
    case say(ShiftEvent)
  }

  /// What the vehicle does.
  enum Phase: Sendable, Equatable {
    /// It has no stop to go to.
    case waiting
    /// It is on its way.
    case driving(TripStop)
    /// It is there, until a moment; nil for until others have led the trip on.
    case atStop(TripStop, until: Duration?)
  }

  private struct KnownTrip: Sendable, Equatable {
    var id: String
    var status: TripStatus
    var hasEnded = false
  }

  private(set) var phase = Phase.waiting
  /// The statuses that are to be told, in order.
  private(set) var pending: [TripProgress] = []
  /// The trips that were driven to their end.
  private(set) var completed = 0
  /// The trips that were cancelled or given to another vehicle.
  private(set) var left = 0

  private let dwell: Duration
  private let rest: Duration
  private var tells = true
  private var trips: [KnownTrip] = []
  private var stops: [TripStop] = []
  /// The stops that the vehicle has left, of trips that go on.
  private var departed: [TripStop] = []

  init(dwell: Duration, rest: Duration) {
    self.dwell = dwell
    self.rest = rest
  }

  /// When ``Event/waited`` is to come, if it is.
  var wakeAt: Duration? {
    if case .atStop(_, let until) = phase { until } else { nil }
  }

  /// Takes what happened and says what is to be done.
  mutating func handle(_ event: Event, now: Duration) -> [Action] {
    var actions: [Action] = []
    switch event {
    case .plan(let plan): take(plan, &actions)
    case .arrived: arrive(now, &actions)
    case .droveAway: if wakeAt != nil { depart(&actions) }
    case .waited: if let end = wakeAt, end <= now { depart(&actions) }
    case .told: finishFirst(&actions)
    case .refused:
      guard !pending.isEmpty else { break }
      let progress = pending.removeFirst()
      if progress.status == .complete {
        left += 1
        actions.append(.say(.left(tripID: progress.tripID)))
      }
    case .mayNotTell:
      tells = false
      pending = []
      departed = []
      for index in trips.indices { trips[index].hasEnded = false }
      if case .atStop(let stop, _) = phase { phase = .atStop(stop, until: nil) }
    }
    return actions
  }

  private mutating func take(_ plan: Plan, _ actions: inout [Action]) {
    for trip in trips where !plan.tripIDs.contains(trip.id) {
      // What is still to be told of it may be how it ended.
      guard !pending.contains(where: { $0.tripID == trip.id }) else { continue }
      forget(trip, &actions)
    }
    for id in plan.tripIDs where !trips.contains(where: { $0.id == id }) {
      trips.append(KnownTrip(id: id, status: plan.statuses[id] ?? .new))
      let count = plan.stops.count { $0.tripID == id }
      actions.append(.say(.assigned(tripID: id, stops: count)))
    }
    let ended = Set(trips.lazy.filter(\.hasEnded).map(\.id))
    stops = plan.stops.filter { stop in
      !ended.contains(stop.tripID) && !departed.contains { $0.isSame(as: stop) }
    }
    goOn(&actions)
  }

  private mutating func forget(_ trip: KnownTrip, _ actions: inout [Action]) {
    trips.removeAll { $0.id == trip.id }
    departed.removeAll { $0.tripID == trip.id }
    guard !trip.hasEnded else { return }
    // Where others set the statuses, a trip that vanishes at its drop-off has been completed.
    if !tells, case .atStop(let stop, _) = phase, stop.tripID == trip.id, stop.type == .dropoff {
      completed += 1
      actions.append(.say(.completed(tripID: trip.id)))
    } else {
      left += 1
      actions.append(.say(.left(tripID: trip.id)))
    }
  }

  /// Brings what the vehicle does in line with the stops.
  private mutating func goOn(_ actions: inout [Action]) {
    switch phase {
    case .waiting:
      if let first = stops.first { setOut(to: first, &actions) }
    case .driving(let target):
      guard let first = stops.first else { return wait(&actions) }
      if first != target { setOut(to: first, &actions) }
    case .atStop(let stop, _):
      // Who rests after a drop-off, or stands at a stop that is still planned, stays.
      let hasEnded = trips.contains { $0.id == stop.tripID && $0.hasEnded }
      guard !hasEnded, !stops.contains(where: { $0.isSame(as: stop) }) else { return }
      if let first = stops.first { setOut(to: first, &actions) } else { wait(&actions) }
    }
  }

  private mutating func wait(_ actions: inout [Action]) {
    phase = .waiting
    actions += [.stand, .say(.waiting)]
  }

  private mutating func setOut(to stop: TripStop, _ actions: inout [Action]) {
    phase = .driving(stop)
    let status = status(of: stop.tripID)
    switch stop.type {
    case .pickup:
      if status == .new || status?.isKnown != true { tell(stop, .enrouteToPickup) }
    case .intermediateDestination:
      if status != .enrouteToIntermediateDestination, status != .arrivedAtIntermediateDestination {
        tell(stop, .enrouteToIntermediateDestination)
      }
    case .dropoff:
      if status != .enrouteToDropoff { tell(stop, .enrouteToDropoff) }
    case .unknown: break
    }
    actions.append(.guide(stop))
  }

  private mutating func arrive(_ now: Duration, _ actions: inout [Action]) {
    guard case .driving(let stop) = phase else { return }
    actions.append(.say(.arrived(stop)))
    phase = .atStop(stop, until: tells ? now + (stop.type == .dropoff ? rest : dwell) : nil)
    switch stop.type {
    case .pickup: tell(stop, .arrivedAtPickup)
    case .intermediateDestination: tell(stop, .arrivedAtIntermediateDestination)
    case .dropoff:
      guard tells else { break }
      tell(stop, .complete)
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
      // The rider is on the way, even if the vehicle first goes where another trip wants it.
      let next = stops.first { $0.tripID == stop.tripID }
      if let next, next.type == .intermediateDestination {
        tell(next, .enrouteToIntermediateDestination)
      } else {
        tell(next ?? stop, .enrouteToDropoff)
      }
    }
    phase = .waiting
    if let first = stops.first { setOut(to: first, &actions) } else { wait(&actions) }
  }

  private func status(of tripID: String) -> TripStatus? {
    trips.first { $0.id == tripID }?.status
  }

  /// Lets a status wait until it is told, unless the trip has it already.
  private mutating func tell(_ stop: TripStop, _ status: TripStatus) {
    guard tells, let index = trips.firstIndex(where: { $0.id == stop.tripID }) else { return }
    let isAboutStop =
      status == .enrouteToIntermediateDestination || status == .arrivedAtIntermediateDestination
    guard isAboutStop || trips[index].status != status else { return }
    trips[index].status = status
    pending.append(
      TripProgress(
        tripID: stop.tripID,
        status: status,
        stopIndex: isAboutStop ? stop.index : nil
      )
    )
  }

  private mutating func finishFirst(_ actions: inout [Action]) {
    guard !pending.isEmpty else { return }
    let progress = pending.removeFirst()
    actions.append(.say(.told(progress)))
    guard progress.status == .complete else { return }
    completed += 1
    actions.append(.say(.completed(tripID: progress.tripID)))
  }
}
