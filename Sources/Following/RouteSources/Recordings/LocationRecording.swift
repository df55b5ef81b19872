public import Geo
public import RidesharingDriver
internal import FleetEngine
internal import TrustLimits

/// The locations of a vehicle, read from a file.
public struct LocationRecording: Sendable, Hashable {
  /// The locations in the file's order, one or more.
  public let fixes: [LocationFix]
  /// Sentences about what is left out of a log.
  public private(set) var problems: [String] = []

  /// The positions in order.
  public var path: [Coordinate] { fixes.map(\.place) }

  /// The time from the first location to the last; nil if either has no time.
  public var duration: Duration? {
    guard let first = fixes.first, let last = fixes.last else { return nil }
    return first.time(to: last)
  }

  private init(_ fixes: [LocationFix], _ file: String) throws(RouteSourceError) {
    guard !fixes.isEmpty else {
      throw RouteSourceError(file, .noPoints, "holds no locations.")
    }
    guard fixes.count <= Limits.File.locations else {
      throw RouteSourceError(
        file,
        .tooLarge,
        "holds more than \(Limits.File.locations) locations; shorten it."
      )
    }
    self.fixes = fixes
  }

  /// Reads the tracks of GPX, or its routes if it has no tracks; errors name the file and the line.
  public init(gpx: [UInt8], file: String) throws(RouteSourceError) {
    try RouteSourceError.check(gpx, of: file, limit: Limits.File.recordingBytes)
    let reader = GPXReader()
    guard let parser = XMLParser(listener: reader) else {
      throw RouteSourceError(file, .unreadable, "cannot be read: there is no memory left.")
    }
    do {
      try parser.parse(gpx)
    } catch {
      throw RouteSourceError(file, error.problem, "\(error.reason), in line \(error.line).")
    }
    try self.init(reader.fixes, file)
  }

  /// Reads lines of JSON with a ``LocationLineReader``; errors name the file and the line.
  public init(jsonLines: [UInt8], file: String) throws(RouteSourceError) {
    try RouteSourceError.check(jsonLines, of: file, limit: Limits.File.recordingBytes)
    var reader = LocationLineReader(source: file)
    var results = reader.read(jsonLines)
    if let last = reader.finish() { results.append(last) }
    var fixes: [LocationFix] = []
    for result in results { fixes.append(try result.get()) }
    try self.init(fixes, file)
  }

  /// Reads the raw locations that a vehicle reported in a log.
  ///
  /// If the log lacks the vehicle and has only one other, that one is used.
  private init(
    _ log: LogTimeline,
    vehicleID: String,
    file: String
  ) async throws(RouteSourceError) {
    var log = log
    var fixes: [String: [LocationFix]] = [:]
    while let exchange = await log.nextAhead() {
      guard case .change(.updateVehicle(let name, let vehicle, let mask)) = exchange.request,
        mask.contains("lastLocation"),
        let location = vehicle.lastLocation, let place = location.rawLocation ?? location.location,
        place.isValid
      else { continue }
      fixes[name.vehicleID, default: []].append(
        LocationFix(
          place,
          time: exchange.time,
          heading: location.heading.map(Double.init),
          speed: location.speed,
          altitude: location.altitude,
          accuracy: location.rawLocationAccuracy ?? location.latlngAccuracy
        )
      )
    }
    guard !fixes.isEmpty else {
      let reasons = log.problems.map { " " + $0 }.joined()
      throw RouteSourceError(file, .noPoints, "holds no locations of vehicles.\(reasons)")
    }
    guard let own = fixes[vehicleID] ?? (fixes.count == 1 ? fixes.first?.value : nil) else {
      let names = fixes.keys.sorted().prefix(5).joined(separator: ", ")
      throw RouteSourceError(
        file,
        .noPoints,
        "holds only locations of other vehicles than \(vehicleID): \(names). Drive one of them."
      )
    }
    try self.init(own, file)
    problems = log.problems
  }

