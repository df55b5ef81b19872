internal import CellGrid

extension Canvas where State == ViewState {
  /// Draws the line for commands in the last row, with what can be typed in the row above.
  mutating func drawPrompt() {
    guard let prompt = state.focus.prompt else { return }
    let size = layout.size
    guard size.rows > 0, size.columns > 2 else { return }
    let row = size.rows - 1
    let rows = min(2, size.rows)
    let area = Rect(column: 0, row: size.rows - rows, columns: size.columns, rows: rows)
    frame.fill(area)
    addHit(.cover, in: area)
    if rows == 2 {
      let (text, style) = promptHint(prompt)
      write(text, column: 1, row: row - 1, width: size.columns - 2, style: style)
    }
    writeInput(prompt.editor, after: ":", column: 0, row: row, width: size.columns)
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

extension Canvas {
  /// Draws a line that is being typed, with the terminal's cursor where the next character goes.
  mutating func writeInput(
    _ editor: LineEditor,
    after mark: String,
    column: Int,
    row: Int,
    width: Int,
    style: CellStyle = .plain
  ) {
    guard width > 2 else { return }
    let end = column + width
    let start = column + write(mark, column: column, row: row, width: 1, style: palette.key)
    let characters = Array(editor.text)
    var before = characters[..<editor.cursor]
    while safe(String(before)).width > width - 2 { before = before.dropFirst() }
    let place =
      start + write(String(before), column: start, row: row, width: end - start, style: style)
    frame.cursor = GridPoint(column: place, row: row)
    let after = String(characters[editor.cursor...])
    write(after, column: place, row: row, width: end - place, style: style)
  }

  /// Draws what is searched for into the lower edge of a box.
  mutating func edgeInput(_ editor: LineEditor, in rect: Rect) {
    let (column, row, width) = (rect.minColumn + 3, rect.maxRow - 1, rect.columns - 6)
    // The mark, the text, the cursor and a space on either side.
    let taken = min(width, safe(editor.text).width + 2) + 2
    frame.fill(Rect(column: column - 1, row: row, columns: max(0, taken), rows: 1))
    writeInput(
      editor,
      after: "/",
      column: column,
      row: row,
      width: width,
      style: palette.quiet
    )
  }
}
