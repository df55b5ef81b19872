public import FleetEngine
public import Geo

/// A waypoint of a trip that a vehicle visits.
public struct TripStop: Sendable, Hashable {
  /// The trip's id.
  public var tripID: String
  /// What happens there.
  public var type: WaypointType
  /// Which of the trip's intermediate destinations it is, 0 for the first; 0 for all others.
  public var index: Int
  /// Where it is.
  public var place: Coordinate

  /// Creates a stop.
  ///
  /// - Parameters:
  ///   - tripID: The trip's id.
  ///   - type: What happens there.
  ///   - index: Which of the trip's intermediate destinations it is; 0 for all others.
  ///   - place: Where it is.
  public init(tripID: String, type: WaypointType, index: Int = 0, place: Coordinate) {
    self.tripID = tripID
    self.type = type
    self.index = index
    self.place = place
  }

  /// The stop as navigation has it.
  var waypoint: TripWaypoint {
    TripWaypoint(location: TerminalLocation(point: place), tripID: tripID, type: type)
  }

  /// Whether this is the same stop, wherever it lies.
  func isSame(as other: TripStop) -> Bool {
    tripID == other.tripID && type == other.type && index == other.index
  }

  /// The stops that a vehicle has left, in its order.
  ///
  /// - Parameters:
  ///   - vehicle: The vehicle, of which those waypoints count that have a trip, a place and a type.
  ///   - stopCounts: How many intermediate destinations each trip has, those it has left with them.
  /// - Returns: The stops, each numbered as its trip numbers it.
  static func stops(of vehicle: Vehicle, stopCounts: [String: Int]) -> [TripStop] {
    let stops = vehicle.waypoints.compactMap { waypoint -> TripStop? in
      guard let tripID = waypoint.tripID, let place = waypoint.location?.point, place.isValid,
        waypoint.type.isKnown
      else { return nil }
      return TripStop(tripID: tripID, type: waypoint.type, place: place)
    }
    var left: [String: Int] = [:]
    for stop in stops where stop.type == .intermediateDestination {
      left[stop.tripID, default: 0] += 1
    }
    // The last of a trip's stops are left; a count that is too small to hold them is wrong.
    var next = left
    for (id, rest) in left { next[id] = max((stopCounts[id] ?? rest) - rest, 0) }
    return stops.map { stop in
      guard stop.type == .intermediateDestination, let index = next[stop.tripID] else {
        return stop
      }
      var stop = stop
      stop.index = index
      next[stop.tripID] = index + 1
      return stop
    }
  }
}

/// How far a trip is, as its driver says.
///
/// Source: contract 7.1.
public struct TripProgress: Sendable, Hashable {
  /// The trip's id.
  public var tripID: String
  /// The trip's new status.
  public var status: TripStatus
  /// Which of the trip's intermediate destinations the status is about; nil for none.
  public var stopIndex: Int?

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - tripID: The trip's id.
  ///   - status: The trip's new status.
  ///   - stopIndex: Which of its intermediate destinations the status is about; nil for none.
  public init(tripID: String, status: TripStatus, stopIndex: Int? = nil) {
    self.tripID = tripID
    self.status = status
    self.stopIndex = stopIndex
  }
}
