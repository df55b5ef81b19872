public import CellGrid

/// A name that wants a place on the map.
public struct LabelCandidate: Sendable, Hashable {
  /// What is written.
  var text: SafeText
  /// How it looks.
  var style: CellStyle
  /// Where it goes before others: the lowest first.
  var rank: Int
  /// A number that is the name's own, which decides among names of one rank.
  var order: UInt64
  /// The first cells that it may take, on the map, best first; each names one of its places in the
  /// world by a number that stays while the map moves.
  var places: [Place]

  /// One place for a name.
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

/// A name where it is written.
public struct PlacedLabel: Sendable, Hashable {
  /// The name.
  public let text: SafeText
  /// How it looks.
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
  mutating func take(_ rect: Rect) {
    let area = rect.intersection(Rect(column: 0, row: 0, columns: size.columns, rows: size.rows))
    guard area.columns > 0 else { return }
    for row in area.minRow..<max(area.minRow, area.maxRow) {
      for column in area.minColumn..<area.maxColumn { set(column, row) }
    }
  }

  /// Keeps one cell free of names.
  mutating func take(column: Int, row: Int) {
    guard column >= 0, row >= 0, column < size.columns, row < size.rows else { return }
    set(column, row)
  }

  /// Places names.
  ///
  /// - Parameters:
  ///   - candidates: The names, in any order.
  ///   - previous: What the last picture showed, at the same zoom.
  ///   - limit: The most names.
  /// - Returns: The names that found a place.
  mutating func run(
    _ candidates: [LabelCandidate],
    previous: [PlacedLabel],
    limit: Int
  ) -> [PlacedLabel] {
    let shown = Set(previous.map(\.key))
    let shownNames = Set(previous.map(\.key.order))
    let keys = Dictionary(
      previous.map { ($0.key.order, $0.key) },
      uniquingKeysWith: { one, _ in one }
    )
    var queue = candidates.map { candidate in
      var (candidate, isShown) = (
        candidate,
        shownNames.contains(candidate.order)
          && candidate.places.contains { shown.contains(Self.key(candidate, $0)) }
      )
      // Better places have come into sight than the one that the name has, but it stays there.
      if !isShown, let key = keys[candidate.order], let place = candidate.places.first {
        let cell = GridPoint(
          column: place.cell.column + key.column - place.worldColumn,
          row: place.cell.row + key.row - place.worldRow
        )
        candidate.places.append(
          LabelCandidate.Place(cell: cell, worldColumn: key.column, worldRow: key.row)
        )
        isShown = true
      }
      return (candidate: candidate, isShown: isShown)
    }
    queue.sort { one, other in
      if one.candidate.rank != other.candidate.rank {
        return one.candidate.rank < other.candidate.rank
      }
      if one.isShown != other.isShown { return one.isShown }
      return one.candidate.order < other.candidate.order
    }
    var placed: [PlacedLabel] = []
    var names: Set<UInt64> = []
    for (candidate, isShown) in queue where placed.count < limit {
      // One name once: streets come in many pieces.
      guard !names.contains(candidate.order) else { continue }
      let width = candidate.text.width
      guard width > 0, width <= size.columns else { continue }
      let places = candidate.places.filter { isFree($0.cell, width: width) }
      let kept =
        isShown ? places.first { shown.contains(Self.key(candidate, $0)) } : nil
      guard let place = kept ?? places.first else { continue }
      let rect = Rect(column: place.cell.column, row: place.cell.row, columns: width, rows: 1)
      take(rect.inset(columns: -Self.margin, rows: 0))
      names.insert(candidate.order)
      placed.append(
        PlacedLabel(
          text: candidate.text,
          style: candidate.style,
          rect: rect,
          key: Self.key(candidate, place)
        )
      )
    }
    return placed
  }

  private static func key(_ candidate: LabelCandidate, _ place: LabelCandidate.Place) -> Key {
    Key(order: candidate.order, column: place.worldColumn, row: place.worldRow)
  }

  /// Whether a name fits on the map at a cell, with nothing in its way.
  private func isFree(_ cell: GridPoint, width: Int) -> Bool {
    guard cell.row >= 0, cell.row < size.rows, cell.column >= 0, cell.column + width <= size.columns
    else { return false }
    for column in cell.column..<cell.column + width {
      let word = taken[cell.row * wordsPerRow + column / 64]
      if word >> UInt64(column % 64) & 1 != 0 { return false }
    }
    return true
  }

  private mutating func set(_ column: Int, _ row: Int) {
    taken[row * wordsPerRow + column / 64] |= 1 << UInt64(column % 64)
  }
}
