internal import CTerminalRestore
public import CellGrid

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The terminal of the process as a screen: curses draws, input is read raw.
///
/// While it is open the terminal is in raw mode on its alternate screen, the mouse and pastes are
/// reported, and standard error goes to a file. Ctrl-Z suspends the program as usual. A crash gives
/// the terminal back too. Close it before the program ends.
@TerminalActor
public final class CursesScreen: Screen {
  /// How long an escape byte waits for the rest of its sequence.
  private static let escapeTime: Duration = .milliseconds(25)
  /// How long a paste may be silent before it counts as over.
  private static let pasteTime: Duration = .seconds(1)
  private static var isOpen = false

  private let executor = TerminalExecutor.shared
  private let device: TerminalDevice
  private let curses: CursesOutput
  private let log: StandardErrorLog?
  private let options: Options
  private var parser = InputParser()
  private var events: [InputEvent] = []
  private var shown: Frame?
  private var currentSize: GridSize
  private var inputEnded = false
  private var reportsMouse: Bool
  private var isClosed = false

  /// What a screen is opened with.
  public struct Options: Sendable {
    /// The colors to draw with.
    public var colorDepth: ColorDepth
    /// Whether the mouse is reported; then the terminal selects text only with Shift held.
    public var reportsMouse: Bool
    /// The file that standard error goes to while the screen is open; nil leaves it alone.
    public var logFile: String?
    /// What a crash leaves on the terminal, at most 1,024 bytes.
    public var crashNote: [SafeText]

    /// Creates options.
    ///
    /// - Parameters:
    ///   - colorDepth: The colors to draw with.
    ///   - reportsMouse: Whether the mouse is reported.
    ///   - logFile: The file that standard error goes to while the screen is open.
    ///   - crashNote: The lines that a crash leaves on the terminal.
    public init(
      colorDepth: ColorDepth,
      reportsMouse: Bool = true,
      logFile: String? = nil,
      crashNote: [SafeText] = []
    ) {
      self.colorDepth = colorDepth
      self.reportsMouse = reportsMouse
      self.logFile = logFile
      self.crashNote = crashNote
    }
  }

  /// Opens the screen.
  ///
  /// - Parameters:
  ///   - capabilities: What the terminal can do.
  ///   - options: How it is used.
  /// - Throws: Why there can be no screen; the terminal is then as it was.
  public init(
    capabilities: TerminalCapabilities,
    options: Options
  ) throws(TerminalError) {
    guard !Self.isOpen else { throw TerminalError.alreadyOpen }
    guard capabilities.outputIsTerminal else { throw TerminalError.notATerminal }
    guard let term = capabilities.descriptionName else {
      throw capabilities.term.isEmpty
        ? TerminalError.tooSimple(term: "") : .unknownTerminal(term: capabilities.term)
    }
    guard capabilities.canShowScreen else {
      throw TerminalError.tooSimple(term: capabilities.term)
    }
    // Before curses, which would else install handlers of its own.
    let executor = TerminalExecutor.shared
    _ = ridealong_signal_ignore(SIGPIPE)
    for signal in [SIGWINCH, SIGTSTP, SIGCONT] where !executor.forward(signal) {
      throw TerminalError.system(operation: "watch signals", code: EINVAL)
    }
    self.options = options
    device = try TerminalDevice()
    log = try options.logFile.map { path throws(TerminalError) in try StandardErrorLog(path: path) }
    do throws(TerminalError) {
      curses = try CursesOutput(
        term: term,
        depth: options.colorDepth,
        isASCIIOnly: !capabilities.isUTF8
      )
    } catch {
      log?.restore()
      device.close()
      throw error
    }
    currentSize = device.size()
    reportsMouse = options.reportsMouse
    Self.isOpen = true
    _ = ridealong_restore_install()
    enter()
  }

  /// The bytes written to the terminal so far.
  public var bytesWritten: Int { device.bytesWritten }

  /// The present size.
  public func size() -> GridSize { currentSize }

