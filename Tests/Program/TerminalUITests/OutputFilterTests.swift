import CellGrid
import TestSupport
import Testing

@testable import TerminalUI

@Suite(.limited) struct `The filter of curses' output` {
  private static let usual = OutputFilter.Colors(
    foreground: Array("39".utf8), background: Array("49".utf8))
  private let filter: OutputFilter = {
    var filter = OutputFilter(usual: usual)
    let colors = [(1, "38;5;244", "48;5;236"), (2, "38;5;7", "48;5;236"), (3, "31", "49")]
    for (pair, foreground, background) in colors {
      filter.define(
        pair,
        OutputFilter.Colors(foreground: Array(foreground.utf8), background: Array(background.utf8)))
    }
    return filter
  }()

  /// The filter's output, with `^` for the start of each control sequence, as in the text.
  private func filtered(_ text: String) -> String {
    let bytes = Array(text.replacing("^", with: "\u{1B}[").utf8)
    return String(decoding: filter.filtered(bytes), as: UTF8.self).replacing("\u{1B}[", with: "^")
  }

  @Test func `The filter writes the colors of a pair as one sequence, unless they are set already`()
  {
    #expect(filtered("^1ya^1yb") == "^38;5;244;48;5;236mab")
    #expect(filtered("^1ya^2;5H^1yb") == "^38;5;244;48;5;236ma^2;5Hb")
    #expect(filtered("^1ya^2yb") == "^38;5;244;48;5;236ma^38;5;7mb")
    #expect(filtered("^3ya^0yb") == "^31;49ma^39mb")
    #expect(filtered("^m^0ya") == "^ma")
  }

  @Test func `The filter writes a foreground before the first character that shows it`() {
    #expect(filtered("^3ya^0y  ^3yb") == "^31;49ma  b")
    #expect(filtered("^0ya^1y ^2y b") == "^39;49ma^48;5;236m  ^38;5;7mb")
    #expect(filtered("^0ya^3y\r\n b") == "^39;49ma\r\n ^31mb")
    // An underline shows the foreground of a space; bold does not.
    #expect(filtered("^0;4m^3y ") == "^0;4m^31;49m ")
    #expect(filtered("^0;1m^3y a") == "^0;1m^49m ^31ma")
    #expect(filtered("^0;4m^m^3y a") == "^0;4m^m ^31ma")
    // Clearing fills cells with the background, and curses trusts the colors at the end.
    #expect(filtered("^1y^K") == "^48;5;236m^K^38;5;244m")
    #expect(filtered("a^3y") == "a^31;49m")
  }

  @Test(arguments: ["^0;1m", "^58;5;17m", "\u{1B}7", "^?5l", "^38;2;1;2;3m", "^7m"])
  func `The filter writes colors again after anything that may change them`(_ sequence: String) {
    #expect(filtered("^3ya\(sequence)^3yb") == "^31;49ma\(sequence)^31;49mb")
  }

  @Test func `The filter writes the usual colors after a reset that may set others`() {
    let usual = OutputFilter.Colors(foreground: Array("37".utf8), background: Array("40".utf8))
    let bytes = Array("\u{1B}[m\u{1B}[0ya".utf8)
    #expect(OutputFilter(usual: usual).filtered(bytes) == Array("\u{1B}[m\u{1B}[37;40ma".utf8))
  }

  @Test func `The filter leaves out pairs that are not defined`() {
    #expect(filtered("^3ya^77yb^999999999999yc^yd^4yd") == "^31;49mabc^39mdd")
  }

  @Test func `The filter keeps what it does not know, wherever it is cut`() {
    let text = "é\u{1B}[38;5;244mx\u{1B}[38;5;;m\u{1B}P1;2\u{1B}\\\u{1B}[1;2;3~─\u{1B}["
    let bytes = Array(text.utf8)
    for end in 0...bytes.count {
      let part = Array(bytes[..<end])
      #expect(filter.filtered(part) == part)
      #expect(OutputFilter(usual: nil).filtered(part) == part)
    }
  }

