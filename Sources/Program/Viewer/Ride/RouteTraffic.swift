internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

/// Slow traffic and jams on a ride's route, measured once for each route.
struct RouteTraffic: Equatable {
  struct Stretch: Equatable {
    let leg: Leg
    /// Its start and end, in meters before the leg's end; `from` is larger than `to`.
    var from: Double
    var to: Double
    let isJam: Bool

    var meters: Double { from - to }
  }

  private(set) var stretches: [Stretch] = []
  private(set) var isKnown = false

  private static let maximumStretches = 200
  /// The shortest clear stretch between two others that is worth words, in meters; without it they are one.
  static let shownGap = 20.0

  init() {}

  init(_ trip: Trip) {
    guard var leg = Leg(trip) else { return }
    let legs = Leg.all(stops: trip.intermediateDestinations.count)
    let waypoints = trip.remainingWaypoints
    for (index, waypoint) in waypoints.enumerated() {
      if let traffic = index == 0 ? trip.activeRouteTraffic ?? waypoint.traffic : waypoint.traffic {
        isKnown = true
        add(traffic, leg: leg, before: Self.metersToOwn(after: index, of: trip))
      }
      guard trip.isOwnWaypoint(waypoint) else { continue }
      guard let place = legs.firstIndex(of: leg), place + 1 < legs.count else { return }
      leg = legs[place + 1]
    }
  }

  static func isSame(_ one: Trip, _ other: Trip) -> Bool {
    one.status == other.status && one.activeRouteTraffic == other.activeRouteTraffic
      && one.remainingWaypoints.map(\.traffic) == other.remainingWaypoints.map(\.traffic)
  }

  func ahead(of trip: Trip) -> [Stretch] {
    guard let present = Leg(trip) else { return [] }
    let left = trip.metersToNextOwnWaypoint.map(Double.init) ?? .infinity
    return stretches.compactMap { stretch in
      var stretch = stretch
      if stretch.leg == present { stretch.from = min(stretch.from, left) }
      return stretch.meters > 0 ? stretch : nil
    }
  }

  /// The total length of slow traffic, or of jams, ahead of the vehicle.
  func meters(isJam: Bool, of trip: Trip) -> Double {
    ahead(of: trip).reduce(0) { $0 + ($1.isJam == isJam ? $1.meters : 0) }
  }

  private mutating func add(_ traffic: TrafficPolyline, leg: Leg, before rest: Double) {
    var meters = [0.0]
    for (one, next) in zip(traffic.path, traffic.path.dropFirst()) {
      meters.append(meters[meters.count - 1] + one.meters(to: next))
    }
    let end = (meters.last ?? 0) + rest
    for interval in traffic.intervals where stretches.count < Self.maximumStretches {
      guard interval.speed == .slow || interval.speed == .trafficJam,
        meters.indices.contains(interval.startIndex), meters.indices.contains(interval.endIndex)
      else { continue }
      let stretch = Stretch(
        leg: leg, from: end - meters[interval.startIndex], to: end - meters[interval.endIndex],
        isJam: interval.speed == .trafficJam)
      guard stretch.meters > 0, stretch.from.isFinite else { continue }
      if let last = stretches.last, last.leg == leg, last.isJam == stretch.isJam,
        last.to - stretch.from < Self.shownGap
      {
        stretches[stretches.count - 1].to = min(last.to, stretch.to)
      } else {
        stretches.append(stretch)
      }
    }
  }

  /// The distance from another trip's waypoint to this trip's next one; 0 from an own waypoint.
  private static func metersToOwn(after index: Int, of trip: Trip) -> Double {
    var sum = 0
    var place = index
    while place + 1 < trip.remainingWaypoints.count,
      !trip.isOwnWaypoint(trip.remainingWaypoints[place])
    {
      place += 1
      sum = sum.addingClamped(trip.remainingWaypoints[place].distanceMeters ?? 0)
    }
    return Double(sum)
  }
}
