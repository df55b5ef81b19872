internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import Viewer

/// The object that `drive --json` prints where navigation and the server disagree.
struct MismatchRecord: Encodable {
  let v = JSONLine.version
  let type = "mismatch"
  let time: String
  let vehicle: String
  let destination: Place
  let waypoint: Place
  let trip: String?
  let kind: String?
  let distance_m: Int

  /// A place in degrees.
  struct Place: Encodable {
    let lat: Double
    let lon: Double

    init(_ place: Coordinate) {
      lat = UpdateRecord.degrees(place.latitude)
      lon = UpdateRecord.degrees(place.longitude)
    }
  }

  init(_ name: VehicleName, _ mismatch: DestinationMismatch, at now: Timestamp) {
    time = Timestamp(seconds: now.seconds).description
    vehicle = name.description
    destination = Place(mismatch.destination)
    waypoint = Place(mismatch.waypoint)
    trip = mismatch.tripID?.cutForJSON
    kind = mismatch.type.isKnown ? WaypointKind.name(mismatch.type) : nil
    distance_m = Int(min(mismatch.meters, 1e9).rounded())
  }
}
