package import FleetEngine
package import HTTPMessages
package import RidesharingConsumer
internal import TrustLimits

/// A recording of one or more trips, compressed, with an index of its polls.
///
/// A value: the recording that a live one grows is copied when it is read.
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
  /// The segments with polls; those of a file share its bytes.
  private var segments: [ArraySlice<UInt8>] = []
  /// The number of segments that were dropped.
  package private(set) var dropped = 0
  private var bytes = 0

  /// The format version of new recordings, which is also the newest that can be read.
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

  mutating func addSegment(_ bytes: ArraySlice<UInt8> = []) {
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

  /// Reads the polls of one trip, which `body` receives in order; what cannot be read is left out.
  package func readPolls(of trip: Int, _ body: (RecordedPoll) -> Void) {
    var reader = PollReader(self, trip: trip)
    while let next = reader.nextPoll() { if case .success(let poll) = next.poll { body(poll) } }
  }

  /// The first poll's request and response; nil if no server was called.
  package var firstExchange: RecordedExchange? { entries.isEmpty ? nil : document(of: 0)?.exchange }

  /// The document of one poll; nil if it is not in the recording.
  package func document(of entry: Int) -> PollDocument? {
    var reader = PollReader(self, segmentOf: entry)
    while let next = reader.next() { if next.entry == entry { return next.document } }
    return nil
  }

  /// Whether two entries are in one segment.
  package func sharesSegment(_ entry: Int, _ other: Int) -> Bool {
    entries[entry].segment == entries[other].segment
  }

  /// A reader of the segment of an entry.
  func segmentReader(of entry: Int) -> SegmentReader {
    SegmentReader(segments[entries[entry].segment - dropped])
  }

  /// The number of a trip; nil for one that the recording does not have.
  func number(of tripName: String) -> Int? { numbers[tripName] }
}
