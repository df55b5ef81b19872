internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import HTTPMessages
internal import MapCanvas
internal import ProviderBackend
internal import RidesharingConsumer

extension ViewerProgram {
  func perform(_ command: ViewCommand, now: Duration) async {
    switch command {
    case .screen(let action): await performOnMap(action, now: now)
    case .action(let action): await perform(action, now: now)
    case .travel(let action): travel(action, now: now)
    case .pan(let columns, let rows):
      recordManualCamera(mapView.pan(columns: columns, rows: rows), now: now)
    case .zoom(let steps, let point):
      recordManualCamera(mapView.zoom(by: steps, at: point.map(cell(of:))), now: now)
    case .zoomTo(let zoom):
      guard let camera = mapView.camera else { break }
      recordManualCamera(mapView.zoom(by: zoom - camera.zoom), now: now)
    case .goTo(let place):
      let zoom = mapView.camera?.zoom ?? 12
      recordManualCamera(mapView.isAllowCameraAutoUpdate, now: now)
      mapView.isAllowCameraAutoUpdate = false
      mapView.animate(to: Camera(center: place, zoom: zoom))
    case .announce(let moves):
      let named = moves.map { ($0, mapView.street(near: $0.place)) }
      state.announce(named, at: moment(loop))
    case .choose(let marker): state.showMarker(mapView.choose(marker), now: now)
    case .tap(let point): state.showMarker(mapView.tap(at: cell(of: point)), now: now)
    case .share(let showsIDs): share(showsIDs: showsIDs, now: now)
    case .showStyle: showStyle(now: now)
    case .saveStyle(let path): saveStyle(to: path, now: now)
    case .showSettings:
      var present = settings
      present.reportsMouse = state.mouse.isOn
      let lines = present.configurationLines(since: firstSettings)
      state.report(ViewerText.configuration(lines), now: now)
    case .reload: await reload(now: now)
    case .copy(let text): await copy(text, now: now)
    case .copyCommand(let command): await copy(command, now: now)
    case .follow(let name): follow(name, now: now)
    case .setInterval(let seconds): setInterval(seconds, now: now)
    case .seek(let seek): travel(now: now) { $0.seek(to: seek) }
    case .stopPolling: stopPolling(now: now)
    case .resumePolling: resumePolling()
    }
  }

  func perform(_ action: RideCommand, now: Duration) async {
    switch action {
    case .leave: ending = .back
    case .refresh: model.refresh()
    case .reloadToken: await reloadToken(now: now)
    case .cancelRide: cancelRide()
    case .toggleAutoCamera:
      mapView.isAllowCameraAutoUpdate.toggle()
      movedAt = nil
      state.say(
        mapView.isAllowCameraAutoUpdate ? ViewerText.autoOn : ViewerText.autoOff(state.keys),
        now: now)
    case .defaultZoom: recordManualCamera(mapView.resetZoom(), now: now)
    case .fitTrip:
      if state.ride.trip == nil { state.say(ViewerText.nothingToFit, now: now) }
      recordManualCamera(mapView.fitTrip(), now: now)
    case .centerOnVehicle:
      if state.ride.trip?.lastLocation?.location == nil {
        state.say("There is no vehicle to center on.", now: now)
      } else {
        recordManualCamera(mapView.centerOnVehicle(), now: now)
      }
    case .showMyLocation: showMyLocation(now: now)
    case .toggleTraffic: toggleTraffic(now: now)
    case .saveSnapshot: save()
    }
  }

  private func showMyLocation(now: Duration) {
    let followed = mapView.isAllowCameraAutoUpdate
    switch mapView.showMyLocation() {
    case .trip:
      let missing = " " + "Your location is not known (--my-location)."
      let hint = mapView.myLocation == nil ? missing : ""
      state.say("The map shows the trip." + hint, now: now)
    case .myLocation:
      let key = state.keys[.program(.showMyLocation)]
      state.say("The map shows your location. \(key) shows the trip.", now: now)
    case .nothing: state.say(ViewerText.noMyLocation, now: now)
    }
    if mapView.isAllowCameraAutoUpdate {
      movedAt = nil
    } else if followed || movedAt != nil {
      movedAt = now
    }
  }

  private func cell(of point: GridPoint) -> GridPoint {
    let area = state.layout.map
    return GridPoint(column: point.column - area.minColumn, row: point.row - area.minRow)
  }

  private func recordManualCamera(_ turnedOff: Bool, now: Duration) {
    if turnedOff { state.say(ViewerText.autoOff(state.keys), now: now) }
    // The camera stays off if the user's key turned it off.
    if turnedOff || movedAt != nil { movedAt = now }
  }

  /// Performs an action of all screens, and says how to keep another theme.
  private func performOnMap(_ action: ScreenAction, now: Duration) async {
    let theme = settings.themeName
    await perform(action, now: now)
    redrawFrozenMap()
    guard settings.themeName != theme, settings.themeName != firstSettings.themeName,
      let notice = state.notice
    else { return }
    state.say(notice.text + " :set shows how to keep it.", now: now)
  }

