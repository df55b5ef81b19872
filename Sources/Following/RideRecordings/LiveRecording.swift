package import FleetEngine
internal import Gzip
internal import JSON
package import RidesharingConsumer
internal import Synchronization
internal import TrustLimits

/// The files of a recording that is written as it grows.
package protocol LiveRecordingOutput: Sendable {
  /// Whether the poll at a time begins another file.
  func isFull(at time: Timestamp) -> Bool

  /// Begins another file, which can be read without those before it.
  func startFile(at time: Timestamp)

  /// Writes the next bytes of the file.
  func write(_ bytes: [UInt8])
}

/// A recording that grows: the polls of one or more trips.
///
/// It consists of segments, each a gzip member of JSON lines that begins with the state of all trips,
/// so that reading can start at each segment. See docs/recordings.md, "Format".
package final class LiveRecording: Sendable {
  /// The most bytes of text in a segment.
  private static let segmentBytes = 256 * 1_024

  private struct State {
    var recording: RideRecording
    var gzip: GrowingGzip?
    var documents: [PollDocument?] = []
    var entries = 0
    /// The text of the segment's polls, and of the states before them.
    var textBytes = 0
    var stateBytes = 0
    var lastClock: Timestamp?
    var isEnded = false

    /// The wall clock's time at the recording's start, which changes only with the clock.
    mutating func clock(of poll: RecordedPoll) -> Timestamp {
      let present = poll.time - poll.start
      let isSame = lastClock.map { abs((present - $0).inSeconds) < 0.005 } ?? false
      let clock = isSame ? lastClock ?? present : present.roundedToMicroseconds
      lastClock = clock
      return clock
    }
  }

  private let state: Mutex<State>
  /// The moment of the service's clock that is the start of the recording's clock.
  private let origin: Duration
  /// The most compressed bytes that are kept; older segments are dropped.
  private let limit: Int
  private let output: (any LiveRecordingOutput)?

  /// Creates a recording that starts at a moment of the service's clock.
  ///
  /// `speed` is that of a simulated world. `output` receives the bytes in order, from pollers, which it must not hold up.
  package init(
    from origin: Duration, speed: Double = 1, limit: Int = Limits.Recording.memoryBytes,
    output: (any LiveRecordingOutput)? = nil
  ) {
    self.origin = origin
    self.limit = limit
    self.output = output
    state = Mutex(State(recording: RideRecording(speed: speed)))
  }

  /// The recording so far.
  package var recording: RideRecording { state.withLock { $0.recording } }

  /// The number of polls in the recording so far.
  var polls: Int { state.withLock { $0.recording.entries.count } }

  /// A recorder of the polls of one trip, to be added to its model.
  package func recorder(of tripName: String) -> any PollRecorder {
    Recorder(live: self, tripName: tripName)
  }

  /// Adds a sentence about what could not be recorded to the recording's problems.
  package func report(_ problem: String) { state.withLock { $0.recording.report(problem) } }

  /// Ends the last segment.
  package func end() {
    state.withLock { state in
      state.isEnded = true
      finishSegment(&state)
    }
  }

  package func record(_ poll: RecordedPoll, of tripName: String) {
    state.withLock { state in
      guard !state.isEnded else { return }
      var poll = poll
      poll.start -= origin
      if poll.nextPollAt != nil { poll.nextPollAt? -= origin }
      guard poll.start >= .zero else { return }
      if let output, output.isFull(at: poll.endTime) {
        finishSegment(&state)
        output.startFile(at: poll.endTime)
        // The first poll of each trip is whole there, so trips that are over do not come along.
        state.documents = []
      }
      let trip = state.recording.index(of: tripName)
      while state.documents.count <= trip { state.documents.append(nil) }
      let perTrip = max(64, 8 * state.recording.tripNames.count)
      if state.gzip == nil || state.entries >= perTrip
        || state.textBytes > max(Self.segmentBytes, state.stateBytes)
      {
        startSegment(&state)
      }
      let document = PollDocument(poll, clock: state.clock(of: poll))
      let last = state.documents[trip]?.members ?? [:]
      let patch = MergePatch.difference(from: last, to: document.members) ?? [:]
      state.documents[trip] = document
      write(["trip": .text(tripName), "poll": .object(patch)], &state)
      state.entries += 1
      state.recording.add(trip: trip, end: poll.end, endTime: poll.endTime)
      state.recording.dropSegments(toBytes: limit)
    }
  }

  private func startSegment(_ state: inout State) {
    finishSegment(&state)
    state.gzip = GrowingGzip()
    (state.entries, state.textBytes) = (0, 0)
    state.recording.addSegment()
    write(RecordingFormat.header(speed: state.recording.speed), &state)
    for (index, document) in state.documents.enumerated() {
      guard let document else { continue }
      let name = state.recording.tripNames[index]
      write(["trip": .text(name), "state": .object(document.members)], &state)
    }
    (state.stateBytes, state.textBytes) = (state.textBytes, 0)
  }

  private func finishSegment(_ state: inout State) {
    guard let gzip = state.gzip else { return }
    append(gzip.finish(), &state)
    state.gzip = nil
  }

  private func write(_ line: JSONObject, _ state: inout State) {
    var writer = JSONWriter()
    writer.write(.object(line), sortsMembers: false)
    state.textBytes += writer.bytes.count
    append(state.gzip?.add(writer.bytes + [0x0A]) ?? [], &state)
  }

  private func append(_ bytes: [UInt8], _ state: inout State) {
    state.recording.append(bytes)
    output?.write(bytes)
  }

  private final class Recorder: PollRecorder {
    let live: LiveRecording
    let tripName: String

    init(live: LiveRecording, tripName: String) { (self.live, self.tripName) = (live, tripName) }

    func record(_ poll: RecordedPoll) { live.record(poll, of: tripName) }
  }
}

enum RecordingFormat {
  static let version = 1

  static func header(speed: Double) -> JSONObject {
    var header: JSONObject = ["ridealong": .text("recording"), "version": .number(Double(version))]
    if speed != 1 { header.append("speed", .number(speed)) }
    return header
  }
}
