internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// A sentence above the key bar for a few seconds.
struct Notice: Equatable {
  let text: String
  let until: Duration
  /// Whether it stays until a key is pressed, however long that takes.
  var staysUntilKey = false

  /// How long a notice stays.
  static let time: Duration = .seconds(4)
  /// How long a notice stays that nobody asked for and that changes what the user has to do.
  static let newsTime: Duration = .seconds(30)

  func isOver(at now: Duration) -> Bool { !staysUntilKey && until <= now }
}

/// What the screen of a trip shows, as one value that the run loop owns.
///
/// It has three lifetimes: its own properties live as long as the screen, ``ride`` ends with the trip
/// and is frozen while the screen is paused, ``focus`` ends with the trip and goes on while the screen
/// is paused.
struct ViewState: Equatable, ScreenState {
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

  /// What the user has open, chosen or typed.
  struct Focus: Equatable {
    /// Whether the screen is paused.
    var isPaused = false
    /// What lies over the screen, if anything.
    var overlay: Overlay?
    /// The position in the list that lies over the screen.
    var list = ListPosition()
    /// The command line, while it is open.
    var prompt: Prompt?
    var notice: Notice?
    /// Whether the user closed the card of the present failure.
    var isCardHidden = false
    /// The marker that was chosen last; the next one is found from it.
    var chosenMarker: MarkerSubject?
    /// Whether the card of the chosen marker is open.
    var isMarkerCardOpen = false
  }

  static let guide = KeyTable.Guide.following

  /// The followed trip.
  var ride: RideState
  var focus = Focus()
  var keys: KeyTable
  var size: GridSize
  /// Which parts of the screen the user wants.
  var arrangement = ScreenArrangement()
  var mouse = MouseState()
  /// The commands that were entered, oldest first.
  var promptHistory: [String] = []
  /// The actions that the program around the viewer does not support.
  var unavailableActions: Set<Action> = []
  /// Whether the trip was opened from a list, to which a key goes back.
  var isFromList = false
  /// The trip that was followed before this one, if any.
  var previousTrip: TripName?
  /// Whether the map can show the user's own place.
  var offersMyLocation = false

  init(ride: RideState, size: GridSize, keys: KeyTable = .standard) {
    self.ride = ride
    self.size = size
    self.keys = keys
  }

  var notice: Notice? {
    get { focus.notice }
    set { focus.notice = newValue }
  }

  var layout: Layout { Layout(size: size, arrangement: arrangement) }

  /// How fresh the data is; drawing computes it once a frame.
  func derived(at now: Duration, wall: Timestamp) -> Freshness {
    ride.freshness(isPaused: focus.isPaused, at: now, wall: wall)
  }

  /// Follows another trip on the same screen.
  mutating func follow(_ new: RideState) {
    previousTrip = try? TripName(parsing: ride.tripName)
    (ride, focus) = (new, Focus())
  }
}
