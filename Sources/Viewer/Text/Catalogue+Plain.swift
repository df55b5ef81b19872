internal import FleetEngine
internal import RidesharingConsumer

/// Sentences for people who read or hear line by line.
extension Catalogue {
  /// The status as a sentence without its end.
  static func sentence(_ stage: TripStage) -> String {
    switch stage {
    case .waitingForVehicle: "Waiting for a vehicle"
    case .vehicleAssigned: "A vehicle is assigned"
    case .finishingAnotherTrip: "The vehicle finishes another trip first"
    case .toPickup: "On the way to the pickup"
    case .atPickup: "The vehicle has arrived at the pickup"
    case .toStop(let number): "On the way to stop \(number)"
    case .atStop(let number): "Arrived at stop \(number)"
    case .toDropoff: "On the way to the drop-off"
    case .complete: "The trip is complete"
    case .canceled: "The trip was canceled"
    case .unknown(let text): "Status \(text)"
    }
  }

  /// A moment and how long it is until then.
  static func at(_ label: String, _ clock: String, _ left: Duration) -> String {
    let time = Quantities.timeLeft(left, .spelled)
    return "\(label) at \(clock), \(Quantities.isNow(left) ? "" : "in ")\(time)"
  }

  static func changed(_ text: String) -> String { "Changed: \(text)" }
  static func leftSpelled(meters: Int) -> String {
    "\(Quantities.distance(meters: meters, isSpelled: true)) left"
  }
  static func vehicleAssigned(_ id: String) -> String { "The vehicle is \(id)" }
  static let vehicleWithdrawn = "The trip has no vehicle any more"
  static func movedSpelled(_ place: String, _ meters: Int) -> String {
    "\(place) moved by \(Quantities.distance(meters: meters, isSpelled: true))"
  }
  static let trafficClear = "Traffic is clear"
  static func traffic(slow: Int?, jam: Int?) -> String {
    let parts = [
      slow.map { "slow for \(Quantities.distance(meters: $0, isSpelled: true))" },
      jam.map { "a jam of \(Quantities.distance(meters: $0, isSpelled: true))" },
    ].compactMap { $0 }
    return "Traffic on the way: " + parts.joined(separator: ", ")
  }
  static func vehicleSilent(_ age: Duration) -> String {
    "The vehicle has not said where it is for \(Quantities.spelled(age))"
  }
  static let vehicleSpeaks = "The vehicle says again where it is"
  static func connectionProblem(_ summary: String, lastData: String?) -> [String] {
    ["Connection problem: \(summary)", "Trying again by itself"]
      + (lastData.map { ["Last data \($0)"] } ?? [])
  }
  static func needsAction(_ summary: String) -> String { "Somebody has to act: \(summary)" }
  static func askingAgain(_ wait: Duration) -> String {
    "Asking again in \(Quantities.spelled(wait))"
  }
  static func connectedAgainSpelled(_ span: Duration) -> String {
    "Connected again after \(Quantities.spelled(span))"
  }
  static func rideTook(_ span: Duration) -> String { "The ride took \(Quantities.spelled(span))" }
  static func pickedUp(at clock: String) -> String { "Picked up at \(clock)" }
  static func droppedOff(at clock: String) -> String { "Dropped off at \(clock)" }
  static let plainNothing = "No data yet"
  static let plainNoError = "The last answer was good"
}
