internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import Geo

/// A trip's data as lines for people, with the marks of doubt that its age asks for.
struct TripFacts {
  /// A label with its value.
  struct Line: Equatable {
    let label: String
    let value: String

    init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  let stage: TripStage
  private let trip: Trip
  private let canvas: Canvas

  init(_ trip: Trip, canvas: Canvas) {
    self.trip = trip
    self.canvas = canvas
    stage = TripStage(trip)
  }

  /// The status in words.
  var heading: String { Catalogue.heading(stage) }

  private var time: LocalTime { canvas.settings.localTime }
  private var doubt: String { canvas.connection.isDoubtful ? "~" : "" }

  /// An estimate, `14:36  4 min`.
  func estimate(_ moment: Timestamp?) -> String {
    guard let moment else { return Catalogue.none }
    let clock = time.minutes(moment)
    if canvas.connection.isWithdrawn(moment, wall: canvas.wall) {
      return "\(Catalogue.none)  \(Catalogue.was(clock))"
    }
    return "\(doubt)\(clock)  \(doubt)\(Quantities.timeLeft(moment - canvas.wall))"
  }

  /// An estimate's clock time only.
  private func clock(_ moment: Timestamp?) -> String {
    guard let moment, !canvas.connection.isWithdrawn(moment, wall: canvas.wall) else {
      return Catalogue.none
    }
    return doubt + time.minutes(moment)
  }

  private func past(_ moment: Timestamp?) -> String {
    moment.map { time.minutes($0) + " " + canvas.glyphs.done } ?? canvas.glyphs.done
  }

  /// The metres that are left of the present leg, as text.
  var remainingText: String? {
    guard let meters = trip.remainingDistanceMeters else { return nil }
    return doubt + Quantities.distance(meters: remainingMeters(firstLeg: meters))
  }

  private func remainingMeters(firstLeg meters: Int) -> Int {
    stage.isPickedUp ? meters + Int(trip.distanceOfRemainingRouteInMeters) : meters
  }

  /// When the vehicle is expected at the next place, with that place's label.
  var nextPlace: (label: String, eta: Timestamp?) {
    switch stage {
    case .waitingForVehicle, .vehicleAssigned, .finishingAnotherTrip, .toPickup, .atPickup:
      (Catalogue.pickup, trip.pickupTime)
    case .toStop(let number), .atStop(let number):
      (Catalogue.stop(number), trip.etaToFirstWaypoint)
    case .toDropoff, .complete, .canceled, .unknown: (Catalogue.dropoff, trip.dropoffTime)
    }
  }

  /// The estimates at the top of the panel.
  var estimates: [Line] {
    var lines: [Line] = []
    switch stage {
    case .waitingForVehicle:
      lines = [
        Line(Catalogue.pickup, Catalogue.none), Line(Catalogue.dropoff, Catalogue.none),
        Line(Catalogue.waiting, Quantities.span(canvas.now - canvas.state.stageSince)),
      ]
    case .vehicleAssigned, .finishingAnotherTrip, .toPickup:
      lines = [
        Line(Catalogue.pickup, estimate(trip.pickupTime)),
        Line(Catalogue.dropoff, estimate(trip.dropoffTime)),
        Line(Catalogue.toPickup, remainingText ?? Catalogue.none),
      ]
    case .atPickup:
      lines = [
        Line(Catalogue.waiting, Quantities.stopwatch(canvas.now - canvas.state.stageSince)),
        Line(Catalogue.dropoff, estimate(trip.dropoffTime)),
      ]
    case .toStop, .atStop:
      lines = [
        Line(nextPlace.label, estimate(nextPlace.eta)),
        Line(Catalogue.dropoff, estimate(trip.dropoffTime)),
        Line(Catalogue.remaining, remainingText ?? Catalogue.none),
      ]
    case .toDropoff, .unknown:
      lines = [
        Line(Catalogue.dropoff, estimate(trip.dropoffTime)),
        Line(Catalogue.remaining, remainingText ?? Catalogue.none),
      ]
    case .complete, .canceled: lines = summary
    }
    if canvas.settings.speed != 1 {
      let times = canvas.glyphs.times + Quantities.factor(canvas.settings.speed)
      lines.append(Line("World speed", times))
    }
    return lines
  }

  /// What the ride was, once it is over.
  private var summary: [Line] {
    let began = trip.actualPickupPoint?.timestamp ?? trip.pickupTime
    let ended = trip.actualDropoffPoint?.timestamp ?? trip.dropoffTime
    var lines: [Line] = []
    if stage == .complete || trip.actualPickupPoint != nil, let began {
      lines.append(Line(Catalogue.pickedUp, time.minutes(began)))
    }
    if stage == .complete, let ended {
      lines.append(Line(Catalogue.droppedOff, time.minutes(ended)))
      if let began, ended > began {
        lines.append(Line(Catalogue.rideTime, Quantities.span(ended - began)))
      }
    }
    if stage == .complete, let meters = rideMeters {
      lines.append(Line(Catalogue.distance, Quantities.distance(meters: meters)))
    }
    if !trip.intermediateDestinations.isEmpty {
      lines.append(Line(Catalogue.stops, "\(trip.intermediateDestinations.count)"))
    }
    return lines
  }

