/// The terminal's actor, which runs on its own thread.
///
/// The thread sleeps until there is a job, input or a signal. It may block on a slow terminal without
/// delaying the rest of the program.
@globalActor public actor TerminalActor {
  /// The one terminal of the process.
  public static let shared = TerminalActor()

  private let executor = TerminalExecutor.shared

  /// Starts the threads of the terminal, of signals and ``ReservedThread``; call it before any other
  /// function of the terminal.
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
