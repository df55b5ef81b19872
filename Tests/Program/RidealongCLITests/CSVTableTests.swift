import FleetEngine
import Foundation
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `A table as CSV` {
  private func line(_ cells: CSVCell...) -> String {
    CSVTable<Void>(cells.map { cell in .init("x") { cell } }).line(()).text
  }

  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a b", "a b"), ("a,b", #""a,b""#),
    (#"say "hi""#, #""say ""hi""""#), ("two\r\nlines\u{0}\u{1B}[31m", "two  lines[31m"),
    ("\u{202E}right", "right"),
  ]) func `A text is cleaned, and quoted where it must be`(text: String, cell: String) {
    #expect(line(.text(text)) == cell)
    #expect(line(.text(nil), .text(text), .empty) == ",\(cell),")
  }

  @Test(arguments: [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1", "\u{200B}=1", "\u{FF1D}1", "\"=1",
    "x;=1",
    "x; \"@1",
  ]) func `A text that a spreadsheet would read as a formula gets an apostrophe`(text: String) {
    let cell = line(.text(text))
    for start in cell.indices where "=+-@\u{FF1D}".contains(cell[start]) {
      let isInside = start > cell.startIndex && cell[cell.index(before: start)].isNumber
      #expect(isInside || cell[..<start].hasSuffix("'"), "\(cell)")
    }
    #expect(cell.contains("'"))
  }

  @Test func `Numbers and times stay numbers and times`() {
    #expect(line(.number(-3.25), .number(-7), .number(0.0), .number(-0.0)) == "-3.25,-7,0,0")
    #expect(line(.number(Double.nan), .number(nil as Int?), .number(1e300)) == ",,1e+300")
    let time = Timestamp(rfc3339: "2026-04-01T12:32:07.999999Z")
    #expect(line(.time(time), .time(nil)) == "2026-04-01T12:32:07Z,")
  }

  @Test func `The header names the columns of each line`() {
    let table = CSVTable<Int>([.init("n") { .number($0) }, .init("a,b") { .text("\($0)!") }])
    #expect(table.header.text == #"n,"a,b""#)
    #expect(table.line(4).text == "4,4!")
  }
}
