import CellGrid
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

/// Names of many scripts, as cells of a real terminal.
@Suite(.blocking) struct `Names at every width` {
  private static let names = [
    "東京都千代田区丸の内一丁目", "서울특별시 강남구", "ถนนสุขุมวิท ซอย ๑๑", "شارع الملك فهد", "Straße é ñ Å",
    "🚗🚕 Taxi 🏁", "が゛か\u{3099}", "Nguyễn Huệ", "улица Ленина", "रिंग रोड",
  ]

  @Test(arguments: names)
  func `Names take their computed number of columns at every width`(name: String) throws {
    let folder = TestFolder()
    // Each line: the name cut to a width, and a mark where its columns are said to end.
    let texts = (1...60).map { SafeText(name + " " + name + " " + name).truncated(to: $0) }
    let lines = texts.map { "\($0)|" }.joined(separator: "\n") + "\n"
    let file = folder.file("names", lines)
    let terminal = try PseudoTerminal(
      executable: "/bin/cat", arguments: [file], size: GridSize(columns: 80, rows: 62))
    #expect(try terminal.waitForExit() == .exited(0))
    for (row, text) in texts.enumerated() {
      #expect(text.width <= row + 1)
      #expect(terminal.cell(text.width, row).base == "|", "\(name) at \(row + 1)")
      #expect(terminal.cell(text.width + 1, row).base == " ")
      // A wide character is whole or not there.
      #expect(text.width == 0 || terminal.cell(text.width - 1, row).width != 2)
    }
  }
}
