internal import FleetEngine
internal import RidesharingConsumer

/// A trip of a list, as far as it is known.
struct ListedTrip: Equatable {
  /// The full name.
  let name: String
  /// The id, or the whole name where it is none.
  let tripID: String
  /// The trip as it was last heard of; nil before.
  var trip: Trip?
  /// How the asking goes.
  var polling: PollingStatus
  /// How it is now, which its row says.
  private(set) var rank: Rank = .connecting
  /// How it is as far as the list's order goes; nil before it was placed.
  private(set) var settledRank: Rank?
  /// Since when it is better than the order says, monotonic; nil while it is not.
  private var betterSince: Duration?

  /// How long a trip has to be better before it moves down.
  static let settlingTime: Duration = .seconds(10)

  /// What is wrong with a trip, what somebody has to look at first.
  enum Rank: Int, Comparable {
    case actionNeeded, stale, vehicleQuiet, late, connecting, live, ended

    init(_ kind: Freshness.Kind) {
      self =
        switch kind {
        case .actionNeeded: .actionNeeded
        case .stale: .stale
        case .vehicleQuiet: .vehicleQuiet
        case .late: .late
        case .connecting: .connecting
        case .live, .paused: .live
        case .ended: .ended
        }
    }

    /// Where such a trip belongs in the list; those without an answer yet are among those that
    /// are well, so that the first answers move nothing.
    var place: Int { self == .connecting ? Rank.live.rawValue : rawValue }

    /// Whether somebody has to look at such a trip.
    var needsAttention: Bool { self < .connecting }

    /// How soon such a trip is asked for again.
    var urgency: TripUrgency {
      switch self {
      case .actionNeeded, .stale, .vehicleQuiet, .late, .connecting: .prompt
      case .live: .inTurn
      case .ended: .never
      }
    }

    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  init(name: String, trip: Trip? = nil, polling: PollingStatus = PollingStatus()) {
    self.name = name
    tripID = (try? TripName(parsing: name))?.tripID ?? name
    self.trip = trip
    self.polling = polling
  }

  /// Where it belongs in the list; the lower the sooner somebody has to look at it.
  var place: Int { settledRank?.place ?? rank.place }

  /// When it moves down, if it stays as it is; nil where it is in its place.
  var movesAt: Duration? { betterSince.map { $0 + Self.settlingTime } }

  /// Takes over how it is now.
  ///
  /// A trip that is worse than it was moves up at once. One that is better stays where it is until it
  /// has been better all the time for ``settlingTime``, so that a trip that is now late, now well,
  /// does not jump with each answer.
  ///
  /// - Parameters:
  ///   - rank: How it is.
  ///   - now: The present, monotonic.
  mutating func settle(_ rank: Rank, now: Duration) {
    self.rank = rank
    guard let settledRank, rank.place > settledRank.place else {
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

  /// Where the ride stands.
  var stage: TripStage? { trip.map { TripStage($0) } }

  /// Whether the ride is over.
  var isEnded: Bool { stage?.isEnded ?? false }

  /// How fresh the data is; a trip that waits its turn is late only after that turn.
  func freshness(turn: Duration, now: Duration, wall: Timestamp) -> Freshness {
    Freshness(
      trip: trip,
      polling: polling,
      slack: max(.zero, turn - TripModelOptions.minimumInterval),
      now: now,
      wall: wall
    )
  }

  /// Whether the trip's words hold a text, in capitals or not.
  func matches(_ needle: String, _ freshness: Freshness) -> Bool {
    guard !needle.isEmpty else { return true }
    let stage = stage
    let words = [
      tripID, freshness.words, trip?.vehicleID ?? "", stage.map { Catalogue.heading($0) } ?? "",
      stage.map { Catalogue.shortHeading($0) } ?? "", polling.lastError?.label ?? "",
    ]
    let wanted = needle.lowercased()
    return words.contains { $0.lowercased().contains(wanted) }
  }
}
