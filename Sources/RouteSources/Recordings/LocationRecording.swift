public import Geo
public import RidesharingDriver
internal import FleetEngine
internal import TrustLimits

/// The locations of a vehicle, read from a file.
///
/// GPX is read, its tracks or else its routes, and lines of JSON as ``LocationLineReader`` takes them.
public struct LocationRecording: Sendable, Hashable {
  /// The locations in the file's order, one or more.
  public let fixes: [LocationFix]

  /// Reads the content of a GPX file; an error names the file and the line.
  public init(gpx: [UInt8], file: String) throws(RouteSourceError) {
    try Self.check(gpx, file)
    let reader = GPXReader()
    guard let parser = XMLParser(telling: reader) else {
      throw RouteSourceError(file, .unreadable, "cannot be read: there is no memory left.")
    }
    do {
      try parser.parse(gpx)
    } catch {
      throw RouteSourceError(file, error.problem, "\(error.reason), in line \(error.line).")
    }
    try self.init(reader.fixes, file)
  }

  /// Reads lines of JSON; an error names the file and the line.
  public init(jsonLines: [UInt8], file: String) throws(RouteSourceError) {
    try Self.check(jsonLines, file)
    var reader = LocationLineReader(source: file)
    var results = reader.read(jsonLines)
    if let last = reader.finish() { results.append(last) }
    var fixes: [LocationFix] = []
    for result in results { fixes.append(try result.get()) }
    try self.init(fixes, file)
  }

  /// Creates a recording of locations that are known to be good.
  init(_ fixes: [LocationFix]) {
    self.fixes = fixes
  }

  init(_ fixes: [LocationFix], _ file: String) throws(RouteSourceError) {
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

  /// The places in their order.
  public var path: [Coordinate] { fixes.map(\.place) }

  /// The time from the first location to the last; nil where one of them tells none.
  public var duration: Duration? {
    guard let first = fixes.first?.time, let last = fixes.last?.time else { return nil }
    return last - first
  }

  private static func check(_ bytes: [UInt8], _ file: String) throws(RouteSourceError) {
    guard bytes.count <= Limits.File.recordingBytes else {
      throw RouteSourceError(file, BoundedFile.Failure.tooLarge(limit: Limits.File.recordingBytes))
    }
  }
}
