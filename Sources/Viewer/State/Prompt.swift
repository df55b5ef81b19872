internal import CellGrid

/// The line for commands while it is open.
struct Prompt: Equatable {
  /// What is typed.
  var editor = LineEditor()
  /// How far back in the history it is; nil for a line of its own.
  private(set) var historyIndex: Int?
  /// What was typed before the history was looked at.
  private var draft = ""
  /// What was wrong with the line as it was last entered.
  var problem: String?
  /// What the last Tab found, where it was more than one.
  private(set) var choices: [String] = []

  /// Takes a key other than Enter and Esc.
  mutating func edit(_ press: KeyPress, history: [String], following trip: String) {
    (problem, choices) = (nil, [])
    switch (press.key, press.modifiers) {
    case (.up, []), (.character("p"), .control): look(-1, in: history)
    case (.down, []), (.character("n"), .control): look(1, in: history)
    case (.tab, []): complete(following: trip)
    default:
      // Keys that edit nothing do nothing: what they do elsewhere must not happen here.
      if editor.edit(press) { historyIndex = nil }
    }
  }

  /// Takes a paste; it is never entered by itself.
  mutating func paste(_ text: String) {
    (problem, choices, historyIndex) = (nil, [], nil)
    editor.insert(text)
  }

  private mutating func look(_ step: Int, in history: [String]) {
    let index = (historyIndex ?? history.count) + step
    guard index >= 0, index <= history.count else { return }
    if historyIndex == nil { draft = editor.text }
    historyIndex = index < history.count ? index : nil
    editor.replace(with: index < history.count ? history[index] : draft)
  }

  private mutating func complete(following trip: String) {
    guard editor.cursor == editor.text.count else { return }
    let found = PromptCommand.completions(of: editor.text, following: trip)
    guard let first = found.first else { return }
    let common = found.dropFirst().reduce(first) { common, other in
      String(zip(common, other).prefix { $0 == $1 }.map(\.0))
    }
    if common.count > editor.text.count { editor.replace(with: common) }
    choices = found.count > 1 ? found : []
  }
}
