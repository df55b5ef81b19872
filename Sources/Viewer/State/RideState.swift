internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// What is known of the followed trip; following another trip replaces all of it.
struct RideState: Equatable {
  /// The trip's name, as given.
  let tripName: String
  /// Whether the ride was booked here and can be canceled from here.
  var isOwnBooking: Bool
  /// The last trip that was received.
  var trip: Trip?
  var polling: PollingStatus
  var map: MapSnapshot?
  /// When the present status was first seen.
  var stageSince: Duration
  /// Whether the viewer saw the present status begin, and not only go on.
  var sawStageBegin = false
  /// The longest distance that each leg had, for the vehicle's place on the rail.
  var legMeters: [Leg: Int] = [:]
  /// Where the ride's places are, to detect moves.
  var places = RidePlaces()
  /// When the ride was at its places, as the viewer saw it.
  var times = RideTimes()
  /// When the trip was first received.
  var firstSeen: Timestamp?
  /// The stage before the present one, if the viewer saw it.
  var lastStage: TripStage?
  /// The traffic on the remaining route.
  var traffic = RouteTraffic()
  /// How the estimate of the drop-off has changed.
  var trend = EstimateTrend()
  /// What happened, oldest first.
  var events: [LoggedEvent] = []
  /// What the first request waited for last, and how long each earlier step took.
  var openingStep: PollingStep?
  var openingTimes: [PollingStep: Duration] = [:]
  /// Whether the vehicle moved farther than a car can since its last report.
  var hasVehicleJumped = false
  /// The report since which the vehicle is quiet, as logged; nil where it reports.
  var quietSince: Timestamp?
  /// When the estimates last changed that the panel shows.
  var changedAt: [NextPlace.Kind: Duration] = [:]
  /// The last failures, oldest first.
  var attempts: [FailedAttempt] = []
  /// Whether a request to cancel the ride is on its way.
  var isCanceling = false

  static let maximumEvents = 500
  static let maximumEventLength = 400

  init(tripName: String, polling: PollingStatus, now: Duration, isOwnBooking: Bool = false) {
    self.tripName = tripName
    self.polling = polling
    self.stageSince = now
    self.isOwnBooking = isOwnBooking
  }

  /// The trip's ID, or the whole name if it is not a trip name.
  var tripID: String { (try? TripName(parsing: tripName))?.tripID ?? tripName }

  var stage: TripStage? { trip.map { TripStage($0) } }

  /// Whether the ride is over.
  var isEnded: Bool { stage?.isEnded ?? false }

  /// Whether the ride can be canceled from here now.
  var offersCancel: Bool { isOwnBooking && !isEnded && !isCanceling }

  /// Whether another ride can be booked now that the booked one is over.
  var offersNewBooking: Bool { isOwnBooking && isEnded }

  /// How fresh the data is.
  func freshness(isPaused: Bool = false, at now: Duration, wall: Timestamp) -> Freshness {
    Freshness(
      trip: trip,
      polling: polling,
      isPaused: isPaused,
      hasVehicleJumped: hasVehicleJumped,
      now: now,
      wall: wall
    )
  }

  mutating func log(_ text: String, at time: Timestamp) {
    events.append(LoggedEvent(time: time, text: String(text.prefix(Self.maximumEventLength))))
    if events.count > Self.maximumEvents { events.removeFirst(events.count - Self.maximumEvents) }
  }
}
