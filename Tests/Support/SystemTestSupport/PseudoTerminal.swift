internal import CVterm
public import CellGrid

#if canImport(Glibc)
  public import Glibc
#elseif canImport(Darwin)
  public import Darwin
#endif

/// A program in a terminal that a test holds: what it draws can be read, keys can be typed.
///
/// The program gets a session of its own with the terminal as its controlling one, and nothing but
/// the environment given. What it writes goes to a terminal model; the model's replies go back.
/// Nothing happens between calls: ``wait(until:timeout:)`` and ``waitForExit(timeout:)`` read what
/// has come. Not for use from two threads at once. The program is killed when the value goes away.
///
///     let terminal = try PseudoTerminal(executable: path, arguments: ["--ascii"])
///     try terminal.wait { $0.screenText.contains("LIVE") }
///     terminal.type("q")
///     #expect(try terminal.waitForExit() == .exited(0))
public final class PseudoTerminal {
  /// Why a call failed, with the screen as it was.
  public enum Failure: Error, CustomStringConvertible {
    /// The system refused to make a terminal or start the program.
    case system(operation: String, code: Int32)
    /// The time was over; with the screen's text then, and what the program and its children were doing.
    case timedOut(screen: String, processes: String)
    /// The program ended before the condition held; with the screen's text then.
    case ended(Exit, screen: String)

    /// The failure and the text on the screen.
    public var description: String {
      switch self {
      case .system(let operation, let code): "\(operation) failed: error \(code)"
      case .timedOut(let screen, let processes):
        "The time was over with these processes:\n\(processes)\nand this screen:\n\(screen)"
      case .ended(let exit, let screen): "The program ended, \(exit), with this screen:\n\(screen)"
      }
    }
  }

  /// How a program ended.
  public enum Exit: Sendable, Hashable {
    /// With a status.
    case exited(Int32)
    /// By a signal.
    case killed(Int32)
  }

  /// The environment of a program unless a test gives another: a UTF-8 locale, 256 colors and a
  /// runtime that does not stop to ask after a crash.
  public static let environment: [String: String] = [
    "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
    "SWIFT_BACKTRACE": "enable=no",
  ]

  /// The program's process.
  public let processID: Int32
  /// Every byte that the program wrote.
  public private(set) var rawOutput: [UInt8] = []
  /// The terminal's size.
  public private(set) var size: GridSize
  /// How the program ended, nil while it runs.
  public private(set) var exit: Exit?

  /// Whether the terminal answers what the program asks it; a test may answer in its place.
  public var answersQuestions = true
  /// The terminal's attributes before the program started.
  public let attributesBefore: termios
  /// The terminal's device, which others may write to.
  public let path: String
  /// The processor time that the program took, nil while it runs.
  public private(set) var processorTime: Duration?

  /// The sizes that the terminal had, each with the number of bytes that were written before.
  private var sizes: [(bytes: Int, size: GridSize)]
  private let master: Int32
  private let processDescriptor: Int32
  private let model: TerminalModel
  /// How many bytes were typed that the terminal would not take.
  private var untaken = 0
  private var isHungUp = false
  private var isClosed = false

