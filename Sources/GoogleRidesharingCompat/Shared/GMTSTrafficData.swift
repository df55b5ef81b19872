public import FleetEngine

/// The traffic along a path, on a path of its own that is denser than the route.
///
/// Source: contract 5.4.
public final class GMTSTrafficData: GMTSValue<TrafficPolyline>, @unchecked Sendable {
  /// The path that the spans' indices count on.
  public var routePath: [GMTSLatLng] { value.path.map(GMTSLatLng.init) }
  /// The parts of the path.
  public var speedReadingSpans: [GMTSSpeedReadingSpan] {
    value.intervals.map(GMTSSpeedReadingSpan.init)
  }
}

/// A part of a traffic path on which traffic moves alike.
///
/// Source: contract 5.4.
public final class GMTSSpeedReadingSpan: GMTSValue<SpeedReadingInterval>, @unchecked Sendable {
  /// How fast traffic moves.
  public var speedType: GMTSSpeedType { GMTSSpeedType(value.speed) }
  /// The first point's index in the path.
  public var startIndex: Int32 { Int32(clamping: value.startIndex) }
  /// The last point's index in the path, shared with the next span.
  public var endIndex: Int32 { Int32(clamping: value.endIndex) }
}
