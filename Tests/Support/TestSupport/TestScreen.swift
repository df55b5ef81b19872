public import CellGrid

/// A screen without a terminal: keeps the frames it is shown and hands out the events it is given.
public actor TestScreen: Screen {
  /// The frames in the order they were shown.
  public private(set) var frames: [Frame] = []
  /// The number of requests to redraw the whole screen.
  public private(set) var invalidations = 0
  /// Whether the mouse is reported, as often as it was switched.
  public private(set) var mouseSwitches: [Bool] = []
  /// The texts that were copied to the clipboard.
  public private(set) var copies: [String] = []

  private var currentSize: GridSize
  private var events: [InputEvent] = []
  private var isClosed = false
  private var nextID = 0
  private var readers: [Int: CheckedContinuation<Void, Never>] = [:]

  /// Creates a screen of a size.
  public init(size: GridSize = GridSize(columns: 80, rows: 24)) { currentSize = size }

  /// The present size.
  public func size() -> GridSize { currentSize }

  /// Keeps a frame.
  public func show(_ frame: Frame) { frames.append(frame) }

  /// Whether the program asked for more events after the last that it was given.
  public var isAwaited: Bool { !readers.isEmpty }

  /// Counts the call.
  public func invalidate() { invalidations += 1 }

  /// Keeps what the mouse was switched to.
  public func setMouse(_ isOn: Bool) { mouseSwitches.append(isOn) }

  /// Keeps what was copied.
  public func copy(_ words: [SafeText]) {
    copies.append(words.map(\.description).joined(separator: " "))
  }

  /// Waits for events that the test gives.
  public func nextEvents() async -> [InputEvent]? {
    while !isClosed, !Task.isCancelled {
      if !events.isEmpty {
        defer { events = [] }
        return events
      }
      nextID += 1
      let id = nextID
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if Task.isCancelled { continuation.resume() } else { readers[id] = continuation }
        }
      } onCancel: {
        // Cancelling cannot wait for the actor, so the reader is woken from a task of its own.
        Task { await self.wake(id) }
      }
    }
    return nil
  }

  /// Returns events that were not used to the start of the queue.
  public func putBack(_ unused: [InputEvent]) {
    events.insert(contentsOf: unused, at: 0)
    wakeAll()
  }

  /// Does what a user would.
  public func feed(_ new: [InputEvent]) {
    events += new
    wakeAll()
  }

  /// Presses a key.
  public func press(_ key: Key, _ modifiers: Modifiers = []) { feed([.key(key, modifiers)]) }

  /// Changes the size, as a user who pulls at the window.
  public func resize(to size: GridSize) {
    currentSize = size
    feed([.resize(size)])
  }

  /// Ends the events.
  public func close() {
    isClosed = true
    wakeAll()
  }

  /// Waits for a frame, the last one shown included; nil once the screen is closed or the task is cancelled.
  public func frame(where isMeant: @escaping @Sendable (Frame) -> Bool) async -> Frame? {
    var next = max(0, frames.count - 1)
    while true {
      if let index = frames[next...].firstIndex(where: isMeant) { return frames[index] }
      next = frames.count
      await waitWhile(frames.count == next && !isClosed)
      guard frames.count > next else { return nil }
    }
  }

  private func wake(_ id: Int) { readers.removeValue(forKey: id)?.resume() }

  private func wakeAll() {
    for reader in readers.values { reader.resume() }
    readers = [:]
  }
}
