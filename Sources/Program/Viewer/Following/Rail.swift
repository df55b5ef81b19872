internal import CellGrid
internal import FleetEngine
internal import MapCanvas
internal import RidesharingConsumer

/// The whole ride on one line: its places, and the vehicle's progress between them.
struct Rail: Equatable {
  struct Stop: Equatable {
    let leg: Leg
    /// The share of the rail before it, in 0...1.
    let position: Double
  }

  struct Vehicle: Equatable {
    /// The index of its leg, which is that of the place at the leg's end.
    let leg: Int
    /// The share of the leg behind it, in 0...1.
    let done: Double
  }

  let stops: [Stop]
  /// The meters to each place from the one before it; unknown ones are assumed.
  let lengths: [Double]
  let vehicle: Vehicle?

  private static let assumedMeters = 1_000.0
  private static let maximumStops = 9

  init(_ trip: Trip, legMeters: [Leg: Int]) {
    let stage = TripStage(trip)
    let count = min(trip.intermediateDestinations.count, Self.maximumStops)
    let isApproachShown = !stage.isPickedUp && !stage.isEnded && stage != .waitingForVehicle
    let legs = Leg.all(stops: count)
    let lengths = legs.map { leg -> Double in
      if leg == .approach, !isApproachShown { return 0 }
      return max(1, legMeters[leg].map(Double.init) ?? Self.assumedMeters)
    }
    self.lengths = lengths
    let total = max(1, lengths.reduce(0, +))
    var sum = 0.0
    stops = zip(legs, lengths).map { leg, length in
      sum += length
      return Stop(leg: leg, position: sum / total)
    }
    guard let leg = Leg(trip), let index = legs.firstIndex(of: leg),
      trip.lastLocation?.location != nil
    else {
      vehicle = nil
      return
    }
    vehicle = Vehicle(leg: index, done: Self.done(trip, of: lengths[index]))
  }

  /// How much of the ride with the way to the pickup is done, in 0...1; nil before and after it.
  ///
  /// The rail leaves out what it has no room for; this falls back only when a leg turns out to be longer.
  static func share(of trip: Trip, legMeters: [Leg: Int]) -> Double? {
    guard let leg = Leg(trip) else { return nil }
    let legs = Leg.all(stops: trip.intermediateDestinations.count)
    let index = legs.firstIndex(of: leg) ?? legs.count - 1
    let lengths = legs.enumerated().map { number, other in
      // An approach that nobody saw is not a part of what is followed.
      let unseen = other == .approach && index > number ? 0 : assumedMeters
      return legMeters[other].map { max(1, Double($0)) } ?? unseen
    }
    let behind = lengths[..<index].reduce(0, +)
    return (behind + lengths[index] * done(trip, of: lengths[index])) / lengths.reduce(0, +)
  }

  /// The share of the present leg's meters that is behind the vehicle, in 0...1.
  private static func done(_ trip: Trip, of length: Double) -> Double {
    switch TripStage(trip) {
    case .atPickup, .atStop: return 1
    default:
      let remaining = trip.metersToNextOwnWaypoint.map(Double.init) ?? length
      return 1 - min(1, max(0, remaining / length))
    }
  }
}

/// A rail laid out in columns without overlaps.
struct RailTrack: Equatable {
  let width: Int
  /// The first columns of the places.
  let stops: [Int]
  /// The columns between each place and the one before it.
  let legs: [Range<Int>]
  let vehicle: Int?

