import CellGrid
import TerminalUI

/// Writes frames with ncurses, and measures bytes and time.
@TerminalActor
final class CursesTerminal {
  private let output: CursesOutput
  private var shown: Frame?

  init(size: GridSize) throws {
    output = try CursesOutput(
      term: "xterm-256color",
      depth: .palette256,
      isASCIIOnly: false,
      hasExactColors: true
    )
    output.resize(to: size)
    _ = output.takeBytes()
  }

  /// Shows a frame as the screen does.
  ///
  /// - Returns: The bytes for the terminal, the cells that changed, and curses' time.
  func show(_ frame: Frame) -> (bytes: [UInt8], cells: Int, time: Duration) {
    let runs = FrameDiff(from: shown, to: frame).economicalRuns(in: frame)
    shown = frame
    let start = ProcessFigures.threadTime()
    guard !runs.isEmpty else { return ([], 0, .zero) }
    output.put(runs)
    let bytes = output.update()
    let time = ProcessFigures.threadTime() - start
    return (bytes, runs.reduce(0) { $0 + $1.cells.count }, time)
  }

  /// Ends curses; only one can exist at a time.
  func close() {
    output.close()
  }
}
