internal import CellGrid
internal import FleetEngine

extension ViewState {
  /// Whether the ride can be cancelled from here now.
  var offersCancel: Bool { isOwnBooking && !isEnded && !isCanceling }

  /// Whether another ride can be booked now that the booked one is over.
  var offersNewBooking: Bool { isOwnBooking && isEnded }

  /// Whether there is something to go back to: a list, a new booking or the trip before this one.
  var canGoBack: Bool { isFromList || offersNewBooking || previousTrip != nil }

  /// Goes back to the list, to a new booking, or to the trip before this one.
  func goBack() -> [ViewCommand] {
    if isFromList || offersNewBooking { return [.action(.backToList)] }
    return previousTrip.map { [.follow($0)] } ?? []
  }

  /// Says why the key of an action that is not offered does nothing now.
  mutating func explain(_ action: Action, now: Duration) {
    switch action {
    case .cancelRide where !isOwnBooking: say(Catalogue.onlyOwnRides, now: now)
    case .cancelRide where isEnded: say(Catalogue.rideIsOver, now: now)
    case .cancelRide: break
    case .backToList: say(Catalogue.noWayBack, now: now)
    default: say(Catalogue.notHere, now: now)
    }
  }

  /// Asks whether the ride is really to be cancelled.
  mutating func askToCancel(now: Duration) {
    guard offersCancel else { return }
    overlay = .cancelQuestion
  }

  /// Cancels the ride at a yes; every other key leaves it as it is.
  mutating func answerCancelQuestion(_ press: KeyPress, now: Duration) -> [ViewCommand] {
    overlay = nil
    // The ride may have ended while the question stood there.
    guard press == KeyPress("y"), offersCancel else {
      say(Catalogue.rideKept, now: now)
      return []
    }
    isCanceling = true
    say(Catalogue.canceling, now: now)
    return [.action(.cancelRide)]
  }

  /// Takes over what the backend answered to the wish to cancel.
  mutating func takeCancelAnswer(_ failure: BookingFailure?, now: Duration, wall: Timestamp) {
    isCanceling = false
    guard let failure else {
      log(Catalogue.canceledEvent, at: wall)
      say(Catalogue.canceled, now: now)
      return
    }
    log(Catalogue.cancelFailedEvent(failure.summary), at: wall)
    notice = nil
    overlay = .cancelFailure(failure)
  }
}