  /// A filter with a pair for each two of some colors; pair `4 * foreground + background + 1`.
  private var squares: OutputFilter {
    var filter = OutputFilter(usual: Self.usual)
    for foreground in 0..<4 {
      for background in 0..<4 {
        filter.define(
          4 * foreground + background + 1,
          OutputFilter.Colors(
            foreground: Array("38;5;\(foreground)".utf8),
            background: Array("48;5;\(background)".utf8)))
      }
    }
    return filter
  }

  private func filtered(_ text: String, by filter: OutputFilter) -> String {
    let bytes = Array(text.replacing("^", with: "\u{1B}[").utf8)
    return String(decoding: filter.filtered(bytes), as: UTF8.self).replacing("\u{1B}[", with: "^")
  }

  @Test func `The filter exchanges the colors of a block where that changes fewer of them`() {
    // Pair 3 is color 0 on 2, pair 9 is 2 on 0, pair 10 is 2 on 1, pair 2 is 0 on 1.
    #expect(filtered("^m^3y▘^9y▙▄", by: squares) == "^m^38;5;0;48;5;2m▘▝▀^38;5;2;48;5;0m")
    #expect(filtered("^m^3y▘^9y▙^3y▘", by: squares) == "^m^38;5;0;48;5;2m▘▝▘")
    #expect(filtered("^m^3y🬀^9y🬀x", by: squares) == "^m^38;5;0;48;5;2m🬀🬻^38;5;2;48;5;0mx")
    #expect(filtered("^m^3y▘^10y▙x", by: squares) == "^m^38;5;0;48;5;2m▘^38;5;1m▝^38;5;2;48;5;1mx")
    // A short run of spaces is full blocks in the color that is set.
    #expect(filtered("^m^3y▘^1y  ^3y▘", by: squares) == "^m^38;5;0;48;5;2m▘██▘")
    #expect(filtered("^m^3y▘^1y       ^3y▘", by: squares).contains("^48;5;0m       "))
    // A terminal without block elements, or one that shows them in two columns, gets none.
    for text in ["^m^3yx^1y  ^3yx", "^m^3y#^1y ^9y#^3y ", "^m^3y─^1y  ^3y─", "^m^1y ^3y x"] {
      #expect(!filtered(text, by: squares).contains("█"))
    }
    // An attribute may change what a color looks like.
    #expect(!filtered("^0;1m^3y▘^1y  ^3y▘", by: squares).contains("█"))
    #expect(filtered("^0;7m^3y▘^9y▙", by: squares) == "^0;7m^38;5;0;48;5;2m▘^38;5;2;48;5;0m▙")
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `Blocks with exchanged colors look the same and take fewer bytes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let glyphs = Array(BlockElements.quadrants.map(Character.init)) + ["x", " ", "─"]
    for _ in 0..<50 {
      var text = "^m"
      for _ in 0..<40 {
        text += "^\(Int.random(in: 1...16, using: &random))y"
        text.append(glyphs.randomElement(using: &random) ?? " ")
      }
      let plain = filtered("^0;1m" + text.dropFirst(2), by: squares)
      let found = filtered(text, by: squares)
      #expect(looks(found) == looks(plain))
      #expect(found.utf8.count <= plain.utf8.count - 3)
    }
  }

  /// The look of each character of a filtered text: the colors of four parts, or a glyph with its colors.
  private func looks(_ text: String) -> [[String]] {
    var (looks, foreground, background) = ([[String]](), "", "")
    var rest = Substring(text)
    while let first = rest.first {
      if first == "^", let end = rest.firstIndex(of: "m") {
        let numbers = rest[..<end].dropFirst().split(separator: ";")
        for (kind, color) in zip(numbers, numbers.dropFirst(2)) where kind == "38" {
          foreground = String(color)
        }
        for (kind, color) in zip(numbers, numbers.dropFirst(2)) where kind == "48" {
          background = String(color)
        }
        rest = rest[end...].dropFirst()
        continue
      }
      rest = rest.dropFirst()
      let parts = BlockElements.quadrants.firstIndex { Character($0) == first }
      looks.append(
        parts.map { parts in (0..<4).map { parts >> $0 & 1 == 1 ? foreground : background } }
          ?? [String(first), foreground, background]
      )
    }
    return looks
  }
}
