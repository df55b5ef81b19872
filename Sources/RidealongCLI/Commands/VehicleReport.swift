internal import FleetEngine
internal import Geo
internal import Viewer

/// A vehicle as `ridealong vehicle` prints it.
struct VehicleReport: Encodable {
  let v = JSONLine.version
  let type = "vehicle"
  let time: String
  let vehicle: String
  let state: String
  let navigation: String?
  let lat: Double?
  let lon: Double?
  let heading: Int?
  let speed_mps: Double?
  let accuracy_m: Double?
  let fix_age_s: Int?
  let trips: [String]?
  let waypoints: [PlaceRecord]?
  let remaining_m: Int?
  let eta: String?
  let capacity: Int?
  let trip_types: [String]?
  let back_to_back: Bool

  /// The most waypoints and trips that are printed.
  private static let most = 1_000

  init(_ name: VehicleName, _ answer: Vehicle, at now: Timestamp) {
    time = Timestamp(seconds: now.seconds).description
    vehicle = name.description
    state = answer.state.wireName.cutForJSON
    navigation =
      answer.navigationStatus.isUnspecified ? nil : answer.navigationStatus.wireName.cutForJSON
    let location = answer.lastLocation
    let place = PlaceRecord(location?.location.flatMap { $0.isValid ? $0 : nil })
    (lat, lon) = (place.lat, place.lon)
    heading = location?.heading
    speed_mps = Self.tenths(location?.speed.map { max(0, $0) })
    accuracy_m = Self.tenths(location?.latlngAccuracy)
    fix_age_s = (location?.updateTime ?? location?.serverTime).map { time in
      Int(max(.zero, now - time).components.seconds)
    }
    trips = Self.unlessEmpty(answer.currentTripIDs.prefix(Self.most).map(\.cutForJSON))
    waypoints = Self.unlessEmpty(answer.waypoints.prefix(Self.most).map(Self.record))
    remaining_m = answer.remainingDistanceMeters
    eta = answer.etaToFirstWaypoint.map { Timestamp(seconds: $0.seconds).description }
    capacity = answer.maximumCapacity > 0 ? answer.maximumCapacity : nil
    trip_types = Self.unlessEmpty(answer.supportedTripTypes.prefix(8).map(\.wireName.cutForJSON))
    back_to_back = answer.isBackToBackEnabled
  }

  /// The report for people, not yet cleaned.
  var lines: [String] {
    var rows = [("vehicle", vehicle), ("state", state)]
    if let navigation { rows.append(("navigation", navigation)) }
    if let lat, let lon {
      let place = ShownPlace.text(Coordinate(latitude: lat, longitude: lon))
      let speed = speed_mps.map { ", \(Int(($0 * 3.6).rounded())) km/h" } ?? ""
      let age = fix_age_s.map { ", reported \(ShownLength.time(.seconds($0))) ago" } ?? ""
      rows.append(("place", place + speed + age))
    } else {
      rows.append(("place", "not reported"))
    }
    rows.append(("trips", trips?.joined(separator: ", ") ?? "no trips"))
    for (index, waypoint) in (waypoints ?? []).enumerated() {
      var text = (waypoint.kind ?? "") + (waypoint.trip.map { " of \($0)" } ?? "")
      if let lat = waypoint.lat, let lon = waypoint.lon {
        text += " at " + ShownPlace.text(Coordinate(latitude: lat, longitude: lon))
      }
      if let eta = waypoint.eta { text += ", \(eta)" }
      rows.append((index == 0 ? "next" : "then", text))
    }
    if let remaining_m {
      rows.append(("remaining", ShownLength.distance(meters: Double(remaining_m))))
    }
    var accepts = (trip_types?.joined(separator: ", ").lowercased() ?? "no kind of") + " trips"
    if let capacity { accepts += ", up to \(capacity) passengers" }
    rows.append(("accepts", accepts + (back_to_back ? ", back to back" : "")))
    return rows.map { name, text in
      name + String(repeating: " ", count: max(1, 12 - name.count)) + text
    }
  }

  private static func record(_ waypoint: TripWaypoint) -> PlaceRecord {
    var record = PlaceRecord(waypoint)
    record.kind = waypoint.type.label
    record.eta = waypoint.eta.map { Timestamp(seconds: $0.seconds).description }
    return record
  }

  private static func unlessEmpty<Element>(_ list: [Element]) -> [Element]? {
    list.isEmpty ? nil : list
  }

  private static func tenths(_ value: Double?) -> Double? {
    guard let value, value.isFinite, abs(value) < 1e9 else { return nil }
    return (value * 10).rounded() / 10
  }
}
