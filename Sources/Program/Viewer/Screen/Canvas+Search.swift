internal import CellGrid

extension Canvas {
  /// Draws the search in the last row, with a hint and the matches above.
  mutating func draw(_ search: PlaceSearch) {
    let size = layout.size
    guard size.rows > 1, size.columns > 2 else { return }
    let rows = min(search.matches.count, size.rows >= 30 ? 12 : 6, max(0, size.rows - 6))
    let area = Rect(column: 0, row: size.rows - rows - 2, columns: size.columns, rows: rows + 2)
    frame.fill(area)
    addHit(.cover, in: area)
    let top = max(0, search.chosen - rows + 1)
    for (offset, match) in search.matches.dropFirst(top).prefix(rows).enumerated() {
      let line = area.line(area.minRow + offset)
      var style = CellStyle.plain
      if top + offset == search.chosen {
        style.attributes.insert(.reverse)
        frame.fill(line, style: style)
      }
      let distance = Quantities.distance(meters: Int(match.meters), units: settings.units)
      let inner = line.inset(columns: 1, rows: 0)
      writeRow(match.name, distance, in: inner, row: line.minRow, style: style, valueStyle: style)
      addHit(.item(top + offset), in: line)
    }
    write(hint(search), in: area.inset(columns: 1, rows: 0), row: area.maxRow - 2)
    writeInput(search.editor, after: "/", in: area.line(area.maxRow - 1))
  }

  private func hint(_ search: PlaceSearch) -> StyledText {
    if PlaceText.coordinate(in: search.editor.text) != nil {
      return StyledText(text: "Enter goes to this place, Esc closes.", style: palette[.quiet])
    }
    switch search.names {
    case .reading: return StyledText(text: "Reading the map's names.", style: palette[.quiet])
    case .failed(let reason):
      return StyledText(text: "The map's names cannot be read: \(reason)", style: palette[.failure])
    case .known where !search.matches.isEmpty:
      return StyledText(
        text: "Enter goes there, arrows choose, Esc closes.", style: palette[.quiet])
    case .known where search.editor.text.isEmpty:
      return StyledText(
        text: "Type a latitude and a longitude, such as 48.2082, 16.3738.", style: palette[.quiet])
    case .known:
      return StyledText(text: "No name near the map's center matches.", style: palette[.warning])
    }
  }
}