  /// Starts a program in a new terminal.
  ///
  /// - Parameters:
  ///   - executable: The program's path.
  ///   - arguments: Its arguments after its name.
  ///   - environment: Its environment, ``environment`` by default; `LLVM_PROFILE_FILE` of the
  ///     test's own environment is added so that coverage counts the program.
  ///   - size: The terminal's size.
  ///   - inputFile: A file to read as standard input in place of the terminal.
  /// - Throws: ``Failure/system(operation:code:)``.
  public init(
    executable: String, arguments: [String] = [],
    environment: [String: String] = PseudoTerminal.environment,
    size: GridSize = GridSize(columns: 80, rows: 24), inputFile: String? = nil
  ) throws {
    var path = [CChar](repeating: 0, count: 256)
    let master = ridealong_pty_open(&path, Int32(path.count))
    guard master >= 0 else { throw Failure.system(operation: "opening a terminal", code: errno) }
    _ = ridealong_pty_resize(master, Int32(size.columns), Int32(size.rows))
    var before = termios()
    tcgetattr(master, &before)
    var environment = environment
    if let profile = getenv("LLVM_PROFILE_FILE") {
      environment["LLVM_PROFILE_FILE"] = String(cString: profile)
    }
    do {
      processID = try Self.spawn(
        executable, arguments, environment, terminal: path, inputFile: inputFile)
    } catch {
      close(master)
      throw error
    }
    self.master = master
    self.size = size
    sizes = [(0, size)]
    self.path = String(
      decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    attributesBefore = before
    processDescriptor = ridealong_process_descriptor(processID)
    model = TerminalModel(size: size)
  }

  deinit {
    if exit == nil {
      // And what it started. Until it is reaped, no other process has its number.
      kill(-processID, SIGKILL)
      var status: Int32 = 0
      waitpid(processID, &status, 0)
    }
    if processDescriptor >= 0 { close(processDescriptor) }
    if !isClosed { close(master) }
  }

  // MARK: What the terminal shows

  /// One cell as the terminal shows it; a blank outside.
  public func cell(_ column: Int, _ row: Int) -> Cell { model.cell(column, row) }

  /// The terminal's cells as a frame.
  public var frame: Frame { model.frame }

  /// One row as text, without the spaces at its end.
  public func rowText(_ row: Int) -> String {
    var text = ""
    for column in 0..<size.columns {
      let cell = cell(column, row)
      guard cell.width > 0 else { continue }
      text.unicodeScalars.append(cell.base)
    }
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// Whether the program wrote some text.
  public func hasWritten(_ text: String) -> Bool {
    rawOutput.firstRange(of: Array(text.utf8)) != nil
  }

  /// How often the program wrote some text.
  public func timesWritten(_ text: String) -> Int { rawOutput.ranges(of: Array(text.utf8)).count }

  /// The rows as text, without the spaces at their ends, joined by line ends.
  public var screenText: String {
    frame.rows
      .map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
      .joined(separator: "\n")
  }

  /// Whether a private mode, such as 1049 or 25, was last switched on; nil if never switched.
  public func privateMode(_ mode: Int) -> Bool? {
    var result: Bool?
    var index = rawOutput.startIndex
    let introducer = Array("\u{1B}[?".utf8)
    while let start = rawOutput[index...].firstIndex(of: 0x1B) {
      index = start + 1
      guard rawOutput[start...].starts(with: introducer) else { continue }
      let rest = rawOutput[(start + 3)...]
      let numbers = rest.prefix { (0x30...0x3B).contains($0) }
      guard let final = rest.dropFirst(numbers.count).first, final == 0x68 || final == 0x6C else {
        continue
      }
      let modes = numbers.split(separator: 0x3B).compactMap {
        Int(String(decoding: $0, as: UTF8.self))
      }
      if modes.contains(mode) { result = final == 0x68 }
    }
    return result
  }

  /// Whether the terminal shows its alternate screen.
  public var isAlternateScreen: Bool { privateMode(1049) ?? false }
  /// Whether the cursor shows.
  public var isCursorVisible: Bool { privateMode(25) ?? true }
  /// The cell that the cursor is at, shown or not.
  public var cursor: GridPoint { model.cursor }
  /// Whether any mouse report is on.
  public var reportsMouse: Bool { [1000, 1002, 1003, 1006].contains { privateMode($0) ?? false } }
  /// Whether pastes come in brackets.
  public var bracketsPastes: Bool { privateMode(2004) ?? false }

  /// The terminal's attributes, which programs change and should give back.
  public var attributes: termios {
    var attributes = termios()
    tcgetattr(master, &attributes)
    return attributes
  }

  /// Whether the terminal echoes and edits lines, as a shell expects it.
  public var isCooked: Bool {
    attributes.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == tcflag_t(ECHO | ICANON | ISIG)
  }

  /// A model of its own that was given everything so far, for questions that change a picture.
  func replayed() -> TerminalModel {
    let copy = TerminalModel(size: sizes[0].size)
    for (index, entry) in sizes.enumerated() {
      if index > 0 { copy.resize(to: entry.size) }
      let end = index + 1 < sizes.count ? sizes[index + 1].bytes : rawOutput.count
      copy.take(rawOutput[entry.bytes..<end])
    }
    return copy
  }

  // MARK: What the user does

  /// Types text, or any bytes that a key sends.
  public func type(_ text: String) { write(Array(text.utf8)) }

  /// Lets the terminal take nothing more, or go on.
  public func setFlow(isOn: Bool) {
    let device = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard device >= 0 else { return }
    tcflow(device, isOn ? TCOON : TCOOFF)
    close(device)
  }

  /// Closes the terminal, as a window is closed.
  public func closeTerminal() {
    guard !isClosed else { return }
    isClosed = true
    isHungUp = true
    close(master)
  }

  /// Sends a signal to the program.
  public func send(signal: Int32) {
    guard exit == nil else { return }
    kill(processID, signal)
  }

  /// Gives the terminal another size, which the kernel tells the program.
  public func resize(columns: Int, rows: Int) {
    size = GridSize(columns: columns, rows: rows)
    model.resize(to: size)
    sizes.append((rawOutput.count, size))
    _ = ridealong_pty_resize(master, Int32(columns), Int32(rows))
  }

  // MARK: Waiting

  /// Reads what the program writes until a condition holds.
  ///
  /// - Parameters:
  ///   - condition: What to wait for; asked after everything that was read.
  ///   - timeout: The longest wait.
  /// - Throws: ``Failure`` if the time is over or the program ended before the condition held.
  public func wait(
    until condition: (PseudoTerminal) -> Bool, timeout: Duration = .seconds(60)
  ) throws {
    let deadline = ContinuousClock.now + timeout
    while true {
      readAvailable()
      if condition(self) { return }
      if let exit {
        readAvailable()
        if condition(self) { return }
        throw Failure.ended(exit, screen: screenText)
      }
      guard sleep(until: deadline) else { throw timedOut() }
    }
  }

  /// Waits until the program has read all that was typed and answered, in raw mode.
  ///
  /// What it leaves unread when it is killed may reach a shell.
  ///
  /// - Parameter timeout: The longest wait.
  /// - Throws: ``Failure/timedOut(screen:processes:)``.
  public func waitUntilRead(timeout: Duration = .seconds(60)) throws {
    let deadline = ContinuousClock.now + timeout
    while true {
      readAvailable()
      if ridealong_pty_unread(path) == 0 { return }
      guard .now < deadline else { throw timedOut() }
      var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 5)
    }
  }

  /// Reads what others write after the program has ended, until a condition holds.
  ///
  /// - Parameters:
  ///   - condition: What to wait for; asked after everything that was read.
  ///   - timeout: The longest wait.
  /// - Throws: ``Failure/timedOut(screen:processes:)``.
  public func waitAfterExit(
    until condition: (PseudoTerminal) -> Bool, timeout: Duration = .seconds(60)
  ) throws {
    let deadline = ContinuousClock.now + timeout
    while true {
      readAvailable()
      if condition(self) { return }
      let left = deadline - .now
      guard left > .zero else { throw timedOut() }
      // Without an open end on the other side there is nothing to poll for.
      var polled = pollfd(fd: isHungUp ? -1 : master, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 20)
    }
  }

  /// Reads what the program writes until it ends.
  ///
  /// - Parameter timeout: The longest wait.
  /// - Returns: How the program ended.
  /// - Throws: ``Failure/timedOut(screen:processes:)``.
  @discardableResult public func waitForExit(timeout: Duration = .seconds(60)) throws -> Exit {
    let deadline = ContinuousClock.now + timeout
    while true {
      readAvailable()
      if let exit {
        readLast()
        return exit
      }
      guard sleep(until: deadline) else { throw timedOut() }
    }
  }

  /// Reads the last bytes of a program that has ended, which the kernel may pass on a moment later.
  private func readLast() {
    readAvailable()
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    // Others may go on writing.
    for _ in 0..<200 {
      guard !isHungUp, poll(&polled, 1, 50) > 0 else { return }
      readAvailable()
    }
  }

  private func timedOut() -> Failure {
    let input = "\(ridealong_pty_unread(path)) bytes unread, \(untaken) not taken"
    return .timedOut(
      screen: screenText,
      processes: (ProcessRecord(id: processID).tree + [input]).joined(separator: "\n"))
  }

  /// Sleeps until something may have happened; false once the deadline is over.
  private func sleep(until deadline: ContinuousClock.Instant) -> Bool {
    let left = deadline - ContinuousClock.now
    guard left > .zero else { return false }
    var polled: [pollfd] = []
    if !isHungUp { polled.append(pollfd(fd: master, events: Int16(POLLIN), revents: 0)) }
    if processDescriptor >= 0 {
      polled.append(pollfd(fd: processDescriptor, events: Int16(POLLIN), revents: 0))
    }
    // What a condition asks for may be a file, which wakes nobody; without a descriptor for the process
    // its end shows only by asking.
    let most = processDescriptor >= 0 ? 100.0 : 20.0
    poll(&polled, nfds_t(polled.count), Int32(min(most, left / .milliseconds(1)).rounded(.up)))
    return true
  }

  private func readAvailable() {
    // First the process: what it wrote before its end is then read below.
    if exit == nil {
      var status: Int32 = 0
      var usage = rusage()
      if wait4(processID, &status, WNOHANG, &usage) == processID {
        processorTime = [usage.ru_utime, usage.ru_stime].reduce(.zero) {
          $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
        }
        let signal = status & 0x7F
        exit = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
      }
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // Not until there is none: a program that always writes must not outlast a deadline.
    for _ in 0..<64 where !isHungUp {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else {
        if count == 0 || (errno != EAGAIN && errno != EINTR) { isHungUp = true }
        return
      }
      rawOutput.append(contentsOf: buffer[..<count])
      model.take(buffer[..<count])
      answer()
    }
  }

  /// Sends the model's replies, as to a question for the cursor's place.
  private func answer() {
    let replies = model.replies()
    if answersQuestions { write(replies) }
  }

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    let deadline = ContinuousClock.now + .seconds(60)
    while !rest.isEmpty, !isClosed, ContinuousClock.now < deadline {
      let count = rest.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The program reads slowly; meanwhile it may wait for its output to be read.
        readAvailable()
        var polled = pollfd(fd: master, events: Int16(POLLOUT | POLLIN), revents: 0)
        guard exit == nil, poll(&polled, 1, 1_000) >= 0 else { break }
      } else if errno != EINTR {
        break
      }
    }
    untaken += rest.count
  }
}
