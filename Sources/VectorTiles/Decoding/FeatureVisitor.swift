/// The kind of shape that a feature has.
public enum TileGeometryType: UInt8, Sendable, Hashable {
  /// A shape of a kind that the specification leaves open.
  case unknown = 0
  /// One or several points.
  case point = 1
  /// One or several lines.
  case line = 2
  /// One or several areas, each an outer ring and the rings of its holes.
  case polygon = 3
}

/// Receives a layer's features as they are read, so that none of them needs an array.
///
/// For each feature comes ``begin(id:type:)``, then ``tag(key:value:)`` for each property, then
/// ``wantsGeometry()``; if it does, the geometry follows as moves, lines and closings, and at last
/// ``end()``, or ``discard(_:)`` where the feature turned out to be damaged. Coordinates are units of
/// the layer's extent, x eastward and y southward from the tile's north-western corner.
public protocol FeatureVisitor {
  /// A feature begins.
  mutating func begin(id: UInt64?, type: TileGeometryType)
  /// The feature has a property, given by its indices in the layer's tables of names and values.
  mutating func tag(key: Int, value: Int)
  /// Whether the feature's geometry is to be read.
  mutating func wantsGeometry() -> Bool
  /// A point, or the start of a line or ring.
  mutating func move(x: Int32, y: Int32)
  /// The next point of a line or ring.
  mutating func line(x: Int32, y: Int32)
  /// The ring ends where it started.
  mutating func close()
  /// The feature is complete.
  mutating func end()
  /// The feature is damaged: what came of it since its beginning does not count.
  mutating func discard(_ problem: TileProblem.Kind)
  /// A point of a line was left out as it equals the one before.
  mutating func repeatedPoint()
}

extension FeatureVisitor {
  /// Does nothing.
  public mutating func repeatedPoint() {}
}
