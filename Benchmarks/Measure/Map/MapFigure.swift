/// A measured value of the map, with its target and, unless it is a time, its limit.
///
/// What a time says depends on the machine: ``RatioMeasurement`` has the limits of those, as multiples of a loop.
enum MapFigure: CaseIterable {
  case redraw
  case pan
  case tick
  case tickBytes
  case routeFirst
  case routeThen
  case driveBytes
  case driveGap
  case driveZoomBytes
  case driveZoomGap
  case allocations

  /// The value's name.
  var work: String {
    switch self {
    case .redraw: "full redraw, 200×60, z14, with a ride and names"
    case .pan: "a pan by a cell"
    case .tick: "tick: one report of the vehicle, the map unchanged"
    case .tickBytes: "  bytes to the terminal, mean"
    case .routeFirst: "a route of 100,000 points, first frame"
    case .routeThen: "  each one after"
    case .driveBytes: "a drive of 20 minutes, followed at z14"
    case .driveGap: "  between two moves of the map, at least"
    case .driveZoomBytes: "the same, framed as the viewer does"
    case .driveZoomGap: "  between two moves of the map, at least"
    case .allocations: "allocations for 1,000 features more"
    }
  }

  /// The value's unit.
  var unit: String {
    switch self {
    case .redraw, .pan, .tick, .routeFirst, .routeThen: "ms"
    case .tickBytes: "bytes"
    case .driveBytes, .driveZoomBytes: "MB"
    case .driveGap, .driveZoomGap: "s"
    case .allocations: ""
    }
  }

  /// The target.
  var aim: Double {
    switch self {
    case .redraw: 4
    case .pan: 1
    case .tick: 0.2
    case .tickBytes: 200
    case .routeFirst: 5
    case .routeThen: 0.5
    case .driveBytes, .driveZoomBytes: 2
    case .driveGap, .driveZoomGap: 10
    case .allocations: 0
    }
  }

  /// The upper limit, or the lower one if ``isFloor``; nil for none.
  var limit: Double? {
    switch self {
    case .redraw, .pan, .tick, .routeFirst, .routeThen: nil
    case .tickBytes: 250
    case .driveBytes, .driveZoomBytes: 4
    case .driveGap, .driveZoomGap: 5
    case .allocations: 4
    }
  }

  /// Whether larger values are better.
  var isFloor: Bool { self == .driveGap || self == .driveZoomGap }

  /// The number of significant decimals.
  var digits: Int {
    switch self {
    case .tick, .routeThen: 3
    case .redraw, .pan, .routeFirst, .driveBytes, .driveZoomBytes: 2
    case .tickBytes, .allocations: 0
    default: 1
    }
  }
}

/// The figures of one run, as one table.
struct MapTable {
  private struct Row {
    let figure: MapFigure
    let value: Double
    let note: String
  }

  private var rows: [Row] = []

  /// Adds a value.
  mutating func add(_ figure: MapFigure, _ value: Double, note: String = "") {
    rows.append(Row(figure: figure, value: value, note: note))
  }

  /// The rows that exceed their limits.
  var exceeded: [String] {
    rows.filter { row in
      guard let limit = row.figure.limit else { return false }
      return row.figure.isFloor ? row.value < limit : row.value > limit
    }.map { "\($0.figure.work.drop { $0 == " " }) (\(text($0.value, of: $0.figure)))" }
  }

  /// Prints all.
  func print() {
    Swift.print(
      Self.padded("work", 52) + Self.leading("measured", 13) + Self.leading("aim", 12)
        + Self.leading("limit", 12))
    for row in rows {
      let sign = row.figure.isFloor ? "> " : "< "
      let isMissed = row.figure.isFloor ? row.value < row.figure.aim : row.value > row.figure.aim
      Swift.print(
        Self.padded(row.figure.work, 52) + Self.leading(text(row.value, of: row.figure), 13)
          + Self.leading(sign + text(row.figure.aim, of: row.figure), 12)
          + Self.leading(row.figure.limit.map { sign + text($0, of: row.figure) } ?? "", 12)
          + (isMissed ? " *" : "  ") + (row.note.isEmpty ? "" : " " + row.note))
    }
  }

  private func text(_ value: Double, of figure: MapFigure) -> String {
    let number = Figures.fixed(value, figure.digits)
    return figure.unit.isEmpty ? number : number + " " + figure.unit
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func leading(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
