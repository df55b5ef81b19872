import FleetEngine
import Geo

/// A server that leaves out what has not changed, and knows what it would say if it did not.
struct VersioningServer {
  /// How the list of waypoints is treated.
  enum Generation: CaseIterable {
    /// The list is left out when no place in it has changed, with the paths to them.
    case older
    /// The list always comes; only the paths are left out.
    case newer
  }

  let generation: Generation
  /// The whole trip, as a server without versions sends it.
  private(set) var whole = Trip.with {
    $0.name = try? TripName(providerID: "p", tripID: "t1")
    $0.status = .enrouteToPickup
  }
  private var time: Int64 = 1_000_000

  init(_ generation: Generation) { self.generation = generation }

  /// The server's answer to a client that has these versions.
  func answer(to versions: TripVersions) -> Trip {
    var answer = whole
    if isHeld(versions.currentRouteSegment, whole.currentRouteSegmentVersion) { answer.route = nil }
    if isHeld(versions.currentRouteSegmentTraffic, whole.currentRouteSegmentTrafficVersion) {
      answer.currentRouteSegmentTraffic = nil
    }
    if isHeld(versions.remainingWaypointsRoute, whole.remainingWaypointsRouteVersion) {
      for index in answer.remainingWaypoints.indices {
        answer.remainingWaypoints[index].path = nil
        answer.remainingWaypoints[index].traffic = nil
      }
    }
    if generation == .older, isHeld(versions.remainingWaypoints, whole.remainingWaypointsVersion) {
      answer.remainingWaypoints = []
    }
    return answer
  }

  /// Whether what somebody has is not older than what there is.
  private func isHeld(_ sent: Timestamp?, _ stored: Timestamp?) -> Bool {
    guard let sent, let stored else { return false }
    return stored <= sent
  }

  /// Lets something happen to the trip.
  mutating func change(using random: inout some RandomNumberGenerator) {
    switch Int.random(in: 0..<14, using: &random) {
    case 0:
      whole.route = path(&random)
      whole.currentRouteSegmentVersion = stamp(&random)
    case 1:
      whole.route = nil
      whole.currentRouteSegmentVersion = stamp(&random)
    case 2:
      whole.currentRouteSegmentTraffic = traffic(&random)
      whole.currentRouteSegmentTrafficVersion = stamp(&random)
    case 3:
      whole.currentRouteSegmentTraffic = nil
      whole.currentRouteSegmentTrafficVersion = stamp(&random)
    case 4, 5: passWaypoint(&random)
    case 6, 7: addWaypoint(&random)
    case 8: changePaths(&random)
    case 9: clear(&random)
    case 10:
      whole.remainingDistanceMeters = Int.random(in: 0..<3, using: &random)
      whole.etaToFirstWaypoint = moment(&random)
    case 11:
      whole.vehicleID = Bool.random(using: &random) ? "v" : nil
      whole.lastLocation =
        Bool.random(using: &random) ? VehicleLocation(location: point(&random)) : nil
    case 12:
      whole.pickupTime = moment(&random)
      whole.dropoffPoint =
        Bool.random(using: &random) ? TerminalLocation(point: point(&random)) : nil
    default: break
    }
  }

  /// The places that are passed vanish at the front; the paths to the others stay.
  private mutating func passWaypoint(_ random: inout some RandomNumberGenerator) {
    guard !whole.remainingWaypoints.isEmpty else { return }
    whole.remainingWaypoints.removeFirst()
    whole.remainingWaypointsVersion = stamp(&random)
  }

  private mutating func addWaypoint(_ random: inout some RandomNumberGenerator) {
    let index = Int.random(in: 0...whole.remainingWaypoints.count, using: &random)
    // Few places, so that one is often visited twice.
    let waypoint = TripWaypoint.sample(
      Bool.random(using: &random) ? .intermediateDestination : .dropoff,
      at: Double(Int.random(in: 0..<2, using: &random)),
      trip: Bool.random(using: &random) ? "t1" : "other", path: path(&random),
      traffic: Bool.random(using: &random) ? traffic(&random) : nil)
    whole.remainingWaypoints.insert(waypoint, at: index)
    whole.remainingWaypointsVersion = stamp(&random)
    whole.remainingWaypointsRouteVersion = stamp(&random)
  }

  private mutating func changePaths(_ random: inout some RandomNumberGenerator) {
    for index in whole.remainingWaypoints.indices {
      whole.remainingWaypoints[index].path = Bool.random(using: &random) ? path(&random) : nil
      whole.remainingWaypoints[index].traffic = Bool.random(using: &random) ? traffic(&random) : nil
    }
    whole.remainingWaypointsRouteVersion = stamp(&random)
  }

  private mutating func clear(_ random: inout some RandomNumberGenerator) {
    whole.remainingWaypoints = []
    whole.remainingWaypointsVersion = stamp(&random)
    whole.remainingWaypointsRouteVersion = stamp(&random)
  }

  /// A version: mostly a newer one, sometimes none, sometimes one from before.
  private mutating func stamp(_ random: inout some RandomNumberGenerator) -> Timestamp? {
    time += 1
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return nil
    case 1: return Timestamp(seconds: 2_000_000 - time, nanoseconds: 1_000)
    default: return Timestamp(seconds: time, nanoseconds: 123_456_000)
    }
  }

  private func moment(_ random: inout some RandomNumberGenerator) -> Timestamp? {
    Bool.random(using: &random) ? .at(Int64.random(in: 0..<3, using: &random)) : nil
  }

  private func point(_ random: inout some RandomNumberGenerator) -> Coordinate {
    .at(Double(Int.random(in: -3..<3, using: &random)), 1)
  }

  private func path(_ random: inout some RandomNumberGenerator) -> [Coordinate] {
    (0..<Int.random(in: 1..<4, using: &random)).map { _ in point(&random) }
  }

  private func traffic(_ random: inout some RandomNumberGenerator) -> TrafficPolyline {
    TrafficPolyline(
      path: [.at(0, 1), .at(0, 2), .at(0, 3)],
      intervals: [
        SpeedReadingInterval(
          startIndex: 0, endIndex: Int.random(in: 1..<3, using: &random), speed: .slow)
      ])
  }
}
