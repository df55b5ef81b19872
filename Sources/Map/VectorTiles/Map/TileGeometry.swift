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

/// The lines or areas of one class and structure, in few arrays.
///
/// The points of part `i`, a line or a ring, are those from `partEnds[i − 1]`, or 0 for the first, to
/// `partEnds[i]`. A ring does not repeat its first point. An area has several rings: the first is the
/// outer one, and others may be holes or further outer ones. Fill the rings from `featureEnds[i − 1]`
/// to `featureEnds[i]` together by the even-odd rule.
public struct TileGeometry: Sendable, Hashable {
  /// The class of the lines or areas.
  public let featureClass: MapFeatureClass
  /// Their level relative to the ground.
  public let structure: MapFeatureStructure
  /// The points of all parts.
  public internal(set) var points: [TilePoint] = []
  /// The end of each line or ring, counted in points.
  public internal(set) var partEnds: [Int32] = []
  /// The end of each area, counted in rings; empty for lines.
  public internal(set) var featureEnds: [Int32] = []

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

/// The name of a place or a line in a tile.
public struct TileLabel: Sendable, Hashable {
  /// Where a name belongs.
  public enum Placement: Sendable, Hashable {
    case point(TilePoint)
    /// Along the line of these points of ``DecodedTile/labelPoints``.
    case line(Range<Int>)
  }

  /// The name in the preferred language, untrusted text.
  public let name: String
  /// The class of what has the name: a class of names, or that of a road.
  public let featureClass: MapFeatureClass
  /// The importance; the smallest number comes first.
  public let rank: Int
  /// Where the name belongs.
  public let placement: Placement
}
