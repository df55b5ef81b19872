internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension ViewState {
  /// Applies a changed trip.
  mutating func apply(
    _ trip: Trip?,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) -> [ViewCommand] {
    guard let trip else {
      ride.trip = nil
      return []
    }
    let old = ride.stage
    let moves = ride.update(trip, now: now, wall: wall, settings: settings)
    if ride.stage != old { focus.notice = nil }
    let news: [ViewCommand] = moves.isEmpty ? [] : [.announce(moves)]
    guard ride.isEnded != old?.isEnded ?? false else { return news }
    return news + [ride.isEnded ? .stopPolling : .resumePolling]
  }

  /// Applies a polling status.
  mutating func apply(
    _ new: PollingStatus,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) {
    let old = ride.polling
    ride.update(new, now: now, wall: wall, settings: settings)
    if new.consecutiveFailures > old.consecutiveFailures, let error = new.lastError {
      if old.lastError?.bucket != error.bucket { focus.isCardHidden = false }
      if old.lastError == nil { focus.notice = nil }
    } else if new.consecutiveFailures == 0, old.consecutiveFailures > 0 {
      if let text = RideState.recovery(old, now: now) { say(text, now: now) }
      if focus.overlay == .details { focus.overlay = nil }
    }
  }

  /// Says that places of the ride were moved, each with the nearest street where that is known, and
  /// logs it.
  mutating func announce(
    _ moves: [(move: PlaceMove, street: SafeText?)],
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) {
    var sentences: [String] = []
    for (move, street) in moves {
      let distance = Quantities.distance(meters: move.meters, units: settings.units)
      let text = Catalogue.moved(move.kind.label, distance, street?.description)
      ride.log(text, at: wall)
      sentences.append(text)
    }
    guard !sentences.isEmpty else { return }
    say(sentences.map { $0 + "." }.joined(separator: " "), now: now, for: Notice.newsTime)
  }
}
