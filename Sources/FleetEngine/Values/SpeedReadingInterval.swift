/// A part of a traffic path on which traffic moves alike.
///
/// Source: contract 1.5.
public struct SpeedReadingInterval: Sendable, Hashable, Codable {
  /// The first point's index in the traffic path.
  public var startIndex: Int
  /// The last point's index in the traffic path, shared with the next interval.
  public var endIndex: Int
  /// How fast traffic moves.
  public var speed: SpeedReading

  /// Creates an interval.
  public init(startIndex: Int, endIndex: Int, speed: SpeedReading) {
    self.startIndex = startIndex
    self.endIndex = endIndex
    self.speed = speed
  }

  /// Decodes the wire's form, where a zero index is absent.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    startIndex = fields.integer("startPolylinePointIndex") ?? 0
    endIndex = fields.integer("endPolylinePointIndex") ?? 0
    speed = fields.enumeration("speed")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("startPolylinePointIndex", startIndex, unless: 0)
    try writer.write("endPolylinePointIndex", endIndex, unless: 0)
    try writer.write("speed", speed)
  }
}
