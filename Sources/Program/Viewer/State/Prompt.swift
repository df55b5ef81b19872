internal import CellGrid
internal import TrustLimits

/// The command line while it is open.
struct Prompt: Equatable {
  private(set) var editor = LineEditor()
  /// The position in the history; nil for a new line.
  private(set) var historyIndex: Int?
  /// The line that was typed before the history was used.
  private var draft = ""
  /// The problem of the line when it was last entered.
  var problem: String?
  /// The lines that the present one may become.
  private(set) var completions: [PromptContext.Completion] = []
  /// The completion that the line has become by Tab.
  private(set) var chosen: Int?
  let context: PromptContext

  init(_ context: PromptContext = PromptContext()) {
    self.context = context
    refresh()
  }

  /// The usage of the typed command; nil while there is none.
  var usage: String? { context.usage(of: editor.text) }

  private static let longestHistory = 50

  /// A history with a line as the newest one.
  static func remember(_ line: String, in history: [String]) -> [String] {
    (history.filter { $0 != line } + [line]).suffix(longestHistory)
  }

  /// Handles a key other than Enter and Esc.
  mutating func edit(_ press: KeyPress, history: [String]) {
    problem = nil
    switch (press.key, press.modifiers) {
    case (.up, []), (.character("p"), .control): recall(-1, from: history)
    case (.down, []), (.character("n"), .control): recall(1, from: history)
    case (.tab, []): complete(step: 1)
    case (.tab, .shift): complete(step: -1)
    default:
      // Other keys do nothing: their actions elsewhere must not happen here.
      let before = editor.text
      guard editor.edit(press) else { return }
      historyIndex = nil
      if editor.text != before { refresh() }
    }
  }

  mutating func paste(_ text: String) {
    (problem, historyIndex) = (nil, nil)
    editor.insert(text)
    refresh()
  }

  /// Makes the line one of its completions.
  mutating func choose(_ index: Int) {
    guard completions.indices.contains(index) else { return }
    problem = nil
    editor = LineEditor(completions[index].line)
    refresh()
  }

  private mutating func recall(_ step: Int, from history: [String]) {
    let index = (historyIndex ?? history.count) + step
    guard index >= 0, index <= history.count else { return }
    if historyIndex == nil { draft = editor.text }
    historyIndex = index < history.count ? index : nil
    editor = LineEditor(index < history.count ? history[index] : draft)
    refresh()
  }

  private mutating func refresh() {
    chosen = nil
    completions = context.completions(of: editor.text)
    // The line is complete.
    if completions.count == 1, completions[0].line == editor.text { completions = [] }
  }

  /// Completes the line as far as it is certain, then goes through the completions.
  private mutating func complete(step: Int) {
    guard editor.cursor == editor.text.count, let first = completions.first else { return }
    guard completions.count > 1 else { return choose(0) }
    if let chosen {
      show((chosen + step + completions.count) % completions.count)
      return
    }
    let common = completions.dropFirst().reduce(first.line) { common, other in
      String(zip(common, other.line).prefix { $0 == $1 }.map(\.0))
    }
    if common.count > editor.text.count {
      editor = LineEditor(common)
      refresh()
    } else {
      show(step > 0 ? 0 : completions.count - 1)
    }
  }

  private mutating func show(_ index: Int) {
    chosen = index
    editor = LineEditor(completions[index].line)
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
