internal import ConsumerMap
internal import FleetEngine
internal import RideRecordings
internal import RidesharingConsumer

/// A recorded ride at any of its moments: what the screen of the past shows.
///
/// It feeds the trip's model with the recorded polls, so that the map and the state of the ride
/// change as they did. Moments count on the recording's clock.
@MainActor final class Playback {
  /// The polls between two kept states at most, and the number of such states.
  private nonisolated static let stride = (least: 32, states: 48)

  let model: TripModel
  let session: JourneySharingSession
  /// Whether the ride goes on meanwhile.
  let hasPresent: Bool
  private(set) var trip: TripPolls
  private(set) var present: PlaybackState
  private(set) var position: Duration
  private(set) var rate = 1.0
  private(set) var marks: [Timeline.Mark] = []
  private let first: PlaybackState
  private let settings: ViewerSettings
  private let clock: ServiceClock
  /// The states after some of the polls, in order.
  private var states: [PlaybackState] = []
  /// The service's moment at which ``position`` was right, while it advances.
  private var playedAt: Duration?
  private var retracing: Task<Void, Never>?
  private var batch: StateBatch?
  private var onRetrace: (@MainActor () -> Void)?

  init(
    _ recording: RideRecording, trip number: Int, clock: ServiceClock, settings: ViewerSettings,
    hasPresent: Bool, isOwnBooking: Bool = false
  ) {
    let trip = TripPolls(recording, trip: number)
    let name = recording.tripNames[number]
    model = TripModel(recorded: name, clock: clock)
    session = JourneySharingSession(tripModel: model)
    self.hasPresent = hasPresent
    (self.trip, self.settings, self.clock) = (trip, settings, clock)
    position = trip.count > 0 ? trip.end(of: 0) : .zero
    let ride = RideState(
      tripName: name, polling: PollingStatus(), now: .zero, isOwnBooking: isOwnBooking)
    var first = PlaybackState(ride: ride)
    first.journey.worldSpeed = settings.speed
    (self.first, present) = (first, first)
  }

  deinit { retracing?.cancel() }

  var isPlaying: Bool { playedAt != nil }
  private var span: ClosedRange<Duration> {
    guard trip.count > 0 else { return .zero...(.zero) }
    let start = trip.end(of: 0)
    return start...max(start, trip.end(of: trip.count - 1))
  }
  var wall: Timestamp { present.moment(at: position, settings).wall }
  /// The sentence on the screen at the moment.
  var notice: Notice? { present.notice.flatMap { $0.until > position ? $0 : nil } }
  var isAtEnd: Bool { position >= span.upperBound }

  var timeline: Timeline {
    let clock = present.clock ?? Timestamp(seconds: 0)
    return Timeline(
      span: span, position: position,
      wall: (clock + span.lowerBound, clock + span.upperBound, wall), marks: marks,
      isPlaying: isPlaying, rate: rate, hasPresent: hasPresent)
  }

  // MARK: - Moving

  /// Moves to a moment, within the recording.
  func seek(to time: Duration) {
    let wasPlaying = isPlaying
    show(max(span.lowerBound, min(span.upperBound, time)))
    if wasPlaying { playedAt = clock.monotonicNow() }
  }

  func seek(to seek: Seek) { if let moment = moment(of: seek) { self.seek(to: moment) } }

  /// The moment on the recording's clock; nil for a time of the day before the first poll is known.
  func moment(of seek: Seek) -> Duration? {
    let span = span
    switch seek {
    case .share(let share): return span.lowerBound + (span.upperBound - span.lowerBound) * share
    case .timeOfDay(let second):
      guard let clock = present.clock else { return nil }
      let start = clock + span.lowerBound
      var offset = second - settings.localTime.secondOfDay(start)
      // A ride may go over midnight.
      if offset < 0, .seconds(offset + 86_400) <= span.upperBound - span.lowerBound {
        offset += 86_400
      }
      let fraction = Duration.nanoseconds(Int64(start.nanoseconds))
      return span.lowerBound + .seconds(offset) - fraction
    }
  }

  /// Moves by a number of updates.
  func step(_ count: Int) {
    let done = trip.polls(until: position)
    let isAtUpdate = done > 0 && trip.end(of: done - 1) == position
    let target = count < 0 && !isAtUpdate ? done + count : done - 1 + count
    guard trip.count > 0 else { return }
    seek(to: trip.end(of: max(0, min(trip.count - 1, target))))
  }

  /// Moves to the next or previous problem; false if there is none.
  func goToProblem(isNext: Bool) -> Bool {
    let problems = marks.filter(\.isProblem).map(\.time)
    let found = isNext ? problems.first { $0 > position } : problems.last { $0 < position }
    guard let found else { return false }
    seek(to: found)
    return true
  }

  func togglePlaying() {
    if isPlaying {
      playedAt = nil
    } else {
      if isAtEnd { show(span.lowerBound) }
      playedAt = clock.monotonicNow()
    }
  }

  func pause() { playedAt = nil }

