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
  /// How far down in the list it belongs; the lower the sooner somebody has to look at it.
  var rank: Rank = .connecting

  /// What decides a trip's place in the list, what somebody has to look at first.
  enum Rank: Int, Comparable {
    case actionNeeded, stale, vehicleQuiet, late, connecting, live, ended

    init(_ kind: Connection.Kind) {
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

  /// Where the ride stands.
  var stage: TripStage? { trip.map { TripStage($0) } }

  /// Whether the ride is over.
  var isEnded: Bool { stage?.isEnded ?? false }

  /// How true what is known of it still is.
  ///
  /// - Parameters:
  ///   - turn: The time between two polls of a trip that waits in turn.
  ///   - now: The present, monotonic.
  ///   - wall: The present on the wall clock.
  /// - Returns: The same as for a trip alone; one that waits its turn is late only after that.
  func connection(turn: Duration, now: Duration, wall: Timestamp) -> Connection {
    Connection(
      trip: trip,
      polling: polling,
      slack: max(.zero, turn - TripModelOptions.minimumInterval),
      now: now,
      wall: wall
    )
  }

  /// Whether the trip's words hold a text, in capitals or not.
  func matches(_ needle: String, _ connection: Connection) -> Bool {
    guard !needle.isEmpty else { return true }
    let stage = stage
    let words = [
      tripID, connection.words, trip?.vehicleID ?? "", stage.map { Catalogue.heading($0) } ?? "",
      stage.map { Catalogue.shortHeading($0) } ?? "", polling.lastError?.label ?? "",
    ]
    let wanted = needle.lowercased()
    return words.contains { $0.lowercased().contains(wanted) }
  }
}