  /// The ride's length, known only where every leg was seen.
  private var rideMeters: Int? {
    let legs = Leg.all(stops: trip.intermediateDestinations.count).dropFirst()
    var sum = 0
    for leg in legs {
      guard let meters = canvas.state.legMeters[leg] else { return nil }
      sum += meters
    }
    return sum
  }

  /// The ride's places in their order, with the vehicle between them.
  var places: [Line] {
    let stops = trip.intermediateDestinations.count
    let passed = stage.stopsPassed(of: stops)
    var lines = [
      Line("P \(Catalogue.pickup)", pickupTime)
    ]
    for index in 0..<min(stops, 9) {
      let eta = stopETA(index)
      lines.append(
        Line(
          "\(index + 1) \(Catalogue.stop(index + 1))",
          index < passed || stage == .complete ? canvas.glyphs.done : clock(eta)
        )
      )
    }
    let dropoff =
      stage == .complete
      ? past(trip.actualDropoffPoint?.timestamp ?? trip.dropoffTime) : clock(trip.dropoffTime)
    lines.append(
      Line("D \(Catalogue.dropoff)", stage == .waitingForVehicle ? Catalogue.none : dropoff)
    )
    if let movement, !stage.isEnded {
      let index = stage.isPickedUp ? 1 + passed : 0
      lines.insert(
        Line("\(canvas.glyphs.current) \(Catalogue.vehicle)", movement),
        at: min(index, lines.count)
      )
    }
    return lines
  }

  private var pickupTime: String {
    if stage.isPickedUp { return past(trip.actualPickupPoint?.timestamp ?? trip.pickupTime) }
    if stage == .atPickup { return Catalogue.hereNow }
    return stage == .waitingForVehicle || stage == .canceled
      ? Catalogue.none : clock(trip.pickupTime)
  }

  private func stopETA(_ index: Int) -> Timestamp? {
    if stage == .toStop(index + 1) || stage == .atStop(index + 1) { return trip.etaToFirstWaypoint }
    let stops = trip.remainingWaypoints.filter {
      trip.isOwnWaypoint($0) && $0.type == .intermediateDestination
    }
    let behind = trip.intermediateDestinations.count - stops.count
    return stops.indices.contains(index - behind) ? stops[index - behind].eta : nil
  }

  /// How the vehicle moves, or how old its position is.
  var movement: String? {
    guard let location = trip.lastLocation, location.location != nil else { return nil }
    if canvas.connection.isStale || canvas.connection.kind == .vehicleQuiet {
      return canvas.connection.fixAge.map { Catalogue.old(Quantities.age($0)) }
    }
    let parts = [
      location.speed.map { Quantities.speed(metersPerSecond: $0) },
      location.heading.map { Quantities.compass(degrees: $0) },
    ]
    return parts.compactMap { $0 }.joined(separator: "  ")
  }

  /// The lines about the vehicle.
  func vehicleLines(width: Int) -> [String] {
    var lines = [trip.vehicleID ?? Catalogue.noVehicle]
    lines.append(Catalogue.riders(type: trip.type, count: trip.numberOfPassengers))
    if !stage.isEnded, let age = canvas.connection.fixAge {
      if canvas.connection.isStale {
        let fix = trip.lastLocation?.updateTime ?? trip.lastLocation?.serverTime
        lines.append("\(Catalogue.lastFix) \(fix.map { time.clock($0) } ?? Catalogue.none)")
      } else {
        let accuracy = trip.lastLocation?.latlngAccuracy.map {
          "\(canvas.glyphs.plusMinus)\(Int(min(max(0, $0), 99_999).rounded())) m"
        }
        lines.append(Catalogue.fix(age: Quantities.age(age), accuracy: accuracy))
      }
    }
    if stage.isEnded {
      let polls = canvas.state.polling
      lines.append("\(polls.totalUpdates) updates, \(polls.totalRetries) retries")
    }
    return lines
  }

  /// The places' coordinates.
  var coordinates: [String] {
    var lines: [String] = []
    func add(_ label: String, _ location: TerminalLocation?) {
      guard let point = location?.point else { return }
      lines.append(
        "\(label)  \(Quantities.degrees(point.latitude)), \(Quantities.degrees(point.longitude))"
      )
    }
    add("P", trip.pickupPoint)
    for (index, stop) in trip.intermediateDestinations.prefix(9).enumerated() {
      add("\(index + 1)", stop)
    }
    add("D", trip.dropoffPoint)
    return lines
  }
}
