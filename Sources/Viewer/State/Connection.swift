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

  /// How true the data is, whether or not the screen stands still.
  let data: Kind
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
  static let clockTolerance: Duration = .seconds(30)

  init(state: ViewState, now: Duration, wall: Timestamp) {
    let age = state.polling.lastAnswerAt.map { max(.zero, now - $0) }
    self.age = age
    fixAge = Self.fixAge(state.trip, wall: wall)
    data = Self.kind(state, age: age, fixAge: fixAge)
    kind = state.isPaused ? .paused : data
  }

  private static func kind(_ state: ViewState, age: Duration?, fixAge: Duration?) -> Kind {
    if state.isEnded { return .ended }
    if let error = state.polling.lastError, error.bucket != .recoverable { return .actionNeeded }
    guard let age else { return .connecting }
    if age > lateAfter || state.polling.consecutiveFailures >= 2 { return .stale }
    if state.polling.consecutiveFailures == 1 { return .late }
    if let fixAge, fixAge > quietAfter { return .vehicleQuiet }
    return .live
  }

  private static func fixAge(_ trip: Trip?, wall: Timestamp) -> Duration? {
    guard let location = trip?.lastLocation, location.location != nil else { return nil }
    guard let time = location.updateTime ?? location.serverTime else { return nil }
    return max(.zero, wall - time)
  }

  /// Whether estimates are shown with a mark of doubt.
  var isDoubtful: Bool {
    switch data {
    case .stale, .vehicleQuiet, .actionNeeded: true
    case .connecting, .live, .late, .paused, .ended: false
    }
  }

  /// Whether the panel says that its data is old.
  var isStale: Bool { data == .stale || (data == .actionNeeded && age != nil) }

  /// Whether the vehicle is drawn hollow.
  var isVehicleOld: Bool {
    switch data {
    case .actionNeeded, .vehicleQuiet: true
    case .stale: (age ?? .zero) >= Self.hollowAfter || wasVehicleQuiet
    case .connecting, .live, .late, .paused, .ended: false
    }
  }

  /// Whether the vehicle's position was old already when the server last answered.
  private var wasVehicleQuiet: Bool {
    guard let age, let fixAge else { return false }
    return fixAge - age > Self.quietAfter
  }

  /// Whether what was last heard is too old to show as an estimate.
  var isWithdrawn: Bool { isStale && (age ?? .zero) > Self.withdrawnAfter }

  /// Whether an estimated moment is no longer shown: with all others, or because it has passed.
  func isWithdrawn(_ estimate: Timestamp?, wall: Timestamp) -> Bool {
    isWithdrawn || (isDoubtful && (estimate.map { $0 < wall } ?? false))
  }
}
