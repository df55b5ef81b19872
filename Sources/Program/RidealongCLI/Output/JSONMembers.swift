/// The members of the JSON objects whose columns a user may choose, as docs/json.md lists them.
enum JSONMembers {
  static let trip = [
    "v", "type", "time", "trip", "status", "state", "age_s", "next.kind", "next.index",
    "next.eta", "next.passed", "pickup.eta", "pickup.late_s", "pickup.lat", "pickup.lon",
    "stops[].lat", "stops[].lon", "dropoff.eta", "dropoff.late_s", "dropoff.lat", "dropoff.lon",
    "moved[].kind", "moved[].index", "moved[].distance_m", "next_m", "remaining_m",
    "traffic.slow", "traffic.jam", "picked_up", "dropped_off", "waypoints[].kind",
    "waypoints[].other_trip", "waypoints[].lat", "waypoints[].lon", "waypoints[].eta",
    "waypoints[].distance_m", "vehicle.id", "vehicle.lat", "vehicle.lon", "vehicle.heading",
    "vehicle.speed_mps", "vehicle.accuracy_m", "vehicle.fix_age_s", "riders",
  ]

  static let error = [
    "v", "type", "time", "trip", "vehicle.id", "code", "class", "http", "attempt", "retry_in_s",
    "age_s", "message",
  ]

  static let vehicle = [
    "v", "type", "time", "vehicle", "state", "navigation", "lat", "lon", "heading", "speed_mps",
    "accuracy_m", "fix_age_s", "trips[]", "waypoints[].kind", "waypoints[].trip",
    "waypoints[].lat", "waypoints[].lon", "waypoints[].eta", "remaining_m", "eta", "capacity",
    "trip_types[]", "back_to_back",
  ]
}
