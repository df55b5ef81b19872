/// The options of driving.
extension Option {
  static let route = Option(
    "--route",
    "FILE",
    "drive once along a JSON list of coordinates, without trips"
  )
  static let vehicleSpeed = Option(
    "--vehicle-speed",
    "KMH",
    "cruising speed, 1 to 200 km/h (default 36)"
  )
  static let interval = Option(
    "--interval",
    "TIME",
    "how often to report, 5s to 60s (default 10s)"
  )
  static let start = Option("--start", "LAT,LNG", "where the vehicle starts, in degrees")
  static let trips = Option("--trips", "N", "end after N trips, completed or canceled")
  static let dwell = Option(
    "--dwell",
    "TIME",
    "how long to wait at a pickup or a stop (default 10s)"
  )
  static let noBackToBack = Option(
    "--no-back-to-back",
    nil,
    "accept no trip before the last one has ended"
  )
  static let capacity = Option(
    "--capacity",
    "N",
    "maximum number of passengers, 1 to 1000 (default 4)"
  )
  static let tripTypes = Option(
    "--trip-types",
    "TYPES",
    "trips to accept: exclusive, shared or exclusive,shared (default both)",
    choices: ["exclusive", "shared", "exclusive,shared"]
  )
  static let router = Option(
    "--router",
    "URL",
    "OSRM-compatible server for routes (default: the demo city's roads)"
  )
  static let locations = Option(
    "--locations",
    "FILE",
    "recording to drive along: GPX, JSON or a log; - for lines on standard input"
  )
  static let noise = Option("--noise", "METERS", "add an error of about this size to each location")
  static let dropouts = Option(
    "--dropouts",
    "CHANCE,TIME",
    "how likely reports stop at a location, and for how long: 0.02,20s"
  )
  static let pauses = Option(
    "--pauses",
    "CHANCE,TIME",
    "how likely the vehicle stops at a location, and for how long"
  )
  static let seed = Option("--seed", "N", "seed of noise, dropouts and pauses (default 1)")

  static let eachUpdate = Option(
    "--verbose",
    nil,
    "print a line for each update of the vehicle",
    isInFile: false
  )

  /// The options that apply only to a vehicle that takes trips.
  static let shift: [Option] = [
    .backend, .start, .trips, .dwell, .noBackToBack, .capacity, .tripTypes, .router, .locations,
    .noise, .dropouts, .pauses, .seed,
  ]
}
