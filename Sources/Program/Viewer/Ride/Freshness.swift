internal import FleetEngine
internal import RidesharingConsumer

/// How current the data on the screen is.
@dynamicMemberLookup struct Freshness: Equatable {
  enum Kind: Equatable {
    case connecting, live, late, stale, vehicleQuiet, actionNeeded, paused, ended
    /// An earlier moment of a live ride, or any moment of a recorded one.
    case past, recorded
  }

  let facts: RideFacts
  /// The state of the data, also while the screen is paused.
  let data: Kind
  var kind: Kind
  private let hasVehicleJumped: Bool

  /// After this time without data the vehicle's place is old.
  private static let oldAfter: Duration = .seconds(60)

  init(_ facts: RideFacts, isPaused: Bool = false, jumped: Bool = false) {
    self.facts = facts
    hasVehicleJumped = jumped
    data =
      switch facts.state {
      case .connecting: .connecting
      case .live: .live
      case .late: .late
      case .stale: .stale
      case .vehicleQuiet: .vehicleQuiet
      case .actionNeeded: .actionNeeded
      case .ended: .ended
      }
    kind = isPaused ? .paused : data
  }

  subscript<Value>(dynamicMember path: KeyPath<RideFacts, Value>) -> Value { facts[keyPath: path] }

  var isCanceled: Bool { facts.trip?.status == .canceled }

  var isVehicleOld: Bool {
    switch data {
    case _ where hasVehicleJumped && data != .ended: true
    case .actionNeeded, .vehicleQuiet: true
    case .stale: (facts.answerAge ?? .zero) >= Self.oldAfter || facts.wasVehicleQuiet
    case .connecting, .live, .late, .paused, .ended, .past, .recorded: false
    }
  }

  /// Whether the ride is later or earlier than first estimated by more than estimates vary.
  var isOffTime: Bool { facts.lateness?.magnitude ?? .zero >= .seconds(60) }

  /// Whether the vehicle no longer moves by itself.
  var isVehicleStopped: Bool {
    switch data {
    case .late, .stale, .vehicleQuiet, .actionNeeded: true
    case .connecting, .live, .paused, .ended, .past, .recorded: false
    }
  }
}
