internal import FleetEngine
internal import RideRecordings
internal import RidesharingConsumer
internal import TrustLimits

/// A recording of the polls of files, made bit by bit.
struct GrowingRecording: Sendable {
  private let tape = RideTape(from: .zero, limit: Limits.Recording.fileBytes)
  private var source: any PollSource
  private var origin: Timestamp?
  private var last: Duration = .zero
  private var polls = 0
  private var trips: Set<String> = []
  private var leftOut = 0
  private(set) var isComplete = false

  init(_ source: any PollSource) { self.source = source }

  /// The recording so far.
  var recording: RideRecording { tape.recording }

  /// Sentences about what could not be read so far.
  var problems: [String] {
    let most = Limits.Following.trips
    let excess =
      leftOut == 0
      ? []
      : [
        "\(leftOut) polls are left out: more than \(most) trips, or \(Limits.Recording.polls) polls."
      ]
    return Array((source.problems + excess).prefix(Limits.Recording.problems))
  }

  /// Adds polls, up to a number.
  mutating func grow(by count: Int) {
    for _ in 0..<count {
      guard let next = source.next() else { return end() }
      let isKnown = trips.contains(next.trip)
      guard isKnown || trips.count < Limits.Following.trips, polls < Limits.Recording.polls else {
        leftOut += 1
        continue
      }
      trips.insert(next.trip)
      polls += 1
      var poll = next.poll
      let start = origin ?? poll.time
      origin = start
      // A clock that was set back during a recording does not turn back its time.
      last = max(last, poll.time - start)
      if let planned = poll.nextPollAt { poll.nextPollAt = last + (planned - poll.start) }
      poll.start = last
      tape.record(poll, of: next.trip)
    }
  }

  /// Adds all polls.
  mutating func complete() { while !isComplete { grow(by: 10_000) } }

  private mutating func end() {
    isComplete = true
    tape.end()
    for problem in problems { tape.report(problem) }
  }
}
