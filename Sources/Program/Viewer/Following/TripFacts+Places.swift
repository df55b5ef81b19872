internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

/// The facts about a marker of the map, the most important lines first.
struct MarkerCard: Equatable {
  var title: String
  var lines: [String]
}

extension TripFacts {
  /// The most stops that have a number on the map and the rail.
  private static let maximumStops = 9

  private var stopCount: Int { trip.intermediateDestinations.count }
  private var passedStops: Int { min(stage.stopsPassed(of: stopCount), stopCount) }
  private var vehicleName: String { trip.vehicleID ?? ViewerText.noVehicle }

  /// The rows of the places with the vehicle, with a few of many stops.
  var placeCount: Int { min(stopCount, 4) + (stage.isEnded ? 2 : 3) }

  /// The ride's places in order with the vehicle between them.
  ///
  /// Stops that do not fit are left out, the passed ones first. The place of large digits has the distance, the
  /// others have the time.
  func places(rows: Int, large: NextPlace.Kind? = nil) -> [Line] {
    let (count, passed) = (stopCount, passedStops)
    // A stop matters more than the vehicle.
    let hasVehicle = !stage.isEnded && (count == 0 || rows > 3)
    let vehicle = movement.flatMap {
      hasVehicle ? Line("\(glyphs.current) \(ViewerText.vehicle)", $0, .vehicle) : nil
    }
    let fixed = 2 + (vehicle == nil ? 0 : 1)
    let shown = min(count, Self.maximumStops)
    let isCut = shown < count || fixed + shown > rows
    let room = isCut ? max(0, min(shown, rows - fixed - 1)) : shown
    let first = min(passed, count - room)
    var lines: [Line] = []
    if let vehicle, !stage.isPickedUp { lines.append(vehicle) }
    func line(_ mark: String, _ kind: NextPlace.Kind, _ text: String) -> Line {
      let (label, moment) = ("\(mark) \(kind.label)", trip.eta(at: kind))
      guard !stage.isEnded, moment != nil, text == clock(moment) else {
        return Line(label, text, .place(kind))
      }
      if kind == large, let left = distanceLeft(to: kind) { return Line(label, left, .place(kind)) }
      return Line(label, estimate(moment), shorter: shorterEstimates(moment), .place(kind))
    }
    lines.append(line("P", .pickup, pickupTime))
    for index in first..<(first + room) {
      if stage.isPickedUp, index == passed, let vehicle { lines.append(vehicle) }
      let number = index + 1
      lines.append(line("\(number)", .stop(number), stopTime(number)))
    }
    if stage.isPickedUp, passed >= first + room, let vehicle { lines.append(vehicle) }
    if isCut, rows > fixed {
      let left = count - room
      let more = ViewerText.count(left, "more stop")
      lines.append(Line("\(glyphs.ellipsis) \(more)", ""))
    }
    lines.append(line("D", .dropoff, dropoffTime))
    return lines
  }

  /// The distance to the place of the large digits; nil if it is unknown or the data is too old.
  private func distanceLeft(to kind: NextPlace.Kind) -> String? {
    // From a place at which the vehicle waits, the digits are those of the drop-off.
    guard kind == trip.nextPlace.kind, !stage.isWaiting else { return remainingText }
    return freshness.isWithdrawn
      ? nil : trip.metersToNextOwnWaypoint.map { doubt + distance($0) }
  }

  private func done(_ moment: Timestamp?) -> String {
    moment.map { time.minutes($0) + " " + glyphs.done } ?? glyphs.done
  }

  private var pickupTime: String {
    if stage.isPickedUp { return done(RideSummary.began(trip, seen: ride.times)) }
    switch stage {
    case .atPickup: return ViewerText.hereNow
    case .canceled:
      return RideSummary.began(trip, seen: ride.times).map { done($0) } ?? ViewerText.none
    default: return clock(trip.eta(at: .pickup))
    }
  }

