internal import CellGrid
internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

extension ViewState {
  private static let wheelLines = 3

  mutating func paste(_ text: String, at moment: InputMoment) -> [Command] {
    guard focus.prompt != nil else { return notify(ViewerText.pasteIgnored, now: moment.now) }
    focus.prompt?.paste(text)
    return []
  }

  mutating func press(_ press: KeyPress, at moment: InputMoment) -> [Command] {
    let now = moment.now
    let wanted: Action? = keys.action(press)
    var action = wanted.flatMap { hiddenActions.contains($0) ? nil : $0 }
    // Digits choose a stop of the map only while nothing covers it.
    if case .chooseStop = action, focus.overlay != nil { action = nil }
    if let command = action?.commandAnywhere { return [.screen(command)] }
    if focus.prompt != nil { return type(press, now: now) }
    switch focus.overlay {
    case nil:
      if let action { return perform(action, now: now) }
      return wanted.map { explain($0, now: now) } ?? []
    case .cancelQuestion: return confirmCancel(press, now: now)
    case .report: focus.overlay = nil
    case .cancelFailure:
      guard action?.closes ?? false else {
        return action.map { perform($0, now: now) } ?? []
      }
      focus.overlay = nil
    case .help: turnHelp(press, action)
    case .menu: return pressInMenu(press, action, at: moment)
    case .details, .events, .log, .style, .requests: return moveInList(press, action, at: moment)
    }
    return []
  }

  mutating func perform(_ action: Action, now: Duration) -> [Command] {
    switch action {
    case .screen(let action): return [.screen(action)]
    case .program(let action): return [.action(action)]
    case .travel(let action): return [.travel(action)]
    case .zoomIn: return [.zoom(steps: 0.5, at: nil)]
    case .zoomOut: return [.zoom(steps: -0.5, at: nil)]
    case .pan(let direction): return pan(direction, part: 8)
    case .panScreen(let direction): return pan(direction, part: 1)
    case .nextMarker: return chooseMarker(step: 1, now: now)
    case .previousMarker: return chooseMarker(step: -1, now: now)
    case .chooseStop(let number): return chooseStop(number, now: now)
    case .nextFocus: return moveFocus(1)
    case .previousFocus: return moveFocus(-1)
    case .goBack: return goBack()
    case .closeOverlay: return closeCard()
    case .toggleMouse: return setMouse(!mouse.isOn, now: now)
    case .copyTripName: return [.copy(ride.tripName)]
    case .copyPosition: return copyPosition(now: now)
    case .help: open(.help(page: 0))
    case .menu: open(.menu)
    case .prompt: (focus.overlay, focus.prompt) = (nil, Prompt(promptContext))
    case .events: toggleEvents()
    case .requests: toggleRequests()
    case .nextPanel: return showNextPanel(now: now)
    case .mapOnly: return toggleMapOnly(now: now)
    case .details: toggleDetails(now: now)
    case .pause where timeline != nil: return [.travel(.togglePlaying)]
    case .pause: togglePause(now: now)
    case .cancelRide: if ride.offersCancel { focus.overlay = .cancelQuestion }
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

  private mutating func toggleDetails(now: Duration) {
    if focus.overlay == .details {
      focus.overlay = nil
    } else if ride.polling.lastError == nil {
      say(ViewerText.noErrors, now: now)
    } else {
      open(.details)
    }
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
      if focus.overlay == .events { focus.overlay = nil } else { open(.events) }
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
    return hidden.union(unavailableActions.map { .program($0) })
  }

  /// Whether there is a list, a new booking or an earlier trip to go back to.
  private var canGoBack: Bool { isFromList || ride.offersNewBooking || previousTrip != nil }

  private func goBack() -> [Command] {
    if isFromList || ride.offersNewBooking { return [.action(.leave)] }
    return previousTrip.map { [.follow($0)] } ?? []
  }

  private mutating func explain(_ action: Action, now: Duration) -> [Command] {
    switch action {
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

  /// Cancels the ride if the answer is yes; every other key keeps it.
  private mutating func confirmCancel(_ press: KeyPress, now: Duration) -> [Command] {
    focus.overlay = nil
    // The ride may have ended while the question was open.
    guard press == "y", ride.offersCancel else { return notify(ViewerText.rideKept, now: now) }
    ride.isCanceling = true
    say("Canceling the ride", now: now)
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
    focus.overlay = .cancelFailure(failure)
  }

  func isMapShown(at point: GridPoint) -> Bool { layout.map.contains(point) && !isCovered }
  private var isCovered: Bool { focus.overlay != nil || focus.prompt != nil }

  mutating func turnWheel(_ step: Int, over place: Pointer, at moment: InputMoment) -> [Command] {
    if place.isOnMap { return [.zoom(steps: -0.5 * Double(step), at: place.point)] }
    switch focus.overlay {
    case .help(let page): focus.overlay = .help(page: helpPages.page(page, turnedBy: step))
    case .menu, .details, .events, .log, .style, .requests:
      moveList(.by(step * Self.wheelLines), in: openList(at: moment))
    case .cancelQuestion, .cancelFailure, .report, nil: break
    }
    return []
  }

  func drag(columns: Int, rows: Int) -> [Command] {
    isCovered ? [] : [.pan(columns: columns, rows: rows)]
  }

  mutating func rightClick(at moment: InputMoment) -> [Command] {
    let isOpen = isCovered || cardMarker != nil || isErrorCardShown
    return isOpen ? press(.escape, at: moment) : perform(.menu, now: moment.now)
  }

  mutating func click(_ place: Pointer, at moment: InputMoment) -> [Command] {
    switch place.target {
    case .key(let press): return self.press(press, at: moment)
    case .marker(let marker) where focus.overlay == nil: return [.choose(marker)]
    case .item(let line):
      if focus.prompt != nil { focus.prompt?.choose(line) }
      let list = openList(at: moment)
      guard list.isSelectable else { return [] }
      focus.list.select(line, of: list.count, rows: list.rows)
      return focus.overlay == .menu
        ? runSelected(now: moment.now) : openRequest(line, now: moment.now)
    case .badge where !isCovered: return showState(now: moment.now)
    case .rail where !isCovered: return goAlongRail(to: place.point, at: moment)
    case .timeline: return seek(to: place.point)
    case .cover:
      // Where any key continues, so does a click.
      switch focus.overlay {
      case .help, .report: return press(.enter, at: moment)
      default: return []
      }
    case .marker, .badge, .rail, nil: break
    }
    // A click outside of an overlay closes it, like the Escape key.
    if isCovered { return press(.escape, at: moment) }
    guard place.isOnMap else { return [] }
    if mouse.isSecondClick(at: place.point, now: moment.now) {
      return perform(.program(.centerOnVehicle), now: moment.now)
    }
    return [.tap(at: place.point)]
  }
}
