internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

// What a list says of failures, of the vehicle's above all.
extension TripListCanvas {
  /// Why the vehicle's trips are not known; nil where nothing is wrong.
  var vehicleProblem: String? {
    guard let vehicle = state.vehicle, let error = vehicle.problem else { return nil }
    let text = ErrorText(error, .init(name: vehicle.name, backend: settings.backend))
    return Catalogue.vehicleProblem(vehicle.vehicleID, text.summary)
  }

  /// When the vehicle is asked for again, as a sentence.
  var vehicleRetry: String {
    state.vehicle?.polling.nextPollAt.map { next in
      Catalogue.askingAgain(max(.zero, next - now)) + "."
    } ?? ""
  }

  /// The sentence below the list while the vehicle's trips are not known; nil where nothing is wrong.
  var vehicleMessage: StyledText? {
    guard let problem = vehicleProblem, let error = state.vehicle?.problem else { return nil }
    let needsAction = error.bucket != .recoverable
    guard state.trips.isEmpty else {
      return StyledText(text: "\(glyphs.warning) \(problem)", style: palette.warning)
    }
    let status = error.httpStatus.map { " (\($0))" } ?? ""
    let mark = needsAction ? glyphs.failed : glyphs.warning
    let keys = settings.keys
    return StyledText(
      text:
        "\(mark) \(error.label)\(status). \(keys[.details]) details, \(keys[.refresh]) retry now",
      style: needsAction ? palette.failure : palette.warning
    )
  }

  /// Draws the card of the vehicle's failure, or a failure in full.
  mutating func drawFailure() {
    if state.isCardShown, let vehicle = state.vehicle {
      draw(state.screen(of: vehicle.name, vehicle.polling, now: now)) { $0.drawCard() }
    }
    if let details = state.detailsScreen(now: now) { draw(details) { $0.drawList() } }
  }

  /// Draws over the list what the screen of one trip draws over its map.
  private mutating func draw(_ screen: ViewState, _ draw: (inout Canvas<ViewState>) -> Void) {
    var canvas = Canvas<ViewState>(
      state: screen,
      settings: settings,
      now: now,
      wall: wall,
      over: (frame, hits, notes)
    )
    draw(&canvas)
    (frame, hits, notes) = (canvas.frame, canvas.hits, canvas.notes)
  }
}

extension TripListState {
  /// The screen of a trip or vehicle of the list, for its failure.
  func screen(of name: String, _ polling: PollingStatus, now: Duration) -> ViewState {
    let ride = RideState(tripName: name, polling: polling, now: now)
    var screen = ViewState(ride: ride, size: size, keys: keys)
    // The list has no key for it.
    screen.unavailableActions = [.reloadToken]
    screen.arrangement = ScreenArrangement(panel: .off, showsEvents: false)
    return screen
  }

  /// The screen that shows a failure in full; nil where none is shown.
  fileprivate func detailsScreen(now: Duration) -> ViewState? {
    guard let details, let polling = polling(of: details.name) else { return nil }
    var screen = screen(of: details.name, polling, now: now)
    screen.focus.overlay = .details
    screen.focus.list = details.position
    return screen
  }

  /// The lines of the failure that is shown in full.
  func detailsList(at moment: InputMoment) -> ListContent {
    guard let screen = detailsScreen(now: moment.now) else {
      return ListContent(title: "", lines: [], hint: "")
    }
    return RideMoment(
      state: screen,
      settings: moment.settings,
      now: moment.now,
      wall: moment.wall
    ).listContent
  }
}
