internal import FleetEngine
internal import JSON
public import Geo
internal import RidesharingDriver
internal import TrustLimits

extension LocationRecording {
  /// Reads a file of any supported format: GPX, lines of JSON, a ``CoordinateList`` or an export of
  /// Cloud Logging.
  ///
  /// Of an export the locations of a vehicle count; if it has only one other vehicle, that one's. A
  /// speed replaces the recording's own times; without either, the path is driven at 10 m/s.
  @concurrent
  public static func read(
    _ path: String,
    vehicleID: String,
    metersPerSecond: Double? = nil
  ) async throws(RouteSourceError) -> LocationRecording {
    let content: BoundedFile
    do {
      content = try BoundedFile(path: path, limit: Limits.File.logBytes)
    } catch {
      throw RouteSourceError(path, error)
    }
    let recording = try recording(content.bytes, path, vehicleID)
    if metersPerSecond == nil, recording.fixes.count == 1 || recording.duration ?? .zero > .zero {
      return recording
    }
    return try LocationRecording(
      along: recording.path,
      metersPerSecond: metersPerSecond ?? 10,
      file: path
    )
  }

  private static func recording(
    _ bytes: [UInt8],
    _ path: String,
    _ vehicleID: String
  ) throws(RouteSourceError) -> LocationRecording {
    let first = bytes.first { !LocationLineReader.isBlank($0) }
    if first == UInt8(ascii: "[") || (first == UInt8(ascii: "{") && !isLines(bytes)) {
      // A list of coordinates is small, whatever an export may be.
      if bytes.count <= Limits.File.routeBytes {
        do throws(RouteSourceError) {
          let list = try CoordinateList(json: bytes, file: path)
          return LocationRecording(list.coordinates.map { LocationFix($0) })
        } catch {
          guard error.problem == .unexpectedContent || error.problem == .noPoints else {
            throw error
          }
        }
      }
      let export = try CloudLoggingExport(json: bytes, file: path)
      return try LocationRecording(export, vehicleID: vehicleID, file: path)
    }
    return first == UInt8(ascii: "{")
      ? try LocationRecording(jsonLines: bytes, file: path)
      : try LocationRecording(gpx: bytes, file: path)
  }

  /// Whether the first line of a file is a whole object of a location or of gpsd.
  private static func isLines(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1_000)
    guard let line = lines.first(where: { !$0.allSatisfy(LocationLineReader.isBlank) }) else {
      return false
    }
    guard let content = try? JSONCoding.decode(LocationLine.self, from: Array(line)) else {
      return false
    }
    return content.isLocationOrReport
  }

  /// Creates a recording from the locations that a vehicle reported in an export of Cloud Logging.
  ///
  /// If the export lacks the vehicle and has only one other, that one counts.
  public init(
    _ export: CloudLoggingExport,
    vehicleID: String,
    file: String
  ) throws(RouteSourceError) {
    var fixes: [String: [LocationFix]] = [:]
    for call in export.calls {
      guard case .updateVehicle(let name, let vehicle, let mask) = call.operation,
        mask.contains("lastLocation") || mask.contains("last_location"),
        let location = vehicle.lastLocation, let place = location.rawLocation ?? location.location,
        place.isValid
      else { continue }
      fixes[name.vehicleID, default: []].append(
        LocationFix(
          place,
          time: call.time,
          heading: location.heading.map(Double.init),
          speed: location.speed,
          altitude: location.altitude,
          accuracy: location.rawLocationAccuracy ?? location.latlngAccuracy
        )
      )
    }
    let own = fixes[vehicleID] ?? (fixes.count == 1 ? fixes.first?.value : nil)
    guard let own else {
      guard !fixes.isEmpty else {
        throw RouteSourceError(file, .noPoints, "holds no locations of vehicles.")
      }
      let names = fixes.keys.sorted().prefix(5).joined(separator: ", ")
      throw RouteSourceError(
        file,
        .noPoints,
        "holds locations of other vehicles than \(vehicleID): \(names). Drive one of them."
      )
    }
    try self.init(own, file)
  }

  /// Creates a recording of a simulated drive along a path, a location each second.
  ///
  /// The speed is the one on a free and straight road, more than zero.
  public init(
    along path: [Coordinate],
    metersPerSecond: Double,
    file: String
  ) throws(RouteSourceError) {
    guard
      let drive = DriveSimulation(
        along: path,
        limits: SpeedProfile.Limits(cruising: metersPerSecond)
      )
    else {
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
}
