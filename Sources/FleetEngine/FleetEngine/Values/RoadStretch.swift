/// A stretch of a driver's route with slow traffic.
///
/// See docs/protocol.md, "Traffic", traffic polyline data.
public struct RoadStretch: FleetEngineMessage, WireMessage {
  /// The traffic on the stretch.
  public var style: RoadStretchStyle = .unspecified
  /// Meters from the start of the route to the start of the stretch.
  public var offsetMeters: Int = 0
  /// The stretch's length in meters.
  public var lengthMeters: Int = 0

  /// The message's fields.
  package static let wireFields = WireTable<RoadStretch>(
    "VisualTrafficReportPolylineRendering.RoadStretch",
    [
      .choice(1, "style", \.style), .value(2, "offsetMeters", \.offsetMeters),
      .value(3, "lengthMeters", \.lengthMeters),
    ])

  /// Creates a message without fields.
  public init() {}

  /// Creates a stretch.
  public init(style: RoadStretchStyle, offsetMeters: Int, lengthMeters: Int) {
    self.style = style
    self.offsetMeters = offsetMeters
    self.lengthMeters = lengthMeters
  }
}

/// The two wire messages around a list of road stretches.
struct TrafficPolylineData: WireMessage {
  struct Rendering: WireMessage {
    var stretches: [RoadStretch] = []

    static let wireFields = WireTable<Rendering>(
      "VisualTrafficReportPolylineRendering", [.messages(1, "roadStretch", \.stretches)])
  }

  var trafficRendering: Rendering?

  init() {}

  init(_ stretches: [RoadStretch]) { trafficRendering = Rendering(stretches: stretches) }

  static let wireFields = WireTable<TrafficPolylineData>(
    "TrafficPolylineData",
    [
      .message(1, "trafficRendering", \.trafficRendering)
    ]
  )
}

/// The traffic on a stretch of road.
///
/// See docs/protocol.md, "Enumerations".
public enum RoadStretchStyle: FleetEngineEnum {
  case slowerTraffic, trafficJam
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.slowerTraffic, "SLOWER_TRAFFIC", 1), KnownValue(.trafficJam, "TRAFFIC_JAM", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "STYLE_UNSPECIFIED"

  /// The name in protocol buffers.
  public static let typeName = "VisualTrafficReportPolylineRendering.RoadStretch.Style"
}
