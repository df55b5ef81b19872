internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  /// Draws the whole ride on one line.
  mutating func drawRail(row: Int) {
    guard let trip = state.ride.trip, row >= 0 else { return }
    let rail = Rail(trip, legMeters: state.ride.legMeters)
    let columns = layout.size.columns
    let summary = layout.step == .compact ? "" : railSummary(trip)
    let summaryWidth = summary.isEmpty ? 0 : safe(summary).width + 3
    let width = columns - 2 - summaryWidth
    guard width >= 12 else { return }
    writeTrailing(summary, endColumn: columns - 2, row: row, width: safe(summary).width)
    let glyphs = rail.stops.map { safe(railGlyph($0.leg)) }
    let vehicle = safe(
      freshness.isVehicleOld ? self.glyphs.railOldVehicle : self.glyphs.railVehicle
    )
    let track = RailTrack(
      rail,
      width: width,
      stopWidths: glyphs.map(\.width),
      vehicleWidth: vehicle.width
    )
    drawTrack(track, rail, TripStage(trip), row: row)
    drawTraffic(track, rail, trip, row: row)
    for (index, stop) in rail.stops.enumerated() {
      let style = railStyle(stop.leg)
      frame.draw(glyphs[index], column: 1 + track.stops[index], row: row, style: style)
    }
    if let column = track.vehicle {
      frame.draw(vehicle, column: 1 + column, row: row, style: palette.vehicle)
    }
  }

  private mutating func drawTrack(_ track: RailTrack, _ rail: Rail, _ stage: TripStage, row: Int) {
    let next = rail.vehicle.map { track.stops[$0.leg] }
    for column in 0..<track.width {
      let isBehind = column < (track.vehicle ?? 0)
      let isAhead =
        track.vehicle != nil && !isBehind
        && (stage.isPickedUp || stage == .atPickup || column <= (next ?? 0))
      let glyph =
        stage == .complete || isAhead
        ? glyphs.railAhead : isBehind ? glyphs.railDone : glyphs.railLater
      let style = isAhead ? palette.route : palette.travelled
      frame.draw(glyph, column: 1 + column, row: row, style: style)
    }
  }

  /// Draws where traffic is slow or stands, by pattern, ahead of the vehicle.
  private mutating func drawTraffic(_ track: RailTrack, _ rail: Rail, _ trip: Trip, row: Int) {
    for stretch in state.ride.traffic.ahead(of: trip) {
      guard let leg = rail.stops.firstIndex(where: { $0.leg == stretch.leg }) else { continue }
      let length = rail.lengths[leg]
      let columns = track.columns(of: leg, from: stretch.from / length, to: stretch.to / length)
      for column in columns where column >= (track.vehicle ?? 0) {
        frame.draw(
          stretch.isJam ? glyphs.railJam : glyphs.railSlow,
          column: 1 + column,
          row: row,
          style: stretch.isJam ? palette.failure : palette.warning
        )
      }
    }
  }

  private func railGlyph(_ leg: Leg) -> String {
    switch leg {
    case .approach: glyphs.railPickup
    case .toStop(let number): glyphs.railStop(number)
    case .toDropoff: glyphs.railDropoff
    }
  }

  private func railStyle(_ leg: Leg) -> CellStyle {
    switch leg {
    case .approach: palette.pickup
    case .toStop: palette.stop
    case .toDropoff: palette.dropoff
    }
  }

  /// What is left, beside the rail: to the pickup until it is reached, then to the drop-off; at the end
  /// what it was, as far as that is known.
  private func railSummary(_ trip: Trip) -> String {
    let facts = TripFacts(trip, canvas: self)
    let moment: Timestamp?
    switch facts.stage {
    case .waitingForVehicle, .canceled: return ""
    case .complete: return rideSummary(trip)
    case .vehicleAssigned, .finishingAnotherTrip, .toPickup: moment = trip.pickupTime
    case .atPickup, .toStop, .atStop, .toDropoff, .unknown: moment = trip.dropoffTime
    }
    if freshness.isWithdrawn(moment, wall: facts.wall) {
      // The server answers; what has passed is the vehicle's estimate alone.
      guard freshness.data == .vehicleQuiet else { return Catalogue.noLiveData }
      return facts.remainingText ?? ""
    }
    let time = moment.map { moment in
      // Where no panel tells the clock's time, this does.
      (layout.panel == nil ? facts.clock(moment) + " " : "")
        + facts.doubt + Quantities.timeLeft(moment - facts.wall)
    }
    return [facts.remainingText, time].compactMap { $0 }.joined(separator: " \(glyphs.separator) ")
  }
  private func rideSummary(_ trip: Trip) -> String {
    let meters = RideSummary.meters(trip, legMeters: state.ride.legMeters)
    let time = RideSummary.time(trip, seen: state.ride.times)
    return [
      meters.map { Quantities.distance(meters: $0, units: settings.units) },
      time.map { Quantities.span($0) },
    ].compactMap { $0 }.joined(separator: " \(glyphs.separator) ")
  }
}
