import CellGrid
import Testing

@testable import Viewer

@Suite struct `The key table` {
  /// Prefixes of tmux and screen, modes of zellij, flow control and what the terminal itself takes.
  private static let forbidden: Set<Character> = [
    "b", "a", "g", "p", "t", "n", "h", "s", "o", "q", "d", "u", "v", "w", "y", "\\",
  ]

  @Test func `gives no key two meanings`() {
    let keys = KeyTable.keys.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test(arguments: KeyTable.keys.flatMap(\.keys).map { $0 })
  func `takes no key that belongs to somebody else`(_ press: KeyPress) {
    #expect(!press.modifiers.contains(.alt))
    guard press.modifiers.contains(.control) else { return }
    guard case .character(let letter) = press.key else {
      Issue.record("\(press) is a control key without a letter")
      return
    }
    #expect(!Self.forbidden.contains(letter))
  }

  @Test(arguments: Action.allCases) func `has a key and one line of help for`(_ action: Action) {
    #expect(KeyTable.keys.count { $0.action == action && !$0.keys.isEmpty } == 1)
    let counts = [KeyTable.help, KeyTable.bookingHelp].map { lines in
      lines.count { $0.actions.contains(action) }
    }
    #expect(counts == [1, 0] || counts == [0, 1] || counts == [1, 1])
  }

  @Test(arguments: (KeyTable.help + KeyTable.bookingHelp).map(\.text))
  func `has help that says something`(_ text: String) {
    #expect(!text.isEmpty)
    #expect(text.count <= 24)
  }

  @Test(arguments: [
    (80, 24, 1), (76, 19, 1), (76, 18, 3), (60, 18, 3), (40, 12, 3), (16, 3, 15), (1, 1, 30),
  ])
  func `shows every line of help on some page`(_ columns: Int, rows: Int, pages: Int) {
    let help = HelpPages(size: GridSize(columns: columns, rows: rows))
    #expect(help.count == pages)
    let shown = (0..<help.count).flatMap { help.page($0).flatMap { $0 } }.filter { $0 != .blank }
    #expect(shown == help.lines.filter { $0 != .blank })
    // Two columns lie in a frame.
    #expect(!help.isWide || help.page(0).allSatisfy { $0.count <= rows - 2 })
    #expect(help.page(999) == help.page(help.count - 1))
  }
}
