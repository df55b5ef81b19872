internal import FleetEngine
internal import RidesharingConsumer
internal import Viewer

/// The doctor's findings about a trip, a vehicle or a failed call, with advice.
struct Diagnosis: Sendable {
  let mark: Check.Mark
  let sentence: String
  let advice: [String]

  init(_ mark: Check.Mark, _ sentence: String, _ advice: [String]) {
    (self.mark, self.sentence, self.advice) = (mark, sentence, advice)
  }

  init(_ sentence: String, _ advice: [String] = []) { self.init(.failed, sentence, advice) }

  init(_ failure: CallFailure) { self.init(failure.summary, failure.explanation) }
}

enum VehicleAnswer: Sendable {
  case vehicle(Vehicle)
  case unknown(String)
}

extension Diagnosis {
  /// Explains why a trip shows a vehicle or not.
  init(_ trip: Trip, _ answer: VehicleAnswer, now: Timestamp) {
    guard !trip.status.isTerminal else {
      self.init(
        .warning,
        "The trip is \(trip.status == .complete ? "complete" : "canceled"), so no vehicle is shown.",
        ["Follow an active trip."])
      return
    }
    guard let id = trip.vehicleID else {
      self.init(
        .warning, "No vehicle is assigned yet: the trip is \(trip.status.wireName).",
        [
          "The provider's backend assigns one, with UpdateTrip and the mask vehicle_id.",
          "ridealong follow shows it as soon as there is one.",
        ])
      return
    }
    let location = ReportedLocation(trip.lastLocation, now: now)
    var isOffline = false
    var warnings: [String] = []
    switch answer {
    case .vehicle(let vehicle):
      isOffline = vehicle.state == .offline
      if case .missing = location, vehicle.lastLocation?.location != nil {
        warnings.append("The vehicle has a location, but the trip does not: is it the vehicle's?")
      }
    case .unknown(let reason): warnings.append("Whether \(id) is online is not known: \(reason)")
    }
    let sentence =
      switch location {
      case .missing where isOffline: "is OFFLINE and has not reported a location."
      case .missing: "is assigned, but has not reported a location yet."
      case _ where isOffline:
        "is OFFLINE: the map shows where it was"
          + (location.age.map { " \(ShownLength.time($0)) ago." } ?? " last.")
      case .current(nil): "reported its location, and is shown."
      case .current(let age?): "reported its location \(ShownLength.time(age)) ago, and is shown."
      case .old(let age):
        "last reported its location \(ShownLength.time(age)) ago; the map shows it as old."
      case .ahead(let time): "reports a location from \(ShownLength.time(time)) in the future."
      }
    var advice = location.advice(id)
    if isOffline, !location.isMissing {
      advice = ["The driver must go online, or the backend must assign another vehicle."]
    }
    self.init(advice.isEmpty ? .ok : .warning, "Vehicle \(id) \(sentence)", advice + warnings)
  }

  /// Explains why a vehicle has no trips, or is not shown where it is.
  init(_ vehicle: Vehicle, id: String, now: Timestamp) {
    let location = ReportedLocation(vehicle.lastLocation, now: now)
    var advice: [String] = []
    if vehicle.state != .online {
      advice.append("It gets no trips until the driver or the backend sets it online.")
    }
    advice += location.advice(id)
    if vehicle.currentTripIDs.isEmpty {
      advice.append(
        "Without a trip there is nothing to follow: the provider's backend assigns one, with "
          + "UpdateTrip and the mask vehicle_id.")
    }
    let report =
      switch location {
      case .missing: "has not reported a location yet"
      case .current(nil): "reported its location, without a time"
      case .current(let age?), .old(let age): "reported its location \(ShownLength.time(age)) ago"
      case .ahead(let time): "reports a location from \(ShownLength.time(time)) in the future"
      }
    let trips = Self.trips(vehicle.currentTripIDs)
    self.init(
      advice.isEmpty ? .ok : .warning,
      "Vehicle \(id) is \(vehicle.state.wireName), has \(trips) and \(report).", advice)
  }

  private static func trips(_ ids: [String]) -> String {
    guard let first = ids.first else { return "no active trip" }
    guard ids.count > 1 else { return "the trip \(first)" }
    let rest = ids.count - 3
    return "\(ids.count) trips (" + ids.prefix(3).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more)" : ")")
  }
}

/// How recent a vehicle's reported location is.
private enum ReportedLocation {
  case missing
  /// A recent location with its age, nil without a time.
  case current(Duration?)
  case old(Duration)
  case ahead(Duration)

  init(_ location: VehicleLocation?, now: Timestamp) {
    guard location?.location != nil else {
      self = .missing
      return
    }
    let age = (location?.updateTime ?? location?.serverTime).map { now - $0 }
    self =
      switch age {
      case let age? where age > RideFacts.quietAfter: .old(age)
      case let age? where age < .zero - RideFacts.quietAfter: .ahead(.zero - age)
      default: .current(age.map { max(.zero, $0) })
      }
  }

  var isMissing: Bool { if case .missing = self { true } else { false } }

  var age: Duration? {
    switch self {
    case .current(let age): age
    case .old(let age): age
    case .missing, .ahead: nil
    }
  }

  /// The checks to make if the location is missing, old or in the future.
  func advice(_ id: String) -> [String] {
    let reporting =
      "Is the driver's app running, with the permission for location, and is its vehicle reporter "
      + "switched on for \(id)?"
    return switch self {
    case .missing: [reporting, "A driver's token must name this vehicle: authorization.vehicleid."]
    case .old: [reporting, "Its phone may have no network, or save power."]
    case .ahead: ["The clock of the driver's phone, or of this machine, is wrong."]
    case .current: []
    }
  }
}
