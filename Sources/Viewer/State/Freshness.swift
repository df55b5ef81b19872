internal import FleetEngine
internal import RidesharingConsumer

/// How true what is on the screen still is.
struct Freshness: Equatable {
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
  /// The age of the vehicle's own position; nil where there is none, or it is from the future.
  let fixAge: Duration?
  /// The present by the server's clock, as far as that is known; nothing sets it but the server.
  let serverNow: Timestamp
  private let isFixFromFuture: Bool
  private let hasVehicleJumped: Bool

  static let lateAfter: Duration = .seconds(15)
  static let quietAfter: Duration = .seconds(30)
  static let hollowAfter: Duration = .seconds(60)
  static let withdrawnAfter: Duration = .seconds(300)
  /// From here on a difference between clocks is more than the inexactness of a `Date` header.
  static let clockTolerance: Duration = .seconds(2)
  /// From here on a difference between clocks is worth telling.
  static let toldClockOffset: Duration = .seconds(30)

  /// How true what is known of a trip still is.
  init(
    trip: Trip?,
    polling: PollingStatus,
    isPaused: Bool = false,
    hasVehicleJumped: Bool = false,
    slack: Duration = .zero,
    now: Duration,
    wall: Timestamp
  ) {
    let age = polling.lastAnswerAt.map { max(.zero, now - $0) }
    self.age = age
    let serverNow = Self.serverNow(polling, now: now, wall: wall)
    self.serverNow = serverNow
    self.hasVehicleJumped = hasVehicleJumped
    let fix = Self.fix(trip).map { serverNow - $0 }
    isFixFromFuture = fix.map { $0 < .zero - Self.quietAfter } ?? false
    fixAge = isFixFromFuture ? nil : fix.map { max(.zero, $0) }
    let isQuiet = isFixFromFuture || fixAge ?? .zero > Self.quietAfter + slack
    let isEnded = trip.map { TripStage($0).isEnded } ?? false
    data =
      isEnded
      ? .ended
      : Self.kind(
        polling,
        age: age,
        isQuiet: isQuiet,
        lateAfter: Self.lateAfter + slack
      )
    kind = isPaused ? .paused : data
  }

  /// The server's clock at its last answer and the time since, which no setting of this machine's
  /// clock changes; this machine's clock before the first answer.
  static func serverNow(
    _ polling: PollingStatus,
    now: Duration,
    wall: Timestamp
  ) -> Timestamp {
    guard let answeredAt = polling.lastAnswerAt, let answered = polling.lastAnswerWallTime else {
      return wall
    }
    let age = max(.zero, now - answeredAt)
    let offset = polling.serverClockOffset ?? .zero
    return answered + (offset.magnitude > clockTolerance ? offset : .zero) + age
  }

  private static func kind(
    _ polling: PollingStatus,
    age: Duration?,
    isQuiet: Bool,
    lateAfter: Duration
  ) -> Kind {
    if let error = polling.lastError, error.bucket != .recoverable { return .actionNeeded }
    guard let age else { return .connecting }
    if age > lateAfter || polling.consecutiveFailures >= 2 { return .stale }
    if polling.consecutiveFailures == 1 { return .late }
    return isQuiet ? .vehicleQuiet : .live
  }

  /// When the vehicle was where it is shown.
  static func fix(_ trip: Trip?) -> Timestamp? {
    guard let location = trip?.lastLocation, location.location != nil else { return nil }
    return location.updateTime ?? location.serverTime
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
    case _ where hasVehicleJumped && data != .ended: true
    case .actionNeeded, .vehicleQuiet: true
    case .stale: (age ?? .zero) >= Self.hollowAfter || wasVehicleQuiet
    case .connecting, .live, .late, .paused, .ended: false
    }
  }

  /// Whether the vehicle no longer moves by itself.
  var isVehicleStopped: Bool {
    switch data {
    case .late, .stale, .vehicleQuiet, .actionNeeded: true
    case .connecting, .live, .paused, .ended: false
    }
  }

  /// Whether the vehicle's position was old already when the server last answered.
  private var wasVehicleQuiet: Bool {
    guard let age, let fixAge else { return isFixFromFuture }
    return fixAge - age > Self.quietAfter
  }

  /// Whether what was last heard is too old to show as an estimate.
  var isWithdrawn: Bool { isStale && (age ?? .zero) > Self.withdrawnAfter }

  /// Whether an estimated moment is no longer shown: with all others, or because it has passed.
  func isWithdrawn(_ estimate: Timestamp?, wall: Timestamp) -> Bool {
    isWithdrawn || (isDoubtful && (estimate.map { $0 < wall } ?? false))
  }
}

extension Duration {
  /// The length without its sign.
  var magnitude: Duration { self < .zero ? .zero - self : self }
}
