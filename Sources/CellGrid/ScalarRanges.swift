/// A set of Unicode scalar values as ascending ranges.
struct ScalarRanges: Sendable {
  /// The first value of each range, ascending.
  private var starts: [UInt32] = []
  /// The last value of each range.
  private var ends: [UInt32] = []

  /// Reads ranges from hexadecimal text: `300-36F` or a single `34F`, with white space between.
  ///
  /// A table in text stays readable in a page, where a literal would take a line for each range.
  init(_ table: String) {
    for item in table.split(whereSeparator: \.isWhitespace) {
      let bounds = item.split(separator: "-").compactMap { UInt32($0, radix: 16) }
      guard let first = bounds.first, let last = bounds.last else { continue }
      starts.append(first)
      ends.append(last)
    }
  }

  /// Whether a value lies in one of the ranges.
  ///
  /// - Complexity: O(log n) in the number of ranges.
  func contains(_ value: UInt32) -> Bool {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low > 0 && value <= ends[low - 1]
  }
}
