public import RidesharingDriver
internal import FleetEngine
internal import Geo
internal import JSON
internal import TrustLimits

/// Reads locations from lines of a file, a pipe or gpsd.
///
/// A line is an object of JSON with `latitude` and `longitude` and optionally `time`, `heading`, `speed`, `altitude` and
/// `accuracy`, also under the names of gpsd's `TPV`, of OwnTracks and of others; a sentence of NMEA 0183 (RMC and GGA have
/// positions); a value of GeoJSON; or a row of a table whose first line names its columns. A time may stand before it, as
/// gpspipe and OwnTracks write it. Blank lines are skipped. Of several devices the first one counts.
public struct LocationLineReader: Sendable {
  /// The classes of gpsd's reports.
  private static let reports: Set<String> = [
    "AIS", "ATT", "DEVICE", "DEVICES", "ERROR", "GST", "IMU", "OSC", "POLL", "PPS", "RAW", "RTCM2",
    "RTCM3", "SKY", "SUBFRAME", "TOFF", "TPV", "VERSION", "WATCH",
  ]

  private let source: String
  private let checksSums: Bool
  private let mostLineBytes: Int
  private let mostValues: Int
  private var pending: [UInt8] = []
  private var line = 1
  /// Whether the current line exceeds the limit; the rest of it is dropped.
  private var isTooLong = false
  private var table: PositionTable?
  private var sentences = NMEAPositions()

  private(set) var remarks = RecordingRemarks()
  /// Whether a line had one of the forms, with a location or without.
  private(set) var knowsForm = false
  /// The sentences of NMEA whose checksum was wrong.
  private(set) var wrongSums = 0

  /// Creates a reader at the first line of a source; errors name the source.
  public init(source: String) {
    self.source = source
    checksSums = true
    mostLineBytes = Limits.File.lineBytes
    mostValues = Limits.File.jsonValues
  }

  /// Creates a reader of a whole file, whose lines are as long as they like, and whose sentences may have wrong checksums.
  init(file: String, checksSums: Bool = true) {
    source = file
    self.checksSums = checksSums
    mostLineBytes = Limits.File.recordingBytes
    mostValues = Limits.File.positionValues
  }

  /// Reads bytes, which may end within a line.
  ///
  /// Returns the locations, or an error with the line number, of each completed line. Blank lines and
  /// other reports of gpsd or of a receiver give no result.
  public mutating func read(
    _ bytes: some Collection<UInt8>
  ) -> [Result<LocationFix, RouteSourceError>] {
    var results: [Result<LocationFix, RouteSourceError>] = []
    read(bytes) { results.append($0) }
    return results
  }

