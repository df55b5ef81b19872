internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

enum TripListEvent: ScreenEvent {
  case input(InputEvent)
  /// Time passed, or a trip changed.
  case tick
}

enum TripListCommand: ScreenCommand {
  case action(Action)
  case open(String)
  case poll(String)
  case pollVehicle
  case copy(String)
  case setMouse(Bool)
}

struct TripListState: Equatable, ScreenState {
  typealias Command = TripListCommand
  static let guide = KeyTable.Guide.listing

  struct FollowedVehicle: Equatable {
    let name: String
    let vehicleID: String
    var isKnown = false
    var polling = PollingStatus()

    var problem: FleetEngineError? { polling.lastError }
  }

  struct Details: Equatable {
    /// The full name of its trip or vehicle.
    let name: String
    var position = ListPosition()
  }

  struct Moment: Equatable {
    let now: Duration
    let wall: Timestamp
  }

  let keys: KeyTable
  var size = GridSize(columns: 0, rows: 0)
  /// The vehicle whose trips are listed; nil for trips that were named.
  var vehicle: FollowedVehicle?
  /// The time between two polls of a trip that waits its turn.
  var turn: Duration = .seconds(5)
  /// All trips, in the order in which they were added.
  private(set) var trips: [ListedTrip] = []
  /// The listed trips in the list's order, as indices of ``trips``.
  private(set) var order: [Int] = []
  /// The length of the longest ID, in characters.
  private(set) var longestID = 0
  /// The selected trip's name; the first one's until the user selects one.
  private(set) var selected: String?
  private(set) var top = 0
  var query: LineEditor?
  var pattern = ""
  var helpPage: Int?
  var details: Details?
  var isCardHidden = false
  var pausedAt: Moment?
  var notice: Notice?
  var mouse = MouseState()
  private var places: [String: Int] = [:]
  /// Whether the user has selected a trip, whose line then keeps its place.
  private(set) var hasChosen = false

  init(vehicle: FollowedVehicle? = nil, keys: KeyTable = .standard) {
    self.keys = keys
    self.vehicle = vehicle
  }

  var layout: Layout { Layout(size: size, arrangement: ScreenArrangement(showsEvents: false)) }
  var parts: TripListLayout { TripListLayout(size: size) }
  var hiddenActions: Set<Action> { [] }
  var hasSmallKeyBar: Bool { size.columns < 60 }

  func derived(at now: Duration, wall: Timestamp) -> TripListColumns {
    TripListColumns(columns: size.columns, longestID: longestID)
  }

  var needle: String { query?.text ?? pattern }
  var isPaused: Bool { pausedAt != nil }

  /// Whether a card shows why the vehicle's trips are unknown.
  var isCardShown: Bool {
    let needsAction = vehicle?.problem.map { $0.bucket != .recoverable } ?? false
    return needsAction && trips.isEmpty && !isCardHidden && helpPage == nil && details == nil
  }

  /// When the next trip moves down, by the monotonic clock.
  var nextMove: Duration? { trips.lazy.compactMap(\.movesAt).min() }

  func polling(of name: String) -> PollingStatus? {
    name == vehicle?.name ? vehicle?.polling : self[name]?.polling
  }

  var attentionCount: Int { trips.count { $0.rank.needsAttention } }

  /// The line of the selected trip; nil in an empty list.
  var selectedLine: Int? {
    guard let selected, let place = places[selected] else { return nil }
    return order.firstIndex(of: place)
  }

  var selectedTrip: ListedTrip? { selectedLine.map { trips[order[$0]] } }

  subscript(name: String) -> ListedTrip? { places[name].map { trips[$0] } }

  /// Adds a trip behind all others, unless it is already there.
  mutating func add(_ trip: ListedTrip) {
    guard places[trip.name] == nil else { return }
    places[trip.name] = trips.count
    trips.append(trip)
    longestID = max(longestID, trip.tripID.count)
  }

  mutating func remove(_ names: Set<String>) {
    let count = trips.count
    let listed = order.map { trips[$0].name }
    trips.removeAll { names.contains($0.name) }
    guard trips.count < count else { return }
    places = Dictionary(uniqueKeysWithValues: trips.enumerated().map { ($1.name, $0) })
    order = listed.compactMap { places[$0] }
    longestID = trips.map(\.tripID.count).max() ?? 0
  }

  mutating func change(_ name: String, _ change: (inout ListedTrip) -> Void) {
    guard let place = places[name] else { return }
    change(&trips[place])
  }

  /// Orders the trips by urgency, and those of one rank as they were added.
  ///
  /// A trip moves up as soon as it is worse, and down once it has been better for
  /// ``ListedTrip/settlingTime``. A trip that the user has selected keeps its place on the screen;
  /// without one, the list stays at its beginning. A paused screen does not change.
  mutating func arrange(now: Duration, wall: Timestamp) {
    let (now, wall) = pausedAt.map { ($0.now, $0.wall) } ?? (now, wall)
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

  mutating func select(_ line: Int) {
    guard !order.isEmpty else { return }
    let line = min(max(0, line), order.count - 1)
    hasChosen = true
    selected = trips[order[line]].name
    let rows = max(1, parts.listRows)
    top = min(max(top, line - rows + 1), line)
    clampTop()
  }

  /// Returns to the beginning, without a selection by the user.
  mutating func selectFirst() {
    select(0)
    hasChosen = false
  }

  mutating func resize(to size: GridSize) -> [Command] {
    self.size = size
    if hasChosen, let line = selectedLine { select(line) } else { top = 0 }
    return []
  }

  mutating func adoptPosition(of paused: TripListState) {
    (selected, hasChosen, top) = (paused.selected, paused.hasChosen, paused.top)
    (query, pattern) = (paused.query, paused.pattern)
    (helpPage, details, isCardHidden) = (paused.helpPage, paused.details, paused.isCardHidden)
    (notice, mouse, size) = (paused.notice, paused.mouse, paused.size)
    pausedAt = nil
  }

  private mutating func clampTop() { top = min(max(0, top), max(0, order.count - parts.listRows)) }
}
