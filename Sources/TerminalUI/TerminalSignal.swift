internal import CTerminalRestore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A signal that asks the program to end.
public enum TerminalSignal: Sendable, Hashable, CaseIterable {
  /// SIGINT, as from Ctrl-C while the terminal is not in raw mode.
  case interrupt
  /// SIGTERM.
  case terminate
  /// SIGHUP: the terminal is gone.
  case hangUp
  /// SIGQUIT.
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

  /// The exit status that says that this signal ended the program: 128 and its number.
  public var exitStatus: Int32 { 128 + number }

  /// The first signal that was received since the first call of ``watch(_:)``.
  public static var first: TerminalSignal? { SignalThread.shared.first }

  /// Calls a closure for each signal from now on; none of them ends the program by itself any more.
  ///
  /// A signal that the parent process had ignored, as `nohup` does with SIGHUP, stays ignored.
  /// SIGPIPE is ignored as well, so that writing to a closed pipe is an error and not an end.
  public static func watch(_ receive: @escaping @Sendable (TerminalSignal) -> Void) {
    _ = ridealong_signal_ignore(SIGPIPE)
    SignalThread.shared.watch(receive)
  }

  /// Ends the process after some time, whatever its threads do, with the terminal given back.
  ///
  /// Nothing happens if the process has ended by itself. Of several calls the earliest end counts.
  public static func endProcess(after time: Duration, status: Int32) {
    SignalThread.shared.endProcess(after: time, status: status)
  }
}
