import CellGrid
import TerminalUI

/// Writes frames with ncurses, and measures bytes and time.
@TerminalActor final class CursesTerminal {
  private let output: CursesOutput
  private var shown: Frame?

  init(size: GridSize) throws {
    output = try CursesOutput(
      term: "xterm-256color", depth: .palette256, isASCIIOnly: false, hasExactColors: true)
    output.resize(to: size)
    _ = output.takeBytes()
  }

  /// Shows a frame as the screen does.
  ///
  /// - Returns: The bytes for the terminal, and curses' time.
  func show(_ frame: Frame) -> (bytes: [UInt8], time: Duration) {
    let start = ProcessFigures.threadTime()
    guard output.put(frame, over: shown) else { return ([], .zero) }
    let bytes = output.update()
    let time = ProcessFigures.threadTime() - start
    shown = frame
    return (bytes, time)
  }

  /// Ends curses; only one can exist at a time.
  func close() { output.close() }
}
