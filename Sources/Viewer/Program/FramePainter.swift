internal import CellGrid

/// Shows frames one at a time and drops those that a newer one has overtaken.
///
/// So a slow terminal delays nothing but itself.
@MainActor
final class FramePainter {
  private let screen: any Screen
  private var latest: Frame?
  private var isStopped = false
  private var reader: CheckedContinuation<Void, Never>?

  init(screen: any Screen) {
    self.screen = screen
  }

  /// Offers the newest frame.
  func offer(_ frame: Frame) {
    latest = frame
    wake()
  }

  /// Ends ``run()`` once the newest frame is shown.
  func stop() {
    isStopped = true
    wake()
  }

  /// Shows what is offered until stopped.
  func run() async {
    while true {
      if let frame = latest {
        latest = nil
        await screen.show(frame)
      } else if isStopped {
        return
      } else {
        await withCheckedContinuation { reader = $0 }
      }
    }
  }

  private func wake() {
    reader?.resume()
    reader = nil
  }
}
