/// The kind of shape of a feature.
public enum TileGeometryType: UInt8, Sendable, Hashable {
  /// A shape that the specification does not define.
  case unknown = 0
  case point = 1
  case line = 2
  /// One or more areas, each with an outer ring and the rings of its holes.
  case polygon = 3
}

/// Receives a layer's features while they are read, without an array for each.
///
/// Each feature calls ``begin(id:type:)``, ``tag(key:value:)`` for each property, and
/// ``wantsGeometry()``. If that returns true, moves, lines and closings follow. The last call is
/// ``end()``, or ``discard(_:)`` if the feature is damaged. Coordinates are in units of the layer's
/// extent, x eastward and y southward from the tile's north-western corner.
public protocol FeatureVisitor {
  /// A feature begins.
  mutating func begin(id: UInt64?, type: TileGeometryType)
  /// The feature has a property, given by indices in the layer's tables of keys and values.
  mutating func tag(key: Int, value: Int)
  /// Whether the feature's geometry is to be read.
  mutating func wantsGeometry() -> Bool
  /// A point, or the start of a line or ring.
  mutating func move(x: Int32, y: Int32)
  /// The next point of a line or ring.
  mutating func line(x: Int32, y: Int32)
  /// The ring returns to its start.
  mutating func close()
  /// The feature is complete.
  mutating func end()
  /// The feature is damaged and does not count.
  mutating func discard(_ problem: TileProblem.Kind)
  /// A point of a line was skipped because it equals the one before.
  mutating func repeatedPoint()
}

extension FeatureVisitor {
  /// Does nothing.
  public mutating func repeatedPoint() {}
}
