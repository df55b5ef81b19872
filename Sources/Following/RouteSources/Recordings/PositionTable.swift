internal import RidesharingDriver

/// The columns of a table of positions in a text, separated by commas, semicolons or tabs.
struct PositionTable {
  private let separator: UInt8
  private let columns: [PositionName.Meaning?]

  /// Reads the line of the names; nil without a latitude and a longitude.
  init?(header line: String) {
    for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")] {
      let columns = Self.fields(line, separator).map { PositionName.read($0) }
      let names = columns.compactMap { $0?.name }
      guard names.contains(.latitude), names.contains(.longitude) else { continue }
      (self.separator, self.columns) = (separator, columns)
      return
    }
    return nil
  }

  /// Reads a line of values.
  func values(_ line: String) -> PositionValues {
    var values = PositionValues()
    for (column, field) in zip(columns, Self.fields(line, separator)) {
      guard let column else { continue }
      values.set(column, field)
    }
    return values
  }

  /// Splits a line; a field in quotes may contain the separator, and quotes that are doubled.
  private static func fields(_ line: String, _ separator: UInt8) -> [String] {
    var fields: [String] = []
    var field: [UInt8] = []
    var (isQuoted, wasQuote) = (false, false)
    for byte in line.utf8 {
      switch byte {
      case UInt8(ascii: "\"") where !isQuoted:
        if wasQuote { field.append(byte) }
        isQuoted = true
      case UInt8(ascii: "\"") where isQuoted: isQuoted = false
      case separator where !isQuoted:
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
      default: field.append(byte)
      }
      wasQuote = byte == UInt8(ascii: "\"") && !isQuoted
    }
    return fields + [String(decoding: field, as: UTF8.self)]
  }
}
