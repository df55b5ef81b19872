internal import FleetEngine
package import RidesharingConsumer
internal import TrustLimits

/// A poll of a file, with the full name of its trip.
package struct SourcePoll: Sendable {
  package let trip: String
  package var poll: RecordedPoll
  /// The speed of a simulated world; 1 for the real one.
  package let worldSpeed: Double

  package init(trip: String, poll: RecordedPoll, worldSpeed: Double = 1) {
    (self.trip, self.poll, self.worldSpeed) = (trip, poll, worldSpeed)
  }
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
  /// The start of each problem.
  private let prefix: String
  private var reader: PollReader
  private var unreadable = 0

  /// Reads a recording; `hasExchanges` makes requests and responses too.
  ///
  /// Problems begin with the name of the file, if it is one of several.
  package init(_ recording: RideRecording, hasExchanges: Bool = true, file: String? = nil) {
    (self.recording, self.hasExchanges) = (recording, hasExchanges)
    prefix = file.map { "\($0): " } ?? ""
    reader = PollReader(recording)
  }

  package var problems: [String] {
    let own = unreadable == 0 ? [] : ["\(unreadable) entries of a recording cannot be read."]
    return (recording.problems + own).map { prefix + $0 }
  }

  package mutating func next() async -> SourcePoll? {
    while let (entry, poll) = reader.nextPoll(hasExchange: hasExchanges) {
      guard case .success(let poll) = poll else {
        unreadable += 1
        continue
      }
      let trip = recording.tripNames[recording.entries[entry].trip]
      return SourcePoll(trip: trip, poll: poll, worldSpeed: recording.speed)
    }
    return nil
  }
}

/// The polls of several sources, merged by their times.
package struct MergedPolls: PollSource {
  private var sources: [any PollSource]
  private var heads: [SourcePoll?] = []
  /// The times of the heads, which are cheaper to compare.
  private var times: [Timestamp?] = []

  package init(_ sources: [any PollSource]) { self.sources = sources }

  package var problems: [String] { sources.flatMap(\.problems) }

  package mutating func next() async -> SourcePoll? {
    while heads.count < sources.count {
      heads.append(await sources[heads.count].next())
      times.append(heads[heads.count - 1]?.poll.time)
    }
    var first: (index: Int, time: Timestamp)?
    for (index, time) in times.enumerated() {
      guard let time else { continue }
      if first.map({ time < $0.time }) ?? true { first = (index, time) }
    }
    guard let index = first?.index else { return nil }
    let poll = heads[index]
    heads[index] = await sources[index].next()
    times[index] = heads[index]?.poll.time
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
