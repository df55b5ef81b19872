internal import CellGrid
internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

extension ViewState {
  mutating func perform(_ action: Action, at moment: InputMoment) -> [Command] {
    let now = moment.now
    switch action {
    case .screen(let action): return perform(action, at: moment)
    case .program(let action):
      if action == .refresh { say(ViewerText.pollingNow, now: now) }
      return [.action(action)]
    case .travel(let action): return [.travel(action)]
    case .zoomIn: return [.zoom(steps: 0.5, at: nil)]
    case .zoomOut: return [.zoom(steps: -0.5, at: nil)]
    case .pan(let direction): return pan(direction, part: 8)
    case .panScreen(let direction): return pan(direction, part: 1)
    case .nextMarker: return chooseMarker(step: 1, now: now)
    case .previousMarker: return chooseMarker(step: -1, now: now)
    // Digits choose a stop of the map only while nothing covers it.
    case .chooseStop(let number): return layers.isEmpty ? chooseStop(number, now: now) : []
    case .nextFocus: return moveFocus(1)
    case .previousFocus: return moveFocus(-1)
    case .goBack: return goBack()
    case .copyTripName: return [.copy(ride.tripName)]
    case .copyPosition: return copyPosition(now: now)
    case .share: return [.share(showsIDs: false)]
    case .events: toggleEvents()
    case .requests: toggleRequests()
    case .nextPanel: return showNextPanel(now: now)
    case .mapOnly: return toggleMapOnly(now: now)
    case .details:
      if ride.polling.lastError == nil, !isInFront(details) {
        return notify(ViewerText.noErrors, now: now)
      }
      toggle(details)
    case .pause where timeline != nil: return [.travel(.togglePlaying)]
    case .pause: togglePause(now: now)
    case .cancelRide: if ride.offersCancel { open(.cancelQuestion) }
    }
    return []
  }

  /// Moves the map by a part of what is seen of it: all of it for 1.
  private func pan(_ direction: Direction, part: Int) -> [Command] {
    let map = layout.uncoveredMap
    let smallest = part > 1 ? 1 : 0
    let (columns, rows) = (max(smallest, map.columns / part), max(smallest, map.rows / part))
    return [.pan(columns: direction.columns * columns, rows: direction.rows * rows)]
  }

  private mutating func togglePause(now: Duration) {
    focus.isPaused.toggle()
    guard focus.isPaused else { return say(ViewerText.resumed, now: now) }
    let isShort = ride.isEnded || layout.step == .compact
    say(isShort ? ViewerText.shortPaused(keys) : ViewerText.paused(keys), now: now)
  }

  private mutating func copyPosition(now: Duration) -> [Command] {
    guard let place = ride.trip?.lastLocation?.location, place.isValid else {
      return notify("There is no vehicle position to copy.", now: now)
    }
    return [.copy(Quantities.degrees(place.latitude) + "," + Quantities.degrees(place.longitude))]
  }

  private mutating func showNextPanel(now: Duration) -> [Command] {
    guard !layout.isTextOnly else { return notify("No panels at this size.", now: now) }
    // The present panel is shown first if the map covers it.
    if arrangement.isMapOnly {
      arrangement.isMapOnly = false
    } else {
      arrangement.panel = arrangement.panel.next
    }
    return []
  }

  private mutating func toggleMapOnly(now: Duration) -> [Command] {
    guard !layout.isTextOnly else { return notify(ViewerText.noMapHere, now: now) }
    arrangement.isMapOnly.toggle()
    return []
  }

  /// Shows or hides the event log, over the screen if it has no box.
  private mutating func toggleEvents() {
    if layout.events != nil {
      arrangement.showsEvents.toggle()
    } else {
      toggle(.list(ListLayer(.events)))
    }
  }

  var hiddenActions: Set<Action> {
    var hidden: Set<Action> = offersMyLocation ? [] : [.program(.showMyLocation)]
    if !ride.offersCancel { hidden.insert(.cancelRide) }
    if !canGoBack { hidden.insert(.goBack) }
    if let timeline {
      // They concern the present, which is not shown.
      hidden.formUnion([.program(.refresh), .program(.reloadToken), .cancelRide])
      if !timeline.hasPresent { hidden.insert(.travel(.present)) }
    } else {
      hidden.formUnion([.travel(.slower), .travel(.faster), .travel(.present)])
    }
    return hidden.union(unavailableActions)
  }

  /// Whether there is a list, a new booking or an earlier trip to go back to.
  private var canGoBack: Bool { isFromList || ride.offersNewBooking || previousTrip != nil }

  private func goBack() -> [Command] {
    if isFromList || ride.offersNewBooking { return [.action(.leave)] }
    return previousTrip.map { [.follow($0)] } ?? []
  }

  mutating func explain(_ action: Action, at moment: InputMoment) -> [Command] {
    let now = moment.now
    return switch action {
    case .cancelRide where !ride.isOwnBooking:
      notify("Only a ride booked here can be canceled.", now: now)
    case .cancelRide where ride.isEnded: notify("The ride is already over.", now: now)
    case .cancelRide: []
    case .goBack: notify("There is nothing to go back to.", now: now)
    case .travel(.present) where timeline == nil: notify("This is the present.", now: now)
    case .travel(.present): notify("A recording has no present.", now: now)
    case .travel(.slower), .travel(.faster):
      notify("Only the past has a speed. \(keys[.travel(.step(-1))]) goes back.", now: now)
    case .program(.refresh) where timeline != nil, .program(.reloadToken) where timeline != nil:
      notify("This is the past, which is not polled.", now: now)
    default: notify(ViewerText.notHere, now: now)
    }
  }

  /// Cancels the ride if the answer is yes.
  mutating func answer(_ isYes: Bool, at moment: InputMoment) -> [Command] {
    // The ride may have ended while the question was open.
    guard isYes, ride.offersCancel else { return notify(ViewerText.rideKept, now: moment.now) }
    ride.isCanceling = true
    say("Canceling the ride", now: moment.now)
    return [.action(.cancelRide)]
  }

  mutating func finishCancel(_ failure: CallFailure?, at moment: InputMoment) {
    ride.isCanceling = false
    guard let failure else {
      ride.log("ride canceled from here", at: moment.wall)
      say(ViewerText.canceled, now: moment.now)
      return
    }
    ride.log("not canceled  \(failure.summary)", at: moment.wall)
    focus.notice = nil
    show(.cancelFailure(failure))
  }

  func isMapShown(at point: GridPoint) -> Bool { layout.map.contains(point) }

  mutating func turnWheelBelow(
    _ step: Int, over place: Pointer, at moment: InputMoment
  ) -> [Command] { place.isOnMap ? [.zoom(steps: -0.5 * Double(step), at: place.point)] : [] }

  func dragMap(columns: Int, rows: Int) -> [Command] { [.pan(columns: columns, rows: rows)] }

  mutating func clickBelow(_ place: Pointer, at moment: InputMoment) -> [Command] {
    switch place.target {
    case .marker(let marker): return [.choose(marker)]
    case .badge: return showState(now: moment.now)
    case .rail: return goAlongRail(to: place.point, at: moment)
    case .key, .item, .timeline, .cover: return []
    case nil: break
    }
    guard place.isOnMap else { return [] }
    if mouse.isSecondClick(at: place.point, now: moment.now) {
      return perform(.program(.centerOnVehicle), at: moment)
    }
    return [.tap(at: place.point)]
  }
}
