internal import FleetEngine
internal import RideRecordings
internal import RidesharingConsumer
internal import RouteSources

/// A poll of a file, with the full name of its trip.
struct SourcePoll: Sendable {
  let trip: String
  let poll: RecordedPoll
}

/// Polls in the order of their times, each made when it is needed.
protocol PollSource: Sendable {
  /// The next poll; nil after the last one.
  mutating func next() -> SourcePoll?
  /// Sentences about what could not be read so far.
  var problems: [String] { get }
}

/// The polls of a recording.
struct RecordingPolls: PollSource {
  private let recording: RideRecording
  private var entry = 0
  /// The rest of the segment that was read last, newest first.
  private var rest: [SourcePoll] = []
  private var unreadable = 0

  init(_ recording: RideRecording) { self.recording = recording }

  var problems: [String] {
    let own = unreadable == 0 ? [] : ["\(unreadable) entries of a recording cannot be read."]
    return recording.problems + own
  }

  mutating func next() -> SourcePoll? {
    while rest.isEmpty, entry < recording.entries.count {
      var polls: [SourcePoll] = []
      var end = entry + 1
      recording.readSegment(of: entry) { index, document in
        end = max(end, index + 1)
        let trip = recording.tripNames[recording.entries[index].trip]
        guard let poll = try? document.poll(hasExchange: true) else { return }
        polls.append(SourcePoll(trip: trip, poll: poll))
      }
      unreadable += end - entry - polls.count
      entry = end
      rest = polls.reversed()
    }
    return rest.popLast()
  }
}

/// The polls of several sources, merged by their times.
struct MergedPolls: PollSource {
  private var sources: [any PollSource]
  private var heads: [SourcePoll?]

  init(_ sources: [any PollSource]) {
    self.sources = sources
    heads = []
    for index in sources.indices { heads.append(self.sources[index].next()) }
  }

  var problems: [String] { sources.flatMap(\.problems) }

  mutating func next() -> SourcePoll? {
    var first: (index: Int, time: Timestamp)?
    for (index, head) in heads.enumerated() {
      guard let time = head?.poll.time else { continue }
      if first.map({ time < $0.time }) ?? true { first = (index, time) }
    }
    guard let index = first?.index else { return nil }
    defer { heads[index] = sources[index].next() }
    return heads[index]
  }
}
