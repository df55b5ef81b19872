internal import TrustLimits

/// A recording of the polls of files, made bit by bit.
package struct GrowingRecording: Sendable {
  private let live = LiveRecording(from: .zero, limit: Limits.Recording.fileBytes)
  private var source: OrderedPolls
  package private(set) var isComplete = false

  package init(_ source: any PollSource) { self.source = OrderedPolls(source) }

  /// The recording so far.
  package var recording: RideRecording { live.recording }

  /// Sentences about what could not be read so far.
  package var problems: [String] { source.problems }

  /// Adds polls, up to a number.
  package mutating func grow(by count: Int) async {
    for _ in 0..<count {
      guard let next = await source.next() else {
        isComplete = true
        live.end()
        for problem in problems { live.report(problem) }
        return
      }
      live.record(next.poll, of: next.trip)
    }
  }

  /// Adds polls, up to a number or an eighth of what is there.
  ///
  /// If a caller keeps the recording between two calls, adding copies its index. The copies together are
  /// linear in the polls.
  package mutating func grow(byAtLeast count: Int) async {
    await grow(by: max(count, live.polls / 8))
  }

  /// Adds all polls.
  package mutating func complete() async { while !isComplete { await grow(by: 10_000) } }
}
