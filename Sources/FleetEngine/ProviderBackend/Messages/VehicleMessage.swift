package import FleetEngine
internal import TrustLimits

/// A vehicle of the sample backend, with its remaining waypoints.
///
/// See docs/protocol.md, "Backend messages".
package struct VehicleMessage: Codable, Sendable {
  var name: String?
  var vehicleState: VehicleState?
  var waypoints: [WaypointMessage]?
  var currentTripsIds: [String]?
  var backToBackEnabled: Bool?
  var maximumCapacity: Int?
  var supportedTripTypes: [TripType]?
  var lastLocation: PlaceMessage?

  package init(_ vehicle: Vehicle) {
    name = vehicle.name?.description ?? ""
    vehicleState = vehicle.state
    waypoints = vehicle.waypoints.map { WaypointMessage($0.location, $0.type, tripID: $0.tripID) }
    currentTripsIds = vehicle.currentTripIDs
    backToBackEnabled = vehicle.isBackToBackEnabled
    maximumCapacity = vehicle.maximumCapacity
    supportedTripTypes = vehicle.supportedTripTypes
    lastLocation = vehicle.lastLocation.flatMap { location in
      location.location.map { PlaceMessage($0, heading: location.heading ?? 0) }
    }
  }

  var vehicle: Vehicle? {
    let waypoints = waypoints ?? []
    let trips = currentTripsIds ?? []
    guard let name = name.flatMap({ try? VehicleName(parsing: $0) }),
      waypoints.count <= Limits.Response.waypoints, trips.count <= Limits.Response.vehicleTrips
    else { return nil }
    var vehicle = Vehicle.with {
      $0.name = name
      $0.state = vehicleState ?? .unspecified
      $0.supportedTripTypes = supportedTripTypes ?? []
      $0.currentTripIDs = trips
      $0.maximumCapacity = maximumCapacity.flatMap(Int32.init(exactly:)).map(Int.init) ?? 0
    }
    vehicle.isBackToBackEnabled = backToBackEnabled ?? false
    vehicle.waypoints = waypoints.map {
      TripWaypoint(
        location: $0.terminalLocation, tripID: $0.tripId, type: $0.waypointType ?? .unspecified)
    }
    vehicle.lastLocation = (lastLocation?.point?.coordinate).map {
      VehicleLocation(location: $0, heading: lastLocation?.boundedHeading)
    }
    return vehicle
  }
}
