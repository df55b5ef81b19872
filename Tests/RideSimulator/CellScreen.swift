import CellGrid
import TestSupport

/// A screen of cells whose texts are checked.
@MainActor final class CellScreen: Screen {
  private let name: String
  private var currentSize: GridSize
  private var events: [InputEvent] = []
  private var reader: CheckedContinuation<Void, Never>?
  private var isClosed = false
  private var random: SeededGenerator
  private(set) var frameCount = 0
  /// Whether a slow terminal receives a frame.
  private var isDrawing = false
  private var newest = Frame(size: GridSize(columns: 0, rows: 0))

  /// The text of the newest frame.
  var rows: [String] { newest.rows }

  init(_ name: String, size: GridSize, random: SeededGenerator) {
    (self.name, currentSize, self.random) = (name, size, random)
  }

  func size() -> GridSize { currentSize }

  func invalidate() {}

  func show(_ frame: Frame) async {
    // Slow terminals receive fewer frames.
    if random.chance(0.2) {
      isDrawing = true
      try? await Scheduler.sleep(random.seconds(0...0.4))
      isDrawing = false
    }
    if frame.size.rows <= 5, frame.size != newest.size { RareState.reach(.tinyScreen) }
    frameCount += 1
    newest = frame
    Scheduler.note("frame \(frameCount) of \(name)")
    // Texts take longer to make than frames.
    guard frameCount % 16 == 1 else { return }
    let rows = frame.rows
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

  func press(_ key: Key) {
    if isDrawing { RareState.reach(.keyDuringSlowFrame) }
    feed(.key(key, []))
  }

  func resize(to size: GridSize) {
    currentSize = size
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