  /// When the ride was at a stop, counted from 1, or is expected there.
  private func stopTime(_ number: Int) -> String {
    let moment = RideSummary.stopped(number, trip, seen: ride.times)
    if number <= passedStops || stage == .complete { return done(moment) }
    if stage == .atStop(number) { return ViewerText.hereNow }
    if stage == .canceled { return moment.map { done($0) } ?? ViewerText.none }
    return clock(trip.etaOfStop(number))
  }

  private var dropoffTime: String {
    switch stage {
    case .complete: done(RideSummary.ended(trip, seen: ride.times))
    case .canceled: ViewerText.none
    default: clock(trip.eta(at: .dropoff))
    }
  }

  var coordinates: [Line] {
    let stops = trip.intermediateDestinations.prefix(Self.maximumStops).enumerated()
      .map { ("\($0.offset + 1)", $0.element.point) }
    let places = [("P", trip.pickupPoint?.point)] + stops + [("D", trip.dropoffPoint?.point)]
    return places.compactMap { label, point in
      point.map { Line("\(label)  \(Self.coordinate($0))", "") }
    }
  }

  private static func coordinate(_ point: Coordinate) -> String {
    "\(Quantities.degrees(point.latitude)), \(Quantities.degrees(point.longitude))"
  }

  var vehicleLines: [Line] {
    // The server leaves the number of riders out if it does not know it.
    let riders = trip.numberOfPassengers
    let kind = ViewerText.kind(trip.type)
    let count = ViewerText.count(riders, "rider")
    var lines = [vehicleName, riders > 0 ? "\(kind), \(count)" : kind]
    if stage.isEnded {
      let (updates, retries) = (ride.polling.totalUpdates, ride.polling.totalRetries)
      lines.append(
        ViewerText.count(updates, "update") + ", "
          + ViewerText.count(retries, "retry", "retries")
      )
    } else if let age = freshness.locationAge {
      lines.append(fixLine(age: age))
    }
    return lines.map { Line($0, "") }
  }

  var vehicleDetails: [Line] {
    let location = trip.lastLocation
    var lines = [
      Line(ViewerText.vehicle, vehicleName), Line("Trip type", ViewerText.kind(trip.type)),
    ]
    if trip.numberOfPassengers > 0 { lines.append(Line("Riders", "\(trip.numberOfPassengers)")) }
    guard location?.location != nil, !stage.isEnded else { return lines }
    let details = [
      stage.isWaiting ? nil : location?.speed.map { Line("Speed", speed($0)) },
      heading(of: location).map { Line("Heading", $0) },
      freshness.locationAge.map { age in
        let ago = "\(Quantities.age(age)) ago"
        let clock = trip.locationTime.map { " (\(time.clock($0)))" } ?? ""
        return Line("Fix", ago + clock, shorter: [ago])
      },
      accuracy.map { Line("Accuracy", $0) },
      location?.location.map { Line("Place", Self.coordinate($0)) },
      street.map { Line(ViewerText.street, $0) },
    ]
    return lines + details.compactMap { $0 }
  }

  /// The vehicle's street on the base map; nil if its name cannot be shown.
  var street: String? {
    guard let street = ride.map?.vehicleStreet?.description, !street.isEmpty, !stage.isEnded,
      trip.lastLocation?.location != nil
    else { return nil }
    let isReadable = hasAllLetters || street.unicodeScalars.allSatisfy(\.isASCII)
    return isReadable ? street : nil
  }

  /// The vehicle's speed and heading, or the age of its position if that is old.
  var movement: String? {
    guard let location = trip.lastLocation, location.location != nil else { return nil }
    if freshness.isStale || freshness.data == .vehicleQuiet {
      return freshness.locationAge.map { "\(Quantities.age($0)) old" }
    }
    if let halt = ride.map?.halt { return "standing \(Quantities.age(halt))" }
    // At a stop the last reported speed is from the way there.
    let parts = [stage.isWaiting ? nil : location.speed.map { speed($0) }, heading(of: location)]
    return parts.compactMap { $0 }.joined(separator: "  ")
  }

