internal import CellGrid

/// A bar for a round distance on a map.
struct ScaleBar: Hashable {
  /// The distance in meters: 1, 2 or 5 times a power of ten, between the middles of the end cells.
  var meters: Int
  var columns: Int

  /// Creates the longest bar that fits; nil if none fits or would be long enough to see.
  init?(metersPerColumn: Double, maximumColumns: Int) {
    guard metersPerColumn.isFinite, metersPerColumn > 0 else { return nil }
    var best: (Int, Int)?
    var decade = 1
    while decade <= 10_000_000 {
      for step in [1, 2, 5] {
        let cells = (Double(step * decade) / metersPerColumn).rounded() + 1
        if cells >= 3, cells <= Double(maximumColumns) { best = (step * decade, Int(cells)) }
      }
      decade *= 10
    }
    guard let best else { return nil }
    (meters, columns) = best
  }

  /// The bar with its distance, such as `├────┤ 100 m`.
  func text(isASCII: Bool) -> SafeText {
    let line = String(repeating: isASCII ? "-" : "─", count: columns - 2)
    let bar = isASCII ? "|\(line)|" : "├\(line)┤"
    return SafeText(meters >= 1_000 ? "\(bar) \(meters / 1_000) km" : "\(bar) \(meters) m")
  }
}
