internal import CellGrid

extension Canvas {
  /// Draws a page of help over the screen.
  mutating func drawHelp(page: Int) {
    let pages = HelpPages(size: layout.size)
    let columns = pages.page(page)
    let size = layout.size
    let height = (columns.map(\.count).max() ?? 0) + 2
    let width = min(size.columns, pages.columns == 2 ? 76 : 44)
    let rect = Rect(
      column: (size.columns - width) / 2,
      row: max(0, (size.rows - height - 1) / 2),
      columns: width,
      rows: min(height, size.rows)
    )
    frame.fill(rect)
    box(
      rect,
      title: Catalogue.helpTitle,
      note: pages.count > 1 ? "\(page + 1)/\(pages.count)" : Catalogue.program
    )
    let columnWidth = (width - 4) / pages.columns
    for (columnIndex, lines) in columns.enumerated() {
      let column = rect.minColumn + 2 + columnIndex * columnWidth
      for (index, line) in lines.enumerated() {
        drawHelpLine(line, column: column, row: rect.minRow + 1 + index, width: columnWidth - 1)
      }
    }
  }

  private mutating func drawHelpLine(_ line: HelpPages.Line, column: Int, row: Int, width: Int) {
    switch line {
    case .blank: break
    case .section(let name):
      write(name, column: column, row: row, width: width, style: Palette.heading)
    case .text(let text): write(text, column: column + 1, row: row, width: width - 1)
    case .binding(let shown, let help):
      write(shown, column: column + 1, row: row, width: 8, style: Palette.key)
      write(help, column: column + 10, row: row, width: width - 10)
    }
  }
}
