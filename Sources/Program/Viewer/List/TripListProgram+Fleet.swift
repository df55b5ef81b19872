internal import CellGrid
internal import FleetEngine

extension TripListProgram {
  /// Reads the fleet at each full second while the list is shown.
  func watchFleet(_ feed: FleetFeed) -> Task<Void, Never> {
    // An unstructured task: it ends with the list, which cancels it.
    Task { [weak self, clock] in
      while !Task.isCancelled {
        let update = await feed.next()
        guard let wait = self?.apply(update), (try? await clock.sleep(wait)) != nil else { return }
      }
    }
  }

  /// Applies an update and redraws; returns the time to the next one.
  private func apply(_ update: FleetUpdate) -> Duration {
    change { $0.apply(update, now: clock.monotonicNow(), wall: clock.wallNow()) }
    post(.tick)
    return timeToNextSecond
  }

  /// Plays a fault and shows its effect.
  func playFault(_ index: Int, now: Duration) async {
    guard let feed else { return }
    await feed.playFault(index)
    state.say("Fault: \(feed.faults[index]).", now: now)
    _ = apply(await feed.next())
  }
}
