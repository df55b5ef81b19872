internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

enum RideNews: Equatable {
  case trip(Trip?)
  case polling(PollingStatus)
  /// The backend canceled the ride, or did not; nil for success.
  case cancelResult(CallFailure?)
  /// A file was saved or not, as a sentence.
  case saved(String, String?)
}

/// The content of a trip's screen, as one value that the run loop owns.
///
/// Its own properties live as long as the screen; ``ride`` and ``focus`` end with the trip, and
/// only ``ride`` is frozen while the screen is paused.
struct ViewState: Equatable, ScreenState {
  struct Focus: Equatable {
    var isPaused = false
    var layers: [Layer] = []
    var erasedAt: Duration?
    var notice: Notice?
    var isCardHidden = false
    /// The last chosen marker; the next one is found from it.
    var chosenMarker: MarkerSubject?
    var isMarkerCardOpen = false
  }

  typealias Command = ViewCommand
  typealias Action = RideAction
  typealias News = RideNews

  var ride: RideState
  var focus = Focus()
  var keys: KeyTable
  var size: GridSize
  var arrangement = ScreenArrangement()
  var mouse = MouseState()
  var promptHistory: [String] = []
  /// The actions that the program around the viewer does not support.
  var unavailableActions: Set<Action> = []
  /// Whether the trip was opened from a list, to which a key goes back.
  var isFromList = false
  var previousTrip: TripName?
  var offersMyLocation = false
  /// The times of the ride while its past is shown; nil in the present.
  var timeline: Timeline?
  /// Whether the ride is a recording whose pictures have no line of its times.
  var isRecorded = false
  var savedPath: String?
  /// How a recorded ride next to this one differs.
  var comparison: String?

  init(ride: RideState, size: GridSize, keys: KeyTable = .standard) {
    self.ride = ride
    self.size = size
    self.keys = keys
  }

  var notice: Notice? {
    get { focus.notice }
    set { focus.notice = newValue }
  }

  var layers: [Layer] {
    get { focus.layers }
    set { focus.layers = newValue }
  }

  var erasedAt: Duration? {
    get { focus.erasedAt }
    set { focus.erasedAt = newValue }
  }

  var layout: Layout {
    Layout(
      size: size, arrangement: arrangement, events: ride.events.count,
      hasTimeline: timeline != nil && size.rows >= Timeline.minimumRows)
  }
  var boxArea: Rect { layout.uncoveredMap }
  func returned(at now: Duration, pollingAfter age: Duration) -> [Command] {
    guard timeline == nil, !isRecorded, !ride.isEnded, !focus.isPaused,
      ride.polling.isDue(after: age, at: now)
    else { return [] }
    return [.action(.refresh)]
  }

  /// The freshness of the data; drawing computes it once a frame.
  func derived(at now: Duration, wall: Timestamp) -> Freshness {
    var freshness = ride.freshness(isPaused: focus.isPaused, at: now, wall: wall)
    if let timeline {
      freshness.kind = timeline.hasPresent ? .past : .recorded
    } else if isRecorded {
      freshness.kind = .recorded
    }
    return freshness
  }

  mutating func follow(_ new: RideState) {
    previousTrip = try? TripName(parsing: ride.tripName)
    (ride, focus) = (new, Focus())
  }

  mutating func pass(_ moment: InputMoment) { ride.logQuietVehicle(at: moment) }

  mutating func apply(_ news: RideNews, at moment: InputMoment) -> [Command] {
    switch news {
    case .trip(let trip): return apply(trip, at: moment)
    case .polling(let status): apply(status, at: moment)
    case .cancelResult(let failure):
      finishCancel(failure, at: moment)
      return failure == nil ? [.action(.refresh)] : []
    case .saved(let sentence, let path):
      savedPath = path
      report(sentence, now: moment.now)
    }
    return []
  }

  private mutating func apply(_ trip: Trip?, at moment: InputMoment) -> [Command] {
    guard let trip else {
      ride.trip = nil
      return []
    }
    let old = ride.stage
    let moves = ride.update(trip, at: moment)
    // A notice that came before the trip was hardly seen.
    if let old, ride.stage != old { makeRoomForNews() }
    let news: [Command] = moves.isEmpty ? [] : [.announce(moves)]
    guard ride.isEnded != old?.isEnded ?? false else { return news }
    return news + [ride.isEnded ? .stopPolling : .resumePolling]
  }

  private mutating func apply(_ new: PollingStatus, at moment: InputMoment) {
    let old = ride.polling
    ride.update(new, at: moment)
    if !focus.isPaused { showRequests(new.recentPolls) }
    if new.consecutiveFailures > old.consecutiveFailures, let error = new.lastError {
      if old.lastError?.bucket != error.bucket { focus.isCardHidden = false }
      if old.lastError == nil { makeRoomForNews() }
    } else if new.consecutiveFailures == 0, old.consecutiveFailures > 0 {
      if let text = RideState.recovery(old, now: moment.now) { say(text, now: moment.now) }
      close(details)
    }
  }

  /// Removes a notice, but not one that waits for a key.
  private mutating func makeRoomForNews() {
    if focus.notice?.staysUntilKey != true { focus.notice = nil }
  }

  /// Shows that places of the ride were moved, each with the nearest street if known.
  mutating func announce(_ moves: [(move: PlaceMove, street: SafeText?)], at moment: InputMoment) {
    guard !moves.isEmpty else { return }
    let sentences = moves.map { move, street in
      let sentence = move.sentence(moment.settings)
      return street.map { "\(sentence), now near \($0)" } ?? sentence
    }
    let text = sentences.map { $0 + "." }.joined(separator: " ")
    say(text, now: moment.now, for: Notice.newsTime)
  }

  /// Shows a sentence until a key is pressed, over the screen if a line is too short.
  mutating func report(_ sentence: String, now: Duration) {
    let isLong = SafeText(sentence).width > size.columns - 2
    if isLong || layout.isTextOnly {
      show(.report(sentence))
    } else {
      focus.notice = Notice(text: sentence, until: now, staysUntilKey: true)
    }
  }
}
