internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import MapCanvas
internal import RidesharingConsumer

enum TripListCommand: ScreenCommand {
  case screen(ScreenAction)
  case open(String)
  case poll(String)
  case pollVehicle
  case copy(String)
  /// Moves the map's camera at once.
  case look(Camera)
  /// Plays a fault of the fleet's server, by its place in the menu.
  case playFault(Int)
}

struct TripListState: Equatable, ScreenState {
  typealias Command = TripListCommand
  typealias Action = ListAction
  typealias News = Never

  struct FollowedVehicle: Equatable {
    let name: String
    let vehicleID: String
    var isKnown = false
    var polling = PollingStatus()

    var problem: FleetEngineError? { polling.lastError }
  }

  struct Moment: Equatable {
    let now: Duration
    let wall: Timestamp
  }

  let keys: KeyTable
  var size = GridSize(columns: 0, rows: 0)
  /// The vehicle whose trips are listed; nil for trips that were named.
  var vehicle: FollowedVehicle?
  /// The server whose whole fleet is listed; nil for trips that were chosen.
  var fleet: FleetState?
  /// All trips, in the order in which they were added.
  private(set) var trips: [ListedTrip] = []
  /// The listed trips in the list's order, as indices of ``trips``.
  private(set) var order: [Int] = []
  /// The listed trips that need attention most, the worst first, as indices of ``trips``.
  private(set) var worst: [Int] = []
  /// The length of the longest ID, in characters.
  private(set) var longestID = 0
  /// The length of the longest vehicle ID, in characters.
  private(set) var longestVehicle = 0
  /// Whether a trip was late or early, whose column then stays.
  private var hasLateness = false
  /// The selected trip's name; the first one's until the user selects one.
  private(set) var selected: String?
  /// The trip that the user selected last, which a filter may hide.
  private var chosen: String?
  private(set) var top = 0
  /// The text by which the trips are filtered.
  var filter = TypedFilter()
  var layers: [Layer] = []
  var erasedAt: Duration?
  var promptHistory: [String] = []
  /// Whether the program has a log to show.
  var hasLog = false
  var isCardHidden = false
  var pausedAt: Moment?
  var notice: Notice?
  var mouse = MouseState()
  /// The settings that keys changed, which stay when a trip is opened and closed.
  var view = TripListView()
  /// The map; nil without one.
  var map: MapSnapshot?
  private var places: [String: Int] = [:]
  /// Whether the user has selected a trip, whose line then keeps its place.
  private(set) var hasChosen = false

  init(vehicle: FollowedVehicle? = nil, keys: KeyTable = .standard) {
    self.keys = keys
    self.vehicle = vehicle
  }

  var layout: Layout { Layout(plain: size) }
  /// The screen between its first and last line.
  var boxArea: Rect { Rect(column: 0, row: 1, columns: size.columns, rows: max(0, size.rows - 2)) }

  /// Closes the details of a trip that has left the list.
  mutating func pass(_ moment: InputMoment) {
    for case .list(let list) in layers {
      if case .details(let name) = list.subject, polling(of: name) == nil { close(.list(list)) }
    }
  }

  /// A list has no news but those of its trips.
  mutating func apply(_ news: Never, at moment: InputMoment) -> [Command] {}

  var parts: TripListLayout { parts(view.shown) }

  /// The parts of the screen if some are to be shown.
  func parts(_ shown: TripListView.Shown) -> TripListLayout {
    TripListLayout(
      size: size, shown: shown, hasMap: map != nil && !(fleet != nil && trips.isEmpty),
      hasFleet: fleet != nil, trips: trips.count, listed: order.count,
      worst: worst.count)
  }

  var hiddenActions: Set<Action> {
    (map == nil ? Self.mapActions : []).union(fleet == nil ? [.faults] : Self.pollingActions)
      .union(hasLog ? [] : [.screen(.log)])
  }

  var menuOrder: [Action] {
    [
      .filterTrips, .nextSort, .toggleEnded, .faults, .toggleAutoCamera, .fitTrips, .mapOnly, .wall,
      .pause, .refresh, .details, .copyTripName,
    ]
  }

  private static let pollingActions: Set<Action> = [.refresh, .details]

  private static let mapActions: Set<Action> = [
    .toggleAutoCamera, .zoomIn, .zoomOut, .panScreen(.left), .panScreen(.right),
    .panScreen(.up), .panScreen(.down), .fitTrips, .mapOnly, .wall,
  ]

  var hasSmallKeyBar: Bool { size.columns < 60 }

  func derived(at now: Duration, wall: Timestamp) -> TripListColumns {
    TripListColumns(
      columns: parts.list.columns, longestID: longestID, longestVehicle: longestVehicle,
      showsLateness: hasLateness)
  }

  var isPaused: Bool { pausedAt != nil }

