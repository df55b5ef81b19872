internal import FleetEngine

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
