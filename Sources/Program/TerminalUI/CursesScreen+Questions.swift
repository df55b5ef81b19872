internal import CellGrid

/// The first frame, the questions to the terminal that go with it, and their answers.
extension CursesScreen {
  func showFirst() {
    let asksWidth = canBeAsked && !isASCIIOnly && options.asksWidth
    let asksColors = canBeAsked && options.asksColors && curses.canShowExactColors
    // The frame begins by clearing everything, including what a probe draws.
    if asksWidth || asksColors { curses.forgetScreen() }
    let frame = curses.update()
    if canBeAsked, let time = options.answerTime {
      parser.expectsCursorReport = asksWidth
      let probe =
        (asksColors ? TerminalQuestions.colorProbe : [])
        + (asksWidth ? TerminalQuestions.frameWidthProbe : [])
      let modes =
        [TerminalModes.synchronized]
        + options.reportModes.filter { $0.use == .automatic }.map(\.mode)
      device.write(probe + synchronized(frame) + TerminalQuestions.rest(modes: modes))
      questions = TerminalQuestions(deadline: .now + time, probedRow: 1)
      questions?.asksColors = asksColors
      lateAnswers = .now + options.lateAnswerTime
      // The task that waits for input does not know the deadline yet.
      executor.interrupt()
    } else {
      device.write(synchronized(frame))
    }
    // Last, so that the first frame does not wait for it.
    if options.hasGuardian { startGuardian() }
  }

  func synchronized(_ update: [UInt8]) -> [UInt8] {
    guard synchronizes, !update.isEmpty else { return update }
    return TerminalModes.beginUpdate + update + TerminalModes.endUpdate
  }

  private func startGuardian() {
    do throws(TerminalError) {
      let guardian = try TerminalGuardian(output: device.output, input: device.input)
      device.arm(guardian, killRestore)
      self.guardian = guardian
      // An unstructured task: the guardian may end at any time, or never.
      guardWatch = Task { [weak self] in if await guardian.ended() { self?.loseGuardian() } }
    } catch { log?.append("No guardian restores the terminal if ridealong is killed: \(error)") }
  }

  private func loseGuardian() {
    guard !isClosed, let guardian else { return }
    self.guardian = nil
    guardian.end(isGivenBack: false)
    log?.append("The terminal's guardian ended. If ridealong is killed, run the command reset.")
  }

  /// The longest wait for input; nil for no limit.
  var inputTimeout: Duration? {
    if let questions { return max(.zero, questions.deadline - .now) }
    return parser.isWaiting ? Self.escapeTime : parser.isPasting ? Self.pasteTime : nil
  }

  func handleTimeout() {
    // A reply may come in pieces, so an escape byte is a key only when no reply is due.
    closeQuestions()
    enqueue(parser.flush())
  }

  /// Uses what the terminal has, unless the terminal is given back.
  private func closeQuestions(isLeaving: Bool = false) {
    guard let questions else { return }
    self.questions = nil
    if options.synchronizedOutput == .automatic {
      synchronizes = questions.modes.contains(TerminalModes.synchronized)
    }
    guard !isLeaving else { return }
    reportOn(
      options.reportModes.filter { $0.use == .automatic && questions.modes.contains($0.mode) }
        .map(\.mode))
  }

  /// Lets the terminal report what happens to its window.
  func reportOn(_ modes: [Int]) {
    guard !modes.isEmpty else { return }
    reports += modes
    // First what undoes it.
    armRestore()
    device.write(TerminalModes.set(modes, isOn: true))
  }

  func applyReplies() {
    for reply in parser.takeReplies() {
      if reply == .attributes { lateAnswers = nil }
      if case .scheme(let isLight) = reply, reports.contains(TerminalModes.scheme) {
        events.append(.terminal(.scheme(isLight: isLight)))
      }
      guard let answer = questions?.apply(reply) else { continue }
      if answer == .exactColors {
        curses.showExactColors()
        // Cells that are the same have other colors now.
        shown = nil
      }
      events.append(.terminal(answer))
    }
    if questions?.isOver == true { closeQuestions() }
  }

  /// Reads the replies that are still due, which would otherwise be typed into the shell.
  func readLastAnswers() {
    while let deadline = lateAnswers, !inputEnded, let bytes = device.read(before: deadline) {
      _ = parser.feed(bytes)
      applyReplies()
    }
    closeQuestions(isLeaving: true)
  }
}
