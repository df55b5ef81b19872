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
  var vehicleMessage: Canvas.Message? {
    guard let problem = vehicleProblem, let error = state.vehicle?.problem else { return nil }
    let needsAction = error.bucket != .recoverable
    guard state.trips.isEmpty else {
      return Canvas.Message(text: "\(glyphs.warning) \(problem)", style: palette.warning)
    }
    let status = error.httpStatus.map { " (\($0))" } ?? ""
    let mark = needsAction ? glyphs.failed : glyphs.warning
    let keys = settings.keys
    return Canvas.Message(
      text:
        "\(mark) \(error.label)\(status). \(keys[.details]) details, \(keys[.refresh]) retry now",
      style: needsAction ? palette.failure : palette.warning
    )
  }

  /// Draws the card of the vehicle's failure, or a failure in full.
  mutating func drawFailure() {
    if state.isCardShown, let vehicle = state.vehicle {
      drawView(of: vehicle.name, vehicle.polling) { $0.drawCard() }
    }
    guard let details = state.details, let polling = state.polling(of: details.name) else { return }
    drawView(of: details.name, polling, details: details) { canvas in
      canvas.drawList()
    }
  }

  /// Draws over the list what the viewer of one trip draws over its map.
  private mutating func drawView(
    of name: String,
    _ polling: PollingStatus,
    details: TripListState.Details? = nil,
    _ draw: (inout Canvas) -> Void
  ) {
    var view = ViewState(
      tripName: name,
      size: state.size,
      polling: polling,
      now: now,
      keys: settings.keys
    )
    // The list has no key for it.
    view.unavailableActions = [.reloadToken]
    view.arrangement = Arrangement(panel: .off, showsEvents: false)
    if let details {
      view.overlay = .details
      view.list = details.position
    }
    var canvas = Canvas(state: view, settings: settings, now: now, wall: wall)
    canvas.frame = frame
    canvas.notes = notes
    canvas.hits = hits
    draw(&canvas)
    (frame, notes, hits) = (canvas.frame, canvas.notes, canvas.hits)
    if details != nil {
      detailSize = (canvas.listContent.lines.count, max(1, canvas.listRect.rows))
    }
  }
}