  func changeRate(by step: Int) {
    let rates = Timeline.rates
    let index = (rates.firstIndex(of: rate) ?? 2) + step
    rate = rates[max(0, min(rates.count - 1, index))]
  }

  /// Advances a ride that plays to a moment of the service's clock.
  func advance(to now: Duration) {
    guard let playedAt else { return }
    show(min(span.upperBound, position + (now - playedAt) * rate))
    self.playedAt = isAtEnd ? nil : now
  }

  /// The service's time until the next update of a ride that plays; nil while it stands still.
  var timeToNextUpdate: Duration? {
    guard isPlaying else { return nil }
    let done = trip.polls(until: position)
    guard done < trip.count else { return nil }
    return (trip.end(of: done) - position) / rate
  }

  /// Shows a moment: from the nearest earlier state, if that is later than the present one.
  private func show(_ time: Duration) {
    let target = trip.polls(until: time)
    let best = states.last { $0.polls <= target } ?? first
    if present.polls > target || best.polls > present.polls
      || (present.polls == target && present.isStarted && time < position)
    {
      present = best
      session.journey = best.journey
      model.restore(best.report)
    }
    while present.polls < target, let poll = trip.poll(present.polls) {
      present.end(poll, settings, apply)
    }
    if let poll = trip.poll(present.polls), poll.start <= time {
      present.start(poll, settings, apply)
    }
    position = time
    present.ride.logQuietVehicle(at: present.moment(at: time, settings))
  }

  /// Shows the moment again, for a session that has come to a map, where it begins without the way that was driven.
  func showAgain() {
    present = states.last { $0.polls <= present.polls } ?? first
    session.journey = present.journey
    model.restore(present.report)
    show(position)
  }

  private func apply(_ effect: PlaybackState.Effect) {
    switch effect {
    case .report(let report): model.show(report)
    case .stopVehicle(let now, let heard): session.stopVehicle(at: now, lastHeard: heard)
    }
  }

  /// The polls of the inspector with their requests and responses.
  func withExchanges(_ polls: [PollRecord]) -> [PollRecord] {
    var polls = polls
    let last = present.polls
    for index in polls.indices where polls[index].exchange == nil {
      let number = last - polls.count + index
      polls[index].exchange = trip.poll(number, hasExchange: true)?.exchange
    }
    return polls
  }

  // MARK: - Retracing

  /// Adds polls that were recorded since; nothing changes if older ones were dropped.
  func extend(_ recording: RideRecording) {
    let old = trip.recording
    guard recording.entries.count > old.entries.count, recording.dropped == old.dropped else {
      return
    }
    trip = TripPolls(recording, trip: trip.number)
    batch?.trip = trip
    if let onChange = onRetrace { retrace(onChange) }
  }

  /// Retraces the whole ride in the background: for its marks, and so that any moment is near.
  func retrace(_ onChange: @escaping @MainActor () -> Void) {
    onRetrace = onChange
    guard retracing == nil else { return }
    let start = batch ?? StateBatch(from: first, trip: trip, settings: settings)
    // An unstructured task: the ride is shown meanwhile.
    retracing = Task { [weak self] in
      var batch = start
      while !Task.isCancelled {
        batch = await batch.continued()
        guard let self, !Task.isCancelled else { return }
        (states, marks) = (batch.states, batch.marks)
        batch.trip = trip
        self.batch = batch
        if batch.ride.polls >= trip.count || !batch.isMoving { break }
        onChange()
      }
      self?.retracing = nil
      onChange()
    }
  }

  /// Retraces the whole ride, off the main actor, so that any moment is near.
  func retraceCompletely() async {
    retrace {}
    await retracing?.value
  }

  /// A part of the work of retracing.
  private struct StateBatch: Sendable {
    var ride: PlaybackState
    var trip: TripPolls
    let settings: ViewerSettings
    let stride: Int
    var states: [PlaybackState] = []
    var marks: [Timeline.Mark] = []
    /// Whether the last part had polls.
    var isMoving = true

    init(from first: PlaybackState, trip: TripPolls, settings: ViewerSettings) {
      (ride, self.trip, self.settings) = (first, trip, settings)
      stride = max(Playback.stride.least, trip.count / Playback.stride.states)
    }

    @concurrent func continued() async -> StateBatch {
      var batch = self
      let start = batch.ride.polls
      while batch.ride.polls < start + 500, let poll = batch.trip.poll(batch.ride.polls) {
        let logged = batch.ride.ride.loggedEvents
        batch.ride.retrace(poll, settings)
        batch.addMarks(since: logged)
        if batch.ride.polls % stride == 0 { batch.states.append(batch.ride) }
      }
      batch.isMoving = batch.ride.polls > start
      return batch
    }

    private mutating func addMarks(since logged: Int) {
      guard let clock = ride.clock else { return }
      let new = ride.ride.events.suffix(ride.ride.loggedEvents - logged)
      marks += new.map { Timeline.Mark(time: $0.time - clock, kind: $0.kind) }
    }
  }
}
