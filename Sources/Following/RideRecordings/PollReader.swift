internal import FleetEngine
package import RidesharingConsumer

/// Reads the polls of a recording in order, each when it is needed.
///
/// It keeps one segment inflated and the present poll of each of its trips. Documents that are not polls
/// are skipped: reading the file has reported them.
package struct PollReader: Sendable {
  private let recording: RideRecording
  private let trip: Int?
  /// The entries of the open segment that were not read yet.
  private var rest: Range<Int>
  /// The end of the entries to read.
  private let end: Int
  private var segment: SegmentReader?
  private var decoder = PollDecoder()

  /// The number of bodies that were decoded.
  package var decodedBodies: Int { decoder.decodedBodies }

  /// Reads all polls, or those of one trip.
  package init(_ recording: RideRecording, trip: Int? = nil) {
    (self.recording, self.trip) = (recording, trip)
    (rest, end) = (0..<0, recording.entries.count)
  }

  /// Reads the polls of the segment that has an entry.
  package init(_ recording: RideRecording, segmentOf entry: Int) {
    (self.recording, trip) = (recording, nil)
    var range = entry..<entry + 1
    while range.lowerBound > 0, recording.sharesSegment(entry, range.lowerBound - 1) {
      range = (range.lowerBound - 1)..<range.upperBound
    }
    while range.upperBound < recording.entries.count,
      recording.sharesSegment(entry, range.upperBound)
    { range = range.lowerBound..<(range.upperBound + 1) }
    (rest, end) = (range, range.upperBound)
    segment = recording.segmentReader(of: entry)
  }

  /// The next poll's document, with its index in the recording's entries; nil after the last one.
  package mutating func next() -> (entry: Int, document: PollDocument)? {
    repeat {
      // Behind a segment's last entry nothing is read.
      while !rest.isEmpty, let line = segment?.next() {
        let entry = rest.lowerBound
        guard case .poll(let name, let document) = line, document.isPoll,
          let number = recording.number(of: name), number == recording.entries[entry].trip
        else { continue }
        rest = (entry + 1)..<rest.upperBound
        if trip == nil || trip == number { return (entry, document) }
      }
    } while openSegment()
    return nil
  }

  /// The next poll, with its index in the recording's entries; nil after the last one.
  package mutating func nextPoll(
    hasExchange: Bool = false
  ) -> (entry: Int, poll: Result<RecordedPoll, PollDocument.Problem>)? {
    guard let (entry, document) = next() else { return nil }
    let trip = recording.entries[entry].trip
    let poll = Result { () throws(PollDocument.Problem) in
      try decoder.poll(document, of: trip, hasExchange: hasExchange)
    }
    return (entry, poll)
  }

  /// Opens the next segment with polls to read; returns whether there is one.
  private mutating func openSegment() -> Bool {
    var first = rest.upperBound
    if let trip {
      let found = recording.entries[first..<end].firstIndex { $0.trip == trip } ?? end
      var start = found
      // Its segment may begin with other trips' polls.
      while found < end, start > first, recording.sharesSegment(found, start - 1) { start -= 1 }
      first = start
    }
    guard first < end else {
      (rest, segment) = (end..<end, nil)
      return false
    }
    var last = first + 1
    while last < end, recording.sharesSegment(first, last) { last += 1 }
    rest = first..<last
    segment = recording.segmentReader(of: first)
    decoder.forgetBodies()
    return true
  }
}

/// Makes the polls of documents of one segment, and decodes a body that stays the same once.
package struct PollDecoder: Sendable {
  private typealias Body = (number: Int, trip: Result<Trip, PollDocument.Problem>)

  /// The number of bodies that were decoded.
  package private(set) var decodedBodies = 0
  private var bodies: [Int: Body] = [:]

  package init() {}

  /// Forgets the bodies before documents of another segment.
  package mutating func forgetBodies() { bodies = [:] }

  /// The poll of a document of a trip with a number; `hasExchange` makes its request and response too.
  package mutating func poll(
    _ document: PollDocument, of trip: Int, hasExchange: Bool = false
  ) throws(PollDocument.Problem) -> RecordedPoll {
    guard document.hasBody else { return try document.poll(hasExchange: hasExchange) }
    let body: Body
    if let last = bodies[trip], last.number == document.bodyNumber {
      body = last
    } else {
      body = (document.bodyNumber, document.trip)
      decodedBodies += 1
      bodies[trip] = body
    }
    return try document.poll(hasExchange: hasExchange, trip: body.trip)
  }
}
