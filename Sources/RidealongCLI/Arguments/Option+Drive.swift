/// The options of driving.
extension Option {
  static let route = Option(
    "--route",
    .file,
    "drive once along a JSON list of coordinates, without trips"
  )
  static let vehicleSpeed = Option(
    "--vehicle-speed",
    .number,
    "cruising speed, 1 to 200 km/h (default 36)",
    placeholder: "KMH"
  )
  static let interval = Option("--interval", .time, "how often to report, 5s to 60s (default 10s)")
  static let start = Option("--start", .place, "where the vehicle starts, in degrees")
  static let trips = Option("--trips", .number, "end after N trips, completed or canceled")
  static let dwell = Option(
    "--dwell",
    .time,
    "how long to wait at a pickup or a stop (default 10s)"
  )
  static let noBackToBack = Option(
    "--no-back-to-back",
    .flag,
    "accept no trip before the last one has ended"
  )
  static let capacity = Option(
    "--capacity",
    .number,
    "maximum number of passengers, 1 to 1000 (default 4)"
  )
  static let tripTypes = Option(
    "--trip-types",
    .words(["exclusive", "shared", "exclusive,shared"]),
    "trips to accept: exclusive, shared or exclusive,shared (default both)",
    placeholder: "TYPES"
  )
  static let router = Option(
    "--router",
    .url,
    "OSRM-compatible server for routes (default: the demo city's roads)"
  )
  static let locations = Option(
    "--locations",
    .file,
    "recording to drive along: GPX, JSON or a log; - for lines on standard input"
  )
  static let noise = Option(
    "--noise",
    .number,
    "add an error of about this size to each location",
    placeholder: "METERS"
  )
  static let dropouts = Option(
    "--dropouts",
    .text,
    "how likely reports stop at a location, and for how long: 0.02,20s",
    placeholder: "CHANCE,TIME"
  )
  static let pauses = Option(
    "--pauses",
    .text,
    "how likely the vehicle stops at a location, and for how long",
    placeholder: "CHANCE,TIME"
  )
  static let seed = Option("--seed", .number, "seed of noise, dropouts and pauses (default 1)")

  static let eachUpdate = Option(
    "--verbose",
    .flag,
    "print a line for each update of the vehicle",
    isInFile: false
  )

  /// The options that apply only to a vehicle that takes trips.
  static let shift: [Option] = [
    .backend, .start, .trips, .dwell, .noBackToBack, .capacity, .tripTypes, .router, .locations,
    .noise, .dropouts, .pauses, .seed,
  ]
}
