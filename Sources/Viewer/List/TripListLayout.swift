internal import CellGrid

/// Where the parts of a list of trips lie at a size.
struct TripListLayout: Equatable {
  let size: GridSize

  /// Whether the first row says what is followed.
  var hasHeader: Bool { size.rows >= 3 }

  /// Whether the columns have titles.
  var hasTitles: Bool { size.rows >= 10 && size.columns >= 40 }

  /// Whether a row tells of the chosen trip in a sentence.
  var hasMessage: Bool { size.rows >= 5 }

  /// Whether the last row names keys.
  var hasKeyBar: Bool { size.rows >= 8 && size.columns >= 20 }

  /// The rows of the list.
  var list: Rect {
    let top = (hasHeader ? 1 : 0) + (hasTitles ? 1 : 0)
    let bottom = (hasMessage ? 1 : 0) + (hasKeyBar ? 1 : 0)
    return Rect(column: 0, row: top, columns: size.columns, rows: max(0, size.rows - top - bottom))
  }

  /// The trips that there is room for.
  var listRows: Int { list.rows }
}