  init(_ rail: Rail, width: Int, stopWidths: [Int], vehicleWidth: Int) {
    self.width = width
    func room(_ index: Int) -> Int { rail.vehicle?.leg == index ? vehicleWidth : 0 }
    var starts = zip(rail.stops, stopWidths).map { stop, stopWidth in
      min(width - stopWidth, Int((stop.position * Double(width)).rounded()) - stopWidth / 2)
    }
    var end = 0
    for index in starts.indices {
      starts[index] = max(starts[index], end + room(index))
      end = starts[index] + stopWidths[index]
    }
    var limit = width
    for index in starts.indices.reversed() {
      starts[index] = max(0, min(starts[index], limit - stopWidths[index]))
      limit = starts[index] - room(index)
    }
    stops = starts
    let legs = starts.indices.map { index in
      let first = index == 0 ? 0 : starts[index - 1] + stopWidths[index - 1]
      return first..<max(first, starts[index])
    }
    self.legs = legs
    vehicle = rail.vehicle.map { vehicle in
      let first = legs[vehicle.leg].lowerBound
      let last = max(first, legs[vehicle.leg].upperBound - vehicleWidth)
      return first + Int((Double(last - first) * vehicle.done).rounded())
    }
  }

  /// The columns of a part of a leg, at least one if the leg has any.
  ///
  /// The part is given by the shares of the leg that remain at its start and at its end.
  func columns(of leg: Int, from: Double, to: Double) -> Range<Int> {
    let columns = legs[leg]
    func column(_ share: Double) -> Int {
      columns.upperBound - Int((min(1, max(0, share)) * Double(columns.count)).rounded())
    }
    let first = min(column(from), columns.upperBound - 1)
    guard first >= columns.lowerBound else { return columns }
    return first..<max(first + 1, column(to))
  }
}

extension Canvas where State == ViewState {
  mutating func drawRail() {
    let row = layout.railRow
    guard let trip = state.ride.trip, row >= 0 else { return }
    guard let (rail, track) = rail(of: trip) else { return }
    let summary = railSummary(trip)
    let end = layout.size.columns - 2
    writeTrailing(summary, endColumn: end, row: row, width: safe(summary).width)
    addHit(.rail, column: 1, row: row, columns: track.width)
    draw(rail, track, of: state.ride, freshness, arrival, at: GridPoint(column: 1, row: row))
  }
}

extension Canvas {
  /// Draws the rail of a ride with a trip, from a cell to the right.
  mutating func draw(
    _ rail: Rail, _ track: RailTrack, of ride: RideState, _ freshness: Freshness,
    _ arrival: Arrival? = nil, at start: GridPoint
  ) {
    guard let trip = ride.trip else { return }
    drawTrack(track, rail, TripStage(trip), at: start)
    drawTraffic(track, rail, ride.traffic.ahead(of: trip), at: start)
    for column in arrival?.columns(of: track, rail) ?? 0..<0 {
      frame.draw(
        glyphs.railAhead, column: start.column + column, row: start.row, style: palette[.good])
    }
    for (index, (stop, column)) in zip(rail.stops, track.stops).enumerated() {
      var style = palette[stop.leg.tone]
      if arrival?.isLit == true, index == rail.vehicle?.leg {
        style.attributes.formSymmetricDifference(.reverse)
      }
      frame.draw(text(of: stop.leg), column: start.column + column, row: start.row, style: style)
    }
    guard let column = track.vehicle else { return }
    let (vehicle, style) = (railVehicle(freshness), palette[.vehicle])
    frame.draw(vehicle, column: start.column + column, row: start.row, style: style)
  }

  private mutating func drawTrack(
    _ track: RailTrack, _ rail: Rail, _ stage: TripStage, at start: GridPoint
  ) {
    let next = rail.vehicle.map { track.stops[$0.leg] }
    for column in 0..<track.width {
      let isBehind = column < (track.vehicle ?? 0)
      let isAhead =
        track.vehicle != nil && !isBehind
        && (stage.isPickedUp || stage == .atPickup || column <= (next ?? 0))
      let glyph =
        stage == .complete || isAhead
        ? glyphs.railAhead : isBehind ? glyphs.railDone : glyphs.railLater
      let style =
        stage == .complete || isAhead
        ? palette[.route] : isBehind ? palette[.traveled] : palette[.remaining]
      frame.draw(glyph, column: start.column + column, row: start.row, style: style)
    }
  }

