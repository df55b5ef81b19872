internal import CellGrid
internal import TrustLimits

/// A line of text that is being typed, with the readline keys that everybody's fingers know.
struct LineEditor: Equatable {
  /// What is typed so far, clean and bounded.
  private(set) var text = ""
  /// The characters before the cursor.
  private(set) var cursor = 0

  init(_ text: String = "") {
    insert(text)
  }

  /// Puts text at the cursor, without what no terminal may show and up to the bound.
  mutating func insert(_ new: String) {
    // Only the first line of what is pasted counts.
    let line = new.prefix { !$0.isNewline }
    let clean = SafeText(String(line)).description
    let room = max(0, Limits.Text.commandCharacters - text.count)
    let added = clean.prefix(room)
    text.insert(contentsOf: added, at: position)
    cursor = min(text.count, cursor + added.count)
  }

  /// Replaces the whole text, with the cursor behind it.
  mutating func replace(with new: String) {
    self = LineEditor(new)
  }

  /// Applies a key; returns whether it is an editing key.
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

  /// Where the word before the cursor begins.
  private var wordStart: Int {
    let before = text.prefix(cursor).reversed()
    let blanks = before.prefix { $0 == " " }.count
    return cursor - blanks - before.dropFirst(blanks).prefix { $0 != " " }.count
  }

  /// Removes what is between a place and the cursor.
  private mutating func remove(from start: Int) {
    let from = text.index(text.startIndex, offsetBy: start)
    text.removeSubrange(from..<position)
    cursor = start
  }
}
