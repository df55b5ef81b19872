import CellGrid
import SystemTestSupport
import TestSupport
import Testing

@Suite(.limited) struct `The terminal's model` {
  @Test(arguments: 1...8)
  func `The terminal's model accepts characters in pieces of any length`(length: Int) {
    let model = TerminalModel(size: GridSize(columns: 11, rows: 2))
    let bytes = Array("\u{1B}[2;1Hé漢字⣿🚗 q\u{1B}[?7lt\u{1B}[?7h".utf8)
    for start in stride(from: 0, to: bytes.count, by: length) {
      model.take(bytes[start..<min(start + length, bytes.count)])
    }
    #expect(model.frame.rows == ["           ", "é漢字⣿🚗 qt"])
  }

  @Test func `The terminal's model shows an invalid character as a replacement`() {
    let model = TerminalModel(size: GridSize(columns: 8, rows: 1))
    model.take([0x61, 0xE2])
    model.take([0x62])
    model.take([0xFF, 0x63])
    #expect(model.frame.rows[0].hasPrefix("a\u{FFFD}b\u{FFFD}c"))
  }
}
