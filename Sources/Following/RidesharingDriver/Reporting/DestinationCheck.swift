public import FleetEngine
public import Geo

/// A navigation destination that is not the vehicle's next waypoint on the server.
public struct DestinationMismatch: Sendable, Hashable {
  /// The navigation destination.
  public let destination: Coordinate
  /// The vehicle's next waypoint on the server.
  public let waypoint: Coordinate
  /// The waypoint's trip, if the server names it.
  public let tripID: String?
  /// The purpose of the waypoint.
  public let type: WaypointType

  /// The distance between the two places, in meters.
  public var meters: Double { destination.meters(to: waypoint) }
}

/// Compares the navigation destination with the vehicle's next waypoint on the server.
///
/// If they differ, riders see the wrong route. The server's responses may be one update behind, so
/// only a lasting mismatch is reported, and only once.
public struct DestinationCheck: Sendable {
  /// Two places within this distance, in meters, are the same, as for an arrival.
  public static let tolerance = 50.0
  /// How long a mismatch has to last.
  public static let patience: Duration = .seconds(5)

  private var pending: (mismatch: DestinationMismatch, since: Duration)?
  private var reported: DestinationMismatch?

  /// Creates a check.
  public init() {}

  /// Returns a mismatch that has lasted long enough and was not returned before.
  ///
  /// `destination` is nil without guidance. `now` is the monotonic time of the response.
  public mutating func check(
    _ destination: Coordinate?, against vehicle: Vehicle, at now: Duration
  ) -> DestinationMismatch? {
    guard let destination, let next = vehicle.waypoints.first,
      let place = next.location?.point, place.isValid,
      destination.meters(to: place) > Self.tolerance
    else {
      pending = nil
      if destination != nil { reported = nil }
      return nil
    }
    let mismatch = DestinationMismatch(
      destination: destination, waypoint: place, tripID: next.tripID, type: next.type)
    guard let pending, pending.mismatch == mismatch else {
      pending = (mismatch, now)
      return nil
    }
    guard now - pending.since >= Self.patience, mismatch != reported else { return nil }
    reported = mismatch
    return mismatch
  }
}
