import CellGrid
import Synchronization
import TerminalUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Does what the language's runtime does with a crash, without its report: it takes its time, puts the
/// usual action back, and returns, so that the fault happens again.
enum LingeringHandler {
  private static let frames = Atomic<Int>(0)

  /// Handles SIGSEGV; to be called before there is a screen.
  static func install() {
    // What a handler uses must be there already.
    frames.store(0, ordering: .relaxed)
    var action = sigaction()
    action.sa_flags = Int32(bitPattern: UInt32(SA_SIGINFO)) | SA_ONSTACK
    action.__sigaction_handler.sa_sigaction = { signal, _, _ in
      Glibc.signal(signal, SIG_DFL)
      let start = LingeringHandler.frames.load(ordering: .relaxed)
      var patience = 2_000
      while patience > 0, LingeringHandler.frames.load(ordering: .relaxed) < start + 3 {
        patience -= 1
        var millisecond = timespec(tv_sec: 0, tv_nsec: 1_000_000)
        nanosleep(&millisecond, nil)
      }
    }
    sigaction(SIGSEGV, &action, nil)
  }

  /// Draws one frame after another.
  static func draw(_ screen: CursesScreen) async -> Int32 {
    while !Task.isCancelled {
      let count = frames.add(1, ordering: .relaxed).newValue
      var frame = Frame(size: await screen.size())
      frame.draw("probe 80x24 drawn \(count) times", column: 0, row: 0)
      await screen.show(frame)
      try? await Task.sleep(for: .milliseconds(5))
    }
    return 6
  }
}
