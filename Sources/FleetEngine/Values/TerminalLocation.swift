public import Geo

/// A place where a trip begins, stops or ends.
///
/// Source: contract 1.3; the deprecated fields are read over and never written.
public struct TerminalLocation: Sendable, Hashable, Codable {
  /// The point; a server finds one where only a place is given.
  public var point: Coordinate?
  /// The resource name of the place there, `places/{place ID}`; only returned if it was given.
  public var place: String?
  /// Where the point comes from, as the server says; not sent by clients.
  public var pointSource: PointSource

  /// Creates a location from a point, a place or both.
  public init(
    point: Coordinate?,
    place: String? = nil,
    pointSource: PointSource = .unspecified
  ) {
    self.point = point
    self.place = place
    self.pointSource = pointSource
  }

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    point = fields.coordinate("point")
    place = fields.text("place")
    pointSource = fields.enumeration("pointLocationSource")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("point", point)
    try writer.write("place", place)
    try writer.write("pointLocationSource", pointSource)
  }
}