  /// Whether a card shows why the vehicle's trips are unknown.
  var isCardShown: Bool {
    let needsAction = vehicle?.problem.map { !$0.mayPass } ?? false
    return needsAction && trips.isEmpty && !isCardHidden && !isCovered
  }

  /// When the next trip moves down, by the monotonic clock.
  var nextMove: Duration? { trips.lazy.compactMap(\.movesAt).min() }

  func polling(of name: String) -> PollingStatus? {
    name == vehicle?.name ? vehicle?.polling : self[name]?.polling
  }

  var attentionCount: Int { trips.count { $0.rank.needsAttention } }

  /// The number of trips of each rank, by its raw value.
  var rankCounts: [Int] {
    var counts = [Int](repeating: 0, count: ListedTrip.Rank.ended.rawValue + 1)
    for place in trips.indices where trips[place].vehicle == nil {
      counts[trips[place].rank.rawValue] += 1
    }
    return counts
  }

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
    let (listed, last) = (order.map { trips[$0].name }, worst.map { trips[$0].name })
    trips.removeAll { names.contains($0.name) }
    guard trips.count < count else { return }
    places = Dictionary(uniqueKeysWithValues: trips.enumerated().map { ($1.name, $0) })
    order = listed.compactMap { places[$0] }
    worst = last.compactMap { places[$0] }
    longestID = trips.map(\.tripID.count).max() ?? 0
  }

  mutating func change(_ name: String, _ change: (inout ListedTrip) -> Void) {
    guard let place = places[name] else { return }
    change(&trips[place])
    trips[place].recordWay()
  }

  mutating func changeAll(_ change: (inout ListedTrip) -> Void) {
    for place in trips.indices { change(&trips[place]) }
  }

  /// Filters the trips and orders them; those of one rank stay as they were added.
  ///
  /// By urgency, a trip moves up as soon as it is worse, and down once it has been better for
  /// ``ListedTrip/settlingTime``. A trip that the user has selected keeps its place on the screen;
  /// without one, the list stays at its beginning. A paused screen does not change.
  mutating func arrange(now: Duration, wall: Timestamp) {
    let (now, wall) = pausedAt.map { ($0.now, $0.wall) } ?? (now, wall)
    let lastLine = selectedLine
    let offset = lastLine.map { $0 - top }
    let needle = filter.needle
    var listed: [(rank: Int, place: Int)] = []
    var urgent: [(urgency: Int, place: Int)] = []
    longestVehicle = 0
    for place in trips.indices {
      let freshness = trips[place].freshness(now: now, wall: wall)
      trips[place].settle(trips[place].rank(freshness), now: now)
      longestVehicle = max(longestVehicle, trips[place].trip?.vehicleID?.count ?? 0)
      hasLateness = hasLateness || freshness.isOffTime
      guard !view.hidesEnded || trips[place].rank != .ended, trips[place].matches(needle, freshness)
      else { continue }
      listed.append((view.order.rank(of: trips[place], freshness), place))
      if let urgency = trips[place].urgency(freshness) { urgent.append((urgency, place)) }
    }
    worst = urgent.sorted { $0 < $1 }.prefix(TripListLayout.mostWorst).map(\.place)
    order =
      view.order == .name
      ? TripOrder.named(listed.map { (trips[$0.place].tripID, $0.place) })
      : listed.sorted { $0 < $1 }.map(\.place)
    restoreChoice(lastLine)
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

  /// Selects the user's choice again where it is listed, or else a trip near the one that ended and
  /// is hidden.
  private mutating func restoreChoice(_ lastLine: Int?) {
    if let chosen, chosen != selected, let place = places[chosen], order.contains(place) {
      (selected, hasChosen) = (chosen, true)
    } else if hasChosen, view.hidesEnded, filter.needle.isEmpty, let lastLine, selectedLine == nil {
      show(lastLine)
    }
  }

  mutating func select(_ line: Int) {
    show(line)
    chosen = selected
  }

  private mutating func show(_ line: Int) {
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
    show(0)
    (hasChosen, chosen) = (false, nil)
  }

  /// Makes the selected trip the user's choice, because the user opened it.
  mutating func keepSelection() { if let line = selectedLine { select(line) } }

  mutating func resize(to size: GridSize) -> [Command] {
    self.size = size
    if hasChosen, let line = selectedLine { select(line) } else { top = 0 }
    return []
  }

  mutating func adoptPosition(of paused: TripListState) {
    (selected, hasChosen, top) = (paused.selected, paused.hasChosen, paused.top)
    (chosen, view, map) = (paused.chosen, paused.view, paused.map)
    (filter, isCardHidden) = (paused.filter, paused.isCardHidden)
    (layers, promptHistory) = (paused.layers, paused.promptHistory)
    (notice, mouse, size) = (paused.notice, paused.mouse, paused.size)
    pausedAt = nil
  }

  private mutating func clampTop() { top = min(max(0, top), max(0, order.count - parts.listRows)) }
}
