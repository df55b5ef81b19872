internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer
internal import TrustLimits

struct OpeningStep: Equatable {
  enum State: Equatable { case done, running, failed, waiting }

  let label: String
  let value: String
  let state: State
}

extension Canvas where State == ViewState {
  /// The steps until the first trip data, as far as they are known.
  ///
  /// The running step is the one that the request waits for, or waited for when it failed.
  private var openingSteps: [OpeningStep] {
    let polling = state.ride.polling
    let steps: [(label: String, step: PollingStep)] = [
      (ViewerText.token, .token), ("Connect", .connecting),
      ("First trip data", .answer),
    ]
    let present = steps.firstIndex { $0.step == presentStep } ?? 0
    let hasFailed = polling.step == nil && polling.lastError != nil
    let others = steps.enumerated().map { index, entry in
      let (value, state): (String, OpeningStep.State) =
        if index > present { ("", .waiting) } else if index < present {
          (self.state.ride.openingTimes[entry.step].map { Quantities.fine($0) } ?? "", .done)
        } else if hasFailed {
          (ViewerText.count(polling.consecutiveFailures, "try failed", "tries failed"), .failed)
        } else {
          (Quantities.age(now - (polling.stepSince ?? self.state.ride.stageSince)), .running)
        }
      return OpeningStep(label: entry.label, value: value, state: state)
    }
    return [OpeningStep(label: "Credentials", value: settings.credentials, state: .done)]
      + others
  }

  /// The step that runs or, after a failure, the one that failed.
  private var presentStep: PollingStep {
    if let step = state.ride.polling.step { return step }
    guard let error = state.ride.polling.lastError else { return .token }
    switch error.cause {
    case .token, .request: return .token
    case .transport(let cause):
      switch cause.kind {
      case .nameNotResolved, .unreachable, .insecure, .refused: return .connecting
      case .timedOut, .cancelled, .connectionLost, .malformedAnswer, .answerTooLarge:
        return state.ride.openingStep ?? .answer
      }
    case .server, .unreadableAnswer, .otherResource, .otherServer: return .answer
    }
  }

  /// The step that runs or has failed, as one line; nil once all are done.
  var openingLine: String? {
    openingSteps.first { $0.state == .running || $0.state == .failed }
      .map { "\($0.label)  \($0.value)" }
  }

  mutating func drawOpening(in area: Rect) {
    guard area.rows >= 5, area.columns >= 12 else { return }
    let middle = area.minRow + area.rows / 2
    let steps = openingSteps
    let title = ViewerText.opening(state.ride.tripID)
    var titleStyle = mapGround
    titleStyle.attributes.insert(.bold)
    writeCentered(title, in: area, row: middle - 2, style: titleStyle)
    drawProgress(steps, in: area, row: middle)
    guard let index = steps.firstIndex(where: { $0.state != .done }) else { return }
    let step = steps[index]
    let label = step.label.lowercased()
    let text = "step \(index + 1) of \(steps.count): \(label)"
    let value = step.value.isEmpty ? "" : " (\(step.value))"
    writeCentered(text + value, in: area, row: middle + 1, style: mapGround)
  }

  private mutating func drawProgress(_ steps: [OpeningStep], in area: Rect, row: Int) {
    let width = min(28, area.columns - 4)
    let done = steps.count { $0.state == .done }
    // A running step counts half, because its progress is unknown.
    let filled = (width - 2) * (2 * done + 1) / (2 * steps.count)
    let start = area.minColumn + (area.columns - width) / 2
    func style(_ tone: Tone) -> CellStyle {
      var style = palette[tone]
      style.background = mapGround.background
      return style
    }
    frame.draw("[", column: start, row: row, style: style(.quiet))
    for index in 0..<(width - 2) {
      let glyph = index < filled ? glyphs.barFull : glyphs.barEmpty
      frame.draw(glyph, column: start + 1 + index, row: row, style: style(.route))
    }
    frame.draw("]", column: start + width - 1, row: row, style: style(.quiet))
  }

  mutating func drawOpeningPanel(in inner: Rect) -> Int {
    var row = inner.minRow
    write("Opening trip", in: inner, row: row, style: CellStyle.bold)
    row += 2
    for step in openingSteps {
      row += writeField("\(mark(step.state)) \(step.label)", step.value, in: inner, row: row)
    }
    row += 1
    row += writeBackend(in: inner, row: row)
    let limit = Quantities.age(Limits.Response.totalTime)
    row += writeField(ViewerText.timeLimit, limit, in: inner, row: row)
    if let speedFactor {
      row += writeField(ViewerText.worldSpeed, speedFactor, in: inner, row: row)
    }
    let hint = "Ctrl-C or \(settings.keys[.screen(.quit)]) cancels."
    write(hint, in: inner, row: row + 1)
    return min(inner.maxRow, row + 2)
  }

  mutating func drawCompactOpening() {
    let lines = layout.textArea
    write(ViewerText.opening(state.ride.tripID), in: lines, row: 2, style: CellStyle.bold)
    var row = 3
    for step in openingSteps {
      write("\(mark(step.state)) \(step.label)  \(step.value)", in: lines, row: row)
      row += 1
    }
    let limit = Quantities.age(Limits.Response.totalTime)
    if row + 1 != layout.timelineRow {
      write("\(ViewerText.timeLimit) \(limit)", in: lines, row: row + 1)
    }
    guard let message = shortMessage, row + 2 < lines.rows - 1 else { return }
    write(message, in: lines, row: lines.rows - 2)
  }

  private func mark(_ state: OpeningStep.State) -> String {
    switch state {
    case .done: glyphs.done
    case .failed: glyphs.failed
    case .running, .waiting: glyphs.waiting
    }
  }
}
