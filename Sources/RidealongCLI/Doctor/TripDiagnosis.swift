internal import FleetEngine

/// Why a trip shows a vehicle or none, in words.
struct TripDiagnosis: Sendable {
  /// What the server tells of the trip's vehicle.
  enum VehicleAnswer: Sendable {
    case vehicle(Vehicle)
    /// It was not asked, or did not tell, for a reason.
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
