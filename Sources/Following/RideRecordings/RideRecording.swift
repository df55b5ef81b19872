package import FleetEngine
internal import Gzip
package import HTTPMessages
internal import JSON
package import RidesharingConsumer
internal import TrustLimits

/// A recording of one or more trips, compressed, with an index of its polls.
///
/// A value: the recording that a tape grows is copied when it is read.
package struct RideRecording: Sendable {
  /// One poll in the index.
  package struct Entry: Sendable, Hashable {
    /// The number of its trip in ``tripNames``.
    package let trip: Int
    /// When it ended, on the recording's clock.
    package let end: Duration
    /// When it ended, on the wall clock.
    package let endTime: Timestamp
    fileprivate let segment: Int
  }

  /// The full names of the trips, in the order of their first polls.
  package private(set) var tripNames: [String] = []
  /// The polls, in the order of their ends.
  package private(set) var entries: [Entry] = []
  /// The first problems with parts that could not be read, a sentence each.
  package internal(set) var problems: [String] = []
  /// The speed of a simulated world; 1 for the real one.
  package internal(set) var speed: Double
  private var numbers: [String: Int] = [:]
  private var segments: [[UInt8]] = []
  /// The number of segments that were dropped.
  package private(set) var dropped = 0
  private var bytes = 0

  /// The version of the format that is written, the newest that is read.
  package static var version: Int { RecordingFormat.version }

  init(speed: Double) { self.speed = speed }

  /// The compressed bytes, which are the file's content.
  package var content: [UInt8] { Array(segments.joined()) }

  /// The times from the first to the last poll; nil without polls.
  package var span: ClosedRange<Duration>? {
    guard let first = entries.first?.end, let last = entries.last?.end else { return nil }
    return first...max(first, last)
  }

  /// The indices in ``entries`` of a trip's polls.
  package func entries(of trip: Int) -> [Int] {
    entries.indices.filter { entries[$0].trip == trip }
  }

  mutating func index(of tripName: String) -> Int {
    if let number = numbers[tripName] { return number }
    numbers[tripName] = tripNames.count
    tripNames.append(tripName)
    return tripNames.count - 1
  }

  mutating func addSegment(_ bytes: [UInt8] = []) {
    segments.append(bytes)
    self.bytes += bytes.count
  }

  mutating func append(_ new: [UInt8]) {
    segments[segments.count - 1] += new
    bytes += new.count
  }

  mutating func add(trip: Int, end: Duration, endTime: Timestamp) {
    let segment = dropped + segments.count - 1
    // Two trips' polls may come slightly out of order.
    let last = entries.last?.end ?? .zero
    entries.append(Entry(trip: trip, end: max(end, last), endTime: endTime, segment: segment))
  }

  /// Drops the oldest segments while the rest still has more bytes.
  mutating func dropSegments(toBytes limit: Int) {
    while bytes > limit, segments.count > 1 {
      bytes -= segments[0].count
      segments.removeFirst()
      dropped += 1
      let kept = dropped
      entries.removeFirst(entries.prefix { $0.segment < kept }.count)
    }
  }

  /// Reads the polls of one segment, which `body` receives in order with their indices.
  ///
  /// Documents that are not polls are skipped: reading the file has reported them.
  package func readSegment(
    of entry: Int,
    _ body: (_ entry: Int, _ document: PollDocument) throws -> Void
  ) rethrows {
    let number = entries[entry].segment
    var index = entry
    while index > 0, entries[index - 1].segment == number { index -= 1 }
    var reader = SegmentReader(segments[number - dropped])
    while let line = reader.next() {
      guard case .poll(_, let document) = line, document.end != nil, document.wallTime != nil else {
        continue
      }
      guard entries.indices.contains(index), entries[index].segment == number else { return }
      try body(index, document)
      index += 1
    }
  }

  /// Reads the polls of one trip, which `body` receives in order; what cannot be read is left out.
  package func readPolls(of trip: Int, _ body: (RecordedPoll) -> Void) {
    let numbers = entries(of: trip)
    var index = 0
    while index < numbers.count {
      var next = index
      readSegment(of: numbers[index]) { entry, document in
        guard next < numbers.count, entry == numbers[next] else { return }
        next += 1
        if let poll = try? document.poll() { body(poll) }
      }
      index = max(index + 1, next)
    }
  }

  /// The first poll's request and response; nil if no server was called.
  package var firstExchange: RecordedExchange? {
    entries.isEmpty ? nil : document(of: 0)?.exchange
  }

  /// The document of one poll; nil if it is not in the recording.
  package func document(of entry: Int) -> PollDocument? {
    struct Found: Error { let document: PollDocument }
    do {
      try readSegment(of: entry) { if $0 == entry { throw Found(document: $1) } }
    } catch {
      return (error as? Found)?.document
    }
    return nil
  }
}

/// Reads the lines of one segment.
struct SegmentReader {
  enum Line {
    case header(version: Int?, speed: Double?)
    case state
    case poll(trip: String, PollDocument)
    /// The end of a sentence.
    case problem(String)
  }

  /// Why the segment is not whole; nil if it is.
  let failure: Inflation.Failure?
  /// The compressed bytes of the segment.
  let length: Int
  private let text: [UInt8]
  private var place = 0
  private var documents: [String: PollDocument] = [:]
  /// The JSON values of the documents, or more.
  private var values = 0
  private var isFull = false

  init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  init(_ bytes: ArraySlice<UInt8>) {
    let member = Inflation.firstMember(of: bytes, limit: Limits.Recording.segmentBytes)
    (text, failure, length) = (member.bytes, member.failure, member.length)
  }

  /// The next line; nil after the last complete one.
  mutating func next() -> Line? {
    guard !isFull, let end = text[place...].firstIndex(of: 0x0A) else { return nil }
    defer { place = end + 1 }
    let line = Array(text[place..<end])
    let rules = JSONRules.lenient(values: Limits.Response.jsonValues)
    guard let object = (try? JSONTree(parsing: line, rules: rules))?.object else {
      return .problem("is not a JSON object")
    }
    if object["ridealong"] != nil {
      let version = object["version"]?.number.flatMap { Int(exactly: $0) }
      return .header(version: version, speed: object["speed"]?.number)
    }
    guard let trip = object["trip"]?.text, (try? TripName(parsing: trip)) != nil else {
      return .problem("names no trip")
    }
    guard hasRoom(for: object) else {
      isFull = true
      return .problem(
        "and its other trips have more than \(Limits.Recording.segmentValues) values; the rest of the "
          + "part is left out"
      )
    }
    if let state = object["state"]?.object {
      documents[trip] = PollDocument(state)
      return .state
    }
    guard let patch = object["poll"]?.object else {
      return .problem("is neither a poll nor a state")
    }
    MergePatch.apply(patch, to: &documents[trip, default: PollDocument()].members)
    return .poll(trip: trip, documents[trip] ?? PollDocument())
  }

  /// Counts the values of a line; returns whether the documents may have them.
  private mutating func hasRoom(for line: JSONObject) -> Bool {
    let new = line.valueCount
    values += new
    guard values > Limits.Recording.segmentValues else { return true }
    // Counted again, because most values replace others. The rest of the room keeps that rare.
    values = documents.values.reduce(new) { $0 + $1.members.valueCount }
    return values <= Limits.Recording.segmentValues / 4 * 3
  }
}
