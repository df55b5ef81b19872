internal import CellGrid
internal import TrustLimits

struct Prompt: Equatable {
  var editor = LineEditor()
  /// The position in the history; nil for a new line.
  private(set) var historyIndex: Int?
  /// The line that was typed before the history was used.
  private var draft = ""
  /// The problem of the line when it was last entered.
  var problem: String?
  /// The completions that the last Tab found, if more than one.
  private(set) var choices: [String] = []

  /// Handles a key other than Enter and Esc.
  mutating func edit(_ press: KeyPress, history: [String], following trip: String) {
    (problem, choices) = (nil, [])
    switch (press.key, press.modifiers) {
    case (.up, []), (.character("p"), .control): recall(-1, from: history)
    case (.down, []), (.character("n"), .control): recall(1, from: history)
    case (.tab, []): complete(following: trip)
    default:
      // Other keys do nothing: their actions elsewhere must not happen here.
      if editor.edit(press) { historyIndex = nil }
    }
  }

  mutating func paste(_ text: String) {
    (problem, choices, historyIndex) = (nil, [], nil)
    editor.insert(text)
  }

  private mutating func recall(_ step: Int, from history: [String]) {
    let index = (historyIndex ?? history.count) + step
    guard index >= 0, index <= history.count else { return }
    if historyIndex == nil { draft = editor.text }
    historyIndex = index < history.count ? index : nil
    editor = LineEditor(index < history.count ? history[index] : draft)
  }

  private mutating func complete(following trip: String) {
    guard editor.cursor == editor.text.count else { return }
    let found = PromptCommand.completions(of: editor.text, following: trip)
    guard let first = found.first else { return }
    let common = found.dropFirst().reduce(first) { common, other in
      String(zip(common, other).prefix { $0 == $1 }.map(\.0))
    }
    if common.count > editor.text.count { editor = LineEditor(common) }
    choices = found.count > 1 ? found : []
  }
}

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
