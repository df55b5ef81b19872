/// A stretch of a driver's route on which traffic is not free.
///
/// Source: contract 1.5, traffic polyline data.
public struct RoadStretch: Sendable, Hashable, Codable {
  /// How the stretch is to be shown.
  public var style: RoadStretchStyle
  /// Metres from the start of the route to the start of the stretch.
  public var offsetMeters: Int
  /// The stretch's length in metres.
  public var lengthMeters: Int

  /// Creates a stretch.
  public init(style: RoadStretchStyle, offsetMeters: Int, lengthMeters: Int) {
    self.style = style
    self.offsetMeters = offsetMeters
    self.lengthMeters = lengthMeters
  }

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    style = fields.enumeration("style")
    offsetMeters = fields.integer("offsetMeters") ?? 0
    lengthMeters = fields.integer("lengthMeters") ?? 0
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("style", style)
    try writer.write("offsetMeters", offsetMeters, unless: 0)
    try writer.write("lengthMeters", lengthMeters, unless: 0)
  }
}

/// The wire's two layers around a list of road stretches.
struct TrafficPolylineData: Codable {
  let stretches: [RoadStretch]

  init(_ stretches: [RoadStretch]) {
    self.stretches = stretches
  }

  init(from decoder: any Decoder) throws {
    stretches =
      try WireFields(decoder).value("trafficRendering", as: Rendering.self)?.stretches ?? []
  }

  func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("trafficRendering", Rendering(stretches: stretches))
  }

  private struct Rendering: Codable {
    let stretches: [RoadStretch]

    init(stretches: [RoadStretch]) {
      self.stretches = stretches
    }

    init(from decoder: any Decoder) throws {
      stretches = try WireFields(decoder).list("roadStretch")
    }

    func encode(to encoder: any Encoder) throws {
      var writer = WireWriter(encoder)
      try writer.write(list: "roadStretch", stretches)
    }
  }
}
