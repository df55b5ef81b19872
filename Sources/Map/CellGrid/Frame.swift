/// The content of a screen: a grid of cells.
///
/// Drawing outside the frame has no effect. Text must be ``SafeText``.
public struct Frame: Sendable, Hashable {
  /// The size.
  public let size: GridSize
  /// The cells, row by row.
  public private(set) var cells: [Cell]
  /// The terminal's cursor, for people and screen readers, where text is typed; nil if it is hidden.
  public var cursor: GridPoint?
  /// The title for the terminal's window or tab; nil leaves it as it is.
  public var title: SafeText?
  /// The progress for the terminal's tab or task bar; nil for none.
  public var progress: Progress?

  /// The name of a file that the terminal can open; nil for none.
  public var link: Link?

  /// Cells with the name of a file, which a terminal may make a link.
  public struct Link: Sendable, Hashable {
    /// The cells, in one row.
    public var rect: Rect
    /// The file's full path in the bytes that the system has, which are never drawn.
    public var path: [UInt8]

    /// Creates a link.
    public init(rect: Rect, path: [UInt8]) { (self.rect, self.path) = (rect, path) }
  }

  /// How far something is, which a terminal shows outside of its cells.
  public struct Progress: Sendable, Hashable {
    /// The part that is done, 0 to 100.
    public var percent: Int
    /// Whether it fails at present.
    public var isFailing: Bool

    /// Creates a progress; the part is bounded to 0 to 100.
    public init(percent: Int, isFailing: Bool = false) {
      (self.percent, self.isFailing) = (min(max(0, percent), 100), isFailing)
    }
  }

  /// Creates a frame of blank cells.
  public init(size: GridSize) {
    self.size = size
    self.cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The whole frame.
  public var bounds: Rect { Rect(column: 0, row: 0, columns: size.columns, rows: size.rows) }

  /// The cell at a place; outside of the frame it is blank, and writing has no effect.
  public subscript(column: Int, row: Int) -> Cell {
    get {
      guard contains(column, row) else { return .blank }
      return cells[row * size.columns + column]
    }
    set {
      guard contains(column, row) else { return }
      cells[row * size.columns + column] = newValue
    }
  }

  /// Draws one glyph of one column.
  ///
  /// `keepsBackground` keeps the cell's background if the style has none.
  public mutating func draw(
    _ glyph: Unicode.Scalar, column: Int, row: Int, style: CellStyle = .plain,
    keepsBackground: Bool = false
  ) {
    breakWideCharacters(column: column, row: row)
    let style = keepsBackground ? style.over(self[column, row].style) : style
    self[column, row] = Cell(glyph, style: style)
  }

  /// Draws whole characters of a text up to a width or the frame's edge, and returns their columns.
  ///
  /// `keepsBackground` keeps the cells' backgrounds if the style has none.
  @discardableResult public mutating func draw(
    _ text: SafeText, column: Int, row: Int, width: Int? = nil, style: CellStyle = .plain,
    keepsBackground: Bool = false
  ) -> Int {
    let limit = min(width ?? Int.max, size.columns - column)
    var taken = 0
    for glyph in text.glyphs {
      guard taken + Int(glyph.width) <= limit else { break }
      breakWideCharacters(column: column + taken, row: row)
      var cell = glyph
      cell.style = keepsBackground ? style.over(self[column + taken, row].style) : style
      self[column + taken, row] = cell
      if glyph.width == 2 {
        breakWideCharacters(column: column + taken + 1, row: row, keeping: column + taken)
        self[column + taken + 1, row] = Cell(" ", width: 0, style: cell.style)
      }
      taken += Int(glyph.width)
    }
    return taken
  }

  /// Fills a rectangle with one glyph.
  public mutating func fill(
    _ rect: Rect, with glyph: Unicode.Scalar = " ", style: CellStyle = .plain
  ) {
    let area = rect.intersection(bounds)
    for row in area.minRow..<max(area.minRow, area.maxRow) {
      for column in area.minColumn..<max(area.minColumn, area.maxColumn) {
        draw(glyph, column: column, row: row, style: style)
      }
    }
  }

  /// Draws the visible part of another frame, with its blank cells, from a top left corner.
  public mutating func draw(_ other: Frame, at origin: GridPoint) {
    let area = Rect(
      column: origin.column, row: origin.row, columns: other.size.columns, rows: other.size.rows
    ).intersection(bounds)
    guard area.columns > 0 else { return }
    for row in area.minRow..<max(area.minRow, area.maxRow) {
      // The other halves of wide characters that the edges overwrite.
      breakWideCharacters(column: area.minColumn, row: row)
      breakWideCharacters(column: area.maxColumn - 1, row: row)
      let from = (row - origin.row) * other.size.columns + area.minColumn - origin.column
      let to = row * size.columns + area.minColumn
      let copied = other.cells[from..<from + area.columns]
      cells.replaceSubrange(to..<to + area.columns, with: copied)
      if self[area.minColumn, row].width == 0 { self[area.minColumn, row] = .blank }
      if self[area.maxColumn - 1, row].width == 2 { self[area.maxColumn - 1, row] = .blank }
    }
  }

  /// Gives access to the cells, for callers that neither read nor write wide characters.
  package mutating func withCells(_ body: (inout MutableSpan<Cell>) -> Void) {
    var span = cells.mutableSpan
    body(&span)
  }

  /// Whether a row has the same bytes in two frames of one size.
  ///
  /// Most rows do, and comparing bytes is much faster than comparing cells. Rows that differ only in
  /// the padding of cells count as different.
  package func hasSame(row: Int, as other: Frame) -> Bool {
    guard size == other.size else { return false }
    let width = size.columns * MemoryLayout<Cell>.stride
    return unsafe cells.withUnsafeBytes { one in
      unsafe other.cells.withUnsafeBytes { other in
        guard let one = one.baseAddress, let other = other.baseAddress else { return true }
        var difference: UInt32 = 0
        var offset = row * width
        let end = offset + width
        // A cell is a whole number of words.
        while offset < end {
          let before = unsafe one.load(fromByteOffset: offset, as: UInt32.self)
          let after = unsafe other.load(fromByteOffset: offset, as: UInt32.self)
          difference |= before ^ after
          offset &+= 4
        }
        return difference == 0
      }
    }
  }

  /// The rows as text.
  public var rows: [String] {
    (0..<size.rows).map { row in
      var line = String.UnicodeScalarView()
      for cell in cells[row * size.columns..<(row + 1) * size.columns] where cell.width > 0 {
        line.append(contentsOf: cell.scalars)
      }
      return String(line)
    }
  }

  private func contains(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && row >= 0 && column < size.columns && row < size.rows
  }

  /// Blanks the other half of a wide character that is about to be overwritten.
  private mutating func breakWideCharacters(column: Int, row: Int, keeping kept: Int? = nil) {
    let cell = self[column, row]
    if cell.width == 0, column - 1 != kept { self[column - 1, row] = .blank }
    if cell.width == 2 { self[column + 1, row] = .blank }
  }
}
