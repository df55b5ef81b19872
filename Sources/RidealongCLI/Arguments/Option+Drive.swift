/// The options of driving.
extension Option {
  static let route = Option(
    "--route",
    "FILE",
    "drive along a JSON list of coordinates once, without trips"
  )
  static let vehicleSpeed = Option(
    "--vehicle-speed",
    "KMH",
    "how fast the vehicle drives, 1 to 200 km/h (default 36)"
  )
  static let interval = Option(
    "--interval",
    "TIME",
    "the time between two reports, 5s to 60s (default 10s)"
  )
  static let start = Option("--start", "LAT,LNG", "where the vehicle stands first, in degrees")
  static let trips = Option("--trips", "N", "end after N trips, driven or cancelled")
  static let dwell = Option(
    "--dwell",
    "TIME",
    "how long it waits at a pickup and a stop (default 10s)"
  )
  static let noBackToBack = Option(
    "--no-back-to-back",
    nil,
    "take no trip before the last one has ended"
  )
  static let capacity = Option("--capacity", "N", "the most passengers, 1 to 1000 (default 4)")
  static let tripTypes = Option(
    "--trip-types",
    "TYPES",
    "exclusive, shared or exclusive,shared (default both)"
  )
  static let router = Option(
    "--router",
    "URL",
    "an OSRM-compatible server for ways (default: the demo city's roads)"
  )
  static let locations = Option(
    "--locations",
    "FILE",
    "where the vehicle is: GPX, JSON, a log; - for lines on standard input"
  )
  static let noise = Option("--noise", "METERS", "measure each place wrong by about so much")
  static let dropouts = Option(
    "--dropouts",
    "CHANCE,TIME",
    "how likely each location begins a silence, and its length: 0.02,20s"
  )
  static let pauses = Option(
    "--pauses",
    "CHANCE,TIME",
    "how likely the vehicle stands at each location, and how long"
  )
  static let seed = Option("--seed", "N", "what noise, dropouts and pauses come from (default 1)")

  static let eachUpdate = Option(
    "--verbose",
    nil,
    "print a line for each update of the vehicle",
    isInFile: false
  )

  /// What only a vehicle that takes trips has.
  static let shift: [Option] = [
    .backend, .start, .trips, .dwell, .noBackToBack, .capacity, .tripTypes, .router, .locations,
    .noise, .dropouts, .pauses, .seed,
  ]
}
