public import Geo
public import RidesharingDriver
internal import FleetEngine
internal import JSON
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
    guard !fixes.isEmpty else { throw RouteSourceError(file, .noPoints, "holds no locations.") }
    guard fixes.count <= Limits.File.locations else {
      throw RouteSourceError(
        file, .tooLarge, "holds more than \(Limits.File.locations) locations; shorten it.")
    }
    self.fixes = fixes
  }

  /// Makes a drive of the positions of a file; without a longest pause it has no times.
  private init(
    _ tracks: RecordedTracks, longestPause: Duration?, file: String
  ) throws(RouteSourceError) {
    let (fixes, remarks) = tracks.joined(longestPause: longestPause)
    if fixes.isEmpty, remarks.placeless > 0 {
      throw RouteSourceError(
        file, .outOfRange,
        "holds no place on Earth: latitude is −90 to 90 and longitude −180 to 180; lists give latitude first, "
          + "GeoJSON longitude first.")
    }
    guard !fixes.isEmpty else {
      let reasons = remarks.phrases.joined(separator: "; ")
      throw RouteSourceError(
        file, .noPoints, "holds no locations" + (reasons.isEmpty ? "." : ": \(reasons)."))
    }
    try self.init(fixes, file)
    problems = [remarks.sentence(about: file)].compactMap(\.self)
  }

  /// Reads positions in any form but a log; errors name the file and, in GPX, the line.
  ///
  /// Pauses are shortened to `longestPause`.
  public init(
    content: [UInt8], file: String, longestPause: Duration = Self.longestPause
  ) throws(RouteSourceError) {
    guard let tracks = try RecordedTracks(content, file) else {
      throw RouteSourceError(file, .otherForm, "holds no positions; \(RecordedTracks.forms).")
    }
    try self.init(tracks, longestPause: longestPause, file: file)
  }

  /// The longest pause of a drive, unless a caller says otherwise.
  public static let longestPause: Duration = .seconds(600)

  /// Reads the raw locations that a vehicle reported in a log.
  ///
  /// If the log lacks the vehicle and has only one other, that one is used.
  private init(
    _ log: LogTimeline, _ vehicleID: String?, _ longestPause: Duration?, _ file: String
  ) async throws(RouteSourceError) {
    var log = log
    var fixes: [String: RecordedTracks] = [:]
    while let exchange = await log.nextAhead() {
      guard case .change(.updateVehicle(let name, let vehicle, let mask)) = exchange.request,
        mask.contains("lastLocation"),
        let location = vehicle.lastLocation, let place = location.rawLocation ?? location.location,
        place.isValid
      else { continue }
      fixes[name.vehicleID, default: RecordedTracks()].append(
        LocationFix(
          place, time: exchange.time, heading: location.heading.map(Double.init),
          speed: location.speed, altitude: location.altitude,
          accuracy: location.rawLocationAccuracy ?? location.latlngAccuracy))
    }
    guard !fixes.isEmpty else {
      let reasons = log.problems.map { " " + $0 }.joined()
      throw RouteSourceError(file, .noPoints, "holds no locations of vehicles.\(reasons)")
    }
    guard
      let own = vehicleID.flatMap({ fixes[$0] }) ?? (fixes.count == 1 ? fixes.first?.value : nil)
    else {
      let names = fixes.keys.sorted().prefix(5).joined(separator: ", ")
      throw RouteSourceError(
        file, .noPoints,
        vehicleID.map {
          "holds only locations of other vehicles than \($0): \(names). Drive one of them."
        }
          ?? "holds locations of several vehicles: \(names). Name one of them.")
    }
    try self.init(own, longestPause: longestPause, file: file)
    problems += log.problems
  }

  /// Simulates a drive along a path with a location each second.
  ///
  /// The speed is that on a free and straight road, more than zero.
  private init(
    along path: [Coordinate], metersPerSecond: Double, file: String
  ) throws(RouteSourceError) {
    let limits = SpeedProfile.Limits(cruising: metersPerSecond)
    guard let drive = DriveSimulation(along: path, limits: limits) else {
      throw RouteSourceError(file, .onePlace, "holds one place; a drive needs at least two.")
    }
    let seconds = Int(min(drive.duration.inSeconds.rounded(.up), 1e9))
    guard seconds < Limits.File.locations else {
      throw RouteSourceError(
        file, .tooLarge,
        "is a drive of more than \(Limits.File.locations) s; shorten it or drive faster.")
    }
    let fixes = (0...seconds).map { second in
      let moment = drive.moment(at: .seconds(second))
      return LocationFix(
        moment.coordinate, time: Timestamp(seconds: Int64(second)), heading: moment.heading,
        speed: moment.speed)
    }
    try self.init(fixes, file)
  }

  /// Reads a file in any supported format: GPX, GeoJSON, a JSON list of coordinates, lines of JSON, of NMEA or of a table,
  /// or an export of Cloud Logging.
  ///
  /// An export has the locations of `vehicleID`, or of its only vehicle. Pauses are shortened to `longestPause`. A speed
  /// replaces the recording's times. Without times and speed, the path is driven at 10 m/s.
  @concurrent public static func read(
    _ path: String, vehicleID: String? = nil, metersPerSecond: Double? = nil,
    longestPause: Duration = Self.longestPause
  ) async throws(RouteSourceError) -> LocationRecording {
    let recording: LocationRecording
    // A speed replaces the times.
    let pause = metersPerSecond == nil ? longestPause : nil
    if FileListing.isDirectory(path) {
      let log = try LogTimeline.read([path], readsResponses: false)
      recording = try await LocationRecording(log, vehicleID, pause, path)
    } else {
      let content = try RouteSourceError.content(of: path, limit: Limits.File.logBytes)
      if let tracks = try RecordedTracks(content, path) {
        recording = try LocationRecording(tracks, longestPause: pause, file: path)
      } else {
        let log = try logged(LogText.utf8(content), path)
        recording = try await LocationRecording(log, vehicleID, pause, path)
      }
    }
    if metersPerSecond == nil, recording.fixes.count == 1 || recording.duration ?? .zero > .zero {
      return recording
    }
    var drive = try LocationRecording(
      along: recording.path, metersPerSecond: metersPerSecond ?? 10, file: path)
    drive.problems = recording.problems
    if metersPerSecond == nil {
      drive.problems.append("\(path) has no times that can be read; it is driven at 10 m/s.")
    }
    return drive
  }

  /// The log in a file that has no positions of its own.
  private static func logged(
    _ bytes: [UInt8], _ path: String
  ) throws(RouteSourceError) -> LogTimeline {
    let file: LogFile
    do throws(RouteSourceError) { file = try LogFile(content: bytes, name: path) } catch {
      throw error.problem == .unexpectedContent ? noPositions(bytes, path) : error
    }
    // Entries one after the other, or a log that is cut, are not JSON as a whole.
    guard file.hasEntries else { throw noPositions(bytes, path) }
    return LogTimeline([file], readsResponses: false)
  }

  private static func noPositions(_ bytes: [UInt8], _ path: String) -> RouteSourceError {
    let forms = RecordedTracks.forms
    do {
      let rules = JSONRules.lenient(values: Limits.File.positionValues)
      _ = try JSONTree(parsing: bytes, rules: rules)
      return RouteSourceError(path, .noPoints, "holds no positions; \(forms).")
    } catch .tooMany {
      let most = Limits.File.positionValues
      return RouteSourceError(path, .tooLarge, "holds more than \(most) JSON values; shorten it.")
    } catch { return RouteSourceError(path, .notJSON, "is not whole JSON; \(forms).") }
  }
}
