public import Geo

/// Where and when a vehicle really stopped for a trip.
///
/// Source: contract 1.2.
public struct StopLocation: Sendable, Hashable, Codable {
  /// The place.
  public var point: Coordinate?
  /// When the vehicle was there.
  public var timestamp: Timestamp?

  /// Creates a stop.
  public init(point: Coordinate?, timestamp: Timestamp? = nil) {
    self.point = point
    self.timestamp = timestamp
  }

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    point = fields.coordinate("point")
    timestamp = fields.timestamp("timestamp")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("point", point)
    try writer.write("timestamp", timestamp)
  }
}
