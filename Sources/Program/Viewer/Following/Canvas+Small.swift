internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  /// Draws the status, the estimates and a detail in two or three lines, with large digits if the
  /// layout has room.
  mutating func drawCompactLines(row: Int) {
    guard let trip = state.ride.trip else { return }
    let facts = TripFacts(trip, canvas: self)
    var (row, lines, count) = (row, layout.textArea, layout.lines)
    // The layout has three rows for digits, which are too few for those of reversed cells.
    var digits = layout.hasLargeLines ? LargeEstimate(facts, largeFont) : nil
    if let large = digits, large.rows > 3 || large.fullWidth > lines.columns { digits = nil }
    if let large = digits {
      draw(large, column: 1, row: row, width: lines.columns)
      if count <= large.rows {
        let taken = large.fullWidth + 3
        lines.origin.column += taken
        lines.size.columns -= taken
      } else {
        row += large.rows
        count -= large.rows
      }
    }
    let headings = [
      facts.heading, ViewerText.shortHeading(facts.stage), ViewerText.tinyHeading(facts.stage),
    ]
    let heading = StyledText(text: longest(of: headings, lines.columns), style: CellStyle.bold)
    // Instead of two lines about the ride, a tip would be one.
    let message = count < 3 && state.focus.notice?.isTip == true ? nil : shortMessage
    write(count < 3 ? message ?? heading : heading, in: lines, row: row)
    if digits == nil {
      drawCompactEstimates(facts, in: lines, row: row + 1)
    } else {
      write(longest(of: besideDigits(facts), lines.columns), in: lines, row: row + 1)
    }
    guard count >= 3 else { return }
    // The digits have how much later than first estimated the arrival was.
    var details = facts.pastEstimates.filter { digits == nil || $0.subject != .firstEstimate }
    // The places take the rows that no digits need.
    if digits == nil, count > 3, details.isEmpty {
      details = facts.places(rows: count - (message == nil ? 2 : 3))
    }
    var next = row + 2
    if message != nil || details.isEmpty {
      write(message ?? StyledText(text: compactDetail(facts)), in: lines, row: next)
      next += 1
    }
    for line in details.prefix(row + count - next) {
      write(line, in: lines, row: next)
      next += 1
    }
  }

  /// The forms of the row that says what digits and details leave to say.
  private func besideDigits(_ facts: TripFacts) -> [String] {
    switch facts.stage {
    case .atPickup, .atStop: return ["\(ViewerText.waiting) \(facts.waited)"]
    case .complete:
      let end = facts.endTime.map { "\(ViewerText.droppedOff) \($0)" }
      return [joined([end, facts.averageSpeed]), end ?? ""]
    default:
      guard facts.trip.nextPlace.kind != .dropoff else {
        return [facts.trafficShare.map { "\(ViewerText.traffic) \($0)" } ?? ""]
      }
      let moment = facts.trip.eta(at: .dropoff)
      return ([facts.estimate(moment)] + facts.shorterEstimates(moment)).map {
        "\(ViewerText.dropoff) \($0)"
      }
    }
  }

  mutating func drawCompactEstimates(_ facts: TripFacts, in lines: Rect? = nil, row: Int) {
    let lines = lines ?? layout.textArea
    let (left, right) = estimates(facts, width: lines.columns)
    guard safe(left).width + 1 + safe(right).width > lines.columns else {
      return writeRow(left, right, in: lines, row: row)
    }
    let alone =
      switch facts.stage {
      case .atPickup, .atStop: right
      default: estimates(facts, width: lines.columns + safe(right).width).left
      }
    write(alone, in: lines, row: row)
  }

  /// The line below the estimates: the most important part of the panel.
  private func compactDetail(_ facts: TripFacts) -> String {
    let trip = facts.trip
    switch state.arrangement.panel {
    case .connection: return shortConnection
    case .vehicle:
      let fix = facts.stage.isEnded ? nil : freshness.locationAge.map { facts.fixLine(age: $0) }
      return joined([trip.vehicleID ?? ViewerText.noVehicle, fix])
    case .trip, .off:
      switch facts.stage {
      case .waitingForVehicle: return "Checking every \(pollInterval)"
      case .complete, .canceled: return "Updates stopped."
      case .atPickup: return trip.vehicleID ?? ""
      default: break
      }
      let left = facts.remainingText.map { "\($0) left" }
      let street = facts.street.map(ViewerText.near)
      // The most important part comes first; a part that does not fit is left out.
      let parts = [left, facts.shortTraffic, facts.movement, street].compactMap { $0 }
      return parts.filter { !$0.isEmpty }.reduce("") { text, part in
        let longer = text.isEmpty ? part : text + "  " + part
        return text.isEmpty || safe(longer).width <= layout.textArea.columns ? longer : text
      }
    }
  }

  /// Draws the status and the estimates in one row, or the next estimate and an urgent message.
  mutating func drawStatusLine(row: Int, hint: String = "") {
    let lines = layout.textArea
    let width = lines.columns
    guard let trip = state.ride.trip else {
      let opening = StyledText(text: ViewerText.opening(state.ride.tripID))
      return write(shortMessage ?? opening, in: lines, row: row)
    }
    let facts = TripFacts(trip, canvas: self)
    if let message = shortMessage {
      var estimate = facts.stage.isEnded ? "" : nextEstimate(facts, columns: width / 3)
      let isLong = safe(estimate).width + 3 + safe(message.text).width > width
      // What a key did is shown for a few seconds only.
      if isLong, state.focus.notice != nil { estimate = "" }
      let taken = write(estimate, in: lines, row: row)
      let start = taken > 0 ? taken + 3 : 1
      write(message.text, column: start, row: row, width: width + 1 - start, style: message.style)
      return
    }
    let (left, right) = estimates(facts, width: facts.stage == .complete ? width : 100)
    let times = joined([left, right])
    let forms = [
      joined([facts.heading, times]), joined([ViewerText.shortHeading(facts.stage), times]), times,
      nextEstimate(facts, columns: width),
    ]
    let taken = write(longest(of: forms, width), in: lines, row: row, style: CellStyle.bold)
    guard taken + 2 + safe(hint).width <= width else { return }
    writeTrailing(hint, endColumn: width + 1, row: row, width: width, style: palette[.quiet])
  }

  private func nextEstimate(_ facts: TripFacts, columns: Int) -> String {
    facts.estimate(facts.trip.nextPlace.eta, columns: columns)
  }

  /// Draws the next estimate below a card that covers all other lines.
  mutating func drawEstimateBelowCard() {
    guard layout.step == .compact, let trip = state.ride.trip else { return }
    let facts = TripFacts(trip, canvas: self)
    if !facts.stage.isEnded { drawCompactEstimates(facts, row: layout.size.rows - 2) }
  }

  private func joined(_ parts: [String?]) -> String {
    parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private func estimates(_ facts: TripFacts, width: Int = 100) -> (left: String, right: String) {
    let trip = facts.trip
    let dropoff = "\(ViewerText.shortDropoff) \(facts.clock(trip.eta(at: .dropoff)))"
    let waited = "\(ViewerText.waiting) \(facts.waited)"
    switch facts.stage {
    case .waitingForVehicle:
      return ("\(ViewerText.pickup) \(facts.clock(trip.eta(at: .pickup)))", waited)
    case .atPickup, .atStop: return (waited, dropoff)
    case .complete:
      let summary = joined([facts.rideTime, facts.rideDistance, facts.averageSpeed])
      let ends = [joined([facts.endTime, facts.punctuality]), facts.endTime ?? ""]
      return (summary, longest(of: ends, width - safe(summary).width - 2))
    case .canceled: return (facts.cancellation.first.map { "\($0.label) \($0.value)" } ?? "", "")
    default:
      let next = trip.nextPlace
      let right = next.kind == .dropoff ? "" : dropoff
      let room = width - safe(next.label).width - safe(right).width - 2
      return ("\(next.label) \(facts.estimate(next.eta, columns: room))", right)
    }
  }

  /// Draws the estimate, the status and the badge, in this order of importance.
  mutating func drawMicro() {
    let (columns, rows) = (layout.size.columns, layout.size.rows)
    let room = columns - (speedFactor.map { safe($0).width + 2 } ?? 0)
    let words = safe(freshness.words).width <= room ? freshness.words : freshness.shortWords
    var lines = [words, ViewerText.opening(state.ride.tripID)]
    if let trip = state.ride.trip {
      let facts = TripFacts(trip, canvas: self)
      let headings = [ViewerText.shortHeading(facts.stage), ViewerText.tinyHeading(facts.stage)]
      let status = longest(of: headings, columns)
      let badge = joined([words, speedFactor])
      lines =
        facts.stage.isEnded
        ? [status, facts.endTime ?? "", badge]
        : [nextEstimate(facts, columns: columns), status, badge]
    }
    lines = lines.filter { !$0.isEmpty }
    // A line without a row of its own is appended to the line above it, if it fits.
    while lines.count > max(1, rows) {
      let last = lines.removeLast()
      let both = joined([lines[lines.count - 1], last])
      if safe(both).width <= columns { lines[lines.count - 1] = both }
    }
    for (row, line) in lines.enumerated() { write(line, in: frame.bounds, row: row) }
  }

  mutating func drawText() {
    let (columns, screen) = (layout.size.columns, frame.bounds)
    let badge = (speedFactor.map { $0 + " " } ?? "") + freshness.words
    let badgeStyle = badgeStyle(of: freshness)
    writeTrailing(badge, endColumn: columns, row: 0, width: columns, style: badgeStyle)
    write(state.ride.tripID, column: 0, row: 0, width: columns - safe(badge).width - 1)
    let lines = textLines.prefix(screen.rows - 2)
    for (index, line) in lines.enumerated() { write(line, in: screen, row: 1 + index) }
    write(smallKeys(columns), in: screen, row: 1 + lines.count)
  }

  private func smallKeys(_ columns: Int) -> KeyText {
    let keys = settings.keys
    guard state.isErrorCardShown else { return ViewerText.smallKeys(keys) }
    let (help, details) = (keys.part(.screen(.help), "help"), keys.part(.details, "details"))
    let (retry, quit) = (keys.part(.program(.refresh), "retry"), keys.part(.screen(.quit), "quit"))
    let long = KeyText([retry, details, help, quit], separator: "  ")
    return safe(long.text).width <= columns ? long : KeyText([help, details], separator: "  ")
  }

  private var textLines: [StyledText] {
    func plain(_ text: String) -> StyledText { StyledText(text: text) }
    let columns = layout.size.columns
    let card = errorCardLines(width: columns)
    let message = [shortMessage].compactMap { $0 }
    guard let trip = state.ride.trip else {
      let lines = [ViewerText.opening(state.ride.tripID), openingLine].compactMap { $0 }
      return lines.map(plain) + message + card.map(plain)
    }
    let facts = TripFacts(trip, canvas: self)
    let isShort = safe(facts.heading).width > columns
    let heading = isShort ? ViewerText.shortHeading(facts.stage) : facts.heading
    // With five rows the failure replaces the last estimate.
    let room = layout.size.rows - 3 - message.count
    var details = textEstimates(facts) + textDetails(facts)
    details += textPlaces(facts, rows: room - details.count)
    details += textEvents(rows: room - details.count)
    // A cause that is cut after its first line is not helpful.
    let isCardShown = !card.isEmpty && room > 3
    let shown = details.prefix(max(1, isCardShown ? room - card.count : room))
    return [StyledText(text: heading, style: CellStyle.bold)] + shown.map(plain) + message
      + (isCardShown ? card.prefix(room - shown.count) : []).map(plain)
  }

  private func textEstimates(_ facts: TripFacts) -> [String] {
    let trip = facts.trip
    let dropoff = estimate(.dropoff, trip.eta(at: .dropoff), facts)
    switch facts.stage {
    case .complete, .canceled:
      return facts.endTime.map { [smallLine(ViewerText.droppedOff, $0)] } ?? []
    case .atPickup, .atStop: return [dropoff, smallLine(ViewerText.waiting, facts.waited)]
    default:
      let next = trip.nextPlace
      let line = estimate(next.kind, next.eta, facts)
      return next.kind == .dropoff ? [line] : [line, dropoff]
    }
  }

  private func textDetails(_ facts: TripFacts) -> [String] {
    guard !facts.stage.isEnded else {
      return facts.estimates.filter { $0.label != ViewerText.droppedOff }.map(smallLine)
    }
    let lines: [(String, String?)] = [
      (ViewerText.remaining, facts.remainingText), (ViewerText.traffic, facts.trafficShare),
      (ViewerText.vehicle, facts.movement.flatMap { $0.isEmpty ? nil : $0 }),
      (ViewerText.street, facts.street),
    ]
    return lines.compactMap { label, value in value.map { smallLine(label, $0) } }
  }

  /// The ride's places with their times, on a narrow but high screen.
  private func textPlaces(_ facts: TripFacts, rows: Int) -> [String] {
    guard rows >= 5 else { return [] }
    let lines = facts.places(rows: rows - 1) + facts.vehicleLines
    return [""] + lines.prefix(rows - 1).map(smallLine)
  }

  private func textEvents(rows: Int) -> [String] {
    guard rows >= 3, !state.ride.events.isEmpty else { return [] }
    return [""] + state.ride.events.suffix(rows - 1).map(line(of:))
  }

  private func estimate(_ kind: NextPlace.Kind, _ eta: Timestamp?, _ facts: TripFacts) -> String {
    let isNarrow = layout.size.columns < 24 && kind == .dropoff
    let label = isNarrow ? ViewerText.shortDropoff : kind.label
    let room = layout.size.columns - safe(label).width - 1
    return smallLine(label, facts.estimate(eta, columns: room))
  }

  private func smallLine(_ line: TripFacts.Line) -> String { smallLine(line.label, line.value) }

  private func smallLine(_ label: String, _ value: String) -> String {
    let gap = min(layout.size.columns, 36) - safe(label).width - safe(value).width
    return label + String(repeating: " ", count: max(1, gap)) + value
  }
}
