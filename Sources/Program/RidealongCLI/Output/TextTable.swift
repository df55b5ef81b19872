internal import CellGrid

/// Rows of text in columns that are as wide as their widest text, without spaces at their ends.
enum TextTable {
  static func lines(_ cells: [[String]]) -> [String] {
    let texts = cells.map { $0.map { SafeText($0) } }
    let widths = texts[0].indices.map { column in texts.map { $0[column].width }.max() ?? 0 }
    return texts.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        line += text.description
        guard column + 1 < row.count else { continue }
        line += String(repeating: " ", count: widths[column] - text.width + 2)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
