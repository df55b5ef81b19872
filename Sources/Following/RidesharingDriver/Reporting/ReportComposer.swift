internal import FleetEngine
internal import Geo

/// Decides what the next update of a vehicle contains.
///
/// The navigation status and the route are sent when they change, and again until the server
/// accepts an update with them. See docs/protocol.md, "Contents of an update".
@MainActor struct ReportComposer {
  /// The parts of an update that are only sent when they change.
  struct Contents {
    /// Nil, as for the other parts, if it is not known what the server has.
    var state: VehicleState?
    var status: NavigationStatus?
    var routeRevision: Int?
  }

  private var accepted: Contents?

  /// Whether the server has yet to accept the current vehicle state or navigation status.
  func isNews(state: VehicleState, _ navigator: Navigator) -> Bool {
    accepted?.state != state || accepted?.status != navigator.status
  }

  func update(
    state: VehicleState, location: VehicleLocation?, deviceSettings: DeviceSettings,
    navigator: Navigator
  ) -> (update: VehicleUpdate, contents: Contents) {
    var update = VehicleUpdate(state: state)
    var contents = Contents(
      state: state, status: navigator.status, routeRevision: accepted?.routeRevision)
    if let location {
      update.vehicle.lastLocation = location
      update.mask.append("lastLocation")
    }
    if navigator.status != accepted?.status {
      update.vehicle.navigationStatus = navigator.status
      update.mask.append("navigationStatus")
    }
    if let route = navigator.route {
      if navigator.routeRevision != accepted?.routeRevision {
        update.vehicle.route = route.path.coordinates
        update.vehicle.currentRouteSegmentEndPoint = route.endPoint
        update.vehicle.currentRouteSegmentTraffic = route.traffic
        update.mask += [
          "currentRouteSegment", "currentRouteSegmentEndPoint", "currentRouteSegmentTraffic",
        ]
        contents.routeRevision = navigator.routeRevision
      }
      update.vehicle.remainingTimeSeconds = navigator.remainingTime.map {
        Int(min($0.inSeconds, 1e9).rounded())
      }
      update.vehicle.remainingDistanceMeters = navigator.remainingDistanceMeters.map {
        Int(min($0, 1e9).rounded())
      }
      update.mask += ["remainingTimeSeconds", "remainingDistanceMeters"]
    }
    if location != nil {
      update.vehicle.deviceSettings = deviceSettings
      update.mask.append("deviceSettings")
    }
    return (update, contents)
  }

  mutating func accept(_ contents: Contents) { accepted = contents }

  mutating func accept(state: VehicleState) { accepted?.state = state }

  /// Forgets the parts of an update that failed, because the server may have acted on it.
  mutating func fail(_ update: VehicleUpdate) {
    if update.mask.contains("vehicleState") { accepted?.state = nil }
    if update.mask.contains("navigationStatus") { accepted?.status = nil }
    if update.mask.contains("currentRouteSegment") { accepted?.routeRevision = nil }
  }
}
