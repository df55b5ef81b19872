internal import JSON
internal import RidesharingDriver
internal import TrustLimits

extension RecordedTracks {
  /// The forms of positions, as a sentence without its end.
  static let forms =
    "positions are read from GPX, \(PositionDocument.forms), lines of JSON as of gpsd and OwnTracks, NMEA 0183, "
    + "CSV with named columns, and Cloud Logging exports"

  /// Reads the positions of a file in any form but a log; nil for JSON of another kind, such as a log.
  init?(_ content: [UInt8], _ file: String) throws(RouteSourceError) {
    let bytes = LogText.utf8(content)
    let tracks: RecordedTracks?
    switch bytes.first(where: { !LocationLineReader.isBlank($0) }) {
    case UInt8(ascii: "<") where Self.isXML(bytes):
      // The parser reads UTF-16 itself, as the file declares it.
      tracks = try Self.gpx(content, file)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if let document = try Self.document(bytes, file) {
        tracks = document
      } else {
        tracks = try Self.lines(bytes, file)
      }
    default:
      tracks = try Self.lines(bytes, file)
      guard tracks == nil else { break }
      if let form = LogText.otherForm(bytes, file: file) { throw form }
      guard !bytes.allSatisfy(LocationLineReader.isBlank) else {
        throw RouteSourceError(file, .noPoints, "is empty.")
      }
      throw RouteSourceError(file, .otherForm, "holds no positions; \(Self.forms).")
    }
    guard let tracks else { return nil }
    self = tracks
  }

  /// Whether a text that begins with `<` begins as XML does, not as a line of a log with a number there.
  private static func isXML(_ bytes: [UInt8]) -> Bool {
    let text = bytes.drop(while: LocationLineReader.isBlank)
    guard let next = text.dropFirst().first else { return true }
    return next < 0x30 || next > 0x3B
  }

  // MARK: GPX

  /// The tracks of GPX, or its routes if it has no tracks.
  private static func gpx(
    _ content: [UInt8], _ file: String
  ) throws(RouteSourceError) -> RecordedTracks {
    try RouteSourceError.check(content, of: file, limit: Limits.File.recordingBytes)
    // Editors put blank lines before the declaration, and a loss of power zeros at the end.
    let zeros = content.reversed().prefix { $0 == 0 }.count
    let blanks = content.prefix(while: LocationLineReader.isBlank).count
    let text = Array(content.dropFirst(blanks).dropLast(zeros > 1 ? zeros : 0))
    var (reader, failure) = try parsed(text, file)
    if failure?.isDamage == true {
      // An encoding that is not the declared one: positions and times are ASCII in all.
      let (other, rest) = try parsed(text, file, encoding: "bytes")
      if other.tracks.remarks.points > reader.tracks.remarks.points {
        (reader, failure) = (other, rest)
      }
    }
    if let failure, !failure.isDamage || reader.tracks.remarks.points == 0 {
      let line = failure.problem == .otherForm ? "" : ", in line \(failure.line)"
      throw RouteSourceError(file, failure.problem, "\(failure.reason)\(line).")
    }
    guard !reader.hasOnlyWaypoints else {
      throw RouteSourceError(
        file, .noPoints, "holds only waypoints, which are no drive; it needs a track or a route.")
    }
    var tracks = reader.tracks
    if let failure { tracks.remarks.others.append("the rest from line \(failure.line) on damaged") }
    return tracks
  }

  private static func parsed(
    _ text: [UInt8], _ file: String, encoding: String? = nil
  ) throws(RouteSourceError) -> (GPXReader, XMLParser.Failure?) {
    let reader = GPXReader()
    guard let parser = XMLParser(listener: reader, encoding: encoding) else {
      throw RouteSourceError(file, .unreadable, "cannot be read: there is no memory left.")
    }
    do {
      try parser.parse(text)
      return (reader, nil)
    } catch { return (reader, error) }
  }

  // MARK: JSON

  /// The positions of a JSON document; nil if it is not one, or has none.
  private static func document(
    _ bytes: [UInt8], _ file: String
  ) throws(RouteSourceError) -> RecordedTracks? {
    guard bytes.count <= Limits.File.recordingBytes else { return nil }
    let rules = JSONRules.lenient(values: Limits.File.positionValues)
    guard let tree = try? JSONTree(parsing: bytes, rules: rules) else { return nil }
    do throws(PositionDocument.Failure) { return try PositionDocument(tree)?.tracks } catch {
      throw RouteSourceError(file, .unexpectedContent, error.reason)
    }
  }

  // MARK: Lines

  /// The positions of a file of lines; nil if its first lines have none of the forms.
  private static func lines(
    _ bytes: [UInt8], _ file: String
  ) throws(RouteSourceError) -> RecordedTracks? {
    // Old Macs end lines with a carriage return.
    if !bytes.contains(UInt8(ascii: "\n")), bytes.contains(UInt8(ascii: "\r")) {
      return try lines(bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : $0 }, file)
    }
    // The first lines say what the file is; a line of GeoJSON may be long.
    let first = max(
      2 * Limits.File.lineBytes, (bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count) + 1)
    guard first <= Limits.File.recordingBytes else { return nil }
    var probe = LocationLineReader(file: file)
    probe.read(bytes.prefix(first)) { _ in }
    probe.finish { _ in }
    guard probe.knowsForm else { return nil }
    try RouteSourceError.check(bytes, of: file, limit: Limits.File.recordingBytes)
    var (reader, tracks, failure) = read(bytes, LocationLineReader(file: file))
    if reader.wrongSums > 0, tracks.pieces.isEmpty {
      // Checksums that are all wrong were never right.
      (reader, tracks, failure) = read(bytes, LocationLineReader(file: file, checksSums: false))
      reader.note("\(reader.wrongSums) wrong checksums ignored")
    }
    if tracks.pieces.isEmpty {
      if let failure { throw failure }
      reader.note("no line with a position")
    }
    let points = tracks.remarks.points
    tracks.remarks = reader.remarks
    tracks.remarks.points = points
    return tracks
  }

  private static func read(
    _ bytes: [UInt8], _ reader: LocationLineReader
  ) -> (LocationLineReader, RecordedTracks, RouteSourceError?) {
    var reader = reader
    var tracks = RecordedTracks()
    var failure: RouteSourceError?
    func take(_ result: Result<LocationFix, RouteSourceError>) {
      switch result {
      case .success(let fix): tracks.append(fix)
      case .failure(let error): failure = failure ?? error
      }
    }
    reader.read(bytes, take)
    reader.finish(take)
    return (reader, tracks, failure)
  }
}
