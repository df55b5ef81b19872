internal import CellGrid

/// The terminal.
@MainActor
@preconcurrency
public final class UIScreen {
  /// The terminal that the app runs on.
  public static let main = UIScreen()

  /// The terminal's size in cells, 80 by 24 until it is known.
  public private(set) var bounds = CGRect(x: 0, y: 0, width: 80, height: 24)

  private init() {}

  /// Takes the terminal's size.
  func take(_ size: GridSize) {
    bounds = CGRect(x: 0, y: 0, width: size.columns, height: size.rows)
  }
}
