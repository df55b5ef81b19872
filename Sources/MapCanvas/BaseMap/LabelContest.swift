public import CellGrid

/// A name that competes for a place on the map.
public struct LabelCandidate: Sendable, Hashable {
  var text: SafeText
  var style: CellStyle
  /// Where it goes before others: the lowest first.
  var rank: Int
  /// A number that is the name's own, which decides among names of one rank.
  var order: UInt64
  /// The first cells that it may take, on the map, best first; each names one of its places in the
  /// world by a number that stays while the map moves.
  var places: [Place]

  struct Place: Sendable, Hashable {
    /// The cell of the name's first character, from the map's top left.
    var cell: GridPoint
    /// The same cell among all cells of the world at this zoom.
    var worldColumn: Int
    var worldRow: Int

    /// The place some rows farther down.
    func moved(rows: Int) -> Place {
      var place = self
      place.cell.row += rows
      place.worldRow += rows
      return place
    }
  }
}

extension LabelCandidate {
  /// The place that the name had in the last picture, if it is one of its places or, as better ones
  /// have come into sight, where that lies from them; nil where it has none.
  fileprivate func place(of key: LabelContest.Key) -> Place? {
    guard let first = places.first else { return nil }
    if let place = places.first(where: { $0.worldColumn == key.column && $0.worldRow == key.row }) {
      return place
    }
    let cell = GridPoint(
      column: first.cell.column + key.column - first.worldColumn,
      row: first.cell.row + key.row - first.worldRow
    )
    return Place(cell: cell, worldColumn: key.column, worldRow: key.row)
  }
}

/// A name where it is written.
public struct PlacedLabel: Sendable, Hashable {
  /// The name.
  public let text: SafeText
  /// The color and attributes of its cells.
  public let style: CellStyle
  /// The cells that it takes, from the map's top left.
  public let rect: Rect
  fileprivate let key: LabelContest.Key
}

/// Decides which names are written where, so that none covers another and none hops.
///
/// The order is fixed: rank, then those that the last picture showed, then their own order. A mask
/// of bits for each row of cells knows what is taken, which is exact.
struct LabelContest {
  /// A name at a place of the world.
  struct Key: Sendable, Hashable {
    var order: UInt64
    var column: Int
    var row: Int
  }

  /// The cells kept free left and right of a name.
  static let margin = 2
  /// The most names on a map of a size: one for some 240 cells.
  static func budget(_ size: GridSize) -> Int {
    max(2, min(80, size.columns * size.rows / 240))
  }

  /// When a name's turn to find a place comes.
  private struct Turn {
    var rank: Int
    var order: UInt64
    var candidate: Int
    /// The place of the last picture; nil for a name that was not on it.
    var kept: LabelCandidate.Place?
  }

  private let size: GridSize
  private let wordsPerRow: Int
  /// A bit for each cell that is taken, row by row.
  private var taken: [UInt64]

  /// Creates a contest on an empty map.
  init(size: GridSize) {
    self.size = size
    wordsPerRow = (size.columns + 63) / 64
    taken = Array(repeating: 0, count: wordsPerRow * size.rows)
  }

  /// Keeps cells free of names.
  mutating func occupy(_ rect: Rect) {
    let area = rect.intersection(Rect(column: 0, row: 0, columns: size.columns, rows: size.rows))
    guard area.columns > 0 else { return }
    for row in area.minRow..<max(area.minRow, area.maxRow) {
      for word in area.minColumn / 64...(area.maxColumn - 1) / 64 {
        taken[row * wordsPerRow + word] |= Self.bits(of: word, area.minColumn..<area.maxColumn)
      }
    }
  }

  /// Keeps one cell free of names.
  mutating func occupy(column: Int, row: Int) {
    guard column >= 0, row >= 0, column < size.columns, row < size.rows else { return }
    taken[row * wordsPerRow + column / 64] |= 1 << UInt64(column % 64)
  }

  /// Places names, given in any order, and returns those that found a place.
  ///
  /// `previous` is what the last picture showed at the same zoom.
  mutating func run(
    _ candidates: [LabelCandidate],
    previous: [PlacedLabel],
    limit: Int
  ) -> [PlacedLabel] {
    // What the last picture showed, which wrote each name once.
    let shown = Dictionary(
      previous.lazy.map { ($0.key.order, $0.key) },
      uniquingKeysWith: { one, _ in one }
    )
    var queue = candidates.indices.map { index in
      let candidate = candidates[index]
      return Turn(
        rank: candidate.rank,
        order: candidate.order,
        candidate: index,
        kept: shown[candidate.order].flatMap { candidate.place(of: $0) }
      )
    }
    queue.sort { one, other in
      if one.rank != other.rank { return one.rank < other.rank }
      if (one.kept == nil) != (other.kept == nil) { return one.kept != nil }
      return (one.order, one.candidate) < (other.order, other.candidate)
    }
    var placed: [PlacedLabel] = []
    var names: Set<UInt64> = []
    for turn in queue {
      guard placed.count < limit else { break }
      // One name once: streets come in many pieces.
      guard !names.contains(turn.order) else { continue }
      let candidate = candidates[turn.candidate]
      let width = candidate.text.width
      guard width > 0, width <= size.columns else { continue }
      let kept = turn.kept.flatMap { isFree($0.cell, width: width) ? $0 : nil }
      guard let place = kept ?? candidate.places.first(where: { isFree($0.cell, width: width) })
      else { continue }
      let rect = Rect(column: place.cell.column, row: place.cell.row, columns: width, rows: 1)
      occupy(rect.inset(columns: -Self.margin, rows: 0))
      names.insert(candidate.order)
      placed.append(
        PlacedLabel(
          text: candidate.text,
          style: candidate.style,
          rect: rect,
          key: Key(order: candidate.order, column: place.worldColumn, row: place.worldRow)
        )
      )
    }
    return placed
  }

  /// Whether a name of at least one column fits on the map at a cell, with nothing in its way.
  private func isFree(_ cell: GridPoint, width: Int) -> Bool {
    guard cell.row >= 0, cell.row < size.rows, cell.column >= 0, cell.column + width <= size.columns
    else { return false }
    let columns = cell.column..<cell.column + width
    for word in columns.lowerBound / 64...(columns.upperBound - 1) / 64
    where taken[cell.row * wordsPerRow + word] & Self.bits(of: word, columns) != 0 {
      return false
    }
    return true
  }

  /// The bits of some columns that a row's word has; it has to have one of the columns at least.
  private static func bits(of word: Int, _ columns: Range<Int>) -> UInt64 {
    let first = max(0, columns.lowerBound - 64 * word)
    let missing = max(0, 64 * (word + 1) - columns.upperBound)
    return .max << UInt64(first) & .max >> UInt64(missing)
  }
}