  /// Shows a frame, writing only what changed since the last one.
  public func show(_ frame: Frame) {
    guard !isClosed else { return }
    handleSignals()
    let frame = frame.size == currentSize ? frame : clipped(frame)
    let diff = FrameDiff(from: shown, to: frame)
    guard !diff.isEmpty || shown == nil else { return }
    curses.put(diff.runs)
    shown = frame
    device.write(curses.update())
  }

  /// Marks every cell as unknown, so that the next frame is written whole.
  public func invalidate() {
    guard !isClosed else { return }
    shown = nil
    curses.forgetScreen()
  }

  /// Switches reports of the mouse.
  @TerminalActor
  public func setMouse(_ isOn: Bool) async {
    guard isOn != reportsMouse else { return }
    reportsMouse = isOn
    write(isOn ? TerminalModes.mouse : TerminalModes.noMouse)
  }

  /// Writes a sequence that curses does not know, while the screen is open.
  func write(_ sequence: String) {
    guard !isClosed else { return }
    device.write(Array(sequence.utf8))
  }

  /// Waits for what the user did next.
  ///
  /// - Returns: Events in their order, or nil once the screen is closed or the task is cancelled.
  @TerminalActor
  public func nextEvents() async -> [InputEvent]? {
    while !isClosed, !Task.isCancelled {
      handleSignals()
      if !events.isEmpty {
        defer { events = [] }
        return events
      }
      let wake = await executor.wait(
        for: inputEnded ? -1 : device.input,
        timeout: parser.isWaiting ? Self.escapeTime : parser.isPasting ? Self.pasteTime : nil
      )
      guard !isClosed else { return nil }
      switch wake {
      case .readable: takeInput()
      case .timedOut: take(parser.flush())
      case .interrupted: break
      }
    }
    return nil
  }

  /// Gives the terminal back; more calls do nothing.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    leave()
    curses.close()
    device.close()
    log?.restore()
    Self.isOpen = false
    executor.interrupt()
  }

  private func enter() {
    device.armRestore(note: Array(options.crashNote.map { "\($0)\r\n" }.joined().utf8))
    device.makeRaw()
    curses.resize(to: currentSize)
    curses.forgetScreen()
    let modes = reportsMouse ? TerminalModes.enter : TerminalModes.enterWithoutMouse
    device.write(curses.update() + Array(modes.utf8))
    shown = nil
  }

  private func leave() {
    device.write(Array(TerminalModes.leave.utf8) + curses.leave())
    device.makeUsual()
    ridealong_restore_disarm()
  }

  private func takeInput() {
    guard let bytes = device.read() else {
      inputEnded = true
      events.append(.endOfInput)
      return
    }
    take(parser.feed(bytes))
  }

  /// Queues events; Ctrl-Z is done here, since it is the same in every program.
  private func take(_ new: [InputEvent]) {
    for event in new {
      if event == .key(.character("z"), .control) {
        suspend()
      } else {
        events.append(event)
      }
    }
  }

  private func handleSignals() {
    for signal in executor.takeSignals() where !isClosed {
      switch signal {
      case SIGTSTP: suspend()
      case SIGCONT:
        // Whoever had the terminal meanwhile may have left it in any state.
        device.makeRaw()
        invalidate()
        updateSize(always: true)
      default: updateSize(always: false)
      }
    }
  }

  private func suspend() {
    leave()
    log?.pause()
    _ = ridealong_stop_here()
    // Going on in the background, the first call that needs the terminal stops the program again.
    log?.resume()
    currentSize = device.size()
    enter()
    events.append(.resize(currentSize))
  }

  private func updateSize(always: Bool) {
    let size = device.size()
    guard always || size != currentSize else { return }
    currentSize = size
    curses.resize(to: size)
    invalidate()
    events.append(.resize(size))
  }

  /// A frame of the screen's size with what fits of another.
  private func clipped(_ frame: Frame) -> Frame {
    var result = Frame(size: currentSize)
    for row in 0..<min(frame.size.rows, currentSize.rows) {
      for column in 0..<min(frame.size.columns, currentSize.columns) {
        result[column, row] = frame[column, row]
      }
      if currentSize.columns > 0, result[currentSize.columns - 1, row].width == 2 {
        result[currentSize.columns - 1, row] = .blank
      }
    }
    return result
  }
}
