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
    let seconds = left.components.seconds
    if seconds < Quantities.nowSeconds { return "\(label) at \(clock), now" }
    if seconds < 60 { return "\(label) at \(clock), in under 1 minute" }
    return "\(label) at \(clock), in \(spelled(minutes: (seconds + 30) / 60))"
  }

  static func changed(_ text: String) -> String { "Changed: \(text)" }
  static func leftSpelled(meters: Int) -> String { "\(spelled(meters: meters)) left" }
  static func vehicleAssigned(_ id: String) -> String { "The vehicle is \(id)" }
  static let vehicleWithdrawn = "The trip has no vehicle any more"
  static func movedSpelled(_ place: String, _ meters: Int) -> String {
    "\(place) moved by \(spelled(meters: meters))"
  }
  static let trafficClear = "Traffic is clear"
  static func traffic(slow: Int?, jam: Int?) -> String {
    let parts = [
      slow.map { "slow for \(spelled(meters: $0))" }, jam.map { "a jam of \(spelled(meters: $0))" },
    ].compactMap { $0 }
    return "Traffic on the way: " + parts.joined(separator: ", ")
  }
  static func vehicleSilent(_ age: Duration) -> String {
    "The vehicle has not said where it is for \(spelled(age))"
  }
  static let vehicleSpeaks = "The vehicle says again where it is"
  static func connectionProblem(_ summary: String, lastData: String?) -> [String] {
    ["Connection problem: \(summary)", "Trying again by itself"]
      + (lastData.map { ["Last data \($0)"] } ?? [])
  }
  static func needsAction(_ summary: String) -> String { "Somebody has to act: \(summary)" }
  static func askingAgain(_ wait: Duration) -> String { "Asking again in \(spelled(wait))" }
  static func connectedAgainSpelled(_ span: Duration) -> String {
    "Connected again after \(spelled(span))"
  }
  static func rideTook(_ span: Duration) -> String { "The ride took \(spelled(span))" }
  static func pickedUp(at clock: String) -> String { "Picked up at \(clock)" }
  static func droppedOff(at clock: String) -> String { "Dropped off at \(clock)" }
  static let plainNothing = "No data yet"
  static let plainNoError = "The last answer was good"

  /// A length of time in words.
  static func spelled(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    if seconds < 90 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    return spelled(minutes: (seconds + 30) / 60)
  }

  private static func spelled(minutes: Int64) -> String {
    if minutes < 120 { return minutes == 1 ? "1 minute" : "\(minutes) minutes" }
    let hours = (minutes + 30) / 60
    return hours < 100 ? "\(hours) hours" : "more than 99 hours"
  }

  /// A distance in words.
  static func spelled(meters: Int) -> String {
    let short = Quantities.distance(meters: meters)
    if short.hasSuffix(" km") { return short.dropLast(3) + " kilometres" }
    return meters == 1 ? "1 metre" : short.dropLast(2) + " metres"
  }
}
