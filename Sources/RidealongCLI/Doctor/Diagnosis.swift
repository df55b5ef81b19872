internal import FleetEngine

/// Why a trip shows a vehicle or none, in words.
struct TripDiagnosis: Sendable {
  /// The response about the trip's vehicle.
  enum VehicleAnswer: Sendable {
    case vehicle(Vehicle)
    /// It is unknown, for a reason.
    case unknown(String)
  }

  /// A location is old beyond this: a vehicle on a trip reports every 5 to 10 s.
  static let quiet: Duration = .seconds(30)

  let mark: Check.Mark
  let sentence: String
  let advice: [String]

  /// Finds out.
  init(_ trip: Trip, _ answer: VehicleAnswer, now: Timestamp) {
    switch trip.status {
    case .complete, .canceled:
      mark = .warning
      sentence =
        "The trip is \(trip.status == .complete ? "complete" : "canceled"), and no vehicle is "
        + "shown of a trip that is over."
      advice = ["Follow a trip that is under way."]
      return
    default: break
    }
    guard let id = trip.vehicleID else {
      mark = .warning
      sentence = "No vehicle is assigned yet: the trip is \(trip.status.wireName)."
      advice = [
        "The provider's backend assigns one, with UpdateTrip and the mask vehicle_id.",
        "ridealong follow shows it as soon as there is one.",
      ]
      return
    }
    let location = trip.lastLocation
    var isOffline = false
    var doubts: [String] = []
    switch answer {
    case .vehicle(let vehicle):
      isOffline = vehicle.state == .offline
      if location?.location == nil, vehicle.lastLocation?.location != nil {
        doubts.append(
          "The vehicle itself has a location that the trip does not: is the trip among its trips?"
        )
      }
    case .unknown(let why): doubts.append("Whether \(id) is online is not known: \(why)")
    }
    let reporting = VehicleDiagnosis.reporting(id)
    guard location?.location != nil else {
      mark = .warning
      sentence =
        isOffline
        ? "Vehicle \(id) is OFFLINE and has told no location."
        : "Vehicle \(id) is assigned, but has told no location yet."
      advice =
        [reporting, "A driver's token has to name this vehicle: authorization.vehicleid."]
        + doubts
      return
    }
    let time = location?.updateTime ?? location?.serverTime
    let age = time.map { now - $0 }
    if isOffline {
      mark = .warning
      sentence =
        "Vehicle \(id) is OFFLINE: what is shown is where it was"
        + (age.map { " \(ShownLength.time($0)) ago." } ?? " last.")
      advice = ["The driver has to go online, or the backend to assign another vehicle."] + doubts
    } else if let age, age > Self.quiet {
      mark = .warning
      sentence =
        "Vehicle \(id) last told its location \(ShownLength.time(age)) ago; it is shown "
        + "hollow, as old."
      advice = [reporting, "Its telephone may have no network, or save power."] + doubts
    } else if let age, age < .zero - Self.quiet {
      mark = .warning
      sentence =
        "Vehicle \(id) tells a location of \(ShownLength.time(.zero - age)) ahead of now."
      advice = ["The clock of the driver's telephone, or of this machine, is wrong."] + doubts
    } else {
      mark = .ok
      sentence =
        "Vehicle \(id) told its location"
        + (age.map { " \(ShownLength.time(max(.zero, $0))) ago" } ?? "") + ", and is shown."
      advice = doubts
    }
  }
}

/// Why a vehicle shows no trips, or is not seen where it is, in words.
struct VehicleDiagnosis: Sendable {
  /// The most trips that are named.
  private static let namedTrips = 3

  let mark: Check.Mark
  let sentence: String
  let advice: [String]

  /// Finds out.
  init(_ vehicle: Vehicle, id: String, now: Timestamp) {
    let location = vehicle.lastLocation
    let time = location?.updateTime ?? location?.serverTime
    let age = location?.location == nil ? nil : time.map { now - $0 }
    var advice: [String] = []
    if vehicle.state != .online {
      advice.append(
        "It takes no trips until the driver goes online, or the backend sets vehicle_state."
      )
    }
    if location?.location == nil {
      advice.append(Self.reporting(id))
      advice.append("A driver's token has to name this vehicle: authorization.vehicleid.")
    } else if let age, age > TripDiagnosis.quiet {
      advice.append(Self.reporting(id))
      advice.append("Its telephone may have no network, or save power.")
    } else if let age, age < .zero - TripDiagnosis.quiet {
      advice.append("The clock of the driver's telephone, or of this machine, is wrong.")
    }
    if vehicle.currentTripIDs.isEmpty {
      advice.append(
        "Without a trip there is nothing to follow: the provider's backend assigns one, with "
          + "UpdateTrip and the mask vehicle_id."
      )
    }
    let told =
      location?.location == nil
      ? "has told no location yet"
      : age.map { age in
        age < .zero - TripDiagnosis.quiet
          ? "tells a location of \(ShownLength.time(.zero - age)) ahead of now"
          : "told its location \(ShownLength.time(max(.zero, age))) ago"
      } ?? "told its location, without a time"
    sentence =
      "Vehicle \(id) is \(vehicle.state.wireName), \(Self.trips(vehicle.currentTripIDs)) and \(told)."
    mark = advice.isEmpty ? .ok : .warning
    self.advice = advice
  }

  /// What to look at where a vehicle does not report.
  static func reporting(_ id: String) -> String {
    "Is the driver's app running, with the permission for location, and is its vehicle reporter "
      + "switched on for \(id)?"
  }

  private static func trips(_ ids: [String]) -> String {
    guard let first = ids.first else { return "has no trip under way" }
    guard ids.count > 1 else { return "has the trip \(first)" }
    let rest = ids.count - namedTrips
    return "has \(ids.count) trips (" + ids.prefix(namedTrips).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more)" : ")")
  }
}
