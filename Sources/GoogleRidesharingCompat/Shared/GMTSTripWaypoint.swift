public import FleetEngine
public import Foundation

/// A place that the vehicle is still to visit, for one of its trips.
///
/// Source: contract 5.4.
public final class GMTSTripWaypoint: GMTSValue<TripWaypoint>, @unchecked Sendable {
  /// Creates a waypoint.
  ///
  /// - Parameters:
  ///   - location: The place.
  ///   - tripID: The id of the trip that it belongs to.
  ///   - waypointType: What happens there.
  ///   - distanceToPreviousWaypointInMeters: Metres from the waypoint before it.
  ///   - eta: When the vehicle is expected, in seconds since 1970; 0 for not known.
  public convenience init(
    location: GMTSTerminalLocation?,
    tripID: String?,
    waypointType: GMTSTripWaypointType,
    distanceToPreviousWaypointInMeters: Int32,
    eta: TimeInterval
  ) {
    self.init(
      TripWaypoint(
        location: location?.value,
        tripID: tripID,
        type: waypointType.value,
        distanceMeters: Int(distanceToPreviousWaypointInMeters),
        eta: eta == 0 ? nil : Timestamp(secondsSince1970: eta)
      )
    )
  }

  /// The place.
  public var location: GMTSTerminalLocation? { value.location.map(GMTSTerminalLocation.init) }
  /// The id of the trip that it belongs to.
  public var tripID: String? { value.tripID }
  /// What happens there.
  public var waypointType: GMTSTripWaypointType { GMTSTripWaypointType(value.type) }
  /// Metres from the waypoint before it, 0 where they are not known.
  public var distanceToPreviousWaypointInMeters: Int32 {
    Int32(clamping: value.distanceMeters ?? 0)
  }
  /// When the vehicle is expected, in seconds since 1970, 0 where that is not known.
  public var eta: TimeInterval { value.eta?.secondsSince1970 ?? 0 }
  /// The path from the waypoint before it.
  public var routeFromPreviousWaypoint: [GMTSLatLng]? { value.path?.map(GMTSLatLng.init) }
  /// The traffic along that path.
  public var trafficData: GMTSTrafficData? { value.traffic.map(GMTSTrafficData.init) }
}
