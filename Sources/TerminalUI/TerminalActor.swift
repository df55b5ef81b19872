/// The actor of the terminal: everything that touches it runs on one thread of its own.
///
/// That thread sleeps while there is neither a job, nor input, nor a signal. It may block on a slow
/// terminal; nothing else of the program waits with it.
@globalActor
public actor TerminalActor {
  /// The one terminal of the process.
  public static let shared = TerminalActor()

  private let executor = TerminalExecutor.shared

  /// Starts the threads of the terminal, of signals and ``ReservedThread``; call it before anything else
  /// of the terminal.
  public static func start() throws(TerminalError) {
    _ = try TerminalExecutor.started.get()
    _ = try SignalThread.started.get()
    _ = try ReservedThread.started.get()
  }

  /// The thread's executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }
}
