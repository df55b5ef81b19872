public import Geo

/// A place where a trip begins, stops or ends.
///
/// Source: contract 1.3; the deprecated fields are read over and never written.
public struct TerminalLocation: Sendable, Hashable, Codable {
  /// The place.
  public var point: Coordinate?

  /// Creates a location.
  public init(point: Coordinate?) {
    self.point = point
  }

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    point = try WireFields(decoder).coordinate("point")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("point", point)
  }
}
