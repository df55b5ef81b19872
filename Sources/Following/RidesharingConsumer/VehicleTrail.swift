package import FleetEngine
package import Geo

/// The reports of a vehicle on its way between the places of its trip, with its halts and with the
/// places where two reports do not fit together, all by the times of the reports.
package struct VehicleTrail: Sendable, Hashable {
  package struct Halt: Sendable, Hashable {
    package let place: Coordinate
    package let start: Timestamp
    package fileprivate(set) var end: Timestamp

    package var duration: Duration { end - start }
  }

  /// Two reports in succession that do not fit together.
  package struct Discontinuity: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// The vehicle moved, and did not report for a time.
      case gap(Duration)
      /// The vehicle moved faster than a car can.
      case jump
    }

    package let kind: Kind
    /// The place of the second report.
    package let place: Coordinate
  }

  /// The shortest halt that is shown; most waits at a light are shorter.
  package static let shortestHalt: Duration = .seconds(60)
  /// The longest time between two reports that is no gap.
  private static let longestWait: Duration = .seconds(60)
  /// The highest speed in km/h of a car.
  package static let fastest = 200.0
  /// The farthest distance in meters between two positions of a vehicle that stands.
  private static let reach = 20.0
  /// The shortest distance in meters that has a speed; positions are inexact.
  private static let shortestMove = 200.0
  private static let mostReports = 1_000
  private static let most = 50

  /// The places of reports since the last place of the trip, the earliest first.
  package private(set) var reports: [Coordinate] = []
  /// The halts that are over, the earliest first.
  package private(set) var halts: [Halt] = []
  /// The places where two reports do not fit together, the earliest first.
  package private(set) var discontinuities: [Discontinuity] = []
  /// The present place of the vehicle with its time there, however short.
  package private(set) var last: Halt?

  private var vehicleID: String?

  /// The present halt; nil while the vehicle moves.
  package var present: Halt? { last.flatMap { $0.duration >= Self.shortestHalt ? $0 : nil } }

  package init() {}

  /// Applies a trip's new state; `worldSpeed` is the speed of a simulated world relative to the clock.
  package mutating func update(_ trip: Trip, worldSpeed: Double = 1) {
    if let vehicleID = trip.vehicleID, vehicleID != self.vehicleID {
      // Another vehicle does not continue the way of the one before.
      self = VehicleTrail()
      self.vehicleID = vehicleID
    }
    switch trip.status {
    case .enrouteToPickup, .enrouteToIntermediateDestination, .enrouteToDropoff: break
    case .new:
      self = VehicleTrail()
      return
    case .arrivedAtPickup, .arrivedAtIntermediateDestination, .complete, .canceled, .unknown:
      reports = []
      return endHalt()
    }
    guard let report = trip.lastLocation, let place = report.location, place.isValid,
      let time = report.updateTime ?? report.serverTime
    else { return }
    guard let last else { return begin(at: place, time) }
    // A report that comes late changes nothing.
    guard time > last.end else { return }
    let meters = last.place.meters(to: place)
    guard meters > Self.reach else {
      self.last?.end = time
      return
    }
    let wait = time - last.end
    let speed = Self.speed(meters: meters, in: wait, worldSpeed: worldSpeed)
    if let speed, speed > Self.fastest {
      add(.jump, at: place)
    } else if wait > Self.longestWait {
      add(.gap(wait), at: place)
    }
    endHalt()
    begin(at: place, time)
  }

  /// The speed in km/h of a move between two reports; nil for one that is too short.
  package static func speed(meters: Double, in time: Duration, worldSpeed: Double) -> Double? {
    meters > shortestMove ? meters / max(time.inSeconds, 0.1) * 3.6 / worldSpeed : nil
  }

  private mutating func add(_ kind: Discontinuity.Kind, at place: Coordinate) {
    let all = discontinuities + [Discontinuity(kind: kind, place: place)]
    discontinuities = all.suffix(Self.most)
  }

  private mutating func begin(at place: Coordinate, _ time: Timestamp) {
    last = Halt(place: place, start: time, end: time)
    reports = (reports.count < Self.mostReports ? reports : reports.suffix(Self.mostReports / 2))
    reports.append(place)
  }

  private mutating func endHalt() {
    if let present { halts = (halts + [present]).suffix(Self.most) }
    last = nil
  }
}
