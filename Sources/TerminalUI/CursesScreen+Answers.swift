internal import CellGrid

/// What the terminal answers, and the silences that end what it began.
extension CursesScreen {
  /// How long input is waited for, nil for any time.
  var inputTimeout: Duration? {
    if let questions { return max(.zero, questions.deadline - .now) }
    return parser.isWaiting ? Self.escapeTime : parser.isPasting ? Self.pasteTime : nil
  }

  func handleTimeout() {
    // A reply may come in pieces, so that an escape byte is a key only when no reply is due.
    if questions != nil { closeQuestions() }
    enqueue(parser.flush())
  }

  private func closeQuestions() {
    guard let questions else { return }
    self.questions = nil
    if options.synchronizedOutput == .automatic { synchronizes = questions.canSynchronize }
  }

  func applyReplies() {
    for reply in parser.takeReplies() {
      if let answer = questions?.apply(reply) { events.append(.terminal(answer)) }
    }
    if questions?.isOver == true { closeQuestions() }
  }

  /// Reads what is still on its way from the terminal, which would else be typed into the shell.
  func readLastAnswers() {
    let patience = ContinuousClock.now + .milliseconds(Int(Self.endingPatience))
    while let deadline = questions?.deadline, !inputEnded {
      let left = min(deadline, patience) - .now
      guard left > .zero, device.hasInput(milliseconds: Int32(left / .milliseconds(1)) + 1),
        let bytes = device.read()
      else { break }
      _ = parser.feed(bytes)
      applyReplies()
    }
    closeQuestions()
  }
}
