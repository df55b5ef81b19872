internal import FleetEngine
internal import RidesharingConsumer
internal import SystemLibrary
internal import TrustLimits

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

  init(_ arguments: Arguments) throws(CommandError) {
    let words = arguments.positionals
    if let vehicle = arguments[.followedVehicle] {
      guard words.isEmpty, !arguments.has(.tripFile) else {
        throw .usage("--vehicle follows all trips of a vehicle; give it without trips.")
      }
      self = .vehicle(try arguments.vehicleName(vehicle))
      return
    }
    let listed = try arguments[.tripFile].map { path throws(CommandError) in
      guard path != "-" || arguments[.tokenFile] != "-" else {
        throw .usage("--trips - and --token-file - cannot both read standard input.")
      }
      return try Self.lines(path)
    }
    let all = words + (listed ?? [])
    guard !all.isEmpty else {
      guard listed == nil else {
        throw .usage("--trips \(arguments[.tripFile] ?? "") lists no trips.")
      }
      throw .usage("ridealong follow needs a trip's name, \(TripName.form), --vehicle or --trips.")
    }
    let names = try Self.names(all, arguments)
    self = words.count == 1 && listed == nil ? .one(names[0]) : .several(names)
  }

  /// The trips that words name, in their order and each once.
  fileprivate static func names(
    _ words: [String],
    _ arguments: Arguments
  ) throws(CommandError) -> [TripName] {
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

  /// The names in a file, without comments and empty lines.
  fileprivate static func lines(_ path: String) throws(CommandError) -> [String] {
    let limit = Limits.Following.listBytes
    let file: BoundedFile
    do throws(BoundedFile.Failure) {
      file =
        path == "-"
        ? try BoundedFile(
          descriptor: STDIN_FILENO,
          limit: limit,
          patience: Limits.Token.inputTime
        ) : try BoundedFile(path: path, limit: limit)
    } catch {
      throw .usage("--trips: \(path == "-" ? "standard input" : path) \(error.reason).")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = file.bytes.starts(with: mark) ? Array(file.bytes.dropFirst(3)) : file.bytes
    return String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace).prefix { !$0.isWhitespace } }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
      .map(String.init)
  }
}

/// The file of `--trips`, which is read again when it is replaced or changed, and at SIGHUP.
struct TripListFile: Sendable {
  /// The marks of one version of a file.
  private struct Version: Equatable {
    let file: AppendedFile.FileID
    let size: off_t
    let seconds: time_t
    let nanoseconds: Int
  }

  let path: String
  private let arguments: Arguments
  private var known: Version?
  /// A version that was there a moment ago; a file that is just being written changes again.
  private var seen: Version?

  /// The file of a command line; nil without one, and for standard input.
  init?(_ arguments: Arguments) {
    guard let path = arguments[.tripFile], path != "-" else { return nil }
    (self.path, self.arguments) = (path, arguments)
    known = version
  }

  private var version: Version? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Version(
      file: AppendedFile.FileID(status),
      size: status.st_size,
      seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec
    )
  }

  /// Notes the present version, which is read now.
  mutating func noteVersion() { known = version }

  /// Whether there is another version than before, the same as when this was called last.
  ///
  /// A file that is gone changes nothing.
  mutating func isReplaced() -> Bool {
    let present = version
    defer { seen = present }
    guard let present, present != known, present == seen else { return false }
    known = present
    return true
  }

  /// The trips of the list and the command line now, all of one provider.
  func names(providerID: String) throws(CommandError) -> [TripName] {
    let words = arguments.positionals + (try FollowedTrips.lines(path))
    let names = try FollowedTrips.names(words, arguments)
    guard !names.isEmpty else { throw .usage("--trips \(path) lists no trips.") }
    guard let other = names.first(where: { $0.providerID != providerID }) else { return names }
    throw .usage("--trips \(path): \(other) is not a trip of the provider \(providerID).")
  }
}
