internal import CellGrid

/// What goes with the first frame: questions to the terminal, and its guardian.
extension CursesScreen {
  func showFirst() {
    let asksWidth = canBeAsked && !isASCIIOnly && options.asksWidth
    // The frame begins with clearing everything, and with it what the probe wrote.
    if asksWidth { curses.forgetScreen() }
    let frame = curses.update()
    if canBeAsked, let time = options.answerTime {
      parser.expectsCursorReport = asksWidth
      device.write(
        (asksWidth ? TerminalQuestions.widthProbe : []) + synchronized(frame)
          + TerminalQuestions.rest
      )
      questions = TerminalQuestions(deadline: .now + time)
      // Who waits for input does not know of the deadline yet.
      executor.interrupt()
    } else {
      device.write(synchronized(frame))
    }
    // Only now, so that the first frame does not wait for it.
    if options.hasGuardian { startGuardian() }
  }

  func synchronized(_ update: [UInt8]) -> [UInt8] {
    guard synchronizes, !update.isEmpty else { return update }
    return TerminalModes.beginUpdate + update + TerminalModes.endUpdate
  }

  private func startGuardian() {
    do throws(TerminalError) {
      let guardian = try device.startGuardian(curses.killRestore)
      self.guardian = guardian
      // Not structured: the guardian may end at any time, or never.
      guardWatch = Task { [weak self] in
        if await guardian.ended() { self?.loseGuardian() }
      }
    } catch {
      log?.append("No guardian watches over the terminal: \(error)")
    }
  }

  private func loseGuardian() {
    guard !isClosed, let guardian else { return }
    self.guardian = nil
    guardian.end(isGivenBack: false)
    log?.append(
      "The terminal's guardian ended. After a kill of ridealong the command reset gives it back."
    )
  }
}
