public import CellGrid

/// A name that competes for a place on the map.
public struct LabelCandidate: Sendable, Hashable {
  var text: SafeText
  var style: CellStyle
  /// The priority; the lowest comes first.
  var rank: Int
  /// A number derived from the name, which decides among names of one rank.
  var order: UInt64
  /// The possible places, best first.
  var places: [Place]
  /// Whether a lake or a wide river is no place for it: it would be taken for their name.
  var isOfStream = false

  struct Place: Sendable, Hashable {
    /// The cell of the name's first character, from the map's top left.
    var cell: GridPoint
    /// The same cell among all cells of the world at this zoom, which moving the map does not change.
    var worldColumn: Int
    var worldRow: Int

    func moved(rows: Int) -> Place {
      var place = self
      place.cell.row += rows
      place.worldRow += rows
      return place
    }
  }

  /// The name's place in the previous picture: one of its places, or the same place of the world
  /// relative to them if better ones have come into sight; nil for a name without places.
  fileprivate func place(of key: LabelPlacer.Key) -> Place? {
    guard let first = places.first else { return nil }
    if let place = places.first(where: { $0.worldColumn == key.column && $0.worldRow == key.row }) {
      return place
    }
    let cell = GridPoint(
      column: first.cell.column + key.column - first.worldColumn,
      row: first.cell.row + key.row - first.worldRow)
    return Place(cell: cell, worldColumn: key.column, worldRow: key.row)
  }
}

/// A name at its place on the map.
public struct PlacedLabel: Sendable, Hashable {
  /// The name.
  public let text: SafeText
  /// The color and attributes of its cells.
  public let style: CellStyle
  /// The cells that it covers, from the map's top left.
  public let rect: Rect
  fileprivate let key: LabelPlacer.Key
}

/// Decides which names are shown where, without overlaps and without jumps between pictures.
///
/// The order is fixed: by rank, then names of the previous picture, then by the names' numbers. Bit
/// masks record the occupied cells.
struct LabelPlacer {
  struct Key: Sendable, Hashable {
    var order: UInt64
    var column: Int
    var row: Int
  }

  /// The cells kept free left and right of a name.
  static let margin = 2
  /// The rows above and below a name at the map's side in which no other name begins or ends there.
  private static let sideRows = 5
  static func budget(_ size: GridSize) -> Int { max(2, min(80, size.columns * size.rows / 240)) }

  private struct Turn {
    var rank: Int
    var order: UInt64
    var candidate: Int
    /// The place in the previous picture; nil if it did not have the name.
    var kept: LabelCandidate.Place?
  }

  private let size: GridSize
  /// The cells of names and of the ride.
  private var taken: CellMask
  /// The cells above, below and at the map's sides that new names leave free; names of the previous
  /// picture may stay there.
  private var spacing: CellMask

  init(size: GridSize) {
    self.size = size
    taken = CellMask(size: size)
    spacing = taken
  }

  mutating func occupy(_ rect: Rect) { taken.insert(rect) }

  mutating func occupy(column: Int, row: Int) { taken.insert(column: column, row: row) }

  /// Places names, given in any order, and returns those that have a place.
  ///
  /// `previous` are the names of the last picture at the same zoom.
  mutating func run(
    _ candidates: [LabelCandidate], previous: [PlacedLabel], limit: Int
  ) -> [PlacedLabel] {
    // The previous picture has each name at most once.
    let shown = Dictionary(
      previous.lazy.map { ($0.key.order, $0.key) }, uniquingKeysWith: { one, _ in one })
    var queue = candidates.indices.map { index in
      let candidate = candidates[index]
      return Turn(
        rank: candidate.rank, order: candidate.order, candidate: index,
        kept: shown[candidate.order].flatMap { candidate.place(of: $0) })
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
      // Each name once: streets come in many pieces.
      guard !names.contains(turn.order) else { continue }
      let candidate = candidates[turn.candidate]
      let width = candidate.text.width
      guard width > 0, width <= size.columns else { continue }
      let kept = turn.kept.flatMap { taken.isFree($0.cell, width: width) ? $0 : nil }
      let found =
        kept
        ?? candidate.places.first {
          taken.isFree($0.cell, width: width) && spacing.isFree($0.cell, width: width)
        }
      guard let place = found else { continue }
      let rect = Rect(column: place.cell.column, row: place.cell.row, columns: width, rows: 1)
      occupy(rect.inset(columns: -Self.margin, rows: 0))
      spacing.insert(rect.inset(columns: 0, rows: -1))
      keepSidesFree(around: rect)
      names.insert(candidate.order)
      placed.append(
        PlacedLabel(
          text: candidate.text, style: candidate.style, rect: rect,
          key: Key(order: candidate.order, column: place.worldColumn, row: place.worldRow)))
    }
    return placed
  }

  /// Keeps new names off the map's sides above and below a name there, so that those of streets that
  /// leave the map do not pile up.
  private mutating func keepSidesFree(around rect: Rect) {
    let columns = max(2, size.columns / 20)
    let side = Rect(
      column: 0, row: rect.minRow - Self.sideRows, columns: columns, rows: 2 * Self.sideRows + 1)
    if rect.minColumn < columns { spacing.insert(side) }
    guard rect.maxColumn > size.columns - columns else { return }
    spacing.insert(
      Rect(column: size.columns - columns, row: side.minRow, columns: columns, rows: side.rows))
  }
}

/// A set of a map's cells, with a bit for each.
private struct CellMask {
  private let size: GridSize
  private let wordsPerRow: Int
  /// The bits, row by row.
  private var words: [UInt64]

  init(size: GridSize) {
    self.size = size
    wordsPerRow = (size.columns + 63) / 64
    words = Array(repeating: 0, count: wordsPerRow * size.rows)
  }

  mutating func insert(_ rect: Rect) {
    let area = rect.intersection(Rect(column: 0, row: 0, columns: size.columns, rows: size.rows))
    guard area.columns > 0 else { return }
    for row in area.minRow..<max(area.minRow, area.maxRow) {
      for word in area.minColumn / 64...(area.maxColumn - 1) / 64 {
        words[row * wordsPerRow + word] |= Self.bits(of: word, area.minColumn..<area.maxColumn)
      }
    }
  }

  mutating func insert(column: Int, row: Int) {
    guard column >= 0, row >= 0, column < size.columns, row < size.rows else { return }
    words[row * wordsPerRow + column / 64] |= 1 << UInt64(column % 64)
  }

  /// Whether a name of at least one column fits on the map at a cell without touching others.
  func isFree(_ cell: GridPoint, width: Int) -> Bool {
    guard cell.row >= 0, cell.row < size.rows, cell.column >= 0, cell.column + width <= size.columns
    else { return false }
    let columns = cell.column..<cell.column + width
    for word in columns.lowerBound / 64...(columns.upperBound - 1) / 64
    where words[cell.row * wordsPerRow + word] & Self.bits(of: word, columns) != 0 { return false }
    return true
  }

  /// The bits of a row's word for some columns; at least one is in the word.
  private static func bits(of word: Int, _ columns: Range<Int>) -> UInt64 {
    let first = max(0, columns.lowerBound - 64 * word)
    let missing = max(0, 64 * (word + 1) - columns.upperBound)
    return .max << UInt64(first) & .max >> UInt64(missing)
  }
}
