internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

/// A vehicle without a trip, in a list.
struct IdleVehicle: Equatable {
  let isOnline: Bool
  let location: Coordinate?
  let heading: Int?

  init(_ vehicle: Vehicle) {
    isOnline = vehicle.state == .online
    location = vehicle.lastLocation?.location
    heading = vehicle.lastLocation?.heading
  }
}

struct ListedTrip: Equatable {
  let name: String
  /// The ID, or the whole name if it is not a trip name.
  let tripID: String
  var trip: Trip?
  /// The longest distance of each leg so far, for the vehicle's place on the rail.
  private(set) var legMeters: [Leg: Int] = [:]
  /// The vehicle's last places, the oldest first.
  private(set) var trail: [Coordinate] = []
  /// The vehicle whose places these are.
  private var trailVehicle: String?
  /// The vehicle of a line about a vehicle without a trip; nil in a line about a trip.
  var vehicle: IdleVehicle?
  var polling: PollingStatus
  private(set) var rank: Rank = .connecting
  /// The rank for the list's order; nil before the first one.
  private var settledRank: Rank?
  /// Since when the rank is better than the settled one, by the monotonic clock.
  private var betterSince: Duration?

  /// How long a trip must be better before it moves down.
  static let settlingTime: Duration = .seconds(10)

  /// How urgently a trip needs attention, the most urgent first.
  enum Rank: Int, Comparable {
    case actionNeeded, stale, vehicleQuiet, late, connecting, live
    /// A vehicle without a trip.
    case free
    case ended

    init(_ kind: Freshness.Kind) {
      self =
        switch kind {
        case .actionNeeded: .actionNeeded
        case .stale: .stale
        case .vehicleQuiet: .vehicleQuiet
        case .late: .late
        case .connecting: .connecting
        case .live, .paused, .past, .recorded: .live
        case .ended: .ended
        }
    }

    /// The place in the list; a trip without a response yet counts as live, so that the first
    /// responses of active trips move nothing.
    var place: Int { self == .connecting ? Rank.live.rawValue : rawValue }
    var needsAttention: Bool { self < .connecting }

    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  init(name: String, trip: Trip? = nil, polling: PollingStatus = PollingStatus()) {
    self.name = name
    tripID =
      (try? TripName(parsing: name))?.tripID ?? (try? VehicleName(parsing: name))?.vehicleID ?? name
    self.trip = trip
    self.polling = polling
    recordWay()
  }

  private static let trailPlaces = 12
  /// Between places farther apart nobody knows the way.
  private static let trailGap = 3_000.0

  /// Records the lengths of the trip's legs and the vehicle's place, after a change.
  mutating func recordWay() {
    if let trip { legMeters.record(trip) }
    if trail.isEmpty || trip?.vehicleID != trailVehicle {
      (trail, trailVehicle) = ([], trip?.vehicleID)
    }
    guard let location, location != trail.last else { return }
    if let last = trail.last, last.meters(to: location) > Self.trailGap { trail = [] }
    trail.append(location)
    if trail.count > Self.trailPlaces { trail.removeFirst() }
  }

  /// The trip as a ride, for its facts and its rail.
  func ride(at now: Duration) -> RideState {
    var ride = RideState(tripName: name, polling: polling, now: now)
    ride.trip = trip
    ride.legMeters = legMeters
    if let trip { ride.traffic = RouteTraffic(trip) }
    return ride
  }

  /// The rank for a freshness; a vehicle without a trip is never urgent.
  func rank(_ freshness: Freshness) -> Rank {
    guard let vehicle else { return Rank(freshness.data) }
    return vehicle.isOnline ? .free : .ended
  }

  /// The place in the list; lower places need attention sooner.
  var place: Int { settledRank?.place ?? rank.place }

  /// How urgently the trip needs attention, lower numbers sooner; nil if it does not.
  ///
  /// After those with a problem come those that are late, the latest first.
  func urgency(_ freshness: Freshness) -> Int? {
    guard vehicle == nil else { return nil }
    if place < Rank.connecting.rawValue { return place }
    guard !isEnded, freshness.isOffTime, let late = freshness.lateness, late > .zero else {
      return nil
    }
    return .max - Int(clamping: late.components.seconds)
  }

  /// When the trip moves down if its rank stays; nil if it is in its place.
  var movesAt: Duration? { betterSince.map { $0 + Self.settlingTime } }

  /// Applies a rank.
  ///
  /// A worse trip moves up at once. A better one moves down after ``settlingTime``, so that a trip
  /// that is often late does not jump with each response. One that was over before its first response
  /// is below the active ones at once.
  mutating func settle(_ rank: Rank, now: Duration) {
    let isFirst = self.rank == .connecting
    self.rank = rank
    guard let settledRank, !isFirst, rank.place > settledRank.place else {
      (self.settledRank, betterSince) = (rank, nil)
      return
    }
    let since = betterSince ?? now
    if now - since >= Self.settlingTime {
      (self.settledRank, betterSince) = (rank, nil)
    } else {
      betterSince = since
    }
  }

  var stage: TripStage? { trip.map { TripStage($0) } }
  var isEnded: Bool { stage?.isEnded ?? false }

  /// The vehicle's last reported place; nil without a valid one.
  var location: Coordinate? {
    (vehicle?.location ?? trip?.lastLocation?.location).flatMap { $0.isValid ? $0 : nil }
  }

  /// The freshness of the data; a trip that waits its turn is late only after that turn.
  func freshness(now: Duration, wall: Timestamp) -> Freshness {
    Freshness(RideFacts(trip, polling, now: now, wall: wall))
  }

  func matches(_ needle: String, _ freshness: Freshness) -> Bool {
    guard !needle.isEmpty else { return true }
    let stage = stage
    if vehicle != nil {
      return [tripID, ViewerText.vehicleStatus(rank)].contains {
        $0.lowercased().contains(needle.lowercased())
      }
    }
    let words = [
      tripID, freshness.words, trip?.vehicleID ?? "", stage.map { ViewerText.heading($0) } ?? "",
      stage.map { ViewerText.shortHeading($0) } ?? "", polling.lastError?.label ?? "",
    ]
    let wanted = needle.lowercased()
    return words.contains { $0.lowercased().contains(wanted) }
  }
}
