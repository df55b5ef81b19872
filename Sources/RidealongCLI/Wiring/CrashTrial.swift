#if DEBUG
  internal import CellGrid
  internal import TerminalUI

  #if canImport(Glibc)
    internal import Glibc
  #else
    internal import Darwin
  #endif

  /// Crashes or hangs on purpose, so that tests see what that leaves; a release has nothing of it.
  @TerminalActor
  enum CrashTrial {
    /// The variable that names a way to crash.
    static nonisolated let variable = "RIDEALONG_CRASH"

    /// Crashes in the way that the environment names, if it names one.
    static func run(_ environment: Environment) {
      switch environment.variables[variable] {
      case "fatal": fatalError("asked for")
      case "index":
        let numbers = Array(environment.variables.keys.prefix(0))
        Console.note(SafeText(numbers[1]))
      case "overflow": Console.note(SafeText("\(deeper(1))"))
      case "starve": starvePool()
      case "hang":
        // Not structured: nothing waits for its end.
        Task { @MainActor in block() }
      default: break
      }
    }

    /// Keeps every thread of the concurrency pool from anything else.
    private static func starvePool() {
      // There is one for each processor.
      for _ in 0..<max(64, sysconf(Int32(_SC_NPROCESSORS_ONLN))) { Task.detached { block() } }
    }

    private static nonisolated func block() {
      while true { pause() }
    }

    /// Calls itself until the thread has no stack left.
    @inline(never)
    private static func deeper(_ depth: Int) -> Int {
      depth < 0 ? 0 : deeper(depth + 1) + deeper(depth + 2)
    }
  }
#endif
