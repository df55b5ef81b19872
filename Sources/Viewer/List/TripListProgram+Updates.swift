internal import FleetEngine
public import RidesharingConsumer

extension TripListProgram {
  /// Applies a response about the vehicle's trips.
  ///
  /// Trips that are over stay in the list; trips that the vehicle no longer has are removed.
  public func apply(_ answer: VehicleWatch.Answer, _ polling: PollingStatus, providerID: String) {
    onReport?(.vehicle(polling))
    change { $0.vehicle?.polling = polling }
    if case .success(let vehicle) = answer {
      // The card of the next failure is shown again.
      change {
        $0.vehicle?.isKnown = true
        $0.isCardHidden = false
      }
      let names = vehicle.currentTripIDs.compactMap {
        (try? TripName(providerID: providerID, tripID: $0))?.description
      }
      let active = Set(names)
      for name in active { leaving[name] = nil }
      makeRoom(for: active.count { current[$0] == nil })
      if !names.allSatisfy({ add($0) }) {
        say("No more than \(TripScheduler.maximumTrips) trips are followed at once.")
      }
      for trip in current.trips
      where !active.contains(trip.name) && !trip.isEnded && leaving[trip.name] == nil {
        leaving[trip.name] = trip.polling.totalUpdates
        scheduler.askNow(trip.name)
      }
    }
    wake()
  }

  /// The state with all changes, also while the screen is paused.
  var current: TripListState { live ?? state }

  /// Changes the current state, without a copy of all trips.
  func change(_ change: (inout TripListState) -> Void) {
    isArranged = false
    guard var live else { return change(&state) }
    // A single owner avoids a copy.
    self.live = nil
    change(&live)
    self.live = live
  }

  private func say(_ text: String) { change { $0.say(text, now: clock.monotonicNow()) } }

  /// Shows the changes since the screen was paused.
  func resume() {
    guard var new = live else { return }
    new.adoptPosition(of: state)
    (state, live) = (new, nil)
  }

  func apply(_ update: TripWatcher.Change, to name: String) {
    switch update {
    case .trip(nil): break
    case .trip(let trip?):
      onReport?(.trip(name, trip))
      change { $0.change(name) { $0.trip = trip } }
    case .polling(let polling):
      onReport?(.polling(name, polling))
      change { $0.change(name) { $0.polling = polling } }
      if !polling.isPolling { removeIfLeft(name, polling) }
    }
    setUrgency(of: name)
    wake()
  }

  /// Removes a trip that the vehicle no longer has, once the last response about it was received.
  private func removeIfLeft(_ name: String, _ polling: PollingStatus) {
    guard let updates = leaving[name], polling.totalUpdates > updates else { return }
    leaving[name] = nil
    guard let listed = current[name], listed.trip != nil, !listed.isEnded else { return }
    remove([name])
    say("\(listed.tripID) left the vehicle.")
  }

  private func remove(_ names: Set<String>) {
    for name in names {
      if let known = watchers.removeValue(forKey: name) {
        known.model.unregisterSubscriber(known.watcher)
      }
      scheduler.leave(name)
    }
    change { $0.remove(names) }
  }

  /// Removes the oldest trips that are over, to make room for new ones.
  private func makeRoom(for count: Int) {
    let surplus = current.trips.count + count - TripScheduler.maximumTrips
    guard surplus > 0 else { return }
    let ended = current.trips.lazy.filter { $0.isEnded && $0.name != self.openTrip }.prefix(surplus)
    let names = Set(ended.map(\.name))
    if !names.isEmpty { remove(names) }
  }

  func setUrgency(of name: String) {
    guard name != openTrip, let trip = current[name] else { return }
    let freshness = trip.freshness(
      turn: scheduler.turn,
      now: clock.monotonicNow(),
      wall: clock.wallNow()
    )
    scheduler.setUrgency(ListedTrip.Rank(freshness.data).urgency, of: name)
  }
}
