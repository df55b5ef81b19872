internal import FleetEngine
internal import Geo

/// Decides what the next update of a vehicle contains.
///
/// The navigation status and the route are sent when they change, and again until the server
/// accepts an update with them. Source: contract 6.3.
struct ReportComposer {
  /// The state of navigation at the time of the report.
  struct Navigation {
    var status: NavigationStatus
    var routeRevision: Int
    var route: NavigationRoute?
    var remainingDistanceMeters: Double?
    var remainingTime: Duration?
  }

  /// The parts of an update that are only sent when they change.
  struct Contents: Equatable {
    var state: VehicleState
    var status: NavigationStatus
    var routeRevision: Int?
  }

  private var accepted: Contents?

  /// Whether the server has yet to accept the current vehicle state or navigation status.
  func isNews(state: VehicleState, _ navigation: Navigation) -> Bool {
    accepted?.state != state || accepted?.status != navigation.status
  }

  func update(
    state: VehicleState,
    location: VehicleLocation?,
    deviceSettings: DeviceSettings,
    navigation: Navigation
  ) -> (update: VehicleUpdate, contents: Contents) {
    var vehicle = Vehicle(state: state)
    var mask = ["vehicleState"]
    var contents = Contents(
      state: state,
      status: navigation.status,
      routeRevision: accepted?.routeRevision
    )
    if let location {
      vehicle.lastLocation = location
      mask.append("lastLocation")
    }
    if navigation.status != accepted?.status {
      vehicle.navigationStatus = navigation.status
      mask.append("navigationStatus")
    }
    if let route = navigation.route {
      if navigation.routeRevision != accepted?.routeRevision {
        vehicle.route = route.path.coordinates
        vehicle.currentRouteSegmentEndPoint = route.endPoint
        vehicle.currentRouteSegmentTraffic = route.traffic
        mask += [
          "currentRouteSegment", "currentRouteSegmentEndPoint", "currentRouteSegmentTraffic",
        ]
        contents.routeRevision = navigation.routeRevision
      }
      vehicle.remainingTimeSeconds = navigation.remainingTime.map {
        Int(min($0.inSeconds, 1e9).rounded())
      }
      vehicle.remainingDistanceMeters = navigation.remainingDistanceMeters.map {
        Int(min($0, 1e9).rounded())
      }
      mask += ["remainingTimeSeconds", "remainingDistanceMeters"]
    }
    if location != nil {
      vehicle.deviceSettings = deviceSettings
      mask.append("deviceSettings")
    }
    return (VehicleUpdate(vehicle: vehicle, mask: mask), contents)
  }

  /// Records that the server has accepted an update.
  mutating func accept(_ contents: Contents) { accepted = contents }

  /// Records that the server has accepted a change of the state alone.
  mutating func accept(state: VehicleState) { accepted?.state = state }
}
