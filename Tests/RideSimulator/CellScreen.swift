import CellGrid
import TestSupport

/// A screen of cells that changes only the cells of a difference, as a terminal does.
@MainActor
final class CellScreen: Screen {
  private let name: String
  private var currentSize: GridSize
  private var shown: Frame?
  private var events: [InputEvent] = []
  private var reader: CheckedContinuation<Void, Never>?
  private var isClosed = false
  private var random: SeededGenerator
  private(set) var frameCount = 0
  private var newest = Frame(size: GridSize(columns: 0, rows: 0))

  /// The text of the newest frame.
  var rows: [String] { newest.rows }

  init(_ name: String, size: GridSize, random: SeededGenerator) {
    (self.name, currentSize, self.random) = (name, size, random)
  }

  func size() -> GridSize { currentSize }

  func invalidate() { shown = nil }

  func show(_ frame: Frame) async {
    // Slow terminals receive fewer frames.
    if random.chance(0.2) { try? await Scheduler.sleep(random.seconds(0...0.4)) }
    frameCount += 1
    let old = shown?.size == frame.size ? shown : nil
    var cells = old ?? Frame(size: frame.size)
    for run in FrameDiff(from: old, to: frame).economicalRuns(in: frame) {
      for (index, cell) in run.cells.enumerated() { cells[run.column + index, run.row] = cell }
    }
    shown = cells
    newest = frame
    Scheduler.note("frame \(frameCount) of \(name)")
    // Texts take longer to make than frames.
    guard frameCount % 16 == 1 else { return }
    let rows = frame.rows
    Failure.check(
      cells.rows == rows,
      "the changed cells make the whole frame",
      "\(name), frame \(frameCount)"
    )
    for row in rows {
      Failure.check(!Failure.holdsToken(row), "no token is on the screen", "\(name): \(row)")
      Scheduler.note(row)
    }
  }

  func nextEvents() async -> [InputEvent]? {
    while !isClosed, !Task.isCancelled {
      if !events.isEmpty {
        defer { events = [] }
        return events
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if Task.isCancelled { continuation.resume() } else { reader = continuation }
        }
      } onCancel: {
        Task { @MainActor in self.wake() }
      }
    }
    return nil
  }

  /// Whether only checks use the keys and the size.
  var isHeld = false

  func press(_ key: Key) { feed(.key(key, [])) }

  func resize(to size: GridSize) {
    currentSize = size
    shown = nil
    feed(.resize(size))
  }

  private func feed(_ event: InputEvent) {
    events.append(event)
    wake()
  }

  private func wake() {
    reader?.resume()
    reader = nil
  }

  /// Whether a row has a text.
  func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }
}