  /// Applies the settings of the reloaded configuration; the ride, its server and its tokens stay.
  private func reload(now: Duration) async {
    guard let reload = services.reload else {
      return state.say("There is no configuration to reload here.", now: now)
    }
    switch await reload(mapView) {
    case .failure(let failure):
      state.report("Configuration not reloaded: \(failure.message)", now: now)
    case .success(let reading):
      var new = reading.settings
      // The terminal's own reports stay valid.
      new.background = settings.background
      new.hasExactColors = new.hasExactColors || settings.hasExactColors
      if new.isGlyphLevelAutomatic, settings.isGlyphLevelAutomatic { new.glyphs = settings.glyphs }
      new.tips = .none
      (settings, firstSettings, state.keys) = (new, new, new.keys)
      mapView.isReducedMotion = new.isMotionReduced
      if state.mouse.isOn != new.reportsMouse {
        state.mouse.isOn = new.reportsMouse
        await screen.setMouse(new.reportsMouse)
      }
      redrawFrozenMap()
      let sentences = ["The configuration was reloaded."] + reading.warnings.map(\.description)
      state.report(sentences.joined(separator: " "), now: now)
    }
  }

  private func toggleTraffic(now: Duration) {
    let styles = mapView.consumerMapStyleCoordinator
    let lines: [PolylineType] = [.activeRoute, .remainingRoute]
    let isOn = !lines.contains { styles.polylineStyleOptions(with: $0).isTrafficEnabled }
    for line in lines {
      var options = styles.polylineStyleOptions(with: line)
      options.isTrafficEnabled = isOn
      styles.setPolylineStyleOptions(options, polylineType: line)
    }
    state.say(isOn ? "Traffic on the map: on." : "Traffic on the map: off.", now: now)
  }

  private func save() {
    guard let save = services.save else { return }
    let wall = clock.wallNow()
    let document = SnapshotDocument(state.ride, at: wall)
    let name = SavedFile.name(state.ride.tripID, at: wall, ".json")
    // An unstructured task: a disk may be slow, and the viewer continues.
    Task { [weak self] in
      do { self?.report(await save(name, try await Self.json(document))) } catch {
        self?.post(.news(.saved(ViewerText.notSaved("it cannot be written as JSON"), nil)))
      }
    }
  }

  private func report(_ result: Result<String, ViewerServices.SaveFailure>) {
    switch result {
    case .success(let path): post(.news(.saved("Saved \(path)", path)))
    case .failure(let failure): post(.news(.saved(ViewerText.notSaved(failure.reason), nil)))
    }
  }

  private func showStyle(now: Duration) {
    guard let text = services.styleText?(mapView) else {
      return state.say(ViewerText.notHere, now: now)
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    state.open(.list(ListLayer(.style(lines.map { SafeText(String($0)) }))))
  }

  private func saveStyle(to path: String, now: Duration) {
    guard let text = services.styleText?(mapView), let saveAs = services.saveAs else {
      return state.say(ViewerText.notHere, now: now)
    }
    // An unstructured task, as above.
    Task { [weak self] in self?.report(await saveAs(path, Array(text.utf8))) }
  }

  @concurrent
  private nonisolated static func json(_ document: SnapshotDocument) async throws -> [UInt8] {
    try document.json()
  }

  private func reloadToken(now: Duration) async {
    guard let renew = services.renewToken, let name = try? TripName(parsing: state.ride.tripName)
    else { return }
    await renew(name)
    state.say("Token dropped. Polling with a new one.", now: now)
    model.refresh()
  }

  private func follow(_ name: TripName, now: Duration) {
    guard let open = services.openTrip else { return state.say(ViewerText.notHere, now: now) }
    guard let model = open(name) else {
      let own = (try? TripName(parsing: state.ride.tripName))?.providerID ?? ""
      return state.say("Only trips of providers/\(own) can be followed here.", now: now)
    }
    follow(model, now: now)
    let back = state.isFromList ? ":trip -" : state.keys[.goBack]
    state.say("Following \(name.tripID). \(back) goes back.", now: now)
  }

  private func setInterval(_ seconds: Int, now: Duration) {
    if state.ride.isEnded {
      refreshInterval = Double(seconds)
    } else {
      model.options.autoRefreshTimeInterval = Double(seconds)
    }
    state.say("Polling every \(Quantities.span(.seconds(seconds))).", now: now)
  }

  private func cancelRide() {
    guard let booking else { return }
    let trip = state.ride.tripID
    let number = tripNumber
    // An unstructured task: the viewer continues, and quitting does not withdraw the request.
    Task { [loop] in
      var failure: CallFailure?
      do throws(ProviderError) { _ = try await booking.cancelTrip(trip) } catch {
        failure = CallFailure(error, backend: booking.endpoint.authority)
      }
      loop.mailbox.post(.news(.cancelResult(failure), trip: number))
    }
  }
}

extension MapView {
  /// Sets the size of the map in a layout, without what is below its card.
  func resize(to layout: Layout) {
    let covered = layout.coveredMap
    resize(to: layout.map.size, coveredColumns: covered.columns, coveredRows: covered.rows)
  }
}
