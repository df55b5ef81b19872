package import FleetEngine
internal import TrustLimits

/// A trip of the sample backend, with all of its waypoints, visited or not.
///
/// See docs/protocol.md, "Backend messages".
package struct TripMessage: Codable, Sendable {
  var name: String?
  var tripStatus: TripStatus?
  var waypoints: [WaypointMessage]?
  var vehicleId: String?
  var routeList: [PointMessage]?

  package init(_ trip: Trip) {
    name = trip.name?.description ?? ""
    tripStatus = trip.status
    let id = trip.name?.tripID
    waypoints =
      [WaypointMessage(trip.pickupPoint, .pickup, tripID: id)]
      + trip.intermediateDestinations.map {
        WaypointMessage($0, .intermediateDestination, tripID: id)
      } + (trip.dropoffPoint.map { [WaypointMessage($0, .dropoff, tripID: id)] } ?? [])
    vehicleId = trip.vehicleID ?? ""
    routeList = (trip.route ?? []).map(PointMessage.init)
  }

  var trip: Trip? {
    let waypoints = waypoints ?? []
    let route = routeList ?? []
    guard let name = name.flatMap({ try? TripName(parsing: $0) }),
      waypoints.count <= Limits.Response.waypoints, route.count <= Limits.Response.routePoints
    else { return nil }
    func places(_ type: WaypointType) -> [TerminalLocation] {
      waypoints.filter { $0.waypointType == type }.compactMap(\.terminalLocation)
    }
    var trip = Trip.with {
      $0.name = name
      $0.vehicleID = vehicleId?.isEmpty == false ? vehicleId : nil
      $0.status = tripStatus ?? .unspecified
    }
    trip.pickupPoint = places(.pickup).first
    trip.intermediateDestinations = places(.intermediateDestination)
    trip.dropoffPoint = places(.dropoff).last
    trip.route = route.isEmpty ? nil : route.compactMap(\.coordinate)
    return trip
  }
}

/// A trip in the response of a read.
package struct WrappedTripMessage: Codable, Sendable {
  let trip: TripMessage

  package init(_ trip: Trip) { self.trip = TripMessage(trip) }
}
