import CellGrid
import TerminalUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program for tests of the terminal: shows its input, and fails on request.
@main struct ScreenProbe {
  static func main() async {
    TerminalGuardian.runIfMeant()
    if CommandLine.arguments.dropFirst().first == "compare" { await compare() }
    if CommandLine.arguments.dropFirst().first == "area" { await showArea() }
    umask(0o077)
    var environment: [String: String] = [:]
    for name in ["TERM", "NO_COLOR", "COLORTERM"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    if let directory = getenv("PROBE_CRASH_DIRECTORY") {
      let path = getenv("PATH").map { String(cString: $0) } ?? ""
      do {
        try CrashReports.reexecIfNeeded(directory: String(cString: directory), searchPath: path)
      } catch {
        print(error)
        exit(3)
      }
    }
    if getenv("PROBE_DRAWS") != nil { LingeringHandler.install() }
    let capabilities = await TerminalCapabilities.detect(environment: environment)
    let screen: CursesScreen
    var options = CursesScreen.Options(
      colorDepth: capabilities.colorDepth, logFile: getenv("PROBE_LOG").map { String(cString: $0) },
      crashNote: ["The probe stopped because of a bug."])
    if let time = getenv("PROBE_ANSWER_TIME").flatMap({ Int(String(cString: $0)) }) {
      options.answerTime = .milliseconds(time)
    }
    if getenv("PROBE_WAITS") != nil { options.lateAnswerTime = .seconds(100) }
    options.asksColors = getenv("PROBE_ASKS_COLORS") != nil && capabilities.asksColors
    switch getenv("PROBE_SYNCHRONIZED").map({ String(cString: $0) }) {
    case "on": options.synchronizedOutput = .on
    case "off": options.synchronizedOutput = .off
    default: break
    }
    if getenv("PROBE_REPORTS") != nil {
      options.focusReports = .automatic
      options.schemeReports = .automatic
    }
    do { screen = try await CursesScreen(capabilities: capabilities, options: options) } catch {
      print(error)
      exit(2)
    }
    let (signals, received) = AsyncStream.makeStream(of: TerminalSignal.self)
    TerminalSignal.watch {
      // The program ends its process at the second signal.
      if getenv("PROBE_STARVED") != nil {
        TerminalSignal.endProcess(after: .milliseconds(1), status: $0.exitStatus)
      }
      received.yield($0)
    }
    let status = await withTaskGroup(of: Int32.self) { group in
      // As in ridealong.
      group.addTask(executorPreference: ReservedThread.shared) {
        await run(screen, isASCII: !capabilities.isUTF8 || capabilities.isLinuxConsole)
      }
      group.addTask {
        for await signal in signals { return signal.exitStatus }
        return 1
      }
      if getenv("PROBE_DRAWS") != nil { group.addTask { await LingeringHandler.draw(screen) } }
      let status = await group.next() ?? 1
      group.cancelAll()
      return status
    }
    let isGivenBack = await screen.close()
    await screen.close()
    // A terminal that takes nothing would keep the last word waiting.
    if isGivenBack { print("bye \(status)") }
    exit(status)
  }

  /// Prints what curses writes for a cell in colors of a map's areas: `area TERM`.
  @TerminalActor static func showArea() -> Never {
    let size = GridSize(columns: 20, rows: 2)
    var frame = Frame(size: size)
    let style = CellStyle(
      foreground: .rgb(red: 22, green: 52, blue: 79), background: .rgb(red: 29, green: 36, blue: 48)
    )
    frame.draw("x", column: 0, row: 0, style: style)
    do {
      let output = try CursesOutput(
        term: CommandLine.arguments.last ?? "", depth: .palette256, isASCIIOnly: false,
        hasExactColors: true)
      output.resize(to: size)
      _ = output.takeBytes()
      _ = output.put(frame, over: nil)
      print(String(decoding: output.update(), as: UTF8.self).debugDescription)
      output.close()
    } catch {
      print(error)
      exit(2)
    }
    exit(0)
  }

  /// Compares what a terminal shows with random frames: `compare SEED COUNT TERM COLORS`.
  static func compare() async -> Never {
    setlocale(LC_ALL, "C.UTF-8")
    let arguments = Array(CommandLine.arguments.dropFirst(2))
    let numbers = arguments.compactMap { Int($0) }
    guard arguments.count == 4, numbers.count == 3 else { exit(2) }
    for size in [GridSize(columns: 80, rows: 24), GridSize(columns: 30, rows: 8)] {
      do {
        let failure = try await RandomFrames.failure(
          seed: UInt64(numbers[0]), count: numbers[1], size: size, term: arguments[2],
          depth: ColorDepth(colorCount: numbers[2]))
        guard let failure else { continue }
        print(failure)
        exit(1)
      } catch {
        print(error)
        exit(2)
      }
    }
    print("\(numbers[1]) frames as wanted")
    exit(0)
  }

  static func run(_ screen: CursesScreen, isASCII: Bool) async -> Int32 {
    var lines: [SafeText] = []
    var count = 0
    var answers: [TerminalAnswer] = []
    var isMouseOn = true
    await screen.show(frame(await screen.size(), lines, count, answers, isASCII: isASCII))
    while let events = await screen.nextEvents() {
      for event in events {
        if case .terminal(let answer) = event {
          answers.append(answer)
          continue
        }
        if event == .resumed { continue }
        count += 1
        lines.append(SafeText("\(event)"))
        switch event {
        case .endOfInput: return 4
        case .key(.character("q"), []): return 0
        case .key(.character("c"), .control): return 130
        case .key(.character("l"), .control): await screen.invalidate()
        case .key(.character("m"), []):
          isMouseOn.toggle()
          await screen.setMouse(isMouseOn)
        case .key(.character(let character), []): await fail(character)
        default: break
        }
      }
      await screen.show(frame(await screen.size(), lines, count, answers, isASCII: isASCII))
    }
    return 5
  }

  static func frame(
    _ size: GridSize, _ lines: [SafeText], _ count: Int, _ answers: [TerminalAnswer], isASCII: Bool
  ) -> Frame {
    var frame = Frame(size: size)
    frame.draw("probe \(size.columns)x\(size.rows) events \(count).", column: 0, row: 0)
    for (index, answer) in answers.enumerated() {
      frame.draw(text(of: answer), column: 40 + 18 * index, row: 0)
    }
    frame.draw(
      isASCII ? "ascii" : "⣿⠿漢字é", column: 0, row: 1, style: CellStyle(foreground: .indexed(74)))
    frame.draw(
      "bold", column: 20, row: 1,
      style: CellStyle(background: .indexed(1), attributes: [.bold, .underline]))
    frame.draw("====================", column: 40, row: 1)
    for (row, line) in lines.suffix(max(0, size.rows - 4)).enumerated() {
      frame.draw(line, column: 0, row: 2 + row)
    }
    // The corner, where a terminal may scroll.
    frame.draw("#", column: size.columns - 1, row: size.rows - 1)
    return frame
  }

  static func text(of answer: TerminalAnswer) -> SafeText {
    switch answer {
    case .ambiguousWidth(let width): SafeText("width \(width)")
    case .background(let red, let green, let blue): SafeText("color \(red) \(green) \(blue)")
    case .exactColors: SafeText("every color")
    case .scheme(let isLight): SafeText(isLight ? "light" : "dark")
    }
  }

  @TerminalActor static func fail(_ character: Character) {
    switch character {
    case "F": fatalError("told to")
    case "A":
      let empty: [Int] = []
      print(empty[Int(getpid())])
    case "I": raise(SIGILL)
    case "S": UnsafeMutablePointer<Int>(bitPattern: 16)?.pointee = 1
    case "O": print(overflow(1))
    case "B": abort()
    // Every thread of the concurrency pool is busy from now on; there is one for each processor.
    case "W":
      for _ in 0..<max(64, sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
        Task.detached { while true { pause() } }
      }
      // The test hears that it is so.
      var bell: UInt8 = 7
      write(STDOUT_FILENO, &bell, 1)
    case "E": fputs("to the log\n", stderrFile())
    default: break
    }
  }

  static func stderrFile() -> UnsafeMutablePointer<FILE>? {
    let file = fdopen(dup(2), "w")
    setvbuf(file, nil, _IONBF, 0)
    return file
  }

  @inline(never) static func overflow(_ depth: Int) -> Int {
    var local = [Int](repeating: depth, count: 4)
    withUnsafeMutablePointer(to: &local) { _ in }
    return overflow(depth + local[0]) + local[1]
  }
}
