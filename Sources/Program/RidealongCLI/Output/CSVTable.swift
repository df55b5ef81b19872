internal import CellGrid
internal import FleetEngine

/// A table as CSV (RFC 4180): a header line, and a line for each row.
///
/// No cell contains a control character or a line end. A spreadsheet reads no text as a formula.
struct CSVTable<Row>: Sendable {
  struct Column: Sendable {
    let name: String
    fileprivate let cell: @Sendable (Row) -> CSVCell

    init(_ name: String, _ cell: @escaping @Sendable (Row) -> CSVCell) {
      (self.name, self.cell) = (name, cell)
    }
  }

  let columns: [Column]

  init(_ columns: [Column]) { self.columns = columns }

  /// The table with the columns of `--columns` only, in their order.
  func chosen(by arguments: Arguments) throws(CommandError) -> CSVTable {
    let names = try arguments.columns(among: columns.map(\.name))
    guard let names else { return self }
    return CSVTable(names.compactMap { name in columns.first { $0.name == name } })
  }

  var header: CSVLine { CSVLine(columns.map { .text($0.name) }) }

  func line(_ row: Row) -> CSVLine { CSVLine(columns.map { $0.cell(row) }) }
}

/// One line of CSV, without its line end.
struct CSVLine: Sendable, Hashable {
  let text: String

  fileprivate init(_ cells: [CSVCell]) { text = cells.map(\.quoted).joined(separator: ",") }
}

/// A cell of a table; one without a value is empty.
struct CSVCell: Sendable, Hashable {
  private let content: String

  static let empty = CSVCell(content: "")

  /// A text, cleaned and bounded as a ``SafeText``.
  static func text(_ text: String?) -> CSVCell {
    guard let text else { return empty }
    return CSVCell(content: withoutFormula(SafeText(text).description))
  }

  /// A number, without a fraction if it is whole.
  static func number(_ value: Double?) -> CSVCell {
    guard let value, value.isFinite else { return empty }
    return CSVCell(content: Int(exactly: value).map(String.init) ?? "\(value)")
  }

  static func number(_ value: Int?) -> CSVCell { number(value.map(Double.init)) }

  /// A time in whole seconds.
  static func time(_ time: Timestamp?) -> CSVCell {
    time.map { CSVCell(content: $0.inWholeSeconds.description) } ?? empty
  }

  fileprivate var quoted: String {
    guard content.unicodeScalars.contains(where: { ["\"", ",", ";"].contains($0) }) else {
      return content
    }
    return "\"" + content.replacing("\"", with: "\"\"") + "\""
  }

  private static let formulaStarts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// The text with an apostrophe before each character that would start a formula.
  ///
  /// A spreadsheet may be set to split lines at semicolons.
  private static func withoutFormula(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isStart = true
    for scalar in text.unicodeScalars {
      if isStart, formulaStarts.contains(scalar) { result.append("'") }
      isStart = scalar == ";" || isStart && [" ", "\""].contains(scalar)
      result.append(scalar)
    }
    return String(result)
  }
}

extension Console {
  /// Writes a line of CSV with the line end of RFC 4180.
  static func print(_ line: CSVLine) throws(CommandError) {
    try print(document: line.text + "\r\n")
  }
}
