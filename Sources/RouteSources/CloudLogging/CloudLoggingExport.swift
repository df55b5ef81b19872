public import FleetEngine
internal import TrustLimits

/// The calls of an export of Cloud Logging.
///
/// The file is a list of log entries, or an object that has one under `rawLogs` or `entries`, in
/// any order. Entries are read one by one, so that a broken one costs only itself.
public struct CloudLoggingExport: Sendable, Hashable {
  /// The calls in the order of their times.
  public let calls: [LoggedCall]
  /// What the log tells of its vehicles that a creation of them needs.
  public let vehicles: [VehicleName: Vehicle]
  /// The number of entries that are broken and left out.
  public let brokenEntries: Int
  /// Why the first broken entry is left out, with its number in the file.
  public let firstBrokenReason: String?
  /// The number of entries about other calls, which are left out.
  public let otherEntries: Int
  /// The number of entries about delivery vehicles and tasks, which are left out.
  public let deliveryEntries: Int
  /// The number of entries about calls that the server refused, which are left out.
  public let failedEntries: Int
  /// Whether restricted logging hides places; those that the log allows are inferred.
  public let hidesPlaces: Bool
  /// The trips that are left out because it is hidden where their riders were to be picked up.
  public let unplacedTrips: [TripName]

  /// Reads a file.
  @concurrent
  public static func read(_ path: String) async throws(RouteSourceError) -> CloudLoggingExport {
    let content: BoundedFile
    do {
      content = try BoundedFile(path: path, limit: Limits.File.logBytes)
    } catch {
      throw RouteSourceError(path, error)
    }
    return try CloudLoggingExport(json: content.bytes, file: path)
  }

  /// Reads the content of a file, which errors name.
  public init(json: [UInt8], file: String) throws(RouteSourceError) {
    let elements = LogElements(json)
    guard elements.startsLikeJSON else {
      throw RouteSourceError(
        file,
        .notJSON,
        "is not JSON; export the log entries from Cloud Logging as JSON."
      )
    }
    guard elements.isLog else {
      throw RouteSourceError(
        file,
        .unexpectedContent,
        "holds no list of log entries; export the log entries from Cloud Logging as JSON."
      )
    }
    guard !elements.isTooLong else {
      throw RouteSourceError(
        file,
        .tooLarge,
        "holds more than \(Limits.File.logEntries) entries; export a shorter time."
      )
    }
    var calls: [LoggedCall] = []
    var vehicles: [VehicleName: (time: Timestamp, facts: Vehicle)] = [:]
    var broken = 0
    var others = 0
    var deliveries = 0
    var failures = 0
    var hidesPlaces = false
    var routePoints = 0
    var reason: String?
    func record(_ problem: String) {
      broken += 1
      if reason == nil { reason = problem }
    }
    for (index, range) in elements.ranges.enumerated() {
      do throws(LogEntry.Problem) {
        let entry = try LogEntry(json: Array(json[range]))
        calls.append(entry.call)
        hidesPlaces = hidesPlaces || entry.hidesPlaces
        routePoints += entry.routePoints
        if let facts = entry.vehicleFacts, let name = entry.call.vehicleName,
          facts.maximumCapacity > 0,
          vehicles[name].map({ entry.call.time < $0.time }) ?? true
        {
          vehicles[name] = (entry.call.time, facts)
        }
      } catch {
        switch error {
        case .otherKind: others += 1
        case .delivery: deliveries += 1
        case .failedCall: failures += 1
        case .broken(let problem): record("entry \(index + 1) is left out: \(problem)")
        }
      }
      guard routePoints <= Limits.File.logRoutePoints else {
        throw RouteSourceError(
          file,
          .tooLarge,
          "holds more than \(Limits.File.logRoutePoints) route points; export a shorter time."
        )
      }
    }
    if elements.isTruncated {
      record("the file ends in the middle of entry \(elements.ranges.count + 1)")
    }
    guard !calls.isEmpty else {
      let skipped = [
        deliveries > 0 ? "; it holds \(deliveries) of delivery vehicles and tasks" : "",
        failures > 0 ? "; \(failures) failed when they were made" : "",
        reason.map { "; \($0)" } ?? "",
      ]
      throw RouteSourceError(
        file,
        .noPoints,
        "holds no create or update call of a trip or vehicle that can be used\(skipped.joined())."
      )
    }
    if hidesPlaces, !calls.contains(where: \.hasVehicleLocation) {
      throw RouteSourceError(
        file,
        .noPoints,
        "hides all places: restricted logging replaced them by handles, and no raw location is left. "
          + "Export a log of a project without it."
      )
    }
    // Exports come newest first; the sort keeps the order of calls of the same time.
    let isNewestFirst = calls.first.map { $0.time > calls[calls.count - 1].time } ?? false
    let sorted = (isNewestFirst ? calls.reversed() : calls).sorted { $0.time < $1.time }
    (self.calls, unplacedTrips) = Self.placed(sorted)
    self.vehicles = vehicles.mapValues { Self.creation($0.facts) }
    brokenEntries = broken
    firstBrokenReason = reason
    otherEntries = others
    deliveryEntries = deliveries
    failedEntries = failures
    self.hidesPlaces = hidesPlaces
  }

  /// Calls with the places and types that are hidden in them, without those of trips whose pickup
  /// stays hidden.
  private static func placed(_ calls: [LoggedCall]) -> (calls: [LoggedCall], unplaced: [TripName]) {
    let hidden = HiddenPlaces(calls)
    var unplaced: [TripName] = []
    var left: Set<TripName> = []
    let placed = calls.compactMap { call -> LoggedCall? in
      var call = call
      if case .createTrip(let name, let trip) = call.operation {
        guard let completed = hidden.completed(trip, name) else {
          if left.insert(name).inserted { unplaced.append(name) }
          return nil
        }
        call.operation = .createTrip(name, completed)
      }
      return call.tripName.map(left.contains) == true ? nil : call
    }
    return (placed, unplaced)
  }

  /// The trips of the log in the order of their first calls.
  public var trips: [TripName] {
    var seen: Set<TripName> = []
    return calls.compactMap(\.tripName).filter { seen.insert($0).inserted }
  }

  /// What a vehicle is created with.
  private static func creation(_ facts: Vehicle) -> Vehicle {
    Vehicle(
      state: .offline,
      supportedTripTypes: facts.supportedTripTypes.isEmpty
        ? [.exclusive] : facts.supportedTripTypes,
      maximumCapacity: facts.maximumCapacity,
      category: facts.category.isKnown ? facts.category : .auto,
      attributes: facts.attributes,
      isBackToBackEnabled: facts.isBackToBackEnabled
    )
  }
}

extension LoggedCall {
  /// Whether the call says where a vehicle is.
  fileprivate var hasVehicleLocation: Bool {
    switch operation {
    case .createVehicle(_, let vehicle), .updateVehicle(_, let vehicle, _):
      vehicle.lastLocation?.location != nil
    case .createTrip, .updateTrip: false
    }
  }

  /// The vehicle that the call is about, if it is about one.
  public var vehicleName: VehicleName? {
    switch operation {
    case .createVehicle(let name, _), .updateVehicle(let name, _, _): name
    case .createTrip, .updateTrip: nil
    }
  }

  /// The trip that the call is about, if it is about one.
  public var tripName: TripName? {
    switch operation {
    case .createTrip(let name, _), .updateTrip(let name, _, _): name
    case .createVehicle, .updateVehicle: nil
    }
  }
}
