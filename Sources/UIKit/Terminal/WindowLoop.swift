internal import CellGrid
internal import FleetEngine

/// Shows the app's key window on a screen and hands it what the user does.
@MainActor
final class WindowLoop {
  /// The time between two pictures.
  static let frameTime: Duration = .milliseconds(100)

  private let screen: any Screen
  private let clock: ServiceClock
  private var look: TerminalLook
  private var control = MapControl()
  private var size = GridSize(columns: 0, rows: 0)
  private var shown: Frame?

  /// Creates a loop that shows nothing yet.
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
      group.addTask { await self.drawPictures() }
      await group.next()
      group.cancelAll()
    }
  }

  private func readInput() async {
    while let events = await screen.nextEvents() {
      for event in events where !apply(event) { return }
    }
  }

  private func drawPictures() async {
    while !Task.isCancelled {
      let frame = picture()
      if frame != shown {
        shown = frame
        await screen.show(frame)
      }
      do {
        try await clock.sleep(Self.frameTime)
      } catch {
        return
      }
    }
  }

  private func picture() -> Frame {
    var drawing = ViewDrawing(size: size, now: clock.monotonicNow(), look: look)
    if let window = UIApplication.shared.keyWindow { drawing.draw(window) }
    return drawing.frame
  }

  /// Does what the user wants; false to end.
  private func apply(_ event: InputEvent) -> Bool {
    switch event {
    case .key(.character("q"), []), .key(.character("c"), .control), .endOfInput: return false
    case .key(let key, let modifiers):
      if modifiers.isSubset(of: .shift), let window = UIApplication.shared.keyWindow {
        control.apply(key, in: window)
      }
    case .mouse(let event):
      if let window = UIApplication.shared.keyWindow { control.apply(event, in: window) }
    case .resize(let size): resize(to: size)
    case .resumed: shown = nil
    case .terminal(let answer):
      if let isLight = answer.isLight { look.appearance.background = isLight ? .light : .dark }
    case .paste: break
    }
    return true
  }

  private func resize(to size: GridSize) {
    self.size = size
    shown = nil
    UIScreen.main.take(size)
    UIApplication.shared.keyWindow?.resize(to: UIScreen.main.bounds)
  }
}
