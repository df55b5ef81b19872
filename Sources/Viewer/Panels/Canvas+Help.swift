internal import CellGrid

extension Canvas {
  private var keyColumns: Int { KeyTable.Line.keyColumns + 1 }

  /// Draws a page of help over the screen.
  mutating func drawHelp(_ pages: HelpPages, page: Int, query: LineEditor? = nil) {
    let columns = pages.page(page)
    let number = min(page, pages.count - 1) + 1
    guard layout.isFramed else {
      let title = "\(Catalogue.helpTitle) \(number)/\(pages.count)"
      let hint = layout.size.columns < 34 ? Catalogue.anyKeyShort : Catalogue.anyKeyOrEscape
      let rect = beginPage(title, hint: hint)
      drawHelpLines(columns[0], column: rect.minColumn, row: rect.minRow, width: rect.columns)
      if let query {
        let row = frame.bounds.maxRow - 1
        frame.fill(Rect(column: 0, row: row, columns: layout.size.columns, rows: 1))
        writeInput(query, after: "/", column: rect.minColumn, row: row, width: rect.columns)
      }
      return
    }
    let size = layout.size
    let legend = pages.isWide ? pages.legendLines : []
    let rows = (columns.map(\.count).max() ?? 0) + legend.count + 2
    let width = min(size.columns, pages.isWide ? HelpPages.wideColumns : 46)
    let rect = Rect(
      column: (size.columns - width) / 2,
      row: max(0, (size.rows - rows) / 2),
      columns: width,
      rows: min(rows, size.rows)
    )
    frame.fill(rect)
    addHit(.cover, in: rect)
    box(rect, title: Catalogue.helpTitle, note: pages.count > 1 ? "\(number)/\(pages.count)" : "")
    let hint = number < pages.count ? Catalogue.nextPage : Catalogue.anyKey
    if let query { edgeInput(query, in: rect) } else { edgeNote(hint, in: rect) }
    for (index, line) in legend.enumerated() {
      let row = rect.maxRow - 1 - legend.count + index
      write(line, column: rect.minColumn + 2, row: row, width: width - 4, style: palette.quiet)
    }
    let columnWidth = (width - 4) / columns.count
    for (index, lines) in columns.enumerated() {
      let column = rect.minColumn + 2 + index * columnWidth
      drawHelpLines(lines, column: column, row: rect.minRow + 1, width: columnWidth)
    }
  }

  private mutating func drawHelpLines(
    _ lines: [HelpPages.Line],
    column: Int,
    row: Int,
    width: Int
  ) {
    for (index, line) in lines.enumerated() {
      let row = row + index
      switch line {
      case .blank: break
      case .section(let name):
        write(name, column: column, row: row, width: width, style: palette.heading)
      case .keys(let keys, let text):
        // Where both do not fit beside each other, what a key does matters less than which it is.
        let start = min(keyColumns, max(0, width - 8))
        let taken = write(keys, column: column, row: row, width: width, style: palette.key)
        let textColumn = max(taken + 1, width >= 30 ? start : taken + 1)
        write(text, column: column + textColumn, row: row, width: width - textColumn)
      }
    }
  }
}
