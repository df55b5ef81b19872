internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// The server whose whole fleet is listed: its addresses, counts, last calls and faults.
extension Canvas where State == TripListState {
  mutating func drawFleet(_ fleet: FleetState) {
    let info = parts.fleet.inset(columns: columns.margin, rows: 0)
    if info.rows > 0 {
      let addresses = longest(of: fleet.addresses.map(\.description), info.columns)
      write(addresses, in: info, row: info.minRow)
    }
    if info.rows > 1 { drawCounts(fleet, in: info.line(info.minRow + 1)) }
    drawCalls(fleet, in: parts.calls)
  }

  /// Draws counts in a line, as many as fit; those that matter more come first.
  private mutating func drawCounts(_ fleet: FleetState, in line: Rect) {
    let (online, free) = (fleet.onlineCount, fleet.freeCount)
    let rate = fleet.callsPerSecond ?? 0
    let calls = rate < 10 ? Quantities.tenths(rate) : "\(Int(rate.rounded()))"
    var parts: [(long: String, short: String, style: CellStyle)] = [
      (
        online == 1
          ? "\(online) vehicle online, \(free) free" : "\(online) vehicles online, \(free) free",
        "\(online) online", CellStyle.plain
      ), ("\(calls) calls/s", "\(calls)/s", CellStyle.plain),
    ]
    if let clock = fleet.clock {
      parts.insert(("Clock: \(clock)", "\(clock)", palette[.warning]), at: 0)
    }
    if let fault = fleet.fault {
      parts.insert(("Fault: \(fault)", "FAULT", palette[.warning]), at: 0)
    }
    let gap = 3
    // The last ones are shortened first.
    var longCount = parts.count
    func texts() -> [String] { parts.enumerated().map { $0 < longCount ? $1.long : $1.short } }
    while longCount > 0, texts().map({ safe($0).width + gap }).reduce(-gap, +) > line.columns {
      longCount -= 1
    }
    var column = line.minColumn
    func room() -> Int { line.maxColumn - column }
    for (part, text) in zip(parts, texts()) where room() > 0 {
      column += write(text, column: column, row: line.minRow, width: room(), style: part.style)
      column += gap
    }
    let stages = stageCounts.map { "\($0.count) \($0.words)" }.joined(separator: ", ")
    guard room() >= 16 else { return }
    write(stages, column: column, row: line.minRow, width: room(), style: palette[.quiet])
  }

  /// The numbers of active trips by status, in the order of a ride.
  private var stageCounts: [(words: String, count: Int)] {
    // By index and place, because copies and texts of thousands of trips take long.
    var counts: [Int: (stage: TripStage, count: Int)] = [:]
    for place in state.trips.indices {
      guard let stage = state.trips[place].stage, !stage.isEnded else { continue }
      counts[stage.place, default: (stage, 0)].count += 1
    }
    return counts.sorted { $0.key < $1.key }.map { _, value in
      let words = ViewerText.shortHeading(value.stage).lowercased()
      return (value.stage == .waitingForVehicle ? "new" : words, value.count)
    }
  }

  private mutating func drawCalls(_ fleet: FleetState, in rect: Rect) {
    guard rect.rows > 0 else { return }
    drawHorizontal(in: rect, row: rect.minRow, palette[.border])
    write(
      " " + "Last calls" + " ", column: min(rect.minColumn + 2, rect.maxColumn), row: rect.minRow,
      width: rect.columns - 2, style: CellStyle.bold)
    var lines = rect.inset(columns: columns.margin, rows: 0)
    // Columns far from each other are hard to read as one line.
    lines.size.columns = min(lines.columns, 120)
    if fleet.calls.isEmpty {
      write("No calls yet.", in: lines, row: rect.minRow + 1, style: palette[.quiet])
    }
    var row = rect.minRow + 1
    var notes: Set<String> = []
    for call in fleet.calls where row < rect.maxRow {
      drawCall(call, in: lines.line(row))
      row += 1
      // A client that fails repeats the call.
      guard !call.note.isEmpty, notes.insert(call.note).inserted else { continue }
      for line in wrapped([call.note], width: max(1, lines.columns)).prefix(3)
      where row < rect.maxRow {
        write(line, column: lines.minColumn, row: row, width: lines.columns, style: palette[.quiet])
        row += 1
      }
    }
  }

  private mutating func drawCall(_ call: ServedCall, in line: Rect) {
    let (isWide, hasNames) = (line.columns >= 66, line.columns >= 90)
    let gap = isWide ? 2 : 1
    var (start, end) = (line.minColumn, line.maxColumn)
    func room(_ width: Int) -> Int { max(0, min(width, end - start)) }
    if isWide {
      let time = Quantities.shortLatency(call.duration)
      writeTrailing(time, endColumn: end, row: line.minRow, width: 7, style: palette[.quiet])
      end -= 7 + gap
    }
    let isOK = call.code == .ok && call.httpStatus < 400
    let style = isOK ? palette[.good] : palette[.failure]
    let code = isOK ? "OK" : hasNames ? call.code.name : "\(call.httpStatus)"
    let codeWidth = hasNames ? 19 : 3
    write(code, column: end - codeWidth, row: line.minRow, width: room(codeWidth), style: style)
    end -= codeWidth + gap
    if isWide {
      write(
        call.role.isEmpty ? ViewerText.none : call.role, column: end - 12, row: line.minRow,
        width: 12)
      end -= 12 + gap
    }
    func put(_ text: String, _ width: Int, _ style: CellStyle = .plain) {
      write(text, column: start, row: line.minRow, width: room(width), style: style)
      start += width + gap
    }
    put(settings.localTime.clock(call.time), 8, palette[.quiet])
    put(call.procedure, isWide ? 21 : 14)
    put(call.subject, end - start)
  }
}
