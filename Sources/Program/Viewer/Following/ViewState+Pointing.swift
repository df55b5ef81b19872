internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import RidesharingConsumer
internal import TrustLimits

/// Clicks on parts of the screen that stand for something elsewhere.
extension ViewState {
  /// Shows the state of the data, or the last error.
  mutating func showState(now: Duration) -> [Command] {
    open(details)
    return []
  }

  /// Moves the map to the place of a cell of the rail: a stop, or a part of the route.
  mutating func goAlongRail(to point: GridPoint, at moment: InputMoment) -> [Command] {
    let context = ScreenMoment(
      state: self, settings: moment.settings, now: moment.now, wall: moment.wall)
    guard let trip = ride.trip, let (rail, track) = context.rail(of: trip), ride.map?.camera != nil
    else { return [] }
    let column = point.column - 1
    if column == track.vehicle, let marker = marker(of: .vehicle) { return [.choose(marker)] }
    // A column is part of a leg, or of the stop at the leg's end.
    guard
      let leg = track.legs.firstIndex(where: { column < $0.upperBound }) ?? rail.stops.indices.last
    else { return [] }
    let columns = track.legs[leg]
    guard columns.contains(column) else {
      // Between two legs is the stop at the end of the first one.
      let stop = column < columns.lowerBound ? leg - 1 : leg
      guard rail.stops.indices.contains(stop) else { return [] }
      let place = rail.stops[stop].leg.place
      if let marker = marker(of: .place(place)) { return [.choose(marker)] }
      return trip.coordinate(of: place).map { [.goTo($0)] } ?? []
    }
    let share = (Double(column - columns.lowerBound) + 0.5) / Double(columns.count)
    guard let place = trip.coordinate(on: rail, leg: leg, share: share) else {
      return notify(ViewerText.unknownPart, now: moment.now)
    }
    return [.goTo(place)]
  }
}

extension Leg {
  /// The place at its end.
  fileprivate var place: NextPlace.Kind {
    switch self {
    case .approach: .pickup
    case .toStop(let number): .stop(number)
    case .toDropoff: .dropoff
    }
  }
}

extension Trip {
  /// The point of a place of the ride; nil if it is unknown.
  func coordinate(of place: NextPlace.Kind) -> Coordinate? {
    let location: Coordinate? =
      switch place {
      case .pickup: pickupPoint?.point
      case .stop(let number): intermediateDestinations.dropFirst(max(0, number - 1)).first?.point
      case .dropoff: dropoffPoint?.point
      }
    return location.flatMap { $0.isValid ? $0 : nil }
  }

  /// The point at a share of a leg, by the route where it is known, otherwise on a straight line.
  fileprivate func coordinate(on rail: Rail, leg: Int, share: Double) -> Coordinate? {
    let end = coordinate(of: rail.stops[leg].leg.place)
    let start = leg > 0 ? coordinate(of: rail.stops[leg - 1].leg.place) : nil
    guard let vehicle = rail.vehicle, vehicle.leg == leg,
      let present = lastLocation?.location, present.isValid
    else { return Self.point(on: path(to: rail.stops[leg].leg) ?? [start, end], at: share) }
    guard share > vehicle.done else {
      return start.map { Self.point(on: [$0, present], at: share / max(share, vehicle.done)) }
        ?? present
    }
    let ahead = (share - vehicle.done) / max(.ulpOfOne, 1 - vehicle.done)
    // A vehicle that finishes another trip first is not on its way to the leg's end.
    let way = isFinishingAnotherTrip ? nil : route
    return Self.point(on: way.map { $0.map(Optional.some) } ?? [present, end], at: ahead)
  }

  /// The path of a leg ahead, from the place before it; nil if it is unknown.
  private func path(to leg: Leg) -> [Coordinate?]? {
    var stop = max(0, intermediateDestinations.count - stopsAhead.count)
    for waypoint in remainingWaypoints where isOwnWaypoint(waypoint) {
      let found: Leg
      switch waypoint.type {
      case .pickup: found = .approach
      case .intermediateDestination:
        stop += 1
        found = .toStop(stop)
      case .dropoff: found = .toDropoff
      case .unknown: continue
      }
      guard found == leg else { continue }
      return waypoint.path.flatMap { $0.count > 1 ? $0.map(Optional.some) : nil }
    }
    return nil
  }

  private static func point(on path: [Coordinate?], at share: Double) -> Coordinate? {
    let line = Polyline(path.compactMap { $0 }.filter(\.isValid))
    return line.position(atMeters: line.lengthInMeters * share)?.coordinate
  }
}

extension ViewState {
  /// The words that the command line may complete.
  var promptContext: PromptContext {
    typealias Value = PromptCommand.Value
    var trips: [Value] = previousTrip.map { [Value("-", "the last one, \($0.tripID)")] } ?? []
    if let name = try? TripName(parsing: ride.tripName) {
      // The provider is most likely the same.
      trips.append(Value("providers/\(name.providerID)/trips/", "a full name of this provider"))
    }
    return PromptContext(trip: ride.tripName, values: [.trip: trips, .goto: places])
  }

  /// The places of the ride, as values of `:goto`.
  private var places: [PromptCommand.Value] {
    guard let trip = ride.trip else { return [] }
    let stops = trip.intermediateDestinations.indices.prefix(Limits.Booking.stops)
    let kinds = [.pickup] + stops.map { NextPlace.Kind.stop($0 + 1) } + [.dropoff]
    var places = kinds.map { ($0.label, trip.coordinate(of: $0)) }
    places.append((ViewerText.vehicle, trip.lastLocation?.location))
    return places.compactMap { label, place in
      guard let place, place.isValid else { return nil }
      return PromptCommand.Value(
        Quantities.degrees(place.latitude) + "," + Quantities.degrees(place.longitude), label)
    }
  }
}