  /// The heading that the map draws, else the reported one; nil if both are unknown.
  private func heading(of location: VehicleLocation?) -> String? {
    guard let reported = location?.heading else { return nil }
    let drawn = ride.map?.vehicleHeading.flatMap { $0.isFinite ? Int($0.rounded()) : nil }
    return glyphs.heading(degrees: drawn ?? reported)
  }

  /// The age and the accuracy of the vehicle's position.
  func fixLine(age: Duration) -> String {
    if freshness.isStale {
      let clock = trip.locationTime.map { time.clock($0) } ?? ViewerText.none
      return "last fix \(clock)"
    }
    return "fix \(Quantities.age(age)) ago" + (accuracy.map { ", \($0)" } ?? "")
  }

  private var accuracy: String? {
    trip.lastLocation?.latlngAccuracy.flatMap { meters -> String? in
      guard meters.isFinite, meters >= 0 else { return nil }
      return "\(glyphs.plusMinus)\(Int(min(meters, 99_999).rounded())) m"
    }
  }

  func card(of marker: MarkerSubject) -> MarkerCard {
    let point = ride.map?.place(of: marker)
    let coordinate = point.map(Self.coordinate)
    func place(_ kind: NextPlace.Kind) -> MarkerCard {
      let facts = marker.tripName == nil ? [] : [arrivalTime(at: kind), distance(to: kind)]
      return MarkerCard(title: kind.label, lines: (facts + [coordinate]).compactMap { $0 })
    }
    switch marker.type {
    case .tripVehicle:
      let lines = [
        vehicleName, movement.flatMap { $0.isEmpty ? nil : $0 },
        freshness.locationAge.map { fixLine(age: $0) },
        trip.lastLocation?.location.map(Self.coordinate),
      ]
      return MarkerCard(title: ViewerText.vehicle, lines: lines.compactMap { $0 })
    case .unknown:
      let lines = [distanceFromVehicle(to: point), coordinate].compactMap { $0 }
      return MarkerCard(title: "My location", lines: lines)
    case .tripPickupPoint: return place(.pickup)
    case .tripDropoffPoint: return place(.dropoff)
    case .intermediateDestination: return place(.stop(marker.stopNumber))
    }
  }

  private func arrivalTime(at kind: NextPlace.Kind) -> String? {
    let (text, moment): (String, Timestamp?) =
      switch kind {
      case .pickup: (pickupTime, trip.eta(at: kind))
      case .dropoff: (dropoffTime, trip.eta(at: kind))
      case .stop(let number): (stopTime(number), trip.eta(at: kind))
      }
    // A place ahead has the minutes too.
    return moment.map { text == clock($0) } ?? false ? estimate(moment) : text
  }

  /// The vehicle's distance to a place by the route; nil if it is unknown or the place was passed.
  private func distance(to kind: NextPlace.Kind) -> String? {
    guard !freshness.isWithdrawn, !stage.isEnded else { return nil }
    let ahead = trip.remainingWaypoints.enumerated().filter { trip.isOwnWaypoint($0.element) }
    let index: Int?
    switch kind {
    case .pickup: index = ahead.first { $0.element.type == .pickup }?.offset
    case .dropoff: index = ahead.last { $0.element.type == .dropoff }?.offset
    case .stop(let number):
      let stops = ahead.filter { $0.element.type == .intermediateDestination }
      let place = number - 1 - (stopCount - stops.count)
      index = stops.indices.contains(place) ? stops[place].offset : nil
    }
    return index.flatMap { trip.meters(toWaypoint: $0) }
      .map { "\(doubt + distance($0)) by route" }
  }

  private func distanceFromVehicle(to place: Coordinate?) -> String? {
    guard let place, let vehicle = trip.lastLocation?.location, vehicle.isValid, !stage.isEnded
    else { return nil }
    let distance = doubt + distance(Int(vehicle.meters(to: place).rounded()))
    return "\(distance) from the vehicle"
  }
}
