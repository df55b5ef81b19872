internal import CTerminalRestore
internal import SystemLibrary

/// A signal that asks the program to end.
public enum TerminalSignal: Sendable, Hashable, CaseIterable {
  /// SIGINT, as from Ctrl-C while the terminal is not in raw mode.
  case interrupt
  case terminate
  /// SIGHUP: the terminal is gone.
  case hangUp
  case quit

  init?(_ number: Int32) {
    switch number {
    case SIGINT: self = .interrupt
    case SIGTERM: self = .terminate
    case SIGHUP: self = .hangUp
    case SIGQUIT: self = .quit
    default: return nil
    }
  }

  /// The signal's number.
  public var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .quit: SIGQUIT
    }
  }

  /// The exit status of a program that the signal ended: 128 and its number.
  public var exitStatus: Int32 { 128 + number }

  /// The first signal received since the first call of ``watch(_:)``.
  public static var first: TerminalSignal? { SignalThread.shared.first }

  /// Calls a closure for each signal from now on, instead of ending the program.
  ///
  /// A signal that the parent process ignored, as `nohup` ignores SIGHUP, stays ignored. SIGPIPE is
  /// ignored too, so that writing to a closed pipe is an error.
  public static func watch(_ receive: @escaping @Sendable (TerminalSignal) -> Void) {
    _ = ridealong_signal_ignore(SIGPIPE)
    SignalThread.shared.watch(receive)
  }

  /// Ends the process after some time, whatever its threads do, with the terminal restored.
  ///
  /// Nothing happens if the process has ended by itself. The earliest of several ends counts.
  public static func endProcess(after time: Duration, status: Int32) {
    SignalThread.shared.endProcess(after: time, status: status)
  }
}
