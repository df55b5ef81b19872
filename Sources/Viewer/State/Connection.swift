internal import FleetEngine
internal import RidesharingConsumer

/// How true what is on the screen still is.
///
/// Source: user interface study, section 6.1.
struct Connection: Equatable {
  /// The badge's kinds.
  enum Kind: Equatable {
    case connecting
    case live
    case late
    case stale
    case vehicleQuiet
    case actionNeeded
    case paused
    case ended
  }

  /// The badge's kind.
  let kind: Kind
  /// The age of the last good reply; nil before the first.
  let age: Duration?
  /// The age of the vehicle's own position; nil where there is none.
  let fixAge: Duration?

  static let lateAfter: Duration = .seconds(15)
  static let quietAfter: Duration = .seconds(30)
  static let hollowAfter: Duration = .seconds(60)
  static let withdrawnAfter: Duration = .seconds(300)

  init(state: ViewState, now: Duration, wall: Timestamp) {
    let age = state.polling.lastAnswerAt.map { max(.zero, now - $0) }
    self.age = age
    fixAge = Self.fixAge(state.trip, wall: wall)
    if state.isPaused {
      kind = .paused
    } else if state.isEnded {
      kind = .ended
    } else if state.polling.lastError.map({ $0.bucket != .recoverable }) ?? false {
      kind = .actionNeeded
    } else if let age {
      if age > Self.lateAfter || state.polling.consecutiveFailures >= 2 {
        kind = .stale
      } else if state.polling.consecutiveFailures == 1 {
        kind = .late
      } else if let fixAge, fixAge > Self.quietAfter {
        kind = .vehicleQuiet
      } else {
        kind = .live
      }
    } else {
      kind = .connecting
    }
  }

  private static func fixAge(_ trip: Trip?, wall: Timestamp) -> Duration? {
    guard let location = trip?.lastLocation, location.location != nil else { return nil }
    guard let time = location.updateTime ?? location.serverTime else { return nil }
    return max(.zero, wall - time)
  }

  /// Whether estimates are shown with a mark of doubt.
  var isDoubtful: Bool {
    switch kind {
    case .stale, .vehicleQuiet, .actionNeeded: true
    case .connecting, .live, .late, .paused, .ended: false
    }
  }

  /// Whether the panel says that its data is old.
  var isStale: Bool { kind == .stale || (kind == .actionNeeded && age != nil) }

  /// Whether the vehicle is drawn hollow.
  var isVehicleOld: Bool {
    switch kind {
    case .actionNeeded, .vehicleQuiet: true
    case .stale: (age ?? .zero) >= Self.hollowAfter
    case .connecting, .live, .late, .paused, .ended: false
    }
  }

  /// Whether an estimate is no longer shown.
  func isWithdrawn(_ estimate: Timestamp, wall: Timestamp) -> Bool {
    guard isDoubtful, kind != .vehicleQuiet else { return false }
    return (age ?? .zero) > Self.withdrawnAfter || estimate < wall
  }
}
