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
