import CellGrid
import TerminalUI

/// A screen that is shown to nobody: what curses would write is counted.
@TerminalActor final class CountedScreen: Screen {
  private let output: CursesOutput
  private let currentSize: GridSize
  private var events: [InputEvent] = []
  private var reader: CheckedContinuation<Void, Never>?
  /// The last frame.
  private(set) var shown: Frame?
  /// The bytes written so far.
  private(set) var bytes = 0
  /// The updates written so far.
  private(set) var updates = 0

  init(size: GridSize) throws {
    currentSize = size
    output = try CursesOutput(term: "xterm-256color", depth: .palette256, isASCIIOnly: false)
    output.resize(to: size)
    _ = output.takeBytes()
  }

  func size() -> GridSize { currentSize }

  func show(_ frame: Frame) {
    guard output.put(frame, over: shown) else { return }
    shown = frame
    let update = output.update()
    bytes += update.count
    if !update.isEmpty { updates += 1 }
  }

  func invalidate() { shown = nil }

  /// Presses a key.
  func press(_ key: Key) {
    events.append(.key(key, []))
    wake()
  }

  @TerminalActor func nextEvents() async -> [InputEvent]? {
    while !Task.isCancelled {
      if !events.isEmpty {
        defer { events = [] }
        return events
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // Cancelled before the reader was there, nobody would wake it.
          if Task.isCancelled { continuation.resume() } else { reader = continuation }
        }
      } onCancel: {
        // Cancelling cannot wait for the actor, so the reader is woken from a task of its own.
        Task { await self.wake() }
      }
    }
    return nil
  }

  /// Ends curses; only one can be open at a time.
  func close() { output.close() }

  private func wake() {
    reader?.resume()
    reader = nil
  }
}
