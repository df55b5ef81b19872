package import FleetEngine
internal import TrustLimits

/// The changes of a log's trips and vehicles, to be sent again.
package struct LoggedChanges: Sendable, Hashable {
  /// The calls in the order of their times.
  package private(set) var calls: [LoggedCall] = []
  /// The logged values for the creation of vehicles.
  package private(set) var vehicles: [VehicleName: Vehicle] = [:]
  /// The trips that were skipped because their pickup is hidden.
  package private(set) var unplacedTrips: [TripName] = []
  /// Sentences about what is left out.
  package private(set) var problems: [String] = []
  private var routePoints = 0
  private var reads = 0

  /// Reads a file or a directory.
  @concurrent
  package static func read(_ path: String) async throws(RouteSourceError) -> LoggedChanges {
    var timeline = try LogTimeline.read([path], readsResponses: false)
    var changes = LoggedChanges()
    while let exchange = await timeline.nextAhead() { try changes.add(exchange, file: path) }
    try changes.finish(timeline, file: path)
    return changes
  }

  private init() {}

  /// Reads the rest of a timeline; errors name the file.
  package init(_ timeline: LogTimeline, file: String) throws(RouteSourceError) {
    var timeline = timeline
    while let exchange = timeline.next() { try add(exchange, file: file) }
    try finish(timeline, file: file)
  }

  private mutating func add(_ exchange: LoggedExchange, file: String) throws(RouteSourceError) {
    guard case .change(let operation) = exchange.request else {
      reads += 1
      return
    }
    let call = LoggedCall(time: exchange.time, operation: operation)
    calls.append(call)
    routePoints += call.routePoints
    guard routePoints <= Limits.File.logRoutePoints else {
      throw RouteSourceError(
        file, .tooLarge,
        "holds more than \(Limits.File.logRoutePoints) route points; export a shorter time.")
    }
    if let name = call.vehicleName, vehicles[name] == nil,
      let facts = exchange.vehicle ?? exchange.loggedVehicle, facts.maximumCapacity > 0
    {
      vehicles[name] = Self.creation(facts)
    }
  }

  private mutating func finish(_ timeline: LogTimeline, file: String) throws(RouteSourceError) {
    problems = timeline.problems
    if reads > 0 {
      problems.append("Skipped \(reads == 1 ? "1 call" : "\(reads) calls") that only read.")
    }
    guard !calls.isEmpty else {
      throw RouteSourceError(
        file, .noPoints,
        "holds no create or update call of a trip or vehicle that can be used."
          + problems.map { " " + $0 }.joined())
    }
    guard
      !timeline.hidesPlaces
        || calls.contains(where: { $0.vehicle?.lastLocation?.location != nil })
    else {
      throw RouteSourceError(
        file, .noPoints,
        "hides all places: restricted logging replaced them by handles, and no raw location is left. "
          + "Export a log of a project without it.")
    }
    revealPlaces()
  }

  /// Fills in hidden places and types, and removes trips whose pickup remains hidden.
  private mutating func revealPlaces() {
    let hidden = HiddenPlaces(calls)
    var removed: Set<TripName> = []
    for index in calls.indices {
      guard case .createTrip(let name, let trip) = calls[index].operation else { continue }
      if let completed = hidden.completed(trip, name) {
        calls[index].operation = .createTrip(name, completed)
      } else if removed.insert(name).inserted {
        unplacedTrips.append(name)
      }
    }
    guard let first = unplacedTrips.first else { return }
    calls.removeAll { $0.tripName.map(removed.contains) == true }
    problems.append(
      "Skipped \(removed.count == 1 ? "1 trip" : "\(removed.count) trips") whose pickup the log does "
        + "not have and no vehicle reached; the first: \(first).")
  }

  /// The trips of the log in the order of their first calls.
  package var trips: [TripName] {
    var seen: Set<TripName> = []
    return calls.compactMap(\.tripName).filter { seen.insert($0).inserted }
  }

  private static func creation(_ facts: Vehicle) -> Vehicle {
    Vehicle.with {
      $0.state = .offline
      $0.supportedTripTypes =
        facts.supportedTripTypes.isEmpty
        ? [.exclusive] : facts.supportedTripTypes
      $0.maximumCapacity = facts.maximumCapacity
      $0.category = facts.category.isKnown ? facts.category : .auto
      $0.attributes = facts.attributes
      $0.isBackToBackEnabled = facts.isBackToBackEnabled
    }
  }
}

extension LoggedCall {
  /// The number of points in the call's routes, which take most of its memory.
  fileprivate var routePoints: Int {
    let waypoints = vehicle?.waypoints ?? trip?.vehicleWaypoints ?? []
    return waypoints.reduce((vehicle?.route ?? trip?.route)?.count ?? 0) {
      $0 + ($1.path?.count ?? 0)
    }
  }
}
