internal import FleetEngine
package import RidesharingConsumer
internal import TrustLimits

/// A poll of a file, with the full name of its trip.
package struct SourcePoll: Sendable {
  package let trip: String
  package var poll: RecordedPoll

  package init(trip: String, poll: RecordedPoll) { (self.trip, self.poll) = (trip, poll) }
}

/// Polls in the order of their times, each made when it is needed.
package protocol PollSource: Sendable {
  /// The next poll; nil after the last one.
  mutating func next() async -> SourcePoll?
  /// Sentences about what could not be read so far.
  var problems: [String] { get }
}

/// The polls of a recording.
package struct RecordingPolls: PollSource {
  private let recording: RideRecording
  private let hasExchanges: Bool
  private var reader: PollReader
  private var unreadable = 0

  /// Reads a recording; `hasExchanges` makes requests and responses too.
  package init(_ recording: RideRecording, hasExchanges: Bool = true) {
    (self.recording, self.hasExchanges) = (recording, hasExchanges)
    reader = PollReader(recording)
  }

  package var problems: [String] {
    let own = unreadable == 0 ? [] : ["\(unreadable) entries of a recording cannot be read."]
    return recording.problems + own
  }

  package mutating func next() async -> SourcePoll? {
    while let (entry, poll) = reader.nextPoll(hasExchange: hasExchanges) {
      guard case .success(let poll) = poll else {
        unreadable += 1
        continue
      }
      return SourcePoll(trip: recording.tripNames[recording.entries[entry].trip], poll: poll)
    }
    return nil
  }
}

/// The polls of several sources, merged by their times.
package struct MergedPolls: PollSource {
  private var sources: [any PollSource]
  private var heads: [SourcePoll?] = []

  package init(_ sources: [any PollSource]) { self.sources = sources }

  package var problems: [String] { sources.flatMap(\.problems) }

  package mutating func next() async -> SourcePoll? {
    while heads.count < sources.count { heads.append(await sources[heads.count].next()) }
    var first: (index: Int, time: Timestamp)?
    for (index, head) in heads.enumerated() {
      guard let time = head?.poll.time else { continue }
      if first.map({ time < $0.time }) ?? true { first = (index, time) }
    }
    guard let index = first?.index else { return nil }
    let poll = heads[index]
    heads[index] = await sources[index].next()
    return poll
  }
}

/// The polls of a source on one clock that never goes back, as many as a recording may have.
package struct OrderedPolls: PollSource {
  private var source: any PollSource
  private var origin: Timestamp?
  private var last: Duration = .zero
  private var polls = 0
  private var trips: Set<String> = []
  private var leftOut = 0

  package init(_ source: any PollSource) { self.source = source }

  package var problems: [String] {
    let excess =
      leftOut == 0
      ? []
      : [
        "\(leftOut) polls are left out: more than \(Limits.Following.trips) trips, or "
          + "\(Limits.Recording.polls) polls."
      ]
    return Array((source.problems + excess).prefix(Limits.Recording.problems))
  }

  package mutating func next() async -> SourcePoll? {
    while var next = await source.next() {
      let isKnown = trips.contains(next.trip)
      guard isKnown || trips.count < Limits.Following.trips, polls < Limits.Recording.polls else {
        leftOut += 1
        continue
      }
      trips.insert(next.trip)
      polls += 1
      let start = origin ?? next.poll.time
      origin = start
      // A clock that was set back during a recording does not turn back its time.
      last = max(last, next.poll.time - start)
      if let planned = next.poll.nextPollAt {
        next.poll.nextPollAt = last + (planned - next.poll.start)
      }
      next.poll.start = last
      return next
    }
    return nil
  }
}
