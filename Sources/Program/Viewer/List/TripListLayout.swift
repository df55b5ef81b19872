internal import CellGrid

/// The places of a list's parts at a size.
struct TripListLayout: Equatable {
  let size: GridSize
  /// The lines of the trips.
  let list: Rect
  /// The card of the selected trip, in rows that the list leaves; empty without room for it.
  let preview: Rect
  /// The box of the list on the wall's map; nil elsewhere, and without room for it.
  let listCard: Rect?
  /// The boxes of the worst trips on the wall's map.
  let worstCards: [Rect]
  /// The map; empty without one.
  let map: Rect
  /// The line above the map; nil without a map.
  let mapTitle: Rect?
  /// The lines about the server whose fleet is listed; empty without one.
  let fleet: Rect
  /// The server's last calls with the line above them; empty without one.
  let calls: Rect
  let hasTitles: Bool
  let isBeside: Bool

  /// The fewest columns for the map next to the list.
  static let besideColumns = 100
  /// The fewest rows for the map below the list.
  static let belowRows = 22
  /// The smallest map alone.
  private static let smallest = GridSize(columns: 20, rows: 8)
  /// The rows of the selected trip's card.
  private static let previewRows = 7...14
  /// The columns of the selected trip's card, in which labels are not far from their values.
  private static let previewColumns = 38...80

  /// The most cards of the worst trips.
  static let mostWorst = 4
  /// The smallest wall with cards.
  private static let smallestWall = GridSize(columns: 72, rows: 18)
  /// The fewest columns for the worst trips at the other side of the map than the list.
  private static let twoSides = 110
  private static let worstCard = GridSize(columns: 36, rows: 6)

  var hasHeader: Bool { size.rows >= 3 }
  var hasMessage: Bool { size.rows >= 5 }
  var hasKeyBar: Bool { size.rows >= 8 && size.columns >= 20 }
  var listRows: Int { list.rows }

  init(
    size: GridSize, shown: TripListView.Shown = .both, hasMap: Bool = false, hasFleet: Bool = false,
    trips: Int = 0, listed: Int? = nil, worst: Int = 0
  ) {
    self.size = size
    let header = size.rows >= 3 ? 1 : 0
    let bars = (size.rows >= 5 ? 1 : 0) + (size.rows >= 8 && size.columns >= 20 ? 1 : 0)
    let info = !hasFleet || size.rows < 7 ? 0 : size.rows < 10 ? 1 : 2
    let served =
      !hasFleet || size.rows < 11 || size.columns < 30
      ? 0 : min(max(3, size.rows / 4), max(6, size.rows / 6))
    let rows = max(0, size.rows - header - bars - info - served)
    let body = Rect(column: 0, row: header + info, columns: size.columns, rows: rows)
    fleet = Rect(column: 0, row: header, columns: size.columns, rows: info)
    calls = Rect(column: 0, row: body.maxRow, columns: size.columns, rows: served)
    let fits = hasMap && size.columns >= Self.smallest.columns && size.rows >= Self.smallest.rows
    isBeside = fits && shown == .both && size.columns >= Self.besideColumns && size.rows >= 12
    let isBelow =
      fits && shown == .both && !isBeside && size.columns >= 40 && size.rows >= Self.belowRows
    let titles = size.rows >= 10 && size.columns >= 40 ? 1 : 0
    var (left, map) = (body, Rect(column: 0, row: body.minRow, columns: 0, rows: 0))
    if isBeside {
      left.size.columns = min(max(58, size.columns * 2 / 5), 100)
      map = body
      // The border takes a column.
      map.origin.column = left.columns + 1
      map.size.columns = size.columns - left.columns - 1
    } else if isBelow {
      left.size.rows = titles + min(max(3, trips), body.rows * 2 / 5)
      map = body
      map.origin.row = left.maxRow
      map.size.rows = body.rows - left.rows
    } else if fits, shown == .map || shown == .wall {
      map = body
      left.size.rows = 0
    }
    mapTitle = map.rows > 1 ? Rect(map, rows: 0..<1) : nil
    self.map = map.rows > 1 ? Rect(map, rows: 1..<map.rows) : map
    let hasCards =
      fits && shown == .wall && size.columns >= Self.smallestWall.columns
      && size.rows >= Self.smallestWall.rows
    let cards = hasCards ? Self.cards(on: self.map, trips: listed ?? trips, worst: worst) : nil
    (listCard, worstCards) = (cards?.list, cards?.worst ?? [])
    if let listCard { left = listCard.inset() }
    hasTitles = titles > 0 && left.rows > titles
    if hasTitles {
      left.origin.row += titles
      left.size.rows -= titles
    }
    // Below the trips and a blank row.
    let first = (listed ?? trips) + 1
    let (columns, blank) = (left.columns - 2, left.rows - first)
    let hasPreview =
      listCard == nil && first > 1 && blank >= Self.previewRows.lowerBound
      && columns >= Self.previewColumns.lowerBound
    preview = Rect(
      column: left.minColumn + 1, row: left.minRow + (hasPreview ? first : 0),
      columns: hasPreview ? min(columns, Self.previewColumns.upperBound) : 0,
      rows: hasPreview ? min(blank, Self.previewRows.upperBound) : 0)
    if hasPreview { left.size.rows = first }
    list = left
  }

  /// The boxes on a wall's map: the list to the left, the worst trips to the right or below the list.
  ///
  /// The last row has the scale bar.
  private static func cards(
    on map: Rect, trips: Int, worst: Int
  ) -> (list: Rect, worst: [Rect]) {
    let isWide = map.columns >= twoSides
    var list = map
    list.size.columns = map.columns >= 160 ? 60 : map.columns >= 120 ? 52 : 42
    // With its edges and titles.
    list.size.rows = min(max(1, trips) + 3, isWide ? map.rows * 3 / 5 : map.rows / 2)
    let column = isWide ? map.maxColumn - worstCard.columns : map.minColumn
    let first = isWide ? map.minRow : list.maxRow
    let count = min(worst, mostWorst, max(0, (map.maxRow - 1 - first) / worstCard.rows))
    let cards = (0..<count).map {
      Rect(
        column: column, row: first + $0 * worstCard.rows,
        columns: isWide ? worstCard.columns : list.columns, rows: worstCard.rows)
    }
    return (list, cards)
  }
}

extension Rect {
  /// Some rows of a rectangle, counted from its first.
  fileprivate init(_ rect: Rect, rows: Range<Int>) {
    self.init(
      column: rect.minColumn, row: rect.minRow + rows.lowerBound, columns: rect.columns,
      rows: rows.count)
  }
}
