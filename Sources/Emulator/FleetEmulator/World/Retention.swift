internal import FleetEngine

extension WorldTransaction {
  /// Removes trips and vehicles that were not created or updated for a time, and returns when the
  /// next of the rest is due.
  ///
  /// Times are those of ``RunningTime``, so that setting the clock or a long pause removes nothing.
  /// A vehicle stays as long as a trip refers to it. See docs/protocol.md, "Retention".
  mutating func expire(after time: Duration) -> Timestamp {
    let limit = runningNow - time
    var earliest = runningNow
    for record in trips {
      let keptAt = record.keptAt ?? runningNow
      guard keptAt <= limit else {
        earliest = min(earliest, keptAt)
        continue
      }
      remove(trip: record.id)
      if let vehicleID = record.trip.vehicleID { replan(vehicleID) }
    }
    let used = Set(trips.compactMap(\.trip.vehicleID))
    for record in vehicles {
      let keptAt = record.keptAt ?? runningNow
      if keptAt <= limit, !used.contains(record.id) {
        remove(vehicle: record.id)
      } else {
        earliest = min(earliest, keptAt)
      }
    }
    return earliest + time
  }
}

/// The time for which an emulator has run on its data, over all its runs.
///
/// It does not depend on the wall clock. Its timestamps count from 1970 and are internal.
struct RunningTime: Sendable {
  private let former: Timestamp
  private let start: Duration
  private let clock: @Sendable () -> Duration

  /// Creates a running time that continues after the seconds of former runs.
  init(after seconds: Int, clock: @escaping @Sendable () -> Duration) {
    former = Timestamp(seconds: Int64(max(0, seconds)))
    start = clock()
    self.clock = clock
  }

  var now: Timestamp { former + max(.zero, clock() - start) }
}
