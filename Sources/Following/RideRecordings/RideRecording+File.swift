internal import FleetEngine
internal import Gzip
internal import TrustLimits

extension RideRecording {
  /// Why a file is not a recording that can be shown.
  package enum Failure: Error, Sendable {
    /// It cannot be read; the reason is the end of a sentence.
    case unreadable(String)
    /// It is no recording.
    case otherFile
    /// It has this version, which is newer.
    case newer(Int)
    /// It has no poll; the first problem, as a sentence, if it is damaged.
    case empty(String?)
  }

  /// Reads a file's content; whatever can be read of a damaged file is kept, and ``problems`` names
  /// the rest.
  ///
  /// Beyond `freeInflatedBytes` its ratio of compression is limited.
  package init(
    content: [UInt8], freeInflatedBytes: Int = Limits.File.freeInflatedBytes
  ) throws(Failure) {
    guard Inflation.isGzip(content) else { throw .otherFile }
    var index = RecordingIndex(content, freeInflatedBytes)
    try index.read()
    self = index.recording
    guard !entries.isEmpty else { throw .empty(problems.first) }
  }

  mutating func report(_ problem: String) {
    if problems.count < Limits.Recording.problems { problems.append(problem) }
  }
}

/// Finds the segments and polls of a recording's file.
///
/// The cost is linear in the file: it ends early, with a sentence, when a part of the file costs more than
/// its bytes warrant.
private struct RecordingIndex {
  private(set) var recording = RideRecording(speed: 1)
  private let content: [UInt8]
  private var allowance: Inflation.Allowance
  /// Whether a header was read.
  private var isKnown = false
  /// The lines and parts that cannot be read.
  private var faults = 0
  /// The compressed bytes that were read again, because a part that fails has others in it.
  private var bytesReadAgain = 0
  /// The values of all polls so far, each with all its values.
  private var values = 0
  private let mostValues: Int
  private var hasExcessTrips = false
  /// The sentence that says why the rest of the file is left out.
  private var ending: String?

  init(_ content: [UInt8], _ freeInflatedBytes: Int) {
    self.content = content
    let ratio = Limits.Response.inflationRatio
    allowance = Inflation.Allowance(free: freeInflatedBytes, ratio: ratio)
    mostValues = Limits.Recording.pollValues + Limits.Recording.pollValuesPerByte * content.count
  }

  mutating func read() throws(RideRecording.Failure) {
    var next: Int? = 0
    while ending == nil, let place = next, place < content.count {
      next = try readSegment(at: place)
    }
    if let ending { recording.report(ending) }
  }

  /// Reads the segment at a byte, and returns the place of the next one.
  private mutating func readSegment(at place: Int) throws(RideRecording.Failure) -> Int? {
    var reader = SegmentReader(content[place...], &allowance)
    let end = min(content.count, place + max(1, reader.length))
    var isKept = false
    var number = 0
    while ending == nil, let line = reader.next() {
      number += 1
      switch line {
      case .header(let version, let speed): try readHeader(version, speed)
      case .state: break
      case .problem(let reason):
        guard isKnown else { throw .otherFile }
        addFault("Line \(number) after byte \(place) \(reason).")
      case .poll(let name, let document):
        guard isKnown else { throw .otherFile }
        guard hasRoom(for: document) else { break }
        guard let time = document.end, let wall = document.wallTime else {
          addFault("Line \(number) after byte \(place) is a poll without a time.")
          continue
        }
        guard hasRoom(for: name) else { continue }
        // A damaged part may reach to the end of the file; it is kept for its polls only.
        if !isKept { recording.addSegment(content[place..<end]) }
        isKept = true
        let endTime = wall + (time - (document.start ?? time))
        recording.add(trip: recording.index(of: name), end: time, endTime: endTime)
      }
    }
    guard isKnown else { throw .otherFile }
    guard let failure = reader.failure else { return end }
    switch failure {
    case .truncated: addFault("The file ends in the middle of an entry.")
    case .tooLarge: addFault("The part after byte \(place) is too large.")
    case .damaged: addFault("The file is damaged at byte \(end).")
    case .tooCompressed:
      let ratio = Limits.Response.inflationRatio
      ending =
        "The file inflates to more than \(ratio) times its size; the rest after byte \(end) is left out."
    }
    return segment(after: place, end)
  }

  private mutating func readHeader(
    _ version: Int?,
    _ speed: Double?
  ) throws(RideRecording.Failure) {
    guard let version, version >= 1 else { throw .otherFile }
    if version > RecordingFormat.version { throw .newer(version) }
    if let speed, (1...Limits.Simulation.speed).contains(speed) { recording.speed = speed }
    isKnown = true
  }

  /// Counts the values of a poll; returns whether they are within the file's budget.
  private mutating func hasRoom(for document: PollDocument) -> Bool {
    values += document.weight
    if values > mostValues {
      ending =
        "The polls after the first \(recording.entries.count) are left out: each repeats a large trip, and "
        + "together they have more than \(mostValues) values."
    } else if recording.entries.count >= Limits.Recording.polls {
      ending = "There are more than \(Limits.Recording.polls) polls; the rest is left out."
    }
    return ending == nil
  }

  /// Whether the recording has a trip, or may get it.
  private mutating func hasRoom(for tripName: String) -> Bool {
    guard recording.number(of: tripName) == nil, recording.tripNames.count >= Limits.Following.trips
    else { return true }
    if !hasExcessTrips {
      recording.report("There are more than \(Limits.Following.trips) trips; the rest is left out.")
    }
    hasExcessTrips = true
    return false
  }

  /// Counts a line or part that cannot be read, and reports the first ones.
  private mutating func addFault(_ sentence: @autoclosure () -> String) {
    faults += 1
    // The last place is for the sentence that ends the reading.
    if recording.problems.count < Limits.Recording.problems - 1 { recording.report(sentence()) }
    if faults > Limits.Recording.faults {
      ending =
        "More than \(Limits.Recording.faults) lines and parts cannot be read; the rest of the file is left "
        + "out."
    }
  }

  /// The place of the segment that follows one that failed, whose bytes it may be among.
  private mutating func segment(after place: Int, _ end: Int) -> Int? {
    let magic: [UInt8] = [0x1F, 0x8B, 0x08]
    guard place + 1 + magic.count <= content.count else { return nil }
    let next = (place + 1...content.count - magic.count).first {
      content[$0] == magic[0] && content[$0...].starts(with: magic)
    }
    guard let next else { return nil }
    bytesReadAgain += max(0, end - next)
    if bytesReadAgain > content.count, ending == nil {
      ending = "The file is damaged; the rest after byte \(next) is left out."
    }
    return next
  }
}
