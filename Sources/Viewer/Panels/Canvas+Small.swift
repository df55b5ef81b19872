internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas {
  /// Draws the lines below a map without a panel.
  mutating func drawCompactLines(row: Int) {
    let width = layout.size.columns - 2
    guard let trip = state.trip else {
      write(Catalogue.openingTitle, column: 1, row: row, width: width, style: Palette.heading)
      write(message.text, column: 1, row: row + 1, width: width, style: message.style)
      return
    }
    let facts = TripFacts(trip, canvas: self)
    write(facts.heading, column: 1, row: row, width: width, style: Palette.heading)
    let next = facts.nextPlace
    let left = facts.stage.isEnded ? "" : "\(next.label) \(facts.estimate(next.eta))"
    write(left, column: 1, row: row + 1, width: width)
    let isMessageUrgent = state.polling.lastError != nil || state.notice != nil || state.isPaused
    if isMessageUrgent || facts.stage.isEnded || facts.stage == .waitingForVehicle {
      write(message.text, column: 1, row: row + 2, width: width, style: message.style)
    } else {
      write(
        facts.remainingText.map { "\($0) left" } ?? "",
        column: 1,
        row: row + 2,
        width: width
      )
    }
  }

  /// Draws what matters most as text, where no map fits.
  mutating func drawSmall() {
    let (columns, rows) = (layout.size.columns, layout.size.rows)
    var lines: [String] = []
    if let trip = state.trip {
      let facts = TripFacts(trip, canvas: self)
      let next = facts.nextPlace
      let estimates = facts.stage.isEnded ? [] : smallEstimates(trip, facts)
      if layout.step == .micro {
        let short = facts.stage.isEnded ? "" : facts.estimate(next.eta)
        lines = [short, Catalogue.shortHeading(facts.stage), badgeWords].filter { !$0.isEmpty }
      } else {
        let heading =
          safe(facts.heading).width <= columns ? facts.heading : Catalogue.shortHeading(facts.stage)
        lines = [heading] + estimates
      }
    } else {
      lines = [badgeWords, Catalogue.opening(state.tripID), message.text]
    }
    var row = 0
    if layout.step == .text {
      let badge = badgeWords
      write(state.tripID, column: 0, row: 0, width: columns - badge.count - 1)
      writeTrailing(badge, endColumn: columns, row: 0, width: columns, style: badgeStyle)
      row = 1
      if state.polling.lastError != nil, lines.count > 1 { lines.insert(message.text, at: 1) }
    }
    for line in lines where row < rows {
      write(line, column: 0, row: row, width: columns)
      row += 1
    }
    if layout.step == .text, row < rows {
      write("? help  q quit", column: 0, row: min(row, rows - 1), width: columns)
    }
  }

  private func smallEstimates(_ trip: Trip, _ facts: TripFacts) -> [String] {
    let next = facts.nextPlace
    var lines = [smallLine(next.label, facts.estimate(next.eta))]
    if next.label != Catalogue.dropoff {
      let isNarrow = layout.size.columns < 24
      lines.append(
        smallLine(
          isNarrow ? Catalogue.shortDropoff : Catalogue.dropoff,
          facts.estimate(trip.dropoffTime)
        )
      )
    }
    return lines
  }

  private func smallLine(_ label: String, _ value: String) -> String {
    let gap = layout.size.columns - safe(label).width - safe(value).width
    return label + String(repeating: " ", count: max(1, min(gap, 24))) + value
  }
}
