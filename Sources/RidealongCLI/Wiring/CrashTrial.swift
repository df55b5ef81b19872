#if DEBUG
  internal import CellGrid
  internal import TerminalUI

  /// Crashes on purpose, so that tests see what a crash leaves; a release has nothing of it.
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
      default: break
      }
    }

    /// Calls itself until the thread has no stack left.
    @inline(never)
    private static func deeper(_ depth: Int) -> Int {
      depth < 0 ? 0 : deeper(depth + 1) + deeper(depth + 2)
    }
  }
#endif
