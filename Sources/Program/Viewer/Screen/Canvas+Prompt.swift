internal import CellGrid

extension Canvas {
  /// Draws the command line in the last row, with a hint and its completions above.
  mutating func draw(_ prompt: Prompt) {
    let size = layout.size
    guard size.rows > 0, size.columns > 2 else { return }
    let hints = size.rows > 1 ? 1 : 0
    let room = max(0, size.rows - 6)
    let rows = min(prompt.completions.count, size.rows >= 30 ? 12 : 8, room)
    // A rule where there is room, because the map may have the same background.
    let rule = rows > 0 && rows < room ? 1 : 0
    let height = rule + rows + hints + 1
    let area = Rect(column: 0, row: size.rows - height, columns: size.columns, rows: height)
    frame.fill(area)
    addHit(.cover, in: area)
    if rule > 0 { drawHorizontal(in: area, row: area.minRow, palette[.border]) }
    drawCompletions(
      prompt, in: Rect(column: 0, row: area.minRow + rule, columns: size.columns, rows: rows))
    if hints > 0 { write(hint(prompt, shown: rows), in: area.inset(rows: 0), row: area.maxRow - 2) }
    writeInput(prompt.editor, after: ":", in: area.line(area.maxRow - 1))
  }

  private mutating func drawCompletions(_ prompt: Prompt, in area: Rect) {
    let all = prompt.completions
    guard area.rows > 0 else { return }
    let chosen = prompt.chosen
    let top = min(max(0, (chosen ?? 0) - area.rows + 1), max(0, all.count - area.rows))
    let widest = all.map { safe($0.word).width }.max() ?? 0
    let wordColumns = min(widest, max(8, area.columns / 2))
    for (offset, completion) in all.dropFirst(top).prefix(area.rows).enumerated() {
      let row = area.line(area.minRow + offset)
      let isChosen = top + offset == chosen
      var (key, plain) = (CellStyle.bold, palette[.quiet])
      if isChosen {
        key.attributes.insert(.reverse)
        plain = CellStyle(attributes: .reverse)
        frame.fill(row, style: plain)
      }
      write(completion.word, column: 1, row: row.minRow, width: wordColumns, style: key)
      let column = wordColumns + 3
      let width = area.columns - column - 1
      write(completion.text, column: column, row: row.minRow, width: width, style: plain)
      addHit(.item(top + offset), in: row)
    }
  }

  private func hint(_ prompt: Prompt, shown: Int) -> StyledText {
    if let problem = prompt.problem { return StyledText(text: problem, style: palette[.failure]) }
    let all = prompt.completions
    let text: String
    if all.isEmpty {
      text = prompt.usage ?? (prompt.editor.text.isEmpty ? "" : "Nothing matches.")
    } else if shown == 0 {
      text = all.map(\.word).joined(separator: "  ")
    } else {
      let number = (prompt.chosen ?? 0) + 1
      let place = all.count > shown ? ", " + "\(number) of \(all.count)" : ""
      let forms = [
        "Tab completes, Shift-Tab goes back, Esc closes",
        "Tab completes, Esc closes",
      ]
      text = longest(of: forms.map { $0 + place }, layout.size.columns - 2)
    }
    return StyledText(text: text, style: palette[.quiet])
  }
}
