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
        trips.map(\.name).filter { update.trips[$0] == nil && update.vehicles[$0] == nil })
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
}

extension FleetState {
  /// The faults that match what is typed in their menu, by their numbers.
  func menu(_ list: ListLayer) -> [Int] {
    let items = faults.enumerated().map { number, fault in
      MenuFilter.Item(keys: ["\(number + 1)"], text: fault.description)
    }
    return MenuFilter(list.position.filter.needle).filtered(items)
  }
}
