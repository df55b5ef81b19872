internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// What somebody sees who looks over several trips, as one value that the run loop owns.
struct TripListState: Equatable, ScreenState {
  static let guide = KeyTable.Guide.listing

  /// The vehicle whose trips are listed, and what is known of it.
  struct FollowedVehicle: Equatable {
    /// The full name.
    let name: String
    /// The id.
    let vehicleID: String
    /// Whether the server has told its trips at least once.
    var isKnown = false
    /// How the asking for it goes.
    var polling = PollingStatus()

    /// Why the last question was answered with none.
    var problem: FleetEngineError? { polling.lastError }
  }

  /// A failure in full that lies over the screen.
  struct Details: Equatable {
    /// The full name of the trip or vehicle that it is about.
    let name: String
    /// Where somebody is in its lines.
    var position = ListPosition()
  }

  /// A moment by both clocks.
  struct Moment: Equatable {
    let now: Duration
    let wall: Timestamp
  }

  /// What the keys do.
  let keys: KeyTable
  /// The screen's size.
  var size = GridSize(columns: 0, rows: 0)
  /// The vehicle whose trips are listed; nil for trips that were named.
  var vehicle: FollowedVehicle?
  /// The time between two polls of a trip that waits in turn.
  var turn: Duration = .seconds(5)
  /// All trips, in the order in which they came.
  private(set) var trips: [ListedTrip] = []
  /// The trips that are listed, by their places among all, in the list's order.
  private(set) var order: [Int] = []
  /// The longest id of all, in characters.
  private(set) var longestID = 0
  /// The chosen trip's name; the first one's until somebody chooses.
  private(set) var selected: String?
  /// The first line in sight.
  private(set) var top = 0
  /// What is typed behind `/`, while it is.
  var query: LineEditor?
  /// What narrows the list.
  var pattern = ""
  /// The page of help that lies over the screen.
  var helpPage: Int?
  /// The failure that is shown in full.
  var details: Details?
  /// Whether the card of the vehicle's failure was put away.
  var isCardHidden = false
  /// When the screen was made to stand still; nil while it does not.
  var stillAt: Moment?
  /// The sentence that stands for a while.
  var notice: Notice?
  /// What the mouse is doing.
  var mouse = MouseState()
  private var places: [String: Int] = [:]
  /// Whether somebody has chosen a trip, whose line then stays under the eye.
  private(set) var hasChosen = false

  init(vehicle: FollowedVehicle? = nil, keys: KeyTable = .standard) {
    self.keys = keys
    self.vehicle = vehicle
  }

  /// Where what lies over the list is.
  var layout: Layout { Layout(size: size, arrangement: ScreenArrangement(showsEvents: false)) }

  /// Where the parts of the list are.
  var parts: TripListLayout { TripListLayout(size: size) }

  var hiddenActions: Set<Action> { [] }

  var hasSmallKeyBar: Bool { size.columns < 60 }

  func derived(at now: Duration, wall: Timestamp) -> TripListColumns {
    TripListColumns(columns: size.columns, longestID: longestID)
  }

  /// What the list is narrowed by now.
  var needle: String { query?.text ?? pattern }

  /// Whether the screen stands still.
  var isPaused: Bool { stillAt != nil }

  /// Whether a card tells why the vehicle's trips are not known.
  var isCardShown: Bool {
    let needsAction = vehicle?.problem.map { $0.bucket != .recoverable } ?? false
    return needsAction && trips.isEmpty && !isCardHidden && helpPage == nil && details == nil
  }

  /// When a trip moves down that has been better for a while, monotonic; nil where none does.
  var nextMove: Duration? { trips.lazy.compactMap(\.movesAt).min() }

  /// How the asking for a trip, or for the vehicle, goes; nil where it is not known.
  func polling(of name: String) -> PollingStatus? {
    name == vehicle?.name ? vehicle?.polling : self[name]?.polling
  }

  /// The trips that somebody has to look at.
  var attentionCount: Int { trips.count { $0.rank.needsAttention } }

