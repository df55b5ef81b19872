public import FleetEngine
public import Foundation

/// A place that the vehicle has still to visit, for one of its trips.
///
/// See docs/protocol.md, "SDK data types".
public final class GMTSTripWaypoint: GMTSValue<TripWaypoint>, @unchecked Sendable {
  /// Creates a waypoint, with an ETA in seconds since 1970, 0 if unknown.
  public convenience init(
    location: GMTSTerminalLocation?, tripID: String?, waypointType: GMTSTripWaypointType,
    distanceToPreviousWaypointInMeters: Int32, eta: TimeInterval
  ) {
    self.init(
      TripWaypoint(
        location: location?.value, tripID: tripID, type: waypointType.value,
        distanceMeters: Int(distanceToPreviousWaypointInMeters),
        eta: eta == 0 ? nil : Timestamp(secondsSince1970: eta)))
  }

  /// The waypoint's location.
  public var location: GMTSTerminalLocation? { value.location.map(GMTSTerminalLocation.init) }
  /// The ID of the waypoint's trip.
  public var tripID: String? { value.tripID }
  /// The kind of the waypoint.
  public var waypointType: GMTSTripWaypointType { GMTSTripWaypointType(value.type) }
  /// Meters from the previous waypoint, 0 if unknown.
  public var distanceToPreviousWaypointInMeters: Int32 {
    Int32(clamping: value.distanceMeters ?? 0)
  }
  /// The ETA in seconds since 1970, 0 if unknown.
  public var eta: TimeInterval { value.eta?.secondsSince1970 ?? 0 }
  /// The route from the previous waypoint.
  public var routeFromPreviousWaypoint: [GMTSLatLng]? { value.path?.map(GMTSLatLng.init) }
  /// The traffic on that route.
  public var trafficData: GMTSTrafficData? { value.traffic.map(GMTSTrafficData.init) }
}

/// The traffic along a path, which has more points than the route.
///
/// See docs/protocol.md, "SDK data types".
public final class GMTSTrafficData: GMTSValue<TrafficPolyline>, @unchecked Sendable {
  /// The path to which the spans' indices refer.
  public var routePath: [GMTSLatLng] { value.path.map(GMTSLatLng.init) }
  /// The parts of the path.
  public var speedReadingSpans: [GMTSSpeedReadingSpan] {
    value.intervals.map(GMTSSpeedReadingSpan.init)
  }
}

/// A part of a traffic path with one speed.
///
/// See docs/protocol.md, "SDK data types".
public final class GMTSSpeedReadingSpan: GMTSValue<SpeedReadingInterval>, @unchecked Sendable {
  /// The speed of traffic.
  public var speedType: GMTSSpeedType { GMTSSpeedType(value.speed) }
  /// The index of the first point in the path.
  public var startIndex: Int32 { Int32(clamping: value.startIndex) }
  /// The index of the last point in the path, which the next span shares.
  public var endIndex: Int32 { Int32(clamping: value.endIndex) }
}
