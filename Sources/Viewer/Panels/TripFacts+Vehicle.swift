internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

extension TripFacts {
  /// The lines about the vehicle below those about the ride.
  var vehicleLines: [Line] {
    var lines = [Line(trip.vehicleID ?? Catalogue.noVehicle, "")]
    lines.append(Line(Catalogue.riders(type: trip.type, count: trip.numberOfPassengers), ""))
    if stage.isEnded {
      let polls = ride.polling
      let text = Catalogue.polls(updates: polls.totalUpdates, retries: polls.totalRetries)
      lines.append(Line(text, ""))
    } else if let age = freshness.fixAge {
      lines.append(Line(fixLine(age: age), ""))
    }
    return lines
  }

  /// All that is known of the vehicle, a line each.
  var vehicleDetails: [Line] {
    let location = trip.lastLocation
    var lines = [
      Line(Catalogue.vehicle, trip.vehicleID ?? Catalogue.noVehicle),
      Line(Catalogue.tripType, Catalogue.kind(trip.type)),
    ]
    if trip.numberOfPassengers > 0 {
      lines.append(Line(Catalogue.riderCount, "\(trip.numberOfPassengers)"))
    }
    guard location?.location != nil, !stage.isEnded else { return lines }
    if let speed = location?.speed {
      lines.append(Line(Catalogue.speed, Quantities.speed(metersPerSecond: speed)))
    }
    if let heading = location?.heading {
      lines.append(Line(Catalogue.headingLabel, Quantities.compass(degrees: heading)))
    }
    if let age = freshness.fixAge {
      let fix = location?.updateTime ?? location?.serverTime
      let clock = fix.map { " (\(time.clock($0)))" } ?? ""
      let text = Catalogue.ago(Quantities.age(age))
      lines.append(Line(Catalogue.fixLabel, text + clock, shorter: [text]))
    }
    if let accuracy { lines.append(Line(Catalogue.accuracy, accuracy)) }
    if let point = location?.location {
      lines.append(Line(Catalogue.place, Self.coordinate(point)))
    }
    if let street { lines.append(Line(Catalogue.street, street)) }
    return lines
  }

  /// The street that the vehicle is on, as the street map calls it; nil where that cannot be shown.
  var street: String? {
    guard let street = ride.map?.vehicleStreet?.description, !street.isEmpty, !stage.isEnded,
      trip.lastLocation?.location != nil
    else { return nil }
    let isReadable = hasAllLetters || street.unicodeScalars.allSatisfy(\.isASCII)
    return isReadable ? street : nil
  }

  /// How the vehicle moves, or how old its position is.
  var movement: String? {
    guard let location = trip.lastLocation, location.location != nil else { return nil }
    if freshness.isStale || freshness.data == .vehicleQuiet {
      return freshness.fixAge.map { Catalogue.old(Quantities.age($0)) }
    }
    let parts = [
      location.speed.map { Quantities.speed(metersPerSecond: $0) },
      location.heading.map { Quantities.compass(degrees: $0) },
    ]
    return parts.compactMap { $0 }.joined(separator: "  ")
  }

  /// How old and how exact the vehicle's position is.
  func fixLine(age: Duration) -> String {
    if freshness.isStale {
      let fix = trip.lastLocation?.updateTime ?? trip.lastLocation?.serverTime
      return "\(Catalogue.lastFix) \(fix.map { time.clock($0) } ?? Catalogue.none)"
    }
    return Catalogue.fix(age: Quantities.age(age), accuracy: accuracy)
  }

  private var accuracy: String? {
    trip.lastLocation?.latlngAccuracy.flatMap { meters -> String? in
      guard meters.isFinite, meters >= 0 else { return nil }
      return "\(glyphs.plusMinus)\(Int(min(meters, 99_999).rounded())) m"
    }
  }
}
