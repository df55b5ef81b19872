internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas {
  /// Draws the whole ride on one line.
  mutating func drawRail(row: Int) {
    guard let trip = state.trip, row >= 0 else { return }
    let rail = Rail(trip, legMeters: state.legMeters)
    let columns = layout.size.columns
    let summary = layout.step == .compact ? "" : railSummary(trip)
    let summaryWidth = summary.isEmpty ? 0 : safe(summary).width + 2
    let width = columns - 2 - summaryWidth
    guard width >= 12 else { return }
    writeTrailing(summary, endColumn: columns - 2, row: row, width: summaryWidth)
    drawTrack(rail, trip, column: 1, row: row, width: width)
    drawStops(rail, column: 1, row: row, width: width)
    if let vehicle = rail.vehicle {
      let glyph = connection.isVehicleOld ? glyphs.railOldVehicle : glyphs.railVehicle
      let column = place(vehicle, of: 3, width: width, before: rail)
      frame.draw(safe(glyph), column: 1 + column, row: row, style: Palette.vehicle)
    }
  }

  private mutating func drawTrack(_ rail: Rail, _ trip: Trip, column: Int, row: Int, width: Int) {
    let stage = TripStage(trip)
    let vehicle = rail.vehicle.map { Int($0 * Double(width)) }
    let next = rail.nextStop.map { Int(rail.stops[$0].position * Double(width)) }
    for index in 0..<width {
      let isBehind = stage == .complete || index < (vehicle ?? 0)
      let isAhead =
        stage != .canceled && vehicle != nil
        && (stage.isPickedUp || stage == .atPickup || index <= (next ?? 0))
      let glyph = isBehind ? glyphs.railDone : (isAhead ? glyphs.railAhead : glyphs.railLater)
      let style = isBehind ? Palette.travelled : (isAhead ? Palette.route : Palette.travelled)
      frame.draw(glyph, column: column + index, row: row, style: style)
    }
  }

  private mutating func drawStops(_ rail: Rail, column: Int, row: Int, width: Int) {
    for stop in rail.stops {
      let glyph: String
      let style: CellStyle
      switch stop.leg {
      case .approach: (glyph, style) = (glyphs.railPickup, Palette.pickup)
      case .toStop(let number): (glyph, style) = (glyphs.railStop(number), Palette.stop)
      case .toDropoff: (glyph, style) = (glyphs.railDropoff, Palette.dropoff)
      }
      let text = safe(glyph)
      let start = max(
        0,
        min(width - text.width, Int(stop.position * Double(width)) - text.width / 2)
      )
      frame.draw(text, column: column + start, row: row, style: style)
    }
  }

  /// The column of the vehicle, left of the place that it goes to.
  private func place(_ share: Double, of glyphWidth: Int, width: Int, before rail: Rail) -> Int {
    var column = Int(share * Double(width)) - glyphWidth / 2
    if let next = rail.nextStop {
      let stop = Int(rail.stops[next].position * Double(width))
      let isLast = next == rail.stops.count - 1
      column = min(column, stop - glyphWidth - (isLast ? 2 : 1))
    }
    return max(0, min(width - glyphWidth, column))
  }

  private func railSummary(_ trip: Trip) -> String {
    let facts = TripFacts(trip, canvas: self)
    guard !facts.stage.isEnded, facts.stage != .waitingForVehicle else { return "" }
    let place = facts.stage == .atPickup ? trip.dropoffTime : facts.nextPlace.eta
    guard let eta = place, !connection.isWithdrawn(eta, wall: wall) else {
      return connection.isDoubtful ? "no live data" : ""
    }
    let doubt = connection.isDoubtful ? "~" : ""
    let parts = [facts.remainingText, doubt + Quantities.timeLeft(eta - wall)]
    return parts.compactMap { $0 }.joined(separator: " \(glyphs.separator) ")
  }
}
