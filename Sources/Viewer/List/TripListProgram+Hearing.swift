internal import FleetEngine
public import RidesharingConsumer

extension TripListProgram {
  /// Takes over which trips the vehicle has now, or why that is not known.
  ///
  /// Those that are over stay to be seen; those that have become another's leave.
  ///
  /// - Parameters:
  ///   - answer: The vehicle's answer.
  ///   - polling: How the asking for it goes.
  ///   - providerID: Whose trips they are.
  public func apply(_ answer: VehicleWatch.Answer, _ polling: PollingStatus, providerID: String) {
    onReport?(.vehicle(polling))
    hear { $0.vehicle?.polling = polling }
    if case .success(let vehicle) = answer {
      // The next failure is told of anew.
      hear {
        $0.vehicle?.isKnown = true
        $0.isCardHidden = false
      }
      let names = vehicle.currentTripIDs.compactMap {
        (try? TripName(providerID: providerID, tripID: $0))?.description
      }
      let active = Set(names)
      for name in active { leaving[name] = nil }
      makeRoom(for: active.count { heard[$0] == nil })
      if !names.allSatisfy({ add($0) }) {
        hear { $0.say(Catalogue.noRoom(TripScheduler.maximumTrips), now: clock.monotonicNow()) }
      }
      for trip in heard.trips
      where !active.contains(trip.name) && !trip.isEnded && leaving[trip.name] == nil {
        leaving[trip.name] = trip.polling.totalUpdates
        scheduler.askNow(trip.name)
      }
    }
    wake()
  }

  /// What was heard last, whether or not the screen shows it.
  var heard: TripListState { live ?? state }

  /// Takes over something that was heard, without a copy of all trips.
  func hear(_ change: (inout TripListState) -> Void) {
    isArranged = false
    guard var live else { return change(&state) }
    // The only owner while it changes, so that nothing is copied.
    self.live = nil
    change(&live)
    self.live = live
  }

  /// Shows what was heard while the screen stood still.
  func resume() {
    guard var new = live else { return }
    new.adoptPosition(of: state)
    (state, live) = (new, nil)
  }

  func apply(_ name: String, _ trip: Trip?, _ polling: PollingStatus?) {
    if let trip { onReport?(.trip(name, trip)) }
    if let polling { onReport?(.polling(name, polling)) }
    hear {
      $0.change(name) { listed in
        if let trip { listed.trip = trip }
        if let polling { listed.polling = polling }
      }
    }
    if let polling, !polling.isPolling { leaveIfGone(name, polling) }
    setUrgency(of: name)
    wake()
  }

  /// Drops a trip that is another vehicle's by now, once the last answer about it is here.
  private func leaveIfGone(_ name: String, _ polling: PollingStatus) {
    guard let updates = leaving[name], polling.totalUpdates > updates else { return }
    leaving[name] = nil
    guard let listed = heard[name], listed.trip != nil, !listed.isEnded else { return }
    remove([name])
    hear { $0.say(Catalogue.leftVehicle(listed.tripID), now: clock.monotonicNow()) }
  }

  private func remove(_ names: Set<String>) {
    for name in names {
      if let known = listeners.removeValue(forKey: name) {
        known.model.unregisterSubscriber(known.listener)
      }
      scheduler.leave(name)
    }
    hear { $0.remove(names) }
  }

  /// Drops the oldest trips that are over, as many as new ones find no room.
  private func makeRoom(for count: Int) {
    let surplus = heard.trips.count + count - TripScheduler.maximumTrips
    guard surplus > 0 else { return }
    let ended = heard.trips.lazy.filter { $0.isEnded && $0.name != self.openTrip }.prefix(surplus)
    let names = Set(ended.map(\.name))
    if !names.isEmpty { remove(names) }
  }

  /// Has a trip asked for as soon as its state asks for it.
  func setUrgency(of name: String) {
    guard name != openTrip, let trip = heard[name] else { return }
    let freshness = trip.freshness(
      turn: scheduler.turn,
      now: clock.monotonicNow(),
      wall: clock.wallNow()
    )
    scheduler.setUrgency(ListedTrip.Rank(freshness.data).urgency, of: name)
  }
}
