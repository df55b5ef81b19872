internal import CellGrid
internal import FleetEngine

extension ViewState {
  /// Whether there is something to go back to: a list, a new booking or the trip before this one.
  var canGoBack: Bool { isFromList || ride.offersNewBooking || previousTrip != nil }

  /// Goes back to the list, to a new booking, or to the trip before this one.
  func goBack() -> [ViewCommand] {
    if isFromList || ride.offersNewBooking { return [.action(.backToList)] }
    return previousTrip.map { [.follow($0)] } ?? []
  }

  /// Says why the key of an action that is not offered does nothing now.
  mutating func explain(_ action: Action, now: Duration) {
    switch action {
    case .cancelRide where !ride.isOwnBooking: say(Catalogue.onlyOwnRides, now: now)
    case .cancelRide where ride.isEnded: say(Catalogue.rideIsOver, now: now)
    case .cancelRide: break
    case .backToList: say(Catalogue.noWayBack, now: now)
    default: say(Catalogue.notHere, now: now)
    }
  }

  /// Asks whether the ride is really to be cancelled.
  mutating func askToCancel(now: Duration) {
    guard ride.offersCancel else { return }
    focus.overlay = .cancelQuestion
  }

  /// Cancels the ride at a yes; every other key keeps it.
  mutating func confirmCancel(_ press: KeyPress, now: Duration) -> [ViewCommand] {
    focus.overlay = nil
    // The ride may have ended while the question was open.
    guard press == KeyPress("y"), ride.offersCancel else {
      say(Catalogue.rideKept, now: now)
      return []
    }
    ride.isCanceling = true
    say(Catalogue.canceling, now: now)
    return [.action(.cancelRide)]
  }

  /// Shows whether the backend canceled the ride.
  mutating func finishCancel(_ failure: BookingFailure?, now: Duration, wall: Timestamp) {
    ride.isCanceling = false
    guard let failure else {
      ride.log(Catalogue.canceledEvent, at: wall)
      say(Catalogue.canceled, now: now)
      return
    }
    ride.log(Catalogue.cancelFailedEvent(failure.summary), at: wall)
    focus.notice = nil
    focus.overlay = .cancelFailure(failure)
  }
}
