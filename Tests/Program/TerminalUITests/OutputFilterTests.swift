import TestSupport
import Testing

@testable import TerminalUI

@Suite(.limited) struct `The filter of curses' output` {
  private static let usual = OutputFilter.Colors(
    foreground: Array("39".utf8),
    background: Array("49".utf8)
  )
  private let filter: OutputFilter = {
    var filter = OutputFilter(usual: usual)
    let colors = [(1, "38;5;244", "48;5;236"), (2, "38;5;7", "48;5;236"), (3, "31", "49")]
    for (pair, foreground, background) in colors {
      filter.define(
        pair,
        OutputFilter.Colors(foreground: Array(foreground.utf8), background: Array(background.utf8))
      )
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
}
