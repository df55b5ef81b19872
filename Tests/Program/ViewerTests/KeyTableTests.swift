import CellGrid
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The key table` {
  /// Prefixes of tmux and screen, modes of zellij, flow control and what the terminal itself takes.
  private static let forbidden: Set<Character> = [
    "b", "a", "g", "p", "t", "n", "h", "s", "o", "q", "d", "u", "v", "w", "y", "\\",
  ]
  private static let bindings = KeyTable.standardLines.flatMap(\.bindings)

  @Test(arguments: KeyTable.Guide.allCases)
  func `The key table gives each key one action per screen`(_ guide: KeyTable.Guide) {
    let keys = KeyTable.standard.lines(of: guide).flatMap(\.bindings).flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    // The digits are one action's keys.
    let names = KeyTable.standard.lines(of: guide).flatMap(\.bindings).map(\.name)
      .filter { $0 != "stop" }
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: bindings.flatMap(\.keys))
  func `The key table uses no key that a terminal or a multiplexer reserves`(_ press: KeyPress) {
    #expect(!press.modifiers.contains(.alt))
    guard press.modifiers.contains(.control) else { return }
    guard case .character(let letter) = press.key else {
      Issue.record("\(press) is a control key without a letter")
      return
    }
    #expect(!Self.forbidden.contains(letter))
  }

  @Test(arguments: bindings) func `The key table has keys for each action of its screens`(
    _ binding: KeyTable.Binding
  ) {
    func check(_ action: (some KeyedAction)?) {
      guard let action else { return }
      #expect(KeyTable.standard.binding(of: action) == binding)
      for press in binding.keys { #expect(KeyTable.standard.action(press) == action) }
    }
    #expect(!binding.keys.isEmpty)
    check(binding.actions.ride)
    check(binding.actions.list)
    check(binding.actions.booking)
  }

  @Test(arguments: KeyTable.standardLines)
  func `The key table has a help text of at most 24 characters for each line`(
    _ line: KeyTable.Line
  ) {
    for text in [line.text] + line.bindings.map(\.text) {
      #expect(!text.isEmpty)
      #expect(text.count <= 24)
    }
    // Both fit into their columns of help.
    #expect(!line.keys.isEmpty && line.keys.count <= KeyTable.Line.keyColumns)
    #expect(!line.guides.isEmpty)
  }

  @Test func `Each key of the key table can be parsed from its name`() {
    for press in Self.bindings.flatMap(\.keys) { #expect(KeyPress(named: press.name) == press) }
    #expect(KeyPress(.tab, .shift).name == "Shift-Tab")
    #expect(KeyPress(.character("l"), .control).name == "Ctrl-L")
    #expect(KeyPress(" ").name == "Space")
  }

  @Test(arguments: [(80, 24, true), (76, 24, true), (75, 24, false), (60, 18, false)])
  func `The key table fits on one page of help in two columns`(
    _ columns: Int, rows: Int, isWide: Bool
  ) {
    let help = HelpPages(size: GridSize(columns: columns, rows: rows), hidden: ["cancel-ride"])
    #expect(help.isWide == isWide)
    // The commands have a page of their own.
    #expect((help.count == 2) == isWide)
  }

  @Test func `Help above the line of the past's time has every line`() {
    var view = SampleView(.pickup, columns: 60, rows: 18)
    view.state.timeline = Timeline(
      span: .zero...(.seconds(200)), position: view.now, wall: (view.wall, view.wall, view.wall),
      marks: [], isPlaying: false, rate: 1, hasPresent: true)
    let pages = view.state.helpPages
    var shown = ""
    view.press("?")
    for _ in 0..<pages.count {
      shown += view.text
      view.press(" ")
    }
    for case .keys(let keys, let text) in pages.lines {
      #expect(shown.contains(keys) && shown.contains(text))
    }
  }

  @Test(arguments: [(120, 24, 1), (200, 60, 1), (119, 60, 2)])
  func `The commands are next to the key table where there is room for both`(
    _ columns: Int, rows: Int, pages: Int
  ) {
    let help = HelpPages(size: GridSize(columns: columns, rows: rows), hidden: ["cancel-ride"])
    #expect(help.count == pages)
    #expect(help.columns <= columns)
  }

  @Test(arguments: [(120, 40), (80, 24), (76, 18), (60, 18), (40, 12), (20, 5), (16, 3), (1, 1)])
  func `The key table shows every line of help on some page`(_ columns: Int, rows: Int) {
    for guide in KeyTable.Guide.allCases {
      let help = HelpPages(size: GridSize(columns: columns, rows: rows), guide: guide)
      let shown = (0..<help.count).flatMap { help.page($0).flatMap { $0 } }
      for line in KeyTable.standard.lines(of: guide) {
        #expect(shown.contains(.keys(line.keys, line.text)))
      }
      // Two columns and the legend are in a frame.
      for page in 0..<help.count {
        let tallest = help.page(page).map(\.count).max() ?? 0
        let legend = help.legendLines(of: page)
        #expect(tallest + (help.isWide ? legend.count + 2 : 0) <= max(1, rows))
      }
      #expect(help.page(999) == help.page(help.count - 1))
    }
  }
}
