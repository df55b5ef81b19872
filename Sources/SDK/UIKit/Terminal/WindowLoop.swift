internal import CellGrid
internal import FleetEngine

/// Shows the app's key window on a screen and sends it the user's input.
@MainActor final class WindowLoop {
  static let frameTime: Duration = .milliseconds(100)

  private let screen: any Screen
  private let clock: ServiceClock
  private var look: TerminalLook
  private var control = MapControl()
  private var size = GridSize(columns: 0, rows: 0)
  private var shown: Frame?

  init(screen: any Screen, clock: ServiceClock, look: TerminalLook) {
    self.screen = screen
    self.clock = clock
    self.look = look
  }

  /// Shows the key window until the user quits, the input ends or the task is cancelled.
  func run() async {
    resize(to: await screen.size())
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.readInput() }
      group.addTask { await self.drawFrames() }
      await group.next()
      group.cancelAll()
    }
  }

  private func readInput() async {
    while let events = await screen.nextEvents() {
      for event in events where !apply(event) { return }
    }
  }

  private func drawFrames() async {
    while !Task.isCancelled {
      await screen.waitForTurn()
      let frame = currentFrame()
      if frame != shown {
        shown = frame
        await screen.show(frame)
      }
      do { try await clock.sleep(Self.frameTime) } catch { return }
    }
  }

  private func currentFrame() -> Frame {
    var drawing = ViewDrawing(size: size, now: clock.monotonicNow(), look: look)
    if let window = UIApplication.shared.keyWindow { drawing.draw(window) }
    return drawing.frame
  }

  /// Handles an event; returns false if the app is to end.
  private func apply(_ event: InputEvent) -> Bool {
    let window = UIApplication.shared.keyWindow
    switch event {
    case .key(.character("q"), []), .key(.character("c"), .control), .endOfInput: return false
    case .key(let key, let modifiers):
      if modifiers.isSubset(of: .shift), let window { control.apply(key, in: window) }
    case .mouse(let event): if let window { control.apply(event, in: window) }
    case .resize(let size): resize(to: size)
    case .resumed: shown = nil
    case .terminal(let response):
      if let isLight = response.isLight { look.appearance.background = isLight ? .light : .dark }
      if response == .exactColors { look.appearance.hasExactColors = true }
    case .paste, .focus: break
    }
    return true
  }

  private func resize(to size: GridSize) {
    self.size = size
    shown = nil
    UIScreen.main.resize(to: size)
    UIApplication.shared.keyWindow?.resize(to: UIScreen.main.bounds)
  }
}
