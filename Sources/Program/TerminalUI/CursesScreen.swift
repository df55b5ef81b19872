internal import CTerminalRestore
public import CellGrid
internal import SystemLibrary

/// The terminal of the process as a screen: curses draws, input is read raw.
///
/// While it is open, the terminal is in raw mode on its alternate screen, the mouse and pastes are
/// reported, and standard error goes to a file. Ctrl-Z suspends the program as usual. After a crash
/// the terminal is restored; after a kill a guardian restores it. Close the screen before the
/// program ends.
///
/// With the first frame the screen asks the terminal about itself; the answers come as events.
@TerminalActor public final class CursesScreen: Screen {
  /// How long an escape byte waits for the rest of its sequence.
  static let escapeTime: Duration = .milliseconds(25)
  /// The silence after which a paste counts as over.
  static let pasteTime: Duration = .seconds(1)
  /// How long the end of the program waits for a terminal that accepts no bytes, in milliseconds.
  ///
  /// Then its last lines are lost, so that a busy machine and a far terminal get some time.
  private static let endingPatience: Int32 = 1_000
  /// The time from Ctrl-C until another one ends the process.
  private static let interruptPatience: Duration = .milliseconds(500)
  private static let mostEvents = 4_096
  /// How often a wait for a slow line looks for what the user does.
  private static let lineLookTime: Duration = .milliseconds(50)
  /// The pictures after a key: one may have been drawn before the key was applied.
  private static let picturesAfterInput = 2
  private static var isOpen = false

  let executor = TerminalExecutor.shared
  let device: TerminalDevice
  let curses: CursesOutput
  let log: StandardErrorLog?
  let options: Options
  /// Whether the terminal may be asked; a simple one would show the questions.
  let canBeAsked: Bool
  let isASCIIOnly: Bool
  var parser = InputParser()
  var events: [InputEvent] = []
  private var reader: CheckedContinuation<Void, Never>?
  private var interruptedAt: ContinuousClock.Instant?
  /// How many pictures a slow line gets at once, because the user did something.
  private var promptPictures = 0
  var shown: Frame?
  private var currentSize: GridSize
  private var reportsMouse: Bool
  /// The open questions to the terminal; nil when no answers are due.
  var questions: TerminalQuestions?
  /// Until when answers may still come although the program does not wait for them; nil when the last one is there.
  var lateAnswers: ContinuousClock.Instant?
  var synchronizes: Bool
  private var status: TerminalStatus
  /// The modes in which the terminal reports what happens to its window.
  var reports: [Int]
  /// Whether the user types into the terminal's window; nil if unknown.
  var isFocused: Bool?
  var guardian: TerminalGuardian?
  var guardWatch: Task<Void, Never>?
  private var hasShown = false
  var inputEnded = false
  var isClosed = false

  /// Opens the screen.
  public init(capabilities: TerminalCapabilities, options: Options) throws(TerminalError) {
    guard !Self.isOpen else { throw TerminalError.alreadyOpen }
    guard capabilities.outputIsTerminal else { throw TerminalError.notATerminal }
    guard let term = capabilities.descriptionName else {
      throw capabilities.term.isEmpty
        ? TerminalError.tooSimple(term: "") : .unknownTerminal(term: capabilities.term)
    }
    guard capabilities.canShowScreen else { throw TerminalError.tooSimple(term: capabilities.term) }
    // Before curses, which would otherwise install its own handlers.
    let executor = TerminalExecutor.shared
    _ = ridealong_signal_ignore(SIGPIPE)
    for signal in [SIGWINCH, SIGTSTP, SIGCONT] where !executor.forward(signal) {
      throw TerminalError.system(operation: "watch signals", code: EINVAL)
    }
    self.options = options
    synchronizes = options.synchronizedOutput == .on
    isASCIIOnly = !capabilities.isUTF8
    // A terminal without colors may be too old for such questions, and the Linux console does not
    // answer them.
    canBeAsked =
      options.answerTime != nil && capabilities.terminalColorDepth != .monochrome
      && !capabilities.isLinuxConsole
    device = try TerminalDevice(lineSpeed: capabilities.lineSpeed)
    log = try options.logFile.map { path throws(TerminalError) in try StandardErrorLog(path: path) }
    do throws(TerminalError) {
      curses = try CursesOutput(
        term: term, depth: options.colorDepth, isASCIIOnly: isASCIIOnly,
        hasExactColors: options.hasExactColors)
    } catch {
      log?.restore()
      device.close()
      throw error
    }
    currentSize = device.size()
    reportsMouse = options.reportsMouse
    reports = options.reportModes.filter { $0.use == .on }.map(\.mode)
    status = TerminalStatus(
      setsTitle: options.setsTitle, showsProgress: options.showsProgress, isASCIIOnly: isASCIIOnly)
    Self.isOpen = true
    _ = ridealong_restore_install()
    enter()
    // An unstructured task: it reads until the screen is closed, even when nobody consumes the events.
    Task(executorPreference: ReservedThread.shared) { await self.readInput() }
  }

