/// A point of a rectangle, as parts of its width and height.
public struct UnitPoint: Sendable, Hashable {
  /// From 0 at the left edge to 1 at the right edge.
  public let x: Double
  /// From 0 at the top to 1 at the bottom.
  public let y: Double

  /// Creates a point; values outside of 0...1 become the nearest inside, not a number becomes 0.5.
  public init(x: Double, y: Double) {
    self.x = x.isNaN ? 0.5 : max(0, min(1, x))
    self.y = y.isNaN ? 0.5 : max(0, min(1, y))
  }

  /// The middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The middle of the left edge.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// The middle of the right edge.
  public static let trailing = UnitPoint(x: 1, y: 0.5)

  /// The cell of a rectangle that the point is on, the one to the left or above between two.
  func cell(columns: Int, rows: Int) -> (column: Int, row: Int) {
    (Int(x * Double(columns - 1)), Int(y * Double(rows - 1)))
  }
}
