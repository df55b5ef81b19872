public import FleetEngine
public import Geo

/// A destination of navigation that is not the vehicle's next waypoint on the server.
public struct DestinationMismatch: Sendable, Hashable {
  /// Where navigation guides the vehicle.
  public let destination: Coordinate
  /// The server's next waypoint of the vehicle.
  public let waypoint: Coordinate
  /// The trip that the waypoint is of, if the server names it.
  public let tripID: String?
  /// What happens at the waypoint.
  public let type: WaypointType

  /// The distance between the two places, in metres.
  public var meters: Double { destination.meters(to: waypoint) }
}
