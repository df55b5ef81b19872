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
      device.write(probe + synchronized(frame) + TerminalQuestions.rest)
      questions = TerminalQuestions(deadline: .now + time, probedRow: 1)
      questions?.asksColors = asksColors
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

  private func closeQuestions() {
    guard let questions else { return }
    self.questions = nil
    if options.synchronizedOutput == .automatic { synchronizes = questions.canSynchronize }
  }

  func applyReplies() {
    for reply in parser.takeReplies() {
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
    let patience = ContinuousClock.now + Self.answerPatience
    while let deadline = questions?.deadline, !inputEnded,
      let bytes = device.read(before: min(deadline, patience))
    {
      _ = parser.feed(bytes)
      applyReplies()
    }
    closeQuestions()
  }
}