  /// Simulates a drive along a path with a location each second.
  ///
  /// The speed is that on a free and straight road, more than zero.
  private init(
    along path: [Coordinate],
    metersPerSecond: Double,
    file: String
  ) throws(RouteSourceError) {
    let limits = SpeedProfile.Limits(cruising: metersPerSecond)
    guard let drive = DriveSimulation(along: path, limits: limits) else {
      throw RouteSourceError(file, .onePlace, "holds one place; a drive needs at least two.")
    }
    let seconds = Int(min(drive.duration.inSeconds.rounded(.up), 1e9))
    guard seconds < Limits.File.locations else {
      throw RouteSourceError(
        file,
        .tooLarge,
        "is a drive of more than \(Limits.File.locations) s; shorten it or drive faster."
      )
    }
    let fixes = (0...seconds).map { second in
      let moment = drive.moment(at: .seconds(second))
      return LocationFix(
        moment.coordinate,
        time: Timestamp(seconds: Int64(second)),
        heading: moment.heading,
        speed: moment.speed
      )
    }
    try self.init(fixes, file)
  }

  /// Reads a file in any supported format: GPX, lines of JSON, a ``CoordinateList`` or an export of
  /// Cloud Logging.
  ///
  /// An export has the locations of `vehicleID`, or of its only vehicle. A speed replaces the
  /// recording's times. Without times and speed, the path is driven at 10 m/s.
  @concurrent
  public static func read(
    _ path: String,
    vehicleID: String,
    metersPerSecond: Double? = nil
  ) async throws(RouteSourceError) -> LocationRecording {
    let recording: LocationRecording
    if FileListing.isDirectory(path) {
      let log = try LogTimeline.read(path, readsResponses: false)
      recording = try await LocationRecording(log, vehicleID: vehicleID, file: path)
    } else {
      let content = try RouteSourceError.content(of: path, limit: Limits.File.logBytes)
      recording = try await Self.recording(content, path, vehicleID)
    }
    if metersPerSecond == nil, recording.fixes.count == 1 || recording.duration ?? .zero > .zero {
      return recording
    }
    var drive = try LocationRecording(
      along: recording.path,
      metersPerSecond: metersPerSecond ?? 10,
      file: path
    )
    drive.problems = recording.problems
    return drive
  }

  private static func recording(
    _ content: [UInt8],
    _ path: String,
    _ vehicleID: String
  ) async throws(RouteSourceError) -> LocationRecording {
    let bytes = LogText.utf8(content)
    switch bytes.first(where: { !LocationLineReader.isBlank($0) }) {
    case UInt8(ascii: "{") where isLines(bytes):
      return try LocationRecording(jsonLines: bytes, file: path)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var notJSON: RouteSourceError?
      // A list of coordinates has a smaller limit than an export.
      if bytes.count <= Limits.File.routeBytes {
        do throws(RouteSourceError) {
          let list = try CoordinateList(json: bytes, file: path)
          return try LocationRecording(list.coordinates.map { LocationFix($0) }, path)
        } catch {
          switch error.problem {
          case .notJSON: notJSON = error
          case .unexpectedContent, .noPoints: break
          default: throw error
          }
        }
      }
      let file: LogFile
      do throws(RouteSourceError) {
        file = try LogFile(content: bytes, name: path)
      } catch {
        throw error.problem == .unexpectedContent ? notJSON ?? error : error
      }
      // Entries one after the other, or a log that is cut, are not JSON as a whole.
      if let notJSON, !file.hasEntries { throw notJSON }
      let log = LogTimeline([file], readsResponses: false)
      return try await LocationRecording(log, vehicleID: vehicleID, file: path)
    default:
      if let form = LogText.otherForm(bytes, file: path) { throw form }
      // The parser reads UTF-16 itself, as the file declares it.
      return try LocationRecording(gpx: content, file: path)
    }
  }

  /// Whether the first line of a file is a whole location or a whole report of gpsd.
  private static func isLines(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1_000)
    let line = lines.first { !$0.allSatisfy(LocationLineReader.isBlank) }
    return line.flatMap { try? LocationLine(json: Array($0)) }?.isLocationOrReport == true
  }
}
