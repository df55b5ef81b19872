internal import FleetEngine
internal import Geo

/// Where a vehicle has stood between the places of its trip, by the times of its reports.
struct Halts: Sendable, Hashable {
  struct Halt: Sendable, Hashable {
    let place: Coordinate
    let start: Timestamp
    fileprivate(set) var end: Timestamp

    var duration: Duration { end - start }
  }

  /// The shortest halt that is shown; most waits at a light are shorter.
  static let shortest: Duration = .seconds(60)
  /// The farthest distance in metres between two positions of a vehicle that stands.
  private static let reach = 20.0
  private static let most = 50

  /// The halts that are over, the earliest first.
  private(set) var past: [Halt] = []
  private var last: Halt?

  /// The present halt; nil while the vehicle moves.
  var present: Halt? { last.flatMap { $0.duration >= Self.shortest ? $0 : nil } }

  mutating func update(_ trip: Trip) {
    switch trip.status {
    case .enrouteToPickup, .enrouteToIntermediateDestination, .enrouteToDropoff: break
    case .new:
      self = Halts()
      return
    case .arrivedAtPickup, .arrivedAtIntermediateDestination, .complete, .canceled, .unknown:
      return end()
    }
    guard let report = trip.lastLocation, let place = report.location, place.isValid,
      let time = report.updateTime ?? report.serverTime
    else { return }
    guard let last, last.place.meters(to: place) <= Self.reach else {
      end()
      self.last = Halt(place: place, start: time, end: time)
      return
    }
    self.last?.end = max(last.end, time)
  }

  private mutating func end() {
    if let present { past = (past + [present]).suffix(Self.most) }
    last = nil
  }
}
