package import FleetEngine
package import Geo

/// Where a vehicle has stood between the places of its trip, by the times of its reports.
package struct Halts: Sendable, Hashable {
  package struct Halt: Sendable, Hashable {
    package let place: Coordinate
    package let start: Timestamp
    package fileprivate(set) var end: Timestamp

    package var duration: Duration { end - start }
  }

  /// The shortest halt that is shown; most waits at a light are shorter.
  package static let shortest: Duration = .seconds(60)
  /// The farthest distance in metres between two positions of a vehicle that stands.
  private static let reach = 20.0
  private static let most = 50

  /// The halts that are over, the earliest first.
  package private(set) var past: [Halt] = []
  /// The present place of the vehicle with its time there, however short.
  package private(set) var last: Halt?

  /// The present halt; nil while the vehicle moves.
  package var present: Halt? { last.flatMap { $0.duration >= Self.shortest ? $0 : nil } }

  package init() {}

  package mutating func update(_ trip: Trip) {
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
