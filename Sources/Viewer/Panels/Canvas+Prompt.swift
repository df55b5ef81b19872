internal import CellGrid

extension Canvas {
  /// Draws the line for commands in the last row, with what can be typed in the row above.
  mutating func drawPrompt() {
    guard let prompt = state.prompt else { return }
    let size = layout.size
    guard size.rows > 0, size.columns > 2 else { return }
    let row = size.rows - 1
    let rows = min(2, size.rows)
    let area = Rect(column: 0, row: size.rows - rows, columns: size.columns, rows: rows)
    frame.fill(area)
    note(.cover, in: area)
    if rows == 2 {
      let (text, style) = promptHint(prompt)
      write(text, column: 1, row: row - 1, width: size.columns - 2, style: style)
    }
    var column = write(":", column: 0, row: row, width: 1, style: palette.key)
    let characters = Array(prompt.editor.text)
    // The cursor is always in sight.
    var before = characters[..<prompt.editor.cursor]
    while safe(String(before)).width > size.columns - 2 { before = before.dropFirst() }
    column += write(String(before), column: column, row: row, width: size.columns - column)
    let after = characters[prompt.editor.cursor...]
    let cursor = after.first.map(String.init) ?? " "
    var style = CellStyle.plain
    style.attributes.insert(.reverse)
    column += frame.draw(
      safe(cursor),
      column: column,
      row: row,
      width: size.columns - column,
      style: style
    )
    write(String(after.dropFirst()), column: column, row: row, width: size.columns - column)
  }

  /// What was wrong, what Tab found, or how the command is used.
  private func promptHint(_ prompt: Prompt) -> (String, CellStyle) {
    if let problem = prompt.problem { return (problem, palette.failure) }
    if !prompt.choices.isEmpty {
      let words = prompt.choices.map { $0.split(separator: " ").last.map(String.init) ?? $0 }
      return (words.joined(separator: "  "), palette.quiet)
    }
    let name = prompt.editor.text.prefix { $0 != " " }
    if !name.isEmpty, let command = PromptCommand.named(String(name)) {
      return (command.usage, palette.quiet)
    }
    return (Catalogue.promptHint, palette.quiet)
  }
}
