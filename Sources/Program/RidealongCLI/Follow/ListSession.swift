internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer
internal import TerminalUI
internal import Viewer

/// A list of trips on the screen, and the viewer of one trip at a time.
@MainActor struct ListSession {
  let setup: RideSetup
  let service: TripService
  let services: ViewerServices
  /// Whether the next run may offer an opened trip again.
  var remembersTrips = true

  /// Shows the list and the trips that the user opens; returns whether Ctrl-C ended it.
  func show(
    _ list: TripListProgram, _ mapView: MapView, on cursesScreen: CursesScreen
  ) async -> Bool {
    var services = services
    services.use(setup.map, on: mapView)
    list.chooseMap = services.chooseMap
    let open = services.openTrip
    services.openTrip = { name in
      guard let model = open?(name) else { return nil }
      // The name that was typed in the viewer may be of another trip of the list.
      list.openElsewhere(name.description)
      return model
    }
    list.readLog = services.readLog
    while true {
      setup.onSignal { list.stop() }
      let name: String
      switch await list.run() {
      case .open(let opened): name = opened
      case .interrupted: return true
      case .quit, .stopped, .back, .booked: return false
      }
      list.openElsewhere(name)
      if remembersTrips { await setup.outputs.remember(trip: name) }
      // The camera still shows the list's vehicles.
      mapView.isAllowCameraAutoUpdate = setup.map.startsWithAutoCamera
      mapView.resetCamera()
      let viewer = ViewerProgram(
        model: service.tripModel(forTripName: name), mapView: mapView, screen: cursesScreen,
        clock: setup.outputs.clock, settings: list.settings, services: services, isFromList: true)
      setup.onSignal { viewer.stop() }
      let ending = await viewer.run()
      list.settings.keep(viewer.settings)
      switch ending {
      case .back: break
      case .interrupted: return true
      case .quit, .stopped, .open, .booked: return false
      }
    }
  }
}

extension TripListProgram {
  /// Applies a change of the list.
  func apply(_ change: TripList.Change) {
    switch change {
    case .all(let names): replace(with: names.map(\.description))
    case .add(let name): add(name.description)
    case .remove(let name): remove(name.description)
    case .problem(let text): say("\(text) The trips are as before.")
    case .end: break
    }
  }
}
