internal import CellGrid
internal import VectorTiles

/// The parts of a tile's names that do not depend on the view, computed once.
///
/// Marks are made at the start, the text and the places of a name when it is first in sight.
struct TileNames {
  struct Mark {
    let label: Int
    let rank: Int
    let featureClass: MapFeatureClass
    /// Points for a test of whether it may be in sight, equal for a name with one place.
    let first: TilePoint
    let middle: TilePoint
    let last: TilePoint
    /// The index among the names; −1 before the name is made.
    fileprivate var name = -1
  }

  struct Name {
    let text: SafeText
    /// A hash of the name, the same on each machine.
    let order: UInt64
    /// The points for the name, best first.
    let anchors: Range<Int>
    /// Whether it belongs to a line; only the line's points in sight are used.
    let isAlongLine: Bool
  }

  /// The labels with a place, the most important first.
  private(set) var marks: [Mark] = []
  private let tile: DecodedTile
  private var names: [Name] = []
  private var anchors: [TilePoint] = []
  /// The last result of ``marks(named:)``.
  private var lastSearch: (name: String, marks: [Int])?

  init(_ tile: DecodedTile) {
    self.tile = tile
    marks.reserveCapacity(tile.labels.count)
    for (index, label) in tile.labels.enumerated() {
      let (first, middle, last): (TilePoint, TilePoint, TilePoint)
      switch label.placement {
      case .point(let point): (first, middle, last) = (point, point, point)
      case .line(let range):
        guard range.count > 1 else { continue }
        let points = tile.labelPoints
        first = points[range.lowerBound]
        middle = points[range.lowerBound + range.count / 2]
        last = points[range.upperBound - 1]
      }
      marks.append(
        Mark(
          label: index, rank: label.rank, featureClass: label.featureClass, first: first,
          middle: middle, last: last))
    }
  }

  /// Whether these are the names of a tile.
  func belong(to other: DecodedTile) -> Bool {
    // Arrays that share their memory compare at once.
    tile.address == other.address && tile.detail == other.detail && tile.labels == other.labels
      && tile.labelPoints == other.labelPoints
  }

  mutating func name(of mark: Int) -> Name {
    if marks[mark].name >= 0 { return names[marks[mark].name] }
    let label = tile.labels[marks[mark].label]
    let start = anchors.count
    let isAlongLine = addAnchors(of: label)
    let name = Name(
      text: SafeText(label.name), order: Self.order(label.name), anchors: start..<anchors.count,
      isAlongLine: isAlongLine)
    marks[mark].name = names.count
    names.append(name)
    return name
  }

  func anchor(_ index: Int) -> TilePoint { anchors[index] }

  /// The indices of all marks with a name.
  mutating func marks(named name: String) -> [Int] {
    if let lastSearch, lastSearch.name == name { return lastSearch.marks }
    let found = marks.indices.filter { tile.labels[marks[$0].label].name == name }
    lastSearch = (name, found)
    return found
  }

  /// A hash of a name (FNV-1a), the same on each machine.
  static func order(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Adds the possible points of a name, and returns whether they are points of a line.
  ///
  /// The middle of the longest flat stretch comes first. The points depend on the line and not on the
  /// view, so names stay in place while the map moves.
  private mutating func addAnchors(of label: TileLabel) -> Bool {
    switch label.placement {
    case .point(let point):
      anchors.append(point)
      return false
    case .line(let range):
      let line = tile.labelPoints[range]
      var pieces: [(point: TilePoint, weight: Int)] = []
      pieces.reserveCapacity(line.count - 1)
      for (start, end) in zip(line, line.dropFirst()) {
        let (dx, dy) = (Int(end.x) - Int(start.x), Int(end.y) - Int(start.y))
        let middle = TilePoint(
          x: Int16(truncatingIfNeeded: Int(start.x) + dx / 2),
          y: Int16(truncatingIfNeeded: Int(start.y) + dy / 2))
        pieces.append((middle, 2 * abs(dx) - abs(dy)))
      }
      pieces.sort { $0.weight > $1.weight }
      anchors += pieces.lazy.map(\.point)
      return true
    }
  }
}
