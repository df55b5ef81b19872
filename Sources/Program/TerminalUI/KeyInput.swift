internal import CTerminalRestore
internal import Synchronization
internal import SystemLibrary

/// Single keys and user signals for a program that prints lines instead of drawing a screen.
///
/// Keys arrive without Enter and without echo; Ctrl-C and Ctrl-Z stay signals. The terminal's modes
/// are restored while the program is stopped, by ``close()``, after a crash and after SIGKILL. A
/// program in the background leaves the terminal alone.
public final class KeyInput: Sendable {
  /// A key or a signal.
  public enum Event: Sendable, Hashable {
    case key(UInt8)
    case userSignal1
    case userSignal2
  }

  private struct Modes {
    var usual = termios()
    var raw = termios()
    var isSet = false
    var isClosed = false
  }

  /// The interval at which a program in the background checks whether it is in the foreground.
  private static let backgroundInterval: Duration = .seconds(1)

  /// Whether keys are read: standard input is a terminal and nothing else reads it.
  public let hasKeys: Bool
  private let modes = Mutex(Modes())
  @TerminalActor private var guardian: TerminalGuardian?
  @TerminalActor private var pending: [Event] = []
  @TerminalActor private var isAtEnd = false

  /// Creates an input; from now on SIGUSR1 and SIGUSR2 do not end the process.
  public init(readsKeys: Bool) {
    hasKeys = readsKeys && isatty(STDIN_FILENO) != 0
    var signals = [SIGUSR1, SIGUSR2]
    if hasKeys, ridealong_signal_is_ignored(SIGTSTP) == 0 { signals += [SIGTSTP, SIGCONT] }
    // A signal that cannot be forwarded keeps its effect, and the rest still works.
    for signal in signals { _ = TerminalExecutor.shared.forward(signal) }
  }

  /// Waits for the next event; returns nil when the task is cancelled.
  @TerminalActor public func next() async -> Event? {
    while !Task.isCancelled {
      if !pending.isEmpty { return pending.removeFirst() }
      let isReading = hasKeys && !isAtEnd && setModes()
      let wake = await TerminalExecutor.shared.wait(
        for: isReading ? STDIN_FILENO : -1,
        timeout: hasKeys && !isReading && !isAtEnd ? Self.backgroundInterval : nil)
      handleSignals()
      if wake == .ready, isReading { readKeys() }
    }
    return nil
  }

  /// Restores the terminal's modes for good; safe to call from any thread and more than once.
  public func close() {
    modes.withLock { modes in
      Self.restore(&modes)
      modes.isClosed = true
    }
  }

  /// Ends the process that guards the terminal; call it after ``close()``.
  @TerminalActor public func finish() {
    guardian?.end(isGivenBack: true)
    guardian = nil
  }

  @TerminalActor private func handleSignals() {
    for signal in TerminalExecutor.shared.takeSignals() {
      switch signal {
      case SIGUSR1: pending.append(.userSignal1)
      case SIGUSR2: pending.append(.userSignal2)
      case SIGTSTP:
        leaveModes()
        _ = ridealong_stop_here()
      case SIGCONT:
        // The shell may have set other modes while the program was stopped.
        modes.withLock { $0.isSet = false }
      default: break
      }
    }
  }

  @TerminalActor private func readKeys() {
    guard Self.isInForeground else { return }
    if let bytes = readAvailable(STDIN_FILENO, most: 64) {
      pending += bytes.map { .key($0) }
    } else {
      isAtEnd = true
    }
  }

  /// Makes keys arrive one by one; false in the background and after the end.
  @TerminalActor private func setModes() -> Bool {
    guard Self.isInForeground else { return false }
    let entered = modes.withLock { modes -> (usual: termios, raw: termios)?? in
      guard !modes.isClosed else { return nil }
      guard !modes.isSet else { return .some(nil) }
      var present = termios()
      guard unsafe tcgetattr(STDIN_FILENO, &present) == 0 else { return nil }
      // After SIGSTOP the terminal still has this program's modes, and the usual ones are known.
      if !Self.isSame(present, modes.raw) || modes.raw.c_cflag == 0 { modes.usual = present }
      modes.raw = modes.usual
      modes.raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
      guard setAttributes(modes.raw, of: STDIN_FILENO, when: TCSANOW) else { return nil }
      modes.isSet = true
      return (modes.usual, modes.raw)
    }
    guard let entered else { return false }
    if let (usual, raw) = entered { guardModes(usual, raw) }
    return true
  }

  @TerminalActor private func leaveModes() {
    modes.withLock { Self.restore(&$0) }
    if let guardian { guardian.disarm() }
  }

  /// Makes a crash or SIGKILL restore the terminal's modes.
  @TerminalActor private func guardModes(_ usual: termios, _ raw: termios) {
    var (usual, raw) = (usual, raw)
    _ = ridealong_restore_install()
    unsafe ridealong_restore_arm(STDIN_FILENO, &usual, "", 0, "", 0)
    // Without a guardian only SIGKILL leaves the modes changed.
    if guardian == nil {
      guardian = try? TerminalGuardian(output: STDIN_FILENO, input: STDIN_FILENO)
    }
    if let guardian { _ = unsafe ridealong_guard_arm(guardian.pipe, &usual, &raw, "", 0) }
  }

  private static func restore(_ modes: inout Modes) {
    ridealong_restore_disarm()
    guard modes.isSet else { return }
    modes.isSet = false
    var present = termios()
    // Another program that uses the terminal now has set its own modes.
    guard isInForeground, unsafe tcgetattr(STDIN_FILENO, &present) == 0, isSame(present, modes.raw)
    else { return }
    _ = setAttributes(modes.usual, of: STDIN_FILENO, when: TCSANOW)
  }

  private static func isSame(_ one: termios, _ other: termios) -> Bool {
    one.c_lflag == other.c_lflag && one.c_iflag == other.c_iflag
  }

  /// Whether the terminal belongs to this process group; using it from the background would stop the
  /// program.
  private static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }
}
