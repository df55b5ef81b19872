internal import CellGrid
internal import TrustLimits

/// A line of text that is being typed, with readline's keys.
struct LineEditor: Equatable {
  /// The text, clean and bounded.
  private(set) var text = ""
  private(set) var cursor = 0

  init(_ text: String = "") { insert(text) }

  /// Inserts text at the cursor, without unsafe characters and up to the length limit.
  mutating func insert(_ new: String) {
    // Only the first line of a paste counts.
    let line = new.prefix { !$0.isNewline }
    let room = max(0, Limits.Text.commandCharacters - text.count)
    let added = SafeText(String(line)).description.prefix(room)
    text.insert(contentsOf: added, at: position)
    cursor = min(text.count, cursor + added.count)
  }

  /// How a key ends any line that is typed.
  enum End { case entered, closed }

  /// The end of the line by a key; nil for a key that edits it or does nothing.
  func end(_ press: KeyPress) -> End? {
    switch (press.key, press.modifiers) {
    case (.enter, []): .entered
    case (.escape, []): .closed
    // Backspace in an empty line removes the mark before it, too.
    case (.backspace, []) where text.isEmpty: .closed
    default: nil
    }
  }

  /// Handles a key; returns whether it is an editing key.
  mutating func edit(_ press: KeyPress) -> Bool {
    switch (press.key, press.modifiers) {
    case (.left, []), (.character("b"), .control): cursor = max(0, cursor - 1)
    case (.right, []), (.character("f"), .control): cursor = min(text.count, cursor + 1)
    case (.home, []), (.character("a"), .control): cursor = 0
    case (.end, []), (.character("e"), .control): cursor = text.count
    case (.backspace, []): remove(from: max(0, cursor - 1))
    case (.delete, []), (.character("d"), .control):
      guard cursor < text.count else { break }
      cursor += 1
      remove(from: cursor - 1)
    case (.character("u"), .control): remove(from: 0)
    case (.character("w"), .control): remove(from: wordStart)
    case (.character("k"), .control): text.removeSubrange(position...)
    case (.character(let letter), []), (.character(let letter), .shift): insert(String(letter))
    default: return false
    }
    return true
  }

  private var position: String.Index { text.index(text.startIndex, offsetBy: cursor) }

  private var wordStart: Int {
    let before = text.prefix(cursor).reversed()
    let blanks = before.prefix { $0 == " " }.count
    return cursor - blanks - before.dropFirst(blanks).prefix { $0 != " " }.count
  }

  private mutating func remove(from start: Int) {
    text.removeSubrange(text.index(text.startIndex, offsetBy: start)..<position)
    cursor = start
  }
}
