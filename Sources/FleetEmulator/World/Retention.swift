internal import FleetEngine

/// How long trips and vehicles are kept, and which are to go next.
///
/// Times are those of ``RunningTime``, so that setting the clock or a long pause removes nothing. A
/// vehicle stays as long as a trip refers to it. Source: contract 7.7.
struct Retention: Sendable {
  /// What is to be looked at.
  struct Due: Sendable {
    var trips: [String] = []
    var vehicles: [String] = []
  }

  /// What is to be looked at again.
  struct Rest: Sendable {
    /// What has been changed since it was put in, with the moments of the changes.
    var changed: [(item: ExpiryQueue.Item, keptAt: Timestamp)] = []
    /// The vehicles that only a trip keeps.
    var kept: Set<String> = []

    mutating func add(_ item: ExpiryQueue.Item, _ keptAt: Timestamp?) {
      if let keptAt { changed.append((item, keptAt)) }
    }
  }

  let time: Duration
  private var queue = ExpiryQueue()
  private var kept: Set<String> = []
  /// Whether a trip may have let go of a vehicle that only trips keep.
  private var isReleased = false

  init(of time: Duration, for world: World) {
    self.time = time
    for record in world.trips.values { add(.trip(record.id), record.keptAt) }
    for record in world.vehicles.values { add(.vehicle(record.id), record.keptAt) }
  }

  /// Adds what a call has changed.
  mutating func apply(_ changes: Changes) {
    for record in changes.trips.values { add(.trip(record.id), record.keptAt) }
    for record in changes.vehicles.values { add(.vehicle(record.id), record.keptAt) }
    isReleased = isReleased || !changes.trips.isEmpty || !changes.removedTrips.isEmpty
  }

  /// Takes out what may have to go; nil where there is nothing.
  mutating func removeDue(at moment: Timestamp) -> Due? {
    let isKeptDue = isReleased && !kept.isEmpty
    guard isKeptDue || queue.next.map({ $0 <= moment }) ?? false else { return nil }
    var due = Due(vehicles: Array(kept))
    kept = []
    isReleased = false
    for item in queue.removeDue(at: moment) {
      switch item {
      case .trip(let id): due.trips.append(id)
      case .vehicle(let id): due.vehicles.append(id)
      }
    }
    return due
  }

  /// Puts back what does not go yet.
  mutating func putBack(_ rest: Rest) {
    for (item, keptAt) in rest.changed { add(item, keptAt) }
    kept.formUnion(rest.kept)
  }

  private mutating func add(_ item: ExpiryQueue.Item, _ keptAt: Timestamp?) {
    if let keptAt { queue.add(item, due: keptAt + time) }
  }
}

extension Draft {
  /// Removes those that nobody has created or updated for a while.
  mutating func expire(_ due: Retention.Due, after time: Duration) -> Retention.Rest {
    let limit = runningNow - time
    var rest = Retention.Rest()
    for id in due.trips {
      guard let record = trip(id) else { continue }
      if let keptAt = record.keptAt, keptAt > limit {
        rest.changed.append((.trip(id), keptAt))
        continue
      }
      remove(trip: id)
      if let vehicleID = record.trip.vehicleID { replan(vehicleID) }
    }
    for id in due.vehicles {
      guard let record = vehicle(id) else { continue }
      if let keptAt = record.keptAt, keptAt > limit {
        rest.changed.append((.vehicle(id), keptAt))
      } else if isInUse(vehicle: id) {
        rest.kept.insert(id)
      } else {
        remove(vehicle: id)
      }
    }
    return rest
  }
}

/// The time for which an emulator has run on its data, over all its runs.
///
/// It does not depend on the wall clock and stands still while no emulator runs. Moments of it are
/// timestamps counted from 1970, which no client sees.
struct RunningTime: Sendable {
  private let former: Timestamp
  private let start: Duration
  private let clock: @Sendable () -> Duration

  /// Creates a running time that counts from now.
  init(after seconds: Int, clock: @escaping @Sendable () -> Duration) {
    former = Timestamp(seconds: Int64(max(0, seconds)))
    start = clock()
    self.clock = clock
  }

  /// The present moment.
  var now: Timestamp { former + max(.zero, clock() - start) }
}
