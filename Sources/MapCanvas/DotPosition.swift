/// A place on a grid of dots, from the top left corner of its first cell.
public struct DotPosition: Sendable, Hashable {
  /// Dots to the right.
  public var x: Double
  /// Dots down.
  public var y: Double

  /// Creates a position.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
