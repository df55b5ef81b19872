import TestSupport
import Testing

@testable import TerminalUI

@Suite(.limited) struct `The filter of curses' output` {
  private func filtered(_ text: String, exact: Bool = false) -> String {
    let filter = OutputFilter(palette: Array("\u{1B}]104\u{7}".utf8), hasExactColors: exact)
    return String(decoding: filter.filtered(Array(text.utf8)), as: UTF8.self)
  }

  @Test func `The filter leaves out colors that are set already, and writes two as one sequence`() {
    let both = "\u{1B}[38;5;244m\u{1B}[48;5;236m"
    let one = "\u{1B}[38;5;244;48;5;236m"
    #expect(filtered("\(both)a\(both)b") == "\(one)ab")
    #expect(filtered("\(both)a\u{1B}[2;5H\(both)b") == "\(one)a\u{1B}[2;5Hb")
    let other = "\u{1B}[38;5;7m\u{1B}[48;5;236m"
    #expect(filtered("\(both)a\(other)b") == "\(one)a\u{1B}[38;5;7mb")
    #expect(filtered("\u{1B}[m\u{1B}[39;49ma") == "\u{1B}[ma")
    #expect(filtered("\u{1B}[31m\u{1B}[102ma") == "\u{1B}[31;102ma")
  }

  @Test func `The filter writes a foreground before the first character that shows it`() {
    let (gray, red) = ("\u{1B}[38;5;244m", "\u{1B}[31m")
    #expect(filtered("\(gray)a\u{1B}[39;49m  \(gray)b") == "\(gray)a\u{1B}[49m  b")
    #expect(filtered("\(gray)a\(red) \u{1B}[42m b") == "\(gray)a \u{1B}[42m \u{1B}[31mb")
    #expect(filtered("\(gray)a\(red)\r\n b") == "\(gray)a\r\n \(red)b")
    // An underline shows the foreground of a space; bold does not.
    #expect(filtered("\u{1B}[4m\(red) ") == "\u{1B}[4m\(red) ")
    #expect(filtered("\u{1B}[0;1m\(red) a") == "\u{1B}[0;1m \(red)a")
    #expect(filtered("\u{1B}[4m\u{1B}[m\(red) a") == "\u{1B}[4m\u{1B}[m \(red)a")
    // What clears cells fills them with the background, and curses trusts the colors at the end.
    #expect(filtered("\(red)\u{1B}[42m\u{1B}[K") == "\u{1B}[42m\u{1B}[K\u{1B}[31m")
    #expect(filtered("a\(red)") == "a\(red)")
  }

  @Test(arguments: [
    "\u{1B}[0;1m", "\u{1B}[58;5;17m", "\u{1B}7", "\u{1B}[?5l", "\u{1B}[38;2;1;2;3m",
  ])
  func `The filter writes colors again after anything that may change them`(_ sequence: String) {
    let color = "\u{1B}[48;5;17m"
    #expect(filtered("\(color)a\(sequence)\(color)b") == "\(color)a\(sequence)\(color)b")
  }

  @Test func `The filter writes repeated characters`() {
    #expect(filtered("ax\u{1B}[4by") == "axxxxxy")
    #expect(filtered("─\u{1B}[2b") == "───")
    #expect(filtered("\u{1B}[3b") == "")
  }

  @Test func `The filter leaves out the usual characters and palette`() {
    #expect(filtered("a\u{1B}(B\u{1B}[mb\u{1B}]104\u{7}c") == "a\u{1B}[mbc")
  }

  @Test func `The filter names exact colors of areas where the terminal shows them`() {
    #expect(filtered("\u{1B}[48;5;234ma") == "\u{1B}[48;5;234ma")
    #expect(filtered("\u{1B}[48;5;234ma", exact: true) == "\u{1B}[48;2;29;36;48ma")
    #expect(filtered("\u{1B}[38;5;234ma", exact: true) == "\u{1B}[38;2;29;36;48ma")
    #expect(filtered("\u{1B}[38;5;200ma", exact: true) == "\u{1B}[38;5;200ma")
  }

  @Test func `The filter keeps what it does not know, wherever it is cut`() {
    let text =
      "é\u{1B}[38;5;244m\u{1B}[48;5;999999mx\u{1B}[38;5;;m\u{1B}P1;2\u{1B}\\\u{1B}[1;2;3~─\u{1B}["
    let bytes = Array(text.utf8)
    for end in 0...bytes.count {
      let part = Array(bytes[..<end])
      #expect(OutputFilter(palette: [], hasExactColors: true).filtered(part) == part)
    }
  }
}