  /// Reads bytes and calls a closure with each result.
  mutating func read(
    _ bytes: some Collection<UInt8>, _ take: (Result<LocationFix, RouteSourceError>) -> Void
  ) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      endLine(take)
      rest = rest[rest.index(after: end)...]
    }
    append(rest)
  }

  /// Ends the last line at the end of a file.
  public mutating func finish() -> [Result<LocationFix, RouteSourceError>] {
    var results: [Result<LocationFix, RouteSourceError>] = []
    finish { results.append($0) }
    return results
  }

  /// Ends the last line and calls a closure with each result.
  mutating func finish(_ take: (Result<LocationFix, RouteSourceError>) -> Void) {
    endLine(take)
    if let fix = sentences.finish() { take(.success(fix)) }
  }

  private mutating func endLine(_ take: (Result<LocationFix, RouteSourceError>) -> Void) {
    defer {
      pending = []
      isTooLong = false
      line += 1
    }
    guard isTooLong || !pending.allSatisfy(Self.isBlank) else { return }
    remarks.lines += 1
    do throws(LineFailure) {
      guard !isTooLong else {
        throw LineFailure(.tooLarge, "is longer than \(mostLineBytes) bytes")
      }
      for fix in try fixes(pending) { take(.success(fix)) }
    } catch {
      if error.problem != .otherDevice {
        remarks.badLines += 1
        if remarks.badLines == 1 { remarks.badLine = "line \(line) \(error.reason)" }
      }
      let sentence = "has a line that \(error.reason), line \(line)."
      take(.failure(RouteSourceError(source, error.problem, sentence)))
    }
  }

  /// Adds to the remarks about the file.
  mutating func note(_ phrase: String) { remarks.others.append(phrase) }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    isTooLong = isTooLong || pending.count + bytes.count > mostLineBytes
    if !isTooLong { pending += bytes }
  }

  /// The locations of a line, none for a line of a known form without one.
  private mutating func fixes(_ line: [UInt8]) throws(LineFailure) -> [LocationFix] {
    let start = line.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let table { return try checked(table.values(text(line[start...]))).map { [$0] } ?? [] }
    // A time and other words may stand before an object or a sentence.
    let object = line.indices.dropFirst(start).first { index in
      switch line[index] {
      case UInt8(ascii: "{"):
        index == start || Self.isBlank(line[index - 1]) || [0x1E, 0x3A].contains(line[index - 1])
      case UInt8(ascii: "$"): NMEASentence.begins(line[index...])
      default: false
      }
    }
    if let object {
      if line[object] == UInt8(ascii: "{") { return try fixes(json: Array(line[object...])) }
      if let sentence = NMEASentence(text(line[object...])) {
        return try fix(sentence).map { [$0] } ?? []
      }
    }
    let text = text(line[start...])
    guard !text.hasPrefix("#"), !text.hasPrefix("!"), !text.hasPrefix("sep=") else { return [] }
    table = PositionTable(header: text)
    guard table == nil else {
      knowsForm = true
      return []
    }
    throw LineFailure(
      text.hasPrefix("[") ? .unexpectedContent : .notJSON,
      "is no position in JSON, NMEA or a table with named columns")
  }

  private func text(_ line: ArraySlice<UInt8>) -> String {
    PositionValues.trimmed(String(decoding: line, as: UTF8.self))
  }

  private mutating func fix(_ sentence: NMEASentence) throws(LineFailure) -> LocationFix? {
    knowsForm = true
    if !sentence.isWhole {
      wrongSums += 1
      if checksSums { throw LineFailure(.unexpectedContent, "has a wrong checksum") }
    }
    guard let fix = sentences.read(sentence) else { return nil }
    guard fix.place.isValid else { throw Self.notOnEarth }
    return fix
  }

  private mutating func fixes(json: [UInt8]) throws(LineFailure) -> [LocationFix] {
    let tree: JSONTree
    do { tree = try JSONTree(parsing: json, rules: .lenient(values: mostValues)) } catch {
      throw LineFailure(.notJSON, "is not JSON")
    }
    guard let object = tree.object else { return [] }
    var values = PositionValues(object)
    if let kind = object["class"]?.text, Self.reports.contains(kind) {
      knowsForm = true
      if kind == "ERROR" {
        let message = object["message"]?.text ?? "without a reason"
        throw LineFailure(.unexpectedContent, "is an error of gpsd (\(message))")
      }
      // Below mode 2 the receiver has no position.
      guard kind == "TPV", object["mode"]?.number ?? 0 >= 2, values.hasPlace else { return [] }
      if let track = object["track"] { values.set("heading", track) }
    } else if let kind = object["_type"]?.text {
      knowsForm = true
      guard kind == "location" else { return [] }
    } else if object["type"]?.text != nil, !values.hasPlace,
      let document = try? PositionDocument(tree)
    {
      knowsForm = true
      guard !document.tracks.places.isEmpty else {
        throw LineFailure(.unexpectedContent, "is GeoJSON without a place on Earth")
      }
      remarks.unreadable += document.tracks.remarks.unreadable
      try use(document.tracks.remarks.device)
      return Array(document.tracks.pieces.joined())
    }
    knowsForm = knowsForm || values.hasPlace
    return try checked(values).map { [$0] } ?? []
  }

  private mutating func checked(_ values: PositionValues) throws(LineFailure) -> LocationFix? {
    var values = values
    guard let fix = values.fix() else {
      throw LineFailure(.unexpectedContent, "has no numbers for latitude and longitude")
    }
    guard fix.place.isValid else { throw Self.notOnEarth }
    try use(values.device)
    remarks.unreadable += values.unreadable
    return fix
  }

  /// Refuses positions of another device than the first.
  private mutating func use(_ device: String?) throws(LineFailure) {
    guard !remarks.uses(device) else { return }
    let (own, other) = (remarks.device ?? "", device ?? "")
    throw LineFailure(.otherDevice, "is of the device \(other), while those of \(own) are used")
  }

  private static let notOnEarth = LineFailure(.outOfRange, "has a place that is not on Earth")
}

/// Why a line has no location although it should.
struct LineFailure: Error {
  let problem: RouteSourceError.Problem
  /// The rest of a sentence that starts with "a line that".
  let reason: String

  init(_ problem: RouteSourceError.Problem, _ reason: String) {
    self.problem = problem
    self.reason = reason
  }
}
