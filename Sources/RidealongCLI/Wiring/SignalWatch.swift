internal import Synchronization
internal import TerminalUI

/// The first signal that asked the program to end.
final class SignalWatch: Sendable {
  private let first = Mutex<TerminalSignal?>(nil)
  private let signals = TerminalSignal.signals()

  /// The signal, if one has come.
  var received: TerminalSignal? { first.withLock { $0 } }

  /// Waits for the first signal, remembers it and does something about it.
  ///
  /// - Parameter action: What is done.
  func run(_ action: @Sendable () async -> Void) async {
    for await signal in signals {
      first.withLock { $0 = $0 ?? signal }
      await action()
      return
    }
  }
}