  /// The place of the chosen trip in the list; nil in an empty list.
  var selectedLine: Int? {
    guard let selected, let place = places[selected] else { return nil }
    return order.firstIndex(of: place)
  }

  /// The chosen trip.
  var selectedTrip: ListedTrip? {
    selectedLine.map { trips[order[$0]] }
  }

  subscript(name: String) -> ListedTrip? { places[name].map { trips[$0] } }

  /// Adds a trip behind all others; one that is there already stays.
  mutating func add(_ trip: ListedTrip) {
    guard places[trip.name] == nil else { return }
    places[trip.name] = trips.count
    trips.append(trip)
    longestID = max(longestID, trip.tripID.count)
  }

  /// Removes trips.
  mutating func remove(_ names: Set<String>) {
    let count = trips.count
    let listed = order.map { trips[$0].name }
    trips.removeAll { names.contains($0.name) }
    guard trips.count < count else { return }
    places = Dictionary(uniqueKeysWithValues: trips.enumerated().map { ($1.name, $0) })
    order = listed.compactMap { places[$0] }
    longestID = trips.map(\.tripID.count).max() ?? 0
  }

  /// Takes over what was heard of a trip.
  mutating func change(_ name: String, _ change: (inout ListedTrip) -> Void) {
    guard let place = places[name] else { return }
    change(&trips[place])
  }

  /// Orders the trips by what somebody has to look at, and those of a kind as they came.
  ///
  /// A trip moves up as soon as it is worse, and down once it has been better for
  /// ``ListedTrip/settlingTime``. The marked trip stays marked wherever it moves. Where somebody has
  /// chosen it, its line stays where it is on the screen, so that nothing moves away under a finger;
  /// nobody who has chosen nothing is taken from the list's beginning. A screen that stands still
  /// stays as it was.
  mutating func arrange(now: Duration, wall: Timestamp) {
    let (now, wall) = stillAt.map { ($0.now, $0.wall) } ?? (now, wall)
    let offset = selectedLine.map { $0 - top }
    let needle = needle
    var listed: [(rank: Int, place: Int)] = []
    for place in trips.indices {
      let freshness = trips[place].freshness(turn: turn, now: now, wall: wall)
      trips[place].settle(ListedTrip.Rank(freshness.data), now: now)
      if trips[place].matches(needle, freshness) { listed.append((trips[place].place, place)) }
    }
    order = listed.sorted { $0 < $1 }.map(\.place)
    let rows = parts.listRows
    guard let line = selectedLine, hasChosen || line < max(1, rows) else {
      hasChosen = false
      selected = order.first.map { trips[$0].name }
      top = 0
      return
    }
    guard hasChosen else {
      top = 0
      return
    }
    let isAtStart = top == 0 && line < rows
    top = isAtStart ? 0 : line - min(max(0, offset ?? 0), max(0, rows - 1))
    clampTop()
  }

  /// Chooses a line of the list and brings it into sight.
  mutating func select(_ line: Int) {
    guard !order.isEmpty else { return }
    let line = min(max(0, line), order.count - 1)
    hasChosen = true
    selected = trips[order[line]].name
    let rows = max(1, parts.listRows)
    top = min(max(top, line - rows + 1), line)
    clampTop()
  }

  /// Goes back to where nobody has chosen.
  mutating func selectFirst() {
    select(0)
    hasChosen = false
  }

  /// Brings the chosen line into sight after the screen has another size.
  mutating func resize(to size: GridSize) {
    self.size = size
    if hasChosen, let line = selectedLine { select(line) } else { top = 0 }
  }

  /// Goes on with what was done while the screen stood still.
  mutating func adoptPosition(of still: TripListState) {
    (selected, hasChosen, top) = (still.selected, still.hasChosen, still.top)
    (query, pattern, helpPage, details) = (
      still.query, still.pattern, still.helpPage, still.details
    )
    (notice, mouse, size) = (still.notice, still.mouse, still.size)
    isCardHidden = still.isCardHidden
    stillAt = nil
  }

  private mutating func clampTop() {
    top = min(max(0, top), max(0, order.count - parts.listRows))
  }
}