  private mutating func drawTraffic(
    _ track: RailTrack, _ rail: Rail, _ stretches: [RouteTraffic.Stretch], at start: GridPoint
  ) {
    for stretch in stretches {
      guard let leg = rail.stops.firstIndex(where: { $0.leg == stretch.leg }) else { continue }
      let length = rail.lengths[leg]
      let columns = track.columns(of: leg, from: stretch.from / length, to: stretch.to / length)
      let pattern = stretch.isJam ? glyphs.railJam : glyphs.railSlow
      let glyph = settings.appearance.colorDepth == .monochrome ? pattern : glyphs.railAhead
      let style = stretch.isJam ? palette[.jam] : palette[.slow]
      for column in columns where column >= (track.vehicle ?? 0) {
        frame.draw(glyph, column: start.column + column, row: start.row, style: style)
      }
    }
  }
}

extension Leg {
  /// The color of the place at its end.
  fileprivate var tone: Tone {
    switch self {
    case .approach: .pickup
    case .toStop: .stop
    case .toDropoff: .dropoff
    }
  }
}

extension ScreenContext {
  /// The rail of a ride and its columns in a width; nil without a trip or room for it.
  func rail(of ride: RideState, _ freshness: Freshness, width: Int) -> (Rail, RailTrack)? {
    guard let trip = ride.trip, width >= 12 else { return nil }
    let rail = Rail(trip, legMeters: ride.legMeters)
    let widths = rail.stops.map { text(of: $0.leg).width }
    let vehicle = railVehicle(freshness).width
    return (rail, RailTrack(rail, width: width, stopWidths: widths, vehicleWidth: vehicle))
  }

  /// The vehicle as on the map, on its way to the right.
  fileprivate func railVehicle(_ freshness: Freshness) -> SafeText {
    text(of: .vehicle(heading: 90, isOld: freshness.isVehicleOld), .vehicle)
  }

  /// The place at the end of a leg as on the map.
  fileprivate func text(of leg: Leg) -> SafeText {
    let name =
      switch leg {
      case .approach: "P"
      case .toStop(let number): String(number)
      case .toDropoff: "D"
      }
    return text(of: .place(safe(name)), leg.tone)
  }

  private func text(of marker: MarkerGlyph, _ tone: Tone) -> SafeText {
    let isASCII = settings.glyphs.hasASCIISymbols
    return marker.rows(in: palette[tone], isASCII: isASCII).first ?? ""
  }
}

extension ScreenContext where State == ViewState {
  /// The rail and its columns, from the screen's second one; nil without room for it.
  func rail(of trip: Trip) -> (Rail, RailTrack)? {
    let summary = railSummary(trip)
    let summaryWidth = summary.isEmpty ? 0 : safe(summary).width + 3
    return rail(of: state.ride, freshness, width: layout.size.columns - 2 - summaryWidth)
  }

  /// The remaining distance and time, or those of a ride that is over; empty if a panel or large digits have them.
  fileprivate func railSummary(_ trip: Trip) -> String {
    guard layout.step != .compact else { return "" }
    let facts = TripFacts(trip, canvas: self)
    let isElsewhere = layout.panel != nil || layout.hasLargeLines
    let moment: Timestamp?
    switch facts.stage {
    case .waitingForVehicle, .canceled: return ""
    case .complete: return isElsewhere ? "" : joined(facts.rideDistance, facts.rideTime)
    case .vehicleAssigned, .finishingAnotherTrip, .toPickup: moment = trip.eta(at: .pickup)
    case .atPickup, .toStop, .atStop, .toDropoff, .unknown: moment = trip.eta(at: .dropoff)
    }
    if freshness.facts.isWithdrawn(moment), freshness.data != .vehicleQuiet {
      return "no live data"
    }
    guard !isElsewhere else { return "" }
    // With a responding server, only the vehicle's own estimate has passed.
    let shown = moment.flatMap { freshness.facts.isWithdrawn($0) ? nil : $0 }
    let time = shown.map { facts.clock($0) + " " + facts.doubt + facts.timeLeft($0) }
    return joined(facts.remainingText, time)
  }

  private func joined(_ parts: String?...) -> String {
    parts.compactMap { $0 }.joined(separator: " \(glyphs.separator) ")
  }
}
