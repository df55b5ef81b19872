public import RidesharingDriver
internal import FleetEngine
internal import Geo
internal import JSON
internal import TrustLimits

/// Reads locations from lines of JSON, from a file, a pipe or gpsd.
///
/// A line is an object with `latitude` and `longitude` and optionally `time` (RFC 3339), `heading`,
/// `speed`, `altitude` and `accuracy`; or a report of gpsd, whose `TPV` class has locations. Blank
/// lines are skipped.
public struct LocationLineReader: Sendable {
  private let source: String
  private var pending: [UInt8] = []
  private var line = 1
  /// Whether the current line exceeds the limit; the rest of it is dropped.
  private var isTooLong = false

  /// Creates a reader at the first line of a source; errors name the source.
  public init(source: String) {
    self.source = source
  }

  /// Reads bytes, which may end within a line.
  ///
  /// Returns a location, or an error with the line number, for each completed line. Blank lines and
  /// other reports of gpsd give no result.
  public mutating func read(
    _ bytes: some Collection<UInt8>
  ) -> [Result<LocationFix, RouteSourceError>] {
    var results: [Result<LocationFix, RouteSourceError>] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      if let result = finish() { results.append(result) }
      rest = rest[rest.index(after: end)...]
    }
    append(rest)
    return results
  }

  /// Ends the last line at the end of a file; nil if it has no result.
  public mutating func finish() -> Result<LocationFix, RouteSourceError>? {
    defer {
      pending = []
      isTooLong = false
      line += 1
    }
    do throws(LocationLine.Failure) {
      guard !isTooLong else {
        throw LocationLine.Failure(.tooLarge, "is longer than \(Limits.File.lineBytes) bytes")
      }
      guard !pending.allSatisfy(Self.isBlank) else { return nil }
      return try LocationLine(json: pending).fix.map { .success($0) }
    } catch {
      let sentence = "has a line that \(error.reason), line \(line)."
      return .failure(RouteSourceError(source, error.problem, sentence))
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    isTooLong = isTooLong || pending.count + bytes.count > Limits.File.lineBytes
    if !isTooLong { pending += bytes }
  }
}

/// One line of JSON: an object with a location, or a report of gpsd.
struct LocationLine {
  /// Why a line has no location although it should.
  struct Failure: Error {
    let problem: RouteSourceError.Problem
    /// The rest of a sentence that starts with "a line that".
    let reason: String

    init(_ problem: RouteSourceError.Problem, _ reason: String) {
      self.problem = problem
      self.reason = reason
    }
  }

  private let object: JSONObject

  init(json: [UInt8]) throws(Failure) {
    let tree: JSONTree
    do {
      tree = try JSONTree(parsing: json, rules: .lenient(values: Limits.File.jsonValues))
    } catch {
      throw Failure(.notJSON, "is not JSON")
    }
    guard let object = tree.object else { throw Self.unexpected }
    self.object = object
  }

  private static let unexpected = Failure(
    .unexpectedContent,
    "is not an object of a location or of gpsd"
  )

  /// Whether it has one of the two forms.
  var isLocationOrReport: Bool {
    object["class"]?.text != nil || object["latitude"]?.number != nil
      || object["longitude"]?.number != nil
  }

  /// The location; nil for a report of gpsd without one.
  var fix: LocationFix? {
    get throws(Failure) {
      switch object["class"]?.text {
      case nil:
        return try fix(
          ("latitude", "longitude"),
          heading: "heading",
          altitudes: ["altitude"],
          accuracy: "accuracy"
        )
      case "TPV":
        // Below mode 2 the receiver has no position.
        guard try number("mode") ?? 0 >= 2 else { return nil }
        return try fix(
          ("lat", "lon"),
          heading: "track",
          altitudes: ["altHAE", "alt"],
          accuracy: "eph"
        )
      case "ERROR":
        let message = object["message"]?.text ?? "without a reason"
        throw Failure(.unexpectedContent, "is an error of gpsd (\(message))")
      default: return nil
      }
    }
  }

  private func fix(
    _ names: (latitude: String, longitude: String),
    heading: String,
    altitudes: [String],
    accuracy: String
  ) throws(Failure) -> LocationFix {
    guard let latitude = try number(names.latitude), let longitude = try number(names.longitude)
    else {
      throw Failure(
        .unexpectedContent,
        "has no numbers for \(names.latitude) and \(names.longitude)"
      )
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else { throw Failure(.outOfRange, "has a place that is not on Earth") }
    let accuracy = try number(accuracy)
    guard accuracy ?? 0 >= 0 else { throw Failure(.outOfRange, "has an accuracy below zero") }
    var altitude: Double?
    for name in altitudes where altitude == nil { altitude = try number(name) }
    var time: Timestamp?
    if let value = object["time"], value != .null {
      guard let text = value.text else { throw Self.unexpected }
      time = Timestamp(rfc3339: text)
      guard time != nil else {
        throw Failure(
          .unexpectedContent,
          "has a time that is not of the form 2025-02-05T17:03:25Z"
        )
      }
    }
    return LocationFix(
      place,
      time: time,
      heading: try number(heading),
      speed: try number("speed"),
      altitude: altitude,
      accuracy: accuracy
    )
  }

  private func number(_ name: String) throws(Failure) -> Double? {
    switch object[name] {
    case nil, .null: return nil
    case .number(let number) where number.isFinite: return number
    case .number: throw Failure(.notJSON, "is not JSON")
    default: throw Self.unexpected
    }
  }
}
