internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// The server whose whole fleet a list shows.
struct FleetState: Equatable {
  /// The state of a vehicle, for counts.
  struct Vehicle: Equatable {
    let isOnline: Bool
    let isFree: Bool
  }

  private struct Count: Equatable {
    let count: Int
    let at: Duration
  }

  /// The number of updates, a second apart, over which calls are counted.
  private static let countedUpdates = 6

  let title: SafeText
  let addresses: [SafeText]
  let advice: [SafeText]
  let faults: [SafeText]
  fileprivate(set) var vehicles: [String: Vehicle] = [:]
  fileprivate(set) var calls: [ServedCall] = []
  /// nil before the second update.
  fileprivate(set) var callsPerSecond: Double?
  fileprivate(set) var fault: SafeText?
  fileprivate(set) var clock: SafeText?
  /// The open menu of faults; nil if it is closed.
  var menu: ListPosition?
  /// The numbers of calls at the last updates, oldest first.
  private var counts: [Count] = []

  init(_ feed: FleetFeed) {
    (title, addresses) = (feed.title, feed.addresses)
    (advice, faults) = (feed.advice, feed.faults)
  }

  var onlineCount: Int { vehicles.values.count(where: \.isOnline) }
  var freeCount: Int { vehicles.values.count(where: \.isFree) }

  fileprivate mutating func count(_ calls: Int, now: Duration) {
    // After a reset of the server the number is smaller.
    if let last = counts.last, calls < last.count { counts = [] }
    counts.append(Count(count: calls, at: now))
    counts.removeFirst(max(0, counts.count - Self.countedUpdates))
    guard let first = counts.first, now > first.at else { return }
    callsPerSecond = Double(calls - first.count) / ((now - first.at) / .seconds(1))
  }
}

extension TripListState {
  /// The number of listed trips, without lines of vehicles.
  var tripCount: Int {
    // By index, because copying thousands of trips is slow.
    fleet == nil ? trips.count : trips.indices.count { trips[$0].vehicle == nil }
  }

  /// Applies what changed in the fleet; vehicles without trips get lines of their own.
  mutating func apply(_ update: FleetUpdate, now: Duration, wall: Timestamp) {
    guard fleet != nil else { return }
    var gone = update.removed
    if update.isWhole {
      fleet?.vehicles = [:]
      gone.formUnion(
        trips.map(\.name).filter { update.trips[$0] == nil && update.vehicles[$0] == nil }
      )
    }
    for name in update.removed { fleet?.vehicles[name] = nil }
    for (name, vehicle) in update.vehicles {
      let isIdle = vehicle.currentTripIDs.isEmpty
      let isOnline = vehicle.state == .online
      fleet?.vehicles[name] = .init(isOnline: isOnline, isFree: isOnline && isIdle)
      if !isIdle { gone.insert(name) }
    }
    if gone.contains(where: { self[$0] != nil }) { remove(gone) }
    // In the order of their names, because a dictionary has none.
    for name in update.trips.keys.sorted() {
      let trip = update.trips[name]
      if self[name] == nil { add(ListedTrip(name: name)) }
      change(name) { $0.trip = trip }
    }
    for name in update.vehicles.keys.sorted() {
      guard let vehicle = update.vehicles[name], vehicle.currentTripIDs.isEmpty else { continue }
      if self[name] == nil { add(ListedTrip(name: name)) }
      change(name) { $0.vehicle = IdleVehicle(vehicle) }
    }
    let offset = update.now - wall
    changeAll {
      $0.polling.lastAnswerAt = now
      $0.polling.lastAnswerWallTime = wall
      $0.polling.serverClockOffset = offset
    }
    fleet?.calls = update.calls
    fleet?.fault = update.fault
    fleet?.clock = update.clock
    fleet?.count(update.callCount, now: now)
  }

  // MARK: - The menu of faults

  /// The cells of the menu of faults: its box, and its lines in it.
  var faultMenu: (box: Rect, lines: Rect, isFramed: Bool) {
    let bounds = size.bounds
    let isFramed = size.columns >= 24 && size.rows >= 5
    guard isFramed else { return (bounds, bounds, false) }
    let longest = fleet?.faults.map(\.width).max() ?? 0
    let columns = min(size.columns, max(32, longest + 8))
    let rows = min(size.rows, (fleet?.faults.count ?? 0) + 2)
    let box = Rect(
      column: (size.columns - columns) / 2,
      row: (size.rows - rows) / 2,
      columns: columns,
      rows: rows
    )
    return (box, box.inset(columns: 2), true)
  }

  /// Handles a key of the menu of faults.
  mutating func pressInFaults(_ press: KeyPress, _ action: Action?) -> [Command] {
    guard let fleet, var menu = fleet.menu else { return [] }
    let (count, rows) = (fleet.faults.count, max(1, faultMenu.lines.rows))
    switch (press.key, press.modifiers) {
    case (.enter, []): return playFault(menu.selected)
    case _ where action?.closes ?? false || action == .faults:
      self.fleet?.menu = nil
      return []
    default: break
    }
    if let number = KeyTable.number(press) { return playFault(number - 1) }
    switch ListPosition.move(press, rows: rows) {
    case .by(let lines): menu.select(menu.selected + lines, of: count, rows: rows)
    case .start: menu.select(0, of: count, rows: rows)
    case .end: menu.select(count - 1, of: count, rows: rows)
    case nil: break
    }
    self.fleet?.menu = menu
    return []
  }

  /// Closes the menu and plays one of its faults.
  mutating func playFault(_ index: Int) -> [Command] {
    guard let faults = fleet?.faults, faults.indices.contains(index) else { return [] }
    fleet?.menu = nil
    return [.playFault(index)]
  }
}
