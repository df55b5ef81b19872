internal import CellGrid
internal import VectorTiles

/// The part of a tile's names that does not depend on the view, computed once.
///
/// What takes no text is there from the start, the rest of a name from when it is first in sight.
struct TileNames {
  /// A name as far as it takes no text to know.
  struct Mark {
    /// The name's place among the tile's labels.
    let label: Int
    let rank: Int
    let featureClass: MapFeatureClass
    /// Points that tell whether it may be in sight: all the same for a name that has one place.
    let first: TilePoint
    let middle: TilePoint
    let last: TilePoint
    /// Its place among the names that were written out, −1 before it was.
    fileprivate var name = -1
  }

  struct Name {
    /// The name, safe to be written.
    let text: SafeText
    /// A number of the name's own, the same on each machine.
    let order: UInt64
    /// The points that it may stand at, best first.
    let anchors: Range<Int>
    /// Whether it belongs to a line, of which the points in sight count.
    let isAlongLine: Bool
  }

  /// The names that have a place, the most important first.
  private(set) var marks: [Mark] = []
  private let tile: DecodedTile
  private var names: [Name] = []
  private var anchors: [TilePoint] = []
  /// The marks of the name that was asked for last.
  private var asked: (name: String, marks: [Int])?

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
          label: index,
          rank: label.rank,
          featureClass: label.featureClass,
          first: first,
          middle: middle,
          last: last
        )
      )
    }
  }

  /// Whether these are the names of a tile.
  func belong(to other: DecodedTile) -> Bool {
    // Arrays that share their memory are told to be equal at once.
    tile.address == other.address && tile.detail == other.detail && tile.labels == other.labels
      && tile.labelPoints == other.labelPoints
  }

  /// A name as it is written, by its place among the marks.
  mutating func name(of mark: Int) -> Name {
    if marks[mark].name >= 0 { return names[marks[mark].name] }
    let label = tile.labels[marks[mark].label]
    let start = anchors.count
    let isAlongLine = addAnchors(of: label)
    let name = Name(
      text: SafeText(label.name),
      order: Self.order(label.name),
      anchors: start..<anchors.count,
      isAlongLine: isAlongLine
    )
    marks[mark].name = names.count
    names.append(name)
    return name
  }

  /// A point that a name may stand at.
  func anchor(_ index: Int) -> TilePoint { anchors[index] }

  /// The marks of all labels of one name.
  mutating func marks(named name: String) -> [Int] {
    if let asked, asked.name == name { return asked.marks }
    let found = marks.indices.filter { tile.labels[marks[$0].label].name == name }
    asked = (name, found)
    return found
  }

  /// A number of a name's own, the same on each machine.
  static func order(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Adds the points that a name may be at, and returns whether they are points of a line.
  ///
  /// The middle of the flattest long stretch comes first. The points depend on the line and not on
  /// what is in sight, so names stay while the map moves.
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
          y: Int16(truncatingIfNeeded: Int(start.y) + dy / 2)
        )
        pieces.append((middle, 2 * abs(dx) - abs(dy)))
      }
      pieces.sort { $0.weight > $1.weight }
      anchors += pieces.lazy.map(\.point)
      return true
    }
  }
}
