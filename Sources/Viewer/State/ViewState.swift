internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// What the user sees, as one value that the run loop owns.
struct ViewState: Equatable {
  /// What lies over the screen.
  enum Overlay: Equatable {
    /// The keys, from some page on.
    case help(page: Int)
    /// The last error in full.
    case details
    /// The event log, where it has no panel.
    case events
    /// Whether the ride is really to be cancelled.
    case cancelQuestion
    /// Why the ride was not cancelled.
    case cancelFailure(BookingFailure)
    /// All actions, to choose one.
    case menu
    /// The end of the program's log.
    case log([SafeText])
    /// The style of lines and markers, as the lines of its file.
    case style([SafeText])
    /// Something that has no room in one line, until a key is pressed.
    case report(String)
  }

  /// A sentence that stands above the key bar for a few seconds.
  struct Notice: Equatable {
    let text: String
    let until: Duration
    /// Whether it stays until a key is pressed, however long that takes.
    var staysUntilKey = false
  }

  /// The followed trip's name, as given.
  let tripName: String
  /// What the keys do.
  var keys: KeyTable
  /// The screen's size.
  var size: GridSize
  /// The last trip, if there is one.
  var trip: Trip?
  /// How polling goes.
  var polling: PollingStatus
  /// The map.
  var map: MapSnapshot?
  /// When the present status was first seen.
  var stageSince: Duration
  /// Whether the viewer saw the present status begin, and not only go on.
  var sawStageBegin = false
  /// The vehicle's place on the rail: how long each leg was when it was longest.
  var legMeters: [Leg: Int] = [:]
  /// Where the ride's places are, to notice when one is moved.
  var places = RidePlaces()
  /// When the ride was at its places, as it was seen.
  var times = RideTimes()
  /// When the trip was first seen; nil before.
  var firstSeen: Timestamp?
  /// Where the ride stood before it stood where it stands now; nil where that was not seen.
  var lastStage: TripStage?
  /// The traffic on the way that is left.
  var traffic = RouteTraffic()
  /// How the estimate of the ride's end has changed.
  var trend = EstimateTrend()
  /// What happened, oldest first.
  var events: [LoggedEvent] = []
  /// What the first request waited for last, and how long it took for what came before.
  var openingStep: PollingStep?
  var openingTimes: [PollingStep: Duration] = [:]
  /// Whether the vehicle went farther than a car can since the report before.
  var hasVehicleJumped = false
  /// The report since which the vehicle is quiet, as the log tells; nil where it is not.
  var quietSince: Timestamp?
  /// When the estimates last changed that the panel shows.
  var changedAt: [NextPlace.Kind: Duration] = [:]
  /// The sentence that stands for a while, if there is one.
  var notice: Notice?
  /// What lies over the screen, if anything.
  var overlay: Overlay?
  /// Whether the card of the present failure was put away.
  var isCardHidden = false
  /// Which parts of the screen are wanted.
  var arrangement = Arrangement()
  /// Whether the screen stands still.
  var isPaused = false
  /// What the mouse is doing.
  var mouse = MouseState()
  /// What lies where on the screen, as it was drawn last.
  var hits: [HitArea] = []
  /// Where the user is in the list that lies over the screen.
  var list = ListPosition()
  /// The line for commands, while it is open.
  var prompt: Prompt?
  /// The commands that were entered, oldest first.
  var promptHistory: [String] = []
  /// The last failures, oldest first.
  var attempts: [FailedAttempt] = []
  /// The actions that the program around the viewer cannot do.
  var unavailableActions: Set<Action> = []
  /// The marker that was chosen last; the next one is found from it.
  var chosenMarker: MarkerSubject?
  /// Whether a card tells of the chosen marker.
  var isMarkerCardOpen = false
  /// Whether the ride was booked here and can be cancelled from here.
  var isOwnBooking = false
  /// Whether the trip was opened from a list, to which a key goes back.
  var isFromList = false
  /// The trip that was followed before this one, if any.
  var previousTrip: TripName?
  /// Whether the backend was asked to cancel the ride and has not answered.
  var isCanceling = false
  /// Whether the map offers to show the user's own place.
  var offersMyLocation = false

  static let maximumEvents = 500
  static let maximumEventLength = 400
  static let noticeTime: Duration = .seconds(4)
  /// How long a sentence stays that nobody asked for and that changes what the user has to do.
  static let newsTime: Duration = .seconds(30)

  init(
    tripName: String,
    size: GridSize,
    polling: PollingStatus,
    now: Duration,
    keys: KeyTable = .standard
  ) {
    self.tripName = tripName
    self.keys = keys
    self.size = size
    self.polling = polling
    self.stageSince = now
  }

  /// The trip's id, or the whole name where it is none.
  var tripID: String {
    (try? TripName(parsing: tripName))?.tripID ?? tripName
  }

  /// Where the ride stands.
  var stage: TripStage? { trip.map { TripStage($0) } }

  /// Where the parts of the screen lie.
  var layout: Layout { Layout(size: size, arrangement: arrangement) }

  /// Whether the ride is over.
  var isEnded: Bool { stage?.isEnded ?? false }

  /// How the connection stands.
  func freshness(at now: Duration, wall: Timestamp) -> Freshness {
    Freshness(state: self, now: now, wall: wall)
  }

  /// Whether the notice's time is over.
  func isNoticeOver(at now: Duration) -> Bool {
    notice.map { !$0.staysUntilKey && $0.until <= now } ?? false
  }

  mutating func say(_ text: String, now: Duration, for time: Duration = noticeTime) {
    notice = Notice(text: text, until: now + time)
  }

  mutating func log(_ text: String, at time: Timestamp) {
    events.append(LoggedEvent(time: time, text: String(text.prefix(Self.maximumEventLength))))
    if events.count > Self.maximumEvents { events.removeFirst(events.count - Self.maximumEvents) }
  }
}