  /// The number of bytes written to the terminal.
  public var bytesWritten: Int { device.bytesWritten }

  /// The current size.
  public func size() -> GridSize { currentSize }

  /// Waits while a slow line is to be left free, unless the user has just done something.
  @TerminalActor public func waitForTurn() async {
    while !isClosed, !Task.isCancelled, promptPictures == 0, let wait = device.pace.wait(at: .now) {
      // A key may come meanwhile.
      let look = min(wait, Self.lineLookTime)
      _ = await executor.wait(for: -1, .writing, timeout: look)
    }
  }

  /// Shows a frame, writing only what changed since the last one.
  ///
  /// Waits until the terminal has accepted all bytes. A cancelled task does not wait, and does not
  /// show the frame while earlier bytes are pending.
  @TerminalActor public func show(_ frame: Frame) async {
    await flushed()
    guard !isClosed, !device.hasPending else { return }
    handleSignals()
    let frame = frame.size == currentSize ? frame : clipped(frame)
    let changesLink = options.makesLinks && frame.link != shown?.link
    // Cells of a link are drawn over blanks only, and are blanked before they are drawn as text.
    let plain = changesLink ? frame.blanked([frame.link, shown?.link]) : frame
    let isChanged = curses.put(plain, over: shown)
    let changes = status.update(for: frame, at: .now)
    guard isChanged || !changes.isEmpty || changesLink else { return }
    shown = frame
    let (start, written) = (ContinuousClock.now, bytesWritten)
    device.write(changes)
    if hasShown {
      var bytes = curses.update(hidesCursor: !synchronizes)
      if changesLink {
        let unlinked = frame.blanked([frame.link])
        _ = curses.put(unlinked, over: plain)
        bytes += curses.update(hidesCursor: false)
        if let link = frame.link {
          _ = curses.put(frame, over: unlinked)
          bytes += TerminalLink.opened(link) + curses.update(hidesCursor: false) + TerminalLink.end
        }
      }
      device.write(synchronized(bytes))
    } else {
      hasShown = true
      showFirst()
    }
    await flushed()
    device.finishPicture(bytesWritten - written, since: start)
    promptPictures = max(0, promptPictures - 1)
  }

  /// Switches reports of the mouse.
  @TerminalActor public func setMouse(_ isOn: Bool) async {
    guard !isClosed, isOn != reportsMouse else { return }
    reportsMouse = isOn
    device.write(Array((isOn ? TerminalModes.mouse : TerminalModes.noMouse).utf8))
    await flushed()
  }

  /// Marks every cell as unknown, so that the next frame is written completely.
  public func invalidate() {
    guard !isClosed else { return }
    shown = nil
    status.forget()
    curses.forgetScreen()
  }

