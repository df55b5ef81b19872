/// A point of a decoded tile, in 4,096ths of the tile's edge from its north-western corner.
public struct TilePoint: Sendable, Hashable {
  /// Eastward; outside of 0...4096 beyond the tile's edge.
  public var x: Int16
  /// Southward; outside of 0...4096 beyond the tile's edge.
  public var y: Int16

  /// Creates a point.
  public init(x: Int16, y: Int16) {
    self.x = x
    self.y = y
  }
}

/// The lines or areas of one class and structure, one after the other in few arrays.
///
/// The points of part `i`, a line or a ring, are those from `partEnds[i − 1]`, or 0 for the first, up to
/// `partEnds[i]`. A ring does not repeat its first point. An area is several rings, of which the first is
/// the outer one and others may be holes or further outer ones: fill the rings from
/// `featureEnds[i − 1]` to `featureEnds[i]` together, by the even-odd rule.
public struct TileGeometry: Sendable, Hashable {
  /// What they are.
  public let featureClass: MapFeatureClass
  /// Where they lie.
  public let structure: MapFeatureStructure
  /// The points of all parts.
  public internal(set) var points: [TilePoint] = []
  /// Where each line or ring ends, counted in points.
  public internal(set) var partEnds: [Int32] = []
  /// Where each area ends, counted in rings; empty for lines.
  public internal(set) var featureEnds: [Int32] = []

  /// Creates a geometry without anything in it.
  init(_ featureClass: MapFeatureClass, _ structure: MapFeatureStructure) {
    self.featureClass = featureClass
    self.structure = structure
  }

  /// Whether the parts are rings of areas, not lines.
  public var isArea: Bool { featureClass.isArea }
  var cost: Int {
    points.count * MemoryLayout<TilePoint>.stride
      + (partEnds.count + featureEnds.count) * MemoryLayout<Int32>.stride
  }
}

/// A name that a tile has for a place or a line.
public struct TileLabel: Sendable, Hashable {
  /// Where a name belongs.
  public enum Placement: Sendable, Hashable {
    /// At a point.
    case point(TilePoint)
    /// Along the line of these points of ``DecodedTile/labelPoints``.
    case line(Range<Int>)
  }

  /// The name in the preferred language, untrusted text.
  public let name: String
  /// What is called so: a class of names, or the road that a line is.
  public let featureClass: MapFeatureClass
  /// How important it is, the smallest number the most.
  public let rank: Int
  /// Where it belongs.
  public let placement: Placement
}
