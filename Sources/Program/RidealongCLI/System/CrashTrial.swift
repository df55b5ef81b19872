#if DEBUG
  internal import CellGrid
  internal import TerminalUI

  internal import SystemLibrary

  /// Crashes or hangs for tests; releases do not contain it.
  @TerminalActor enum CrashTrial {
    static nonisolated let variable = "RIDEALONG_CRASH"

    /// Crashes if the environment requests it.
    static func run(_ environment: Environment) {
      // Some wait for a file, which is then removed.
      let text = environment.variables[variable] ?? ""
      let words = text.split(separator: " ", maxSplits: 1).map(String.init)
      switch words.first {
      case "fatal": fatalError("\(variable) is set to “fatal”.")
      case "index":
        let numbers = Array(environment.variables.keys.prefix(0))
        Console.printError(SafeText(numbers[1]))
      case "overflow": Console.printError(SafeText("\(deeper(1))"))
      case "starve": after(words.last) { starvePool() }
      case "hang": after(words.last) { Task { @MainActor in block() } }
      default: break
      }
    }

    private static func after(_ file: String?, _ action: @escaping @TerminalActor () -> Void) {
      guard let file else { return }
      // An unstructured task: the program continues.
      Task {
        while unsafe access(file, F_OK) != 0 { try? await Task.sleep(for: .milliseconds(10)) }
        action()
        unsafe unlink(file)
      }
    }

    private static func starvePool() {
      // There is one thread for each processor.
      for _ in 0..<max(64, sysconf(Int32(_SC_NPROCESSORS_ONLN))) { Task.detached { block() } }
    }

    private static nonisolated func block() { while true { pause() } }

    @inline(never) private static func deeper(_ depth: Int) -> Int {
      depth < 0 ? 0 : deeper(depth + 1) + deeper(depth + 2)
    }
  }
#endif
