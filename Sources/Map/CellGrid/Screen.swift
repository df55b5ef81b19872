/// A grid of cells with a keyboard and perhaps a mouse.
public protocol Screen: Sendable {
  /// The current size.
  func size() async -> GridSize

  /// Waits until a picture may be shown; a slow terminal is left free for a while after each.
  func waitForTurn() async

  /// Shows a frame, clipped to the screen's size.
  func show(_ frame: Frame) async

  /// Waits for events; returns nil when the screen is closed or the task is cancelled.
  func nextEvents() async -> [InputEvent]?

  /// Returns events that were not used to the start of the queue, for the next reader.
  func putBack(_ events: [InputEvent]) async

  /// Marks every cell as unknown, so that the next frame is written completely.
  func invalidate() async

  /// Switches mouse reports on or off; without them the terminal selects text as usual.
  func setMouse(_ isOn: Bool) async

  /// Asks the terminal to put words on the user's clipboard, with spaces between them.
  ///
  /// Terminals do not confirm it.
  func copy(_ words: [SafeText]) async
}

extension Screen {
  /// Returns at once, for screens that are never slow.
  public func waitForTurn() async {}

  /// Does nothing, for screens without a mouse.
  public func setMouse(_ isOn: Bool) async {}

  /// Does nothing, for screens that nobody reads again.
  public func putBack(_ events: [InputEvent]) async {}

  /// Does nothing, for screens without a clipboard.
  public func copy(_ words: [SafeText]) async {}
}
