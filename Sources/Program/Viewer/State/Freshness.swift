internal import FleetEngine
internal import RidesharingConsumer

/// How current the data on the screen is.
struct Freshness: Equatable {
  enum Kind: Equatable {
    case connecting, live, late, stale, vehicleQuiet, actionNeeded, paused, ended
    /// An earlier moment of a live ride, or any moment of a recorded one.
    case past, recorded
  }

  /// The state of the data, also while the screen is paused.
  let data: Kind
  var kind: Kind
  let isCanceled: Bool
  /// The age of the last successful response; nil before the first.
  let age: Duration?
  /// The age of the vehicle's position; nil if it has none, or one from the future.
  let fixAge: Duration?
  /// The present by the server's clock, as far as it is known.
  let serverNow: Timestamp
  private let isFixFromFuture: Bool
  private let hasVehicleJumped: Bool

  static let lateAfter: Duration = .seconds(15)
  static let quietAfter: Duration = .seconds(30)
  static let hollowAfter: Duration = .seconds(60)
  static let withdrawnAfter: Duration = .seconds(300)
  /// A smaller difference between clocks may come from the precision of a `Date` header.
  static let clockTolerance: Duration = .seconds(2)
  /// From here on a difference between clocks is shown.
  static let shownClockOffset: Duration = .seconds(30)

  init(
    _ trip: Trip?,
    _ polling: PollingStatus,
    isPaused: Bool = false,
    jumped: Bool = false,
    slack: Duration = .zero,
    now: Duration,
    wall: Timestamp
  ) {
    let age = polling.lastAnswerAt.map { max(.zero, now - $0) }
    self.age = age
    let serverNow = Self.serverNow(polling, now: now, wall: wall)
    self.serverNow = serverNow
    hasVehicleJumped = jumped
    let fix = Self.fixAge(trip, polling, now: now, serverNow: serverNow)
    isFixFromFuture = fix.map { $0 < .zero - Self.quietAfter } ?? false
    fixAge = isFixFromFuture ? nil : fix.map { max(.zero, $0) }
    let isQuiet = isFixFromFuture || fixAge ?? .zero > Self.quietAfter + slack
    let stage = trip.map { TripStage($0) }
    let isEnded = stage?.isEnded ?? false
    isCanceled = stage == .canceled
    let lateAfter = Self.lateAfter + slack
    data =
      isEnded ? .ended : Self.kind(polling, age: age, isQuiet: isQuiet, lateAfter: lateAfter)
    kind = isPaused ? .paused : data
  }

  /// The server's clock at its last response plus the monotonic time since; the wall clock before.
  static func serverNow(_ polling: PollingStatus, now: Duration, wall: Timestamp) -> Timestamp {
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

  /// The age of a trip's position; one without a time is as old as the first response that had it.
  static func fixAge(
    _ trip: Trip?,
    _ polling: PollingStatus,
    now: Duration,
    serverNow: Timestamp
  ) -> Duration? {
    if let fix = fix(trip) { return serverNow - fix }
    guard trip?.lastLocation?.location != nil else { return nil }
    return polling.locationSince.map { now - $0 }
  }

  /// When a trip's position was measured; nil without a position or a time.
  static func fix(_ trip: Trip?) -> Timestamp? {
    guard let location = trip?.lastLocation, location.location != nil else { return nil }
    return location.updateTime ?? location.serverTime
  }

  var isDoubtful: Bool {
    switch data {
    case .stale, .vehicleQuiet, .actionNeeded: true
    case .connecting, .live, .late, .paused, .ended, .past, .recorded: false
    }
  }

  /// Whether the panel marks its data as old.
  var isStale: Bool { data == .stale || (data == .actionNeeded && age != nil) }

  var isVehicleOld: Bool {
    switch data {
    case _ where hasVehicleJumped && data != .ended: true
    case .actionNeeded, .vehicleQuiet: true
    case .stale: (age ?? .zero) >= Self.hollowAfter || wasVehicleQuiet
    case .connecting, .live, .late, .paused, .ended, .past, .recorded: false
    }
  }

  /// Whether the vehicle no longer moves by itself.
  var isVehicleStopped: Bool {
    switch data {
    case .late, .stale, .vehicleQuiet, .actionNeeded: true
    case .connecting, .live, .paused, .ended, .past, .recorded: false
    }
  }

  /// Whether the vehicle's position was already old at the server's last response.
  private var wasVehicleQuiet: Bool {
    guard let age, let fixAge else { return isFixFromFuture }
    return fixAge - age > Self.quietAfter
  }

  /// Whether the data is too old to show estimates.
  var isWithdrawn: Bool { isStale && (age ?? .zero) > Self.withdrawnAfter }

  /// Whether an estimate is not shown: because all are not, or because it has passed.
  func isWithdrawn(_ estimate: Timestamp?, wall: Timestamp) -> Bool {
    isWithdrawn || (isDoubtful && (estimate.map { $0 < wall } ?? false))
  }
}

extension Duration {
  var magnitude: Duration { self < .zero ? .zero - self : self }
}
