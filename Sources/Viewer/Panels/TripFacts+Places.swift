internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

extension TripFacts {
  /// The most stops that have a number on the map and the rail.
  private static let maximumStops = 9

  /// The ride's places in their order with the vehicle between them; stops that do not fit are left
  /// out, those behind first.
  func places(rows: Int) -> [Line] {
    let count = trip.intermediateDestinations.count
    let passed = min(stage.stopsPassed(of: count), count)
    let vehicle = movement.flatMap {
      stage.isEnded ? nil : Line("\(glyphs.current) \(Catalogue.vehicle)", $0, .vehicle)
    }
    let fixed = 2 + (vehicle == nil ? 0 : 1)
    let shown = min(count, Self.maximumStops)
    let isCut = shown < count || fixed + shown > rows
    let room = isCut ? max(0, min(shown, rows - fixed - 1)) : shown
    let first = min(passed, count - room)
    var lines = [Line("P \(Catalogue.pickup)", pickupTime, .place(.pickup))]
    if vehicle != nil, !stage.isPickedUp {
      lines.insert(contentsOf: [vehicle].compactMap { $0 }, at: 0)
    }
    for index in first..<(first + room) {
      if stage.isPickedUp, index == passed, let vehicle { lines.append(vehicle) }
      lines.append(
        Line(
          "\(index + 1) \(Catalogue.stop(index + 1))",
          stopTime(index, passed: passed),
          .place(.stop(index + 1))
        )
      )
    }
    if stage.isPickedUp, passed >= first + room, let vehicle { lines.append(vehicle) }
    if isCut, rows > fixed {
      lines.append(Line("\(glyphs.ellipsis) \(Catalogue.moreStops(count - room))", ""))
    }
    lines.append(Line("D \(Catalogue.dropoff)", dropoffTime, .place(.dropoff)))
    return lines
  }

  private func done(_ moment: Timestamp?) -> String {
    moment.map { time.minutes($0) + " " + glyphs.done } ?? glyphs.done
  }

  /// When the ride began, or is to begin.
  var pickupTime: String {
    if stage.isPickedUp { return done(RideSummary.began(trip, seen: ride.times)) }
    switch stage {
    case .atPickup: return Catalogue.hereNow
    case .canceled:
      return RideSummary.began(trip, seen: ride.times).map { done($0) } ?? Catalogue.none
    default: return clock(trip.pickupTime)
    }
  }

  /// When the ride was at a stop, counted from 0, or comes there.
  func stopTime(_ index: Int, passed: Int) -> String {
    let moment = RideSummary.stopped(index + 1, trip, seen: ride.times)
    if index < passed || stage == .complete { return done(moment) }
    if stage == .atStop(index + 1) { return Catalogue.hereNow }
    if stage == .canceled { return moment.map { done($0) } ?? Catalogue.none }
    return clock(trip.etaOfStop(index + 1))
  }

  /// When the ride ended, or is to end.
  var dropoffTime: String {
    switch stage {
    case .complete: done(RideSummary.ended(trip, seen: ride.times))
    case .canceled: Catalogue.none
    default: clock(trip.dropoffTime)
    }
  }

  /// The places' coordinates.
  var coordinates: [Line] {
    var lines: [Line] = []
    func add(_ label: String, _ location: TerminalLocation?) {
      guard let point = location?.point else { return }
      lines.append(Line("\(label)  \(Self.coordinate(point))", ""))
    }
    add("P", trip.pickupPoint)
    for (index, stop) in trip.intermediateDestinations.prefix(Self.maximumStops).enumerated() {
      add("\(index + 1)", stop)
    }
    add("D", trip.dropoffPoint)
    return lines
  }
}
