/// A grid of cells that people look at and type on.
public protocol Screen: Sendable {
  /// The present size.
  func size() async -> GridSize

  /// Shows a frame; one of another size than the screen's is clipped.
  func show(_ frame: Frame) async

  /// Waits for what the user did next.
  ///
  /// - Returns: One or more events in their order, or nil once the screen is closed or the waiting
  ///   task is cancelled.
  func nextEvents() async -> [InputEvent]?

  /// Marks every cell as unknown, so that the next frame is written whole.
  func invalidate() async

  /// Switches reports of the mouse; without them the terminal selects text as usual.
  func setMouse(_ isOn: Bool) async

  /// Asks the terminal to put text on the user's clipboard; whether it does nobody can tell.
  func copy(_ text: SafeText) async
}

extension Screen {
  /// Does nothing, for screens without a mouse.
  public func setMouse(_ isOn: Bool) async {}

  /// Does nothing, for screens without a clipboard.
  public func copy(_ text: SafeText) async {}
}
