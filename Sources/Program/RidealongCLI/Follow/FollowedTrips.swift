internal import FleetEngine
internal import RidesharingConsumer

/// The trips that a command line names.
enum FollowedTrips: Sendable, Hashable {
  case one(TripName)
  /// Several trips, or those of a file, in their order and each once.
  case several([TripName])
  /// All active trips of a vehicle.
  case vehicle(VehicleName)

  var providerID: String {
    switch self {
    case .one(let name): name.providerID
    case .several(let names): names[0].providerID
    case .vehicle(let name): name.providerID
    }
  }

  /// The named trips; empty for those of a vehicle.
  var names: [TripName] {
    switch self {
    case .one(let name): [name]
    case .several(let names): names
    case .vehicle: []
    }
  }

  /// Whether there may be more than one.
  var areSeveral: Bool { if case .one = self { false } else { true } }

  /// The vehicle whose trips are followed; nil for named trips.
  var vehicle: VehicleName? { if case .vehicle(let name) = self { name } else { nil } }

  func names(of vehicle: Vehicle) -> [TripName] {
    vehicle.currentTripIDs.compactMap { try? TripName(providerID: providerID, tripID: $0) }
  }

  /// The words of a command line that follows the same trips, shortened if there are many.
  var words: [String] {
    switch self {
    case .one(let name): [name.description]
    case .several(let names): names.prefix(4).map(\.description) + (names.count > 4 ? ["..."] : [])
    case .vehicle(let name): ["follow", "--vehicle", name.description]
    }
  }

  /// The trips of a command line; `listed` has the words of its list, if they were read already.
  init(_ arguments: Arguments, listed: [String]? = nil) throws(CommandError) {
    let words = arguments.positionals
    if let vehicle = arguments[.followedVehicle] {
      guard words.isEmpty, !arguments.has(.tripFile) else {
        throw .usage("--vehicle follows all trips of a vehicle; give it without trips.")
      }
      self = .vehicle(try arguments.vehicleName(vehicle))
      return
    }
    var listed = listed
    if listed == nil { listed = try TripList.words(arguments) }
    let all = words + (listed ?? [])
    guard !all.isEmpty else {
      guard listed == nil else {
        throw .usage("--trips \(arguments[.tripFile] ?? "") lists no trips.")
      }
      let others =
        arguments.options.contains(.followedVehicle) ? ", --vehicle or --trips" : " or --trips"
      throw .usage("ridealong \(arguments.command) needs a trip's name, \(TripName.form)\(others).")
    }
    let names = try Self.names(all, arguments)
    self = words.count == 1 && listed == nil ? .one(names[0]) : .several(names)
  }

  /// The trips that words name, in their order and each once.
  static func names(_ words: [String], _ arguments: Arguments) throws(CommandError) -> [TripName] {
    var names: [TripName] = []
    var seen: Set<TripName> = []
    for word in words {
      let name = try arguments.tripName(word)
      guard seen.insert(name).inserted else { continue }
      names.append(name)
      guard names.count <= TripScheduler.maximumTrips else {
        throw .usage("No more than \(TripScheduler.maximumTrips) trips can be followed in one run.")
      }
      guard name.providerID == names[0].providerID else {
        throw .usage("\(names[0]) and \(name) are trips of two providers; follow them in two runs.")
      }
    }
    return names
  }
}
