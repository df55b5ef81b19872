internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  /// Draws the three lines below a map without a panel.
  mutating func drawCompactLines(row: Int) {
    guard let trip = state.ride.trip else { return }
    let width = layout.size.columns - 2
    let facts = TripFacts(trip, canvas: self)
    write(facts.heading, column: 1, row: row, width: width, style: palette.heading)
    drawCompactEstimates(facts, row: row + 1)
    if let message = shortMessage {
      write(message.text, column: 1, row: row + 2, width: width, style: message.style)
      return
    }
    write(compactDetail(facts, width: width), column: 1, row: row + 2, width: width)
  }

  mutating func drawCompactEstimates(_ facts: TripFacts, row: Int) {
    let width = layout.size.columns - 2
    let (left, right) = compactEstimates(facts, width: width)
    let rightWidth = safe(right).width
    write(left, column: 1, row: row, width: width - (right.isEmpty ? 0 : rightWidth + 1))
    writeTrailing(right, endColumn: width + 1, row: row, width: rightWidth)
  }

  /// The line below the estimates, about what the panel would tell of.
  private func compactDetail(_ facts: TripFacts, width: Int) -> String {
    let trip = facts.trip
    switch state.arrangement.panel {
    case .connection: return shortConnection
    case .vehicle:
      let fix = facts.stage.isEnded ? nil : freshness.fixAge.map { facts.fixLine(age: $0) }
      return joined([trip.vehicleID ?? Catalogue.noVehicle, fix])
    case .trip, .off:
      let sentence = Catalogue.shortSentence(facts.stage, interval: pollInterval)
      guard sentence.isEmpty else { return sentence }
      if facts.stage == .atPickup { return trip.vehicleID ?? "" }
      let left = facts.remainingText.map(Catalogue.left)
      let street = facts.street.map(Catalogue.near)
      // What is worth most comes first; what does not fit is left out whole.
      return longest(of: [left, facts.shortTraffic, facts.movement, street], width: width)
    }
  }

  /// The first of some texts that fit beside each other.
  private func longest(of parts: [String?], width: Int) -> String {
    var text = ""
    for part in parts.compactMap({ $0 }) where !part.isEmpty {
      let longer = text.isEmpty ? part : text + "  " + part
      if text.isEmpty || safe(longer).width <= width { text = longer }
    }
    return text
  }

  /// Draws the status and the estimates in one row, or what is wrong after the next estimate.
  mutating func drawStatusLine(row: Int, hint: String = "") {
    let width = layout.size.columns - 2
    guard let trip = state.ride.trip else {
      let text = shortMessage?.text ?? Catalogue.opening(state.ride.tripID)
      write(text, column: 1, row: row, width: width, style: shortMessage?.style ?? .plain)
      return
    }
    let facts = TripFacts(trip, canvas: self)
    if let message = shortMessage {
      let estimate = facts.stage.isEnded ? "" : nextEstimate(facts, columns: width / 3)
      let taken = write(estimate, column: 1, row: row, width: width)
      let start = taken > 0 ? taken + 3 : 1
      write(message.text, column: start, row: row, width: width + 1 - start, style: message.style)
      return
    }
    let (left, right) = compactEstimates(facts)
    let times = joined([left, right])
    let forms = [
      joined([facts.heading, times]), joined([Catalogue.shortHeading(facts.stage), times]), times,
    ]
    let text = forms.first { safe($0).width <= width } ?? nextEstimate(facts, columns: width)
    let taken = write(text, column: 1, row: row, width: width, style: palette.heading)
    guard taken + 2 + safe(hint).width <= width else { return }
    writeTrailing(hint, endColumn: width + 1, row: row, width: width, style: palette.quiet)
  }

  /// The estimate of the next place alone.
  func nextEstimate(_ facts: TripFacts, columns: Int) -> String {
    facts.estimate(facts.trip.nextPlace.eta, columns: columns)
  }

  /// Draws the next estimate below a card that covers all other lines.
  mutating func drawEstimateBelowCard() {
    guard layout.step == .compact, let trip = state.ride.trip else { return }
    let facts = TripFacts(trip, canvas: self)
    guard !facts.stage.isEnded else { return }
    drawCompactEstimates(facts, row: layout.size.rows - 2)
  }

  private func joined(_ parts: [String?]) -> String {
    parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private func compactEstimates(
    _ facts: TripFacts,
    width: Int = 100
  ) -> (left: String, right: String) {
    let trip = facts.trip
    let dropoff = "\(Catalogue.shortDropoff) \(facts.clock(trip.dropoffTime))"
    let waited = "\(Catalogue.waiting) \(facts.waited)"
    switch facts.stage {
    case .waitingForVehicle:
      return ("\(Catalogue.pickup) \(facts.clock(trip.pickupTime))", waited)
    case .atPickup, .atStop: return (waited, dropoff)
    case .complete:
      let ride = RideSummary.time(trip, seen: state.ride.times)
        .map { "\(Catalogue.rideTime) \(Quantities.span($0))" }
      let meters = RideSummary.meters(trip, legMeters: state.ride.legMeters)
      let ended = RideSummary.ended(trip, seen: state.ride.times).map {
        settings.localTime.minutes($0)
      }
      return (
        joined([ride, meters.map { Quantities.distance(meters: $0, units: settings.units) }]),
        ended ?? ""
      )
    case .canceled:
      return (facts.cancellation.first.map { "\($0.label) \($0.value)" } ?? "", "")
    default:
      let next = trip.nextPlace
      let isLast = next.kind == .dropoff
      let right = isLast ? "" : dropoff
      let room = width - safe(next.label).width - safe(right).width - 2
      return ("\(next.label) \(facts.estimate(next.eta, columns: room))", right)
    }
  }

  /// Draws what matters most as text, where no map fits.
  mutating func drawSmall() {
    if layout.step == .micro { drawMicro() } else { drawText() }
  }

  /// The estimate, the status and the badge, in that order of worth.
  private mutating func drawMicro() {
    let (columns, rows) = (layout.size.columns, layout.size.rows)
    let words = badgeWords(columns: columns - (speedFactor.map { safe($0).width + 2 } ?? 0))
    var lines = [words, Catalogue.opening(state.ride.tripID)]
    if let trip = state.ride.trip {
      let facts = TripFacts(trip, canvas: self)
      let headings = [Catalogue.shortHeading(facts.stage), Catalogue.tinyHeading(facts.stage)]
      let status = headings.first { safe($0).width <= columns } ?? headings[1]
      let badge = joined([words, speedFactor])
      lines =
        facts.stage.isEnded
        ? [
          status,
          RideSummary.ended(trip, seen: state.ride.times).map { settings.localTime.minutes($0) }
            ?? "",
          badge,
        ]
        : [nextEstimate(facts, columns: columns), status, badge]
    }
    lines = lines.filter { !$0.isEmpty }
    // What would lie below the last row stands beside the line above it, if there is room.
    while lines.count > max(1, rows) {
      let last = lines.removeLast()
      let both = joined([lines[lines.count - 1], last])
      if safe(both).width <= columns { lines[lines.count - 1] = both }
    }
    for (row, line) in lines.enumerated() { write(line, column: 0, row: row, width: columns) }
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
    write(state.ride.tripID, column: 0, row: 0, width: columns - badge - safe(factor).width - 1)
    let lines = textLines.prefix(rows - 2)
    for (index, line) in lines.enumerated() {
      write(line.text, column: 0, row: 1 + index, width: columns, style: line.style)
    }
    let keys =
      state.isErrorCardShown
      ? Catalogue.smallProblemKeys(settings.keys, columns: columns)
      : Catalogue.smallKeys(settings.keys)
    write(keys, column: 0, row: 1 + lines.count, width: columns)
    addKeyHits(in: keys, column: 0, row: 1 + lines.count, width: columns)
  }

  private var textLines: [StyledText] {
    func plain(_ text: String) -> StyledText { StyledText(text: text, style: .plain) }
    let columns = layout.size.columns
    guard let trip = state.ride.trip else {
      let step = openingLine.map { plain($0) }
      return [plain(Catalogue.opening(state.ride.tripID))] + [step, shortMessage].compactMap { $0 }
        + cardLines(width: columns).map(plain)
    }
    let facts = TripFacts(trip, canvas: self)
    let isShort = safe(facts.heading).width > columns
    let heading = isShort ? Catalogue.shortHeading(facts.stage) : facts.heading
    var lines = [StyledText(text: heading, style: palette.heading)]
    // With five rows the failure stands in the place of the last estimate.
    let message = [shortMessage].compactMap { $0 }
    let room = layout.size.rows - 3 - message.count
    var details = textEstimates(facts) + textDetails(facts)
    details += textPlaces(facts, rows: room - details.count)
    details += textEvents(rows: room - details.count)
    // A cause that is cut after its first line says nothing.
    let card = cardLines(width: columns)
    let isCardShown = !card.isEmpty && room > 3
    let shown = details.prefix(max(1, isCardShown ? room - card.count : room))
    lines += shown.map(plain)
    return lines + message + (isCardShown ? card.prefix(room - shown.count) : []).map(plain)
  }

  private func textEstimates(_ facts: TripFacts) -> [String] {
    let trip = facts.trip
    switch facts.stage {
    case .complete, .canceled:
      return RideSummary.ended(trip, seen: state.ride.times).map {
        [smallLine(Catalogue.droppedOff, settings.localTime.minutes($0))]
      } ?? []
    case .atPickup, .atStop:
      return [
        estimateLine(.dropoff, trip.dropoffTime, facts),
        smallLine(Catalogue.waiting, facts.waited),
      ]
    default:
      let next = trip.nextPlace
      let lines = [estimateLine(next.kind, next.eta, facts)]
      guard next.kind != .dropoff else { return lines }
      return lines + [estimateLine(.dropoff, trip.dropoffTime, facts)]
    }
  }

  /// What else there is to say where there are rows for it.
  private func textDetails(_ facts: TripFacts) -> [String] {
    var lines: [TripFacts.Line] = []
    if facts.stage.isEnded {
      lines = facts.estimates.filter { $0.subject != .droppedOff }
    } else {
      if let left = facts.remainingText { lines.append(TripFacts.Line(Catalogue.remaining, left)) }
      if let traffic = facts.trafficShare {
        lines.append(TripFacts.Line(Catalogue.traffic, traffic))
      }
      if let movement = facts.movement, !movement.isEmpty {
        lines.append(TripFacts.Line(Catalogue.vehicle, movement))
      }
      if let street = facts.street { lines.append(TripFacts.Line(Catalogue.street, street)) }
    }
    return lines.map { smallLine($0.label, $0.value) }
  }

  /// The ride's places with their times, on a screen that is narrow but high.
  private func textPlaces(_ facts: TripFacts, rows: Int) -> [String] {
    guard rows >= 5 else { return [] }
    let lines = facts.places(rows: rows - 1) + facts.vehicleLines
    return [""] + lines.prefix(rows - 1).map { smallLine($0.label, $0.value) }
  }

  /// What happened last, where there are rows left.
  private func textEvents(rows: Int) -> [String] {
    guard rows >= 3, !state.ride.events.isEmpty else { return [] }
    return [""]
      + state.ride.events.suffix(rows - 1).map {
        "\(settings.localTime.clock($0.time)) \($0.text)"
      }
  }

  private func estimateLine(
    _ kind: NextPlace.Kind,
    _ moment: Timestamp?,
    _ facts: TripFacts
  ) -> String {
    let isNarrow = layout.size.columns < 24 && kind == .dropoff
    let label = isNarrow ? Catalogue.shortDropoff : kind.label
    let room = layout.size.columns - safe(label).width - 1
    return smallLine(label, facts.estimate(moment, columns: room))
  }

  private func smallLine(_ label: String, _ value: String) -> String {
    let gap = min(layout.size.columns, 36) - safe(label).width - safe(value).width
    return label + String(repeating: " ", count: max(1, gap)) + value
  }
}
