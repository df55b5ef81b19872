/// A stretch of a driver's route on which traffic is not free.
///
/// Source: contract 1.5, traffic polyline data.
public struct RoadStretch: WireMessage {
  /// How the stretch is to be shown.
  public var style: RoadStretchStyle = .unspecified
  /// Metres from the start of the route to the start of the stretch.
  public var offsetMeters: Int = 0
  /// The stretch's length in metres.
  public var lengthMeters: Int = 0

  /// The message's fields.
  public static let wireFields = WireTable<RoadStretch>([
    .choice("style", \.style), .value("offsetMeters", \.offsetMeters),
    .value("lengthMeters", \.lengthMeters),
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

/// The wire's two layers around a list of road stretches.
struct TrafficPolylineData: WireMessage {
  struct Rendering: WireMessage {
    var stretches: [RoadStretch] = []

    static let wireFields = WireTable<Rendering>([.messages("roadStretch", \.stretches)])
  }

  var trafficRendering: Rendering?

  init() {}

  init(_ stretches: [RoadStretch]) {
    trafficRendering = Rendering(stretches: stretches)
  }

  static let wireFields = WireTable<TrafficPolylineData>([
    .message("trafficRendering", \.trafficRendering)
  ])
}