  /// Waits for events; returns nil when the screen is closed or the task is cancelled.
  @TerminalActor public func nextEvents() async -> [InputEvent]? {
    while !isClosed, !Task.isCancelled {
      if !events.isEmpty {
        defer { events = [] }
        return events
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // Events may have come since they were looked for: on the way here the task may have
          // been on another thread, the one that it prefers.
          if Task.isCancelled || isClosed || !events.isEmpty {
            continuation.resume()
          } else {
            reader = continuation
          }
        }
      } onCancel: {
        // An unstructured task: the handler may run on any thread.
        Task { @TerminalActor in wakeReader() }
      }
    }
    return nil
  }

  /// Returns events that were not used to the start of the queue.
  @TerminalActor public func putBack(_ unused: [InputEvent]) {
    events.insert(contentsOf: unused, at: 0)
    if !events.isEmpty { wakeReader() }
  }

  /// Restores the terminal; more calls do nothing.
  ///
  /// Returns whether the terminal accepted the bytes or is gone. Otherwise the guardian restores it
  /// once it accepts bytes; anything else that writes to it would wait.
  @discardableResult public func close() -> Bool {
    guard !isClosed else { return true }
    isClosed = true
    let isGivenBack = leave()
    guardWatch?.cancel()
    guardian?.end(isGivenBack: isGivenBack)
    curses.close()
    device.close()
    log?.restore()
    Self.isOpen = false
    executor.interrupt()
    wakeReader()
    return isGivenBack
  }

  private func enter() {
    armRestore()
    device.makeRaw()
    curses.resize(to: currentSize)
    curses.forgetScreen()
    let modes = (reportsMouse ? TerminalModes.mouse : "") + TerminalModes.pastes
    device.write(
      curses.update() + status.enter + Array(modes.utf8) + TerminalModes.set(reports, isOn: true))
    shown = nil
  }

  /// Prepares what restores the terminal after a crash or a kill.
  func armRestore() {
    device.armRestore(
      endReports + status.leave + curses.crashRestore,
      note: Array(options.crashNote.map { "\($0)\r\n" }.joined().utf8))
    if let guardian { device.arm(guardian, killRestore) }
  }

  private var endReports: [UInt8] { TerminalModes.set(reports, isOn: false) }

  /// The bytes that restore the terminal after a kill.
  var killRestore: [UInt8] { endReports + status.leave + curses.killRestore }

  /// Restores the terminal; false if it accepts no bytes.
  private func leave() -> Bool {
    readLastAnswers()
    let isAccepting = device.drain(patience: Self.endingPatience)
    if !isAccepting { device.discardPending() }
    let end = synchronizes ? TerminalModes.endUpdate : []
    device.write(end + endReports + status.leave + Array(TerminalModes.leave.utf8) + curses.leave())
    status.forget()
    isFocused = nil
    let isGivenBack = device.drain(patience: isAccepting ? Self.endingPatience : 0)
    device.makeUsual()
    device.discardPending()
    ridealong_restore_disarm()
    if isGivenBack { guardian?.disarm() }
    return isGivenBack
  }

  /// Waits until the terminal has accepted all bytes, or the task is cancelled.
  @TerminalActor func flushed() async {
    while device.hasPending, !isClosed, !Task.isCancelled {
      // Closed just now, the descriptor may belong to another file, which is noticed after a second.
      _ = await executor.wait(for: device.writer, .writing, timeout: .seconds(1))
      guard !isClosed else { return }
      device.flush()
    }
  }

  // MARK: Input

  /// Reads until the screen is closed, without the concurrency pool, so that Ctrl-Z and a second
  /// Ctrl-C work however busy the program is.
  private func readInput() async {
    while !isClosed {
      handleSignals()
      if !events.isEmpty { wakeReader() }
      let wake = await executor.wait(for: inputEnded ? -1 : device.input, timeout: inputTimeout)
      guard !isClosed else { return }
      switch wake {
      case .ready: readAvailable()
      case .timedOut: handleTimeout()
      case .interrupted: break
      }
    }
  }

  private func wakeReader() {
    reader?.resume()
    reader = nil
  }

  private func readAvailable() {
    guard let bytes = device.read() else {
      inputEnded = true
      events.append(.endOfInput)
      return
    }
    enqueue(InputEvent.coalesced(parser.feed(bytes)))
    applyReplies()
  }

  /// Queues events, except Ctrl-Z, which suspends every program.
  func enqueue(_ new: [InputEvent]) {
    if !new.isEmpty { promptPictures = Self.picturesAfterInput }
    for event in new {
      if event == .key(.character("z"), .control) {
        suspend()
        continue
      }
      if event == .key(.character("c"), .control), options.interruptEnds { interrupt() }
      if case .focus(let isFocused) = event {
        // Another program may have left the mode on.
        guard reports.contains(TerminalModes.focus) else { continue }
        self.isFocused = isFocused
      }
      InputEvent.append(event, to: &events, most: Self.mostEvents)
    }
  }

  /// Ends the process at a second Ctrl-C if the first one did not end the program.
  private func interrupt() {
    let now = ContinuousClock.now
    guard let first = interruptedAt else {
      interruptedAt = now
      return
    }
    TerminalSignal.endProcess(
      after: first + Self.interruptPatience - now, status: TerminalSignal.interrupt.exitStatus)
  }

  private func handleSignals() {
    for signal in executor.takeSignals() where !isClosed {
      switch signal {
      case SIGTSTP: suspend()
      case SIGCONT:
        // Another program may have left the terminal in any state.
        device.makeRaw()
        device.write(TerminalModes.set(reports, isOn: true))
        isFocused = nil
        invalidate()
        updateSize(always: true)
        recordResumption()
      default: updateSize(always: false)
      }
    }
  }

  private func suspend() {
    _ = leave()
    log?.pause()
    _ = ridealong_stop_here()
    // In the background the first call that needs the terminal stops the program again.
    log?.resume()
    currentSize = device.size()
    enter()
    events.append(.resize(currentSize))
    recordResumption()
  }

  private func recordResumption() { if !events.contains(.resumed) { events.append(.resumed) } }

  private func updateSize(always: Bool) {
    let size = device.size()
    guard always || size != currentSize else { return }
    currentSize = size
    curses.resize(to: size)
    // A terminal may keep the scroll region. The cursor moves, but everything is drawn again.
    device.write(curses.wholeRegion)
    invalidate()
    events.append(.resize(size))
  }

  private func clipped(_ frame: Frame) -> Frame {
    var result = Frame(size: currentSize)
    result.draw(frame, at: GridPoint(column: 0, row: 0))
    (result.title, result.progress) = (frame.title, frame.progress)
    result.cursor = frame.cursor.flatMap { result.bounds.contains($0) ? $0 : nil }
    return result
  }
}
