internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// What the time alone changes.
extension ViewerProgram {
  /// How long the picture stays as it is by itself; nil for good.
  var timeToNextChange: Duration? {
    let now = clock.monotonicNow()
    return [timeToAutoResume(now: now), timeToNextPicture(now: now)].compactMap { $0 }.min()
  }

  private func timeToNextPicture(now: Duration) -> Duration? {
    let notice = state.focus.notice.flatMap { notice in
      notice.staysUntilKey ? nil : max(.milliseconds(10), notice.until - now)
    }
    if frozen != nil { return notice }
    if let change = state.ride.map?.nextChange { return max(settings.frameTime, change - now) }
    if state.ride.isEnded {
      let picture = endedAt.map { max(.milliseconds(10), $0 + Self.pictureDelay - now) }
      return [notice, picture].compactMap { $0 }.min()
    }
    let nanoseconds = Int64(clock.wallNow().nanoseconds)
    return .nanoseconds(max(1_000_000, 1_000_000_000 - nanoseconds))
  }

  /// Ceases to follow a ride that has been over for a while, and leaves its picture.
  func hideEndedSession(now: Duration) {
    guard let endedAt, now >= endedAt + Self.pictureDelay else { return }
    self.endedAt = nil
    mapView.hideKeepingPicture(session)
  }

  /// How long the map stays where the user moved it; nil for as long as the user likes.
  private func timeToAutoResume(now: Duration) -> Duration? {
    guard let movedAt, let wait = settings.autoResume else { return nil }
    return max(.milliseconds(10), movedAt + wait - now)
  }

  /// Switches the automatic camera on again once the user has moved nothing for a while.
  func resumeAutoCamera(now: Duration) {
    guard let movedAt, let wait = settings.autoResume, now >= movedAt + wait else { return }
    self.movedAt = nil
    guard !mapView.isAllowCameraAutoUpdate else { return }
    mapView.isAllowCameraAutoUpdate = true
    state.say(Catalogue.autoOn, now: now)
  }
}
