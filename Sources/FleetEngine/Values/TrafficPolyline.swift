public import Geo

/// The traffic along a path, on a path of its own that is denser than the route.
///
/// Source: contract 1.5, consumable traffic polyline.
public struct TrafficPolyline: Sendable, Hashable, Codable {
  /// The path that the intervals' indices count on.
  public var path: [Coordinate]
  /// The parts of the path; those outside it are dropped, those that reach beyond it are cut.
  public var intervals: [SpeedReadingInterval]

  /// Creates traffic along a path.
  public init(path: [Coordinate], intervals: [SpeedReadingInterval]) {
    self.path = path
    self.intervals = intervals
  }

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    let path = fields.path(list: nil, encoded: "encodedPathToWaypoint") ?? []
    self.path = path
    let readings = fields.list("speedReadingInterval", of: SpeedReadingInterval.self)
    intervals = readings.compactMap { reading in
      let start = max(0, reading.startIndex)
      let end = min(path.count - 1, reading.endIndex)
      guard start < end else { return nil }
      return SpeedReadingInterval(startIndex: start, endIndex: end, speed: reading.speed)
    }
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write(list: "speedReadingInterval", intervals)
    try writer.write(
      path: path,
      list: "",
      encoded: "encodedPathToWaypoint",
      format: .encodedPolyline
    )
  }
}
