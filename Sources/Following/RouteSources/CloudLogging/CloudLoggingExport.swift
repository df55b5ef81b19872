public import FleetEngine
internal import TrustLimits

/// The calls of an export of Cloud Logging.
///
/// The file is a list of log entries in any order, or an object with such a list under `rawLogs` or
/// `entries`. A broken entry does not affect the others.
public struct CloudLoggingExport: Sendable, Hashable {
  /// The calls in the order of their times.
  public private(set) var calls: [LoggedCall] = []
  /// The logged values for the creation of vehicles.
  public private(set) var vehicles: [VehicleName: Vehicle] = [:]
  /// The number of skipped broken entries.
  public private(set) var brokenEntries = 0
  /// Why the first broken entry was skipped, with its number in the file.
  public private(set) var firstBrokenReason: String?
  /// The number of skipped entries about other methods.
  public private(set) var otherEntries = 0
  /// The number of skipped entries about delivery vehicles and tasks.
  public private(set) var deliveryEntries = 0
  /// The number of skipped entries about calls that the server refused.
  public private(set) var failedEntries = 0
  /// Whether restricted logging hides places; they are inferred as far as the log allows.
  public private(set) var hidesPlaces = false
  /// The trips that were skipped because their pickup is hidden.
  public private(set) var unplacedTrips: [TripName] = []

  /// The state while entries are added.
  private struct Progress {
    var entries = 0
    var routePoints = 0
    var firstTimes: [VehicleName: Timestamp] = [:]
  }

  /// Reads a file.
  @concurrent
  public static func read(_ path: String) async throws(RouteSourceError) -> CloudLoggingExport {
    let json = try RouteSourceError.content(of: path, limit: Limits.File.logBytes)
    let elements = try LogElements(json, file: path)
    var export = CloudLoggingExport()
    var progress = Progress()
    var rest = elements.ranges[...]
    while let first = rest.first {
      // At least one entry.
      let part = rest.prefix { $0 == first || $0.upperBound - first.lowerBound <= batchBytes }
      rest = rest[part.endIndex...]
      let half = part.startIndex + part.count / 2
      async let earlier = entries(part[..<half], of: json)
      let later = entries(part[half...], of: json)
      try export.add(await earlier + later, &progress, file: path)
    }
    try export.finish(elements, file: path)
    return export
  }

  /// The most bytes of several entries that are read before they are added, which bounds the memory.
  private static let batchBytes = 2 * 1_048_576

  private init() {}

  /// Reads a file's content; errors name the file.
  public init(json: [UInt8], file: String) throws(RouteSourceError) {
    let elements = try LogElements(json, file: file)
    var progress = Progress()
    for range in elements.ranges {
      try add(Self.entries([range], of: json), &progress, file: file)
    }
    try finish(elements, file: file)
  }

  private mutating func finish(
    _ elements: LogElements,
    file: String
  ) throws(RouteSourceError) {
    func failure(_ problem: RouteSourceError.Problem, _ sentence: String) -> RouteSourceError {
      RouteSourceError(file, problem, sentence)
    }
    if elements.isTruncated {
      countBroken("the file ends in the middle of entry \(elements.ranges.count + 1)")
    }
    guard !calls.isEmpty else {
      let skipped = [
        deliveryEntries > 0 ? "; it holds \(deliveryEntries) of delivery vehicles and tasks" : "",
        failedEntries > 0 ? "; \(failedEntries) failed when they were made" : "",
        firstBrokenReason.map { "; \($0)" } ?? "",
      ]
      throw failure(
        .noPoints,
        "holds no create or update call of a trip or vehicle that can be used\(skipped.joined())."
      )
    }
    guard !hidesPlaces || calls.contains(where: { $0.vehicle?.lastLocation?.location != nil })
    else {
      throw failure(
        .noPoints,
        "hides all places: restricted logging replaced them by handles, and no raw location is left. "
          + "Export a log of a project without it."
      )
    }
    // Exports have the newest call first; the stable sort keeps the order of simultaneous calls.
    if calls[0].time > calls[calls.count - 1].time { calls.reverse() }
    calls.sort { $0.time < $1.time }
    revealPlaces()
  }

  static func tooLarge(_ file: String, _ limit: Int, _ items: String) -> RouteSourceError {
    RouteSourceError(file, .tooLarge, "holds more than \(limit) \(items); export a shorter time.")
  }

  private typealias ReadEntry = Result<LogEntry, LogEntry.Problem>

  private static func entries(_ ranges: ArraySlice<Range<Int>>, of json: [UInt8]) -> [ReadEntry] {
    ranges.map { range in
      ReadEntry { () throws(LogEntry.Problem) in
        try LogEntry(json: try LogElements.entry(range, of: json))
      }
    }
  }

  private mutating func add(
    _ entries: [ReadEntry],
    _ progress: inout Progress,
    file: String
  ) throws(RouteSourceError) {
    for entry in entries {
      progress.entries += 1
      do throws(LogEntry.Problem) {
        let entry = try entry.get()
        calls.append(entry.call)
        hidesPlaces = hidesPlaces || entry.hidesPlaces
        progress.routePoints += entry.routePoints
        if let name = entry.call.vehicleName,
          progress.firstTimes[name].map({ entry.call.time < $0 }) ?? true,
          let facts = entry.createdVehicle, facts.maximumCapacity > 0
        {
          progress.firstTimes[name] = entry.call.time
          vehicles[name] = Self.creation(facts)
        }
      } catch {
        switch error {
        case .otherKind: otherEntries += 1
        case .delivery: deliveryEntries += 1
        case .failedCall: failedEntries += 1
        case .broken(let problem): countBroken("entry \(progress.entries) is left out: \(problem)")
        }
      }
      guard progress.routePoints <= Limits.File.logRoutePoints else {
        throw Self.tooLarge(file, Limits.File.logRoutePoints, "route points")
      }
    }
  }

  private mutating func countBroken(_ reason: String) {
    brokenEntries += 1
    firstBrokenReason = firstBrokenReason ?? reason
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
    calls.removeAll { $0.tripName.map(removed.contains) == true }
  }

  /// The trips of the log in the order of their first calls.
  public var trips: [TripName] {
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
