internal import FleetEngine

/// What a list of trips says.
extension Catalogue {
  static let badgeColumn = "State"
  static let tripColumn = "Trip"
  static let statusColumn = "Status"
  static let nextColumn = "Next"
  static let listMouseOn = "Mouse on: wheel moves, click chooses, again opens."

  static func tripCount(_ count: Int) -> String { count == 1 ? "1 trip" : "\(count) trips" }
  static func tripsOf(_ vehicle: String, _ count: Int) -> String {
    "\(vehicle), \(tripCount(count))"
  }
  static func attention(_ count: Int) -> String {
    count == 1 ? "1 needs attention" : "\(count) need attention"
  }
  static func asksNow(_ tripID: String) -> String { "Asking for \(tripID)." }
  static let noTrips = "There are no trips."
  static func noMatch(_ pattern: String) -> String { "No trip matches \(pattern)." }
  static func filtered(_ pattern: String, _ count: Int, of all: Int) -> String {
    "Filter \(pattern): \(count) of \(all). Esc shows all."
  }
  static func askingForVehicle(_ vehicle: String) -> String { "Asking for vehicle \(vehicle)." }
  static func idleVehicle(_ vehicle: String) -> String {
    "Vehicle \(vehicle) has no active trip. Still asking."
  }
  static func vehicleProblem(_ vehicle: String, _ summary: String) -> String {
    "Vehicle \(vehicle): \(summary)"
  }
  static let pausedBadge = "PAUSED"
  static func noRoom(_ count: Int) -> String {
    "No more than \(count) trips are followed at once."
  }
  static func leftVehicle(_ tripID: String) -> String { "\(tripID) left the vehicle." }
  static func noDataYet(_ tripID: String) -> String { "\(tripID): no answer yet." }
  static func about(_ tripID: String, _ sentence: String) -> String { "\(tripID): \(sentence)" }

  /// What is wrong with a trip, in hardly any cells.
  static func shortProblem(_ error: FleetEngineError) -> String {
    switch error.cause {
    case .token: return "NO TOKEN"
    case .transport: return "NO ANSWER"
    case .unreadableAnswer, .otherResource: return "BAD REPLY"
    case .request: return "BAD NAME"
    case .server: break
    }
    return switch error.code {
    case .notFound: "NOT FOUND"
    case .permissionDenied: "REFUSED"
    case .unauthenticated: "BAD TOKEN"
    case .resourceExhausted: "QUOTA"
    case .invalidArgument: "BAD NAME"
    default: "NO ANSWER"
    }
  }

  /// What became of all, for the shell once the screen is gone.
  static func listSummary(_ count: Int, attention: Int, ended: Int) -> String {
    let parts = [
      attention > 0 ? Self.attention(attention) : nil, ended > 0 ? "\(ended) ended" : nil,
    ].compactMap { $0 }
    return ([tripCount(count)] + parts).joined(separator: ", ")
  }
}
