internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas {
  /// Draws the three lines below a map without a panel.
  mutating func drawCompactLines(row: Int) {
    guard let trip = state.trip else { return }
    let width = layout.size.columns - 2
    let facts = TripFacts(trip, canvas: self)
    write(facts.heading, column: 1, row: row, width: width, style: palette.heading)
    let (left, right) = compactEstimates(facts)
    let rightWidth = safe(right).width
    write(left, column: 1, row: row + 1, width: width - (right.isEmpty ? 0 : rightWidth + 1))
    writeTrailing(right, endColumn: width + 1, row: row + 1, width: rightWidth)
    if let message = shortMessage {
      write(message.text, column: 1, row: row + 2, width: width, style: message.style)
      return
    }
    let sentence = Catalogue.shortSentence(facts.stage, interval: pollInterval)
    let parts = [facts.remainingText.map(Catalogue.left), facts.movement]
    let detail = facts.stage == .atPickup ? trip.vehicleID ?? "" : joined(parts)
    write(sentence.isEmpty ? detail : sentence, column: 1, row: row + 2, width: width)
  }

  private func joined(_ parts: [String?]) -> String {
    parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private func compactEstimates(_ facts: TripFacts) -> (left: String, right: String) {
    let trip = facts.trip
    let dropoff = "\(Catalogue.shortDropoff) \(facts.clock(trip.dropoffTime))"
    let waited = "\(Catalogue.waiting) \(facts.waited)"
    switch facts.stage {
    case .waitingForVehicle:
      return ("\(Catalogue.pickup) \(facts.clock(trip.pickupTime))", waited)
    case .atPickup, .atStop: return (waited, dropoff)
    case .complete:
      let ride = RideSummary.time(trip).map { "\(Catalogue.rideTime) \(Quantities.span($0))" }
      let meters = RideSummary.meters(trip, legMeters: state.legMeters)
      let ended = RideSummary.ended(trip).map { settings.localTime.minutes($0) }
      return (
        joined([ride, meters.map { Quantities.distance(meters: $0, units: settings.units) }]),
        ended ?? ""
      )
    case .canceled: return ("", "")
    default:
      let next = trip.nextPlace
      let isLast = next.label == Catalogue.dropoff
      return ("\(next.label) \(facts.estimate(next.eta))", isLast ? "" : dropoff)
    }
  }

  /// Draws what matters most as text, where no map fits.
  mutating func drawSmall() {
    if layout.step == .micro { drawMicro() } else { drawText() }
  }

  /// The estimate, the status and the badge, in that order of worth.
  private mutating func drawMicro() {
    let columns = layout.size.columns
    let words = badgeWords(columns: columns - (speedFactor.map { safe($0).width + 2 } ?? 0))
    var lines = [words, Catalogue.opening(state.tripID)]
    if let trip = state.trip {
      let facts = TripFacts(trip, canvas: self)
      let status = Catalogue.shortHeading(facts.stage)
      let badge = joined([words, speedFactor])
      lines =
        facts.stage.isEnded
        ? [status, RideSummary.ended(trip).map { settings.localTime.minutes($0) } ?? "", badge]
        : [facts.estimate(trip.nextPlace.eta, columns: columns), status, badge]
    }
    for (row, line) in lines.filter({ !$0.isEmpty }).prefix(layout.size.rows).enumerated() {
      write(line, column: 0, row: row, width: columns)
    }
  }

  private mutating func drawText() {
    let (columns, rows) = (layout.size.columns, layout.size.rows)
    let badge = safe(badgeWords).width
    let factor = speedFactor.map { $0 + " " } ?? ""
    writeTrailing(
      factor + badgeWords,
      endColumn: columns,
      row: 0,
      width: columns,
      style: badgeStyle
    )
    write(state.tripID, column: 0, row: 0, width: columns - badge - safe(factor).width - 1)
    let lines = textLines.prefix(rows - 2)
    for (index, line) in lines.enumerated() {
      write(line.text, column: 0, row: 1 + index, width: columns, style: line.style)
    }
    write("? help  q quit", column: 0, row: 1 + lines.count, width: columns)
    noteKeys(in: "? help  q quit", column: 0, row: 1 + lines.count, width: columns)
  }

  private var textLines: [Message] {
    func plain(_ text: String) -> Message { Message(text: text, style: .plain) }
    let columns = layout.size.columns
    guard let trip = state.trip else {
      return [plain(Catalogue.opening(state.tripID))] + [shortMessage].compactMap { $0 }
    }
    let facts = TripFacts(trip, canvas: self)
    let isShort = safe(facts.heading).width > columns
    let heading = isShort ? Catalogue.shortHeading(facts.stage) : facts.heading
    var lines = [Message(text: heading, style: palette.heading)]
    // With five rows the failure stands in the place of the last estimate.
    let message = [shortMessage].compactMap { $0 }
    let room = layout.size.rows - 3 - message.count
    lines += textEstimates(facts).prefix(max(1, room)).map(plain)
    return lines + message
  }

  private func textEstimates(_ facts: TripFacts) -> [String] {
    let trip = facts.trip
    switch facts.stage {
    case .complete, .canceled:
      return RideSummary.ended(trip).map {
        [smallLine(Catalogue.droppedOff, settings.localTime.minutes($0))]
      } ?? []
    case .atPickup, .atStop:
      return [
        smallLine(Catalogue.waiting, facts.waited),
        estimateLine(Catalogue.dropoff, trip.dropoffTime, facts),
      ]
    default:
      let next = trip.nextPlace
      let lines = [estimateLine(next.label, next.eta, facts)]
      guard next.label != Catalogue.dropoff else { return lines }
      return lines + [estimateLine(Catalogue.dropoff, trip.dropoffTime, facts)]
    }
  }

  private func estimateLine(_ label: String, _ moment: Timestamp?, _ facts: TripFacts) -> String {
    let isNarrow = layout.size.columns < 24 && label == Catalogue.dropoff
    let label = isNarrow ? Catalogue.shortDropoff : label
    let room = layout.size.columns - safe(label).width - 1
    return smallLine(label, facts.estimate(moment, columns: room))
  }

  private func smallLine(_ label: String, _ value: String) -> String {
    let gap = min(layout.size.columns, 36) - safe(label).width - safe(value).width
    return label + String(repeating: " ", count: max(1, gap)) + value
  }
}
