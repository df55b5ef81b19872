internal import ConsumerMap
internal import FleetEngine
internal import RideRecordings
internal import RidesharingConsumer
internal import TrustLimits

/// A ride after some of its recorded polls: everything that its picture depends on.
///
/// A value, so that some of them are kept, from which any moment is soon reached.
struct PlaybackState: Sendable {
  /// An effect that following the ride at that moment would have had.
  enum Effect {
    case report(PollReport)
    /// The vehicle stops where it is drawn.
    case stopVehicle(at: Duration, lastHeard: Duration)
  }

  var ride: RideState
  /// The map's part of the ride, while no map shows it.
  var journey = Journey()
  /// The number of polls so far.
  private(set) var polls = 0
  /// Whether the next poll is under way.
  private(set) var isStarted = false
  private var ledger = PollLedger()
  /// The wall clock's time when the recording's clock was zero.
  private(set) var clock: Timestamp?
  /// The sentence on the screen, until a moment of the recording's clock.
  private(set) var notice: Notice?

  init(ride: RideState) { self.ride = ride }

  var report: PollReport { PollReport(trip: ledger.trip, status: ledger.status) }

  func moment(at time: Duration, _ settings: ViewerSettings) -> InputMoment {
    InputMoment(now: time, wall: (clock ?? Timestamp(seconds: 0)) + time, settings: settings)
  }

  /// Applies the start of the next poll.
  mutating func start(
    _ poll: RecordedPoll,
    _ settings: ViewerSettings,
    _ effect: (Effect) -> Void
  ) {
    guard !isStarted else { return }
    isStarted = true
    clock = poll.time - poll.start
    let report = ledger.replayStart(of: poll)
    let moment = moment(at: poll.start, settings)
    ride.logQuietVehicle(at: moment)
    effect(.report(report))
    ride.update(report.status, at: moment)
  }

  /// Applies the end of the next poll.
  mutating func end(_ poll: RecordedPoll, _ settings: ViewerSettings, _ effect: (Effect) -> Void) {
    start(poll, settings, effect)
    (isStarted, polls) = (false, polls + 1)
    let report = ledger.replayEnd(of: poll)
    let moment = moment(at: poll.end, settings)
    ride.logQuietVehicle(at: moment)
    effect(.report(report))
    if let trip = report.trip, !report.fields.isEmpty { update(trip.trip, at: moment) }
    update(report.status, at: moment)
    ride.logQuietVehicle(at: moment)
    let isStopped = ride.freshness(at: moment.now, wall: moment.wall).isVehicleStopped
    if isStopped, let heard = report.status.lastAnswerAt {
      effect(.stopVehicle(at: moment.now, lastHeard: heard))
    }
  }

  private mutating func update(_ trip: Trip, at moment: InputMoment) {
    let stage = ride.stage
    let moves = ride.update(trip, at: moment)
    if stage != nil, ride.stage != stage { notice = nil }
    guard !moves.isEmpty else { return }
    let text = moves.map { "\($0.sentence(moment.settings))." }.joined(separator: " ")
    notice = Notice(text: text, until: moment.now + Notice.newsTime)
  }

  private mutating func update(_ status: PollingStatus, at moment: InputMoment) {
    let old = ride.polling
    ride.update(status, at: moment)
    if status.consecutiveFailures > 0, old.consecutiveFailures == 0 {
      notice = nil
    } else if status.consecutiveFailures == 0, old.consecutiveFailures > 0,
      let text = RideState.recovery(old, now: moment.now)
    {
      notice = Notice(text: text, until: moment.now + Notice.time)
    }
  }

  /// Applies the effects to the ride's own journey.
  mutating func retrace(_ poll: RecordedPoll, _ settings: ViewerSettings) {
    var journey = journey
    end(poll, settings) { effect in
      switch effect {
      case .report(let report):
        guard let trip = report.trip, !report.fields.isEmpty else { return }
        let heard = report.status.lastAnswerAt ?? .zero
        journey.update(trip, report.fields, receivedAt: heard)
      case .stopVehicle(let now, let heard): journey.stopVehicle(at: now, lastHeard: heard)
      }
    }
    self.journey = journey
  }
}

/// The polls of one trip of a recording, read as they are needed.
struct TripPolls: Sendable {
  private(set) var recording: RideRecording
  let number: Int
  /// The indices of the trip's polls in the recording.
  private(set) var entries: [Int]
  /// The documents that were read last, of one segment.
  private var known: [Int: PollDocument] = [:]
  /// Reads the documents after those.
  private var reader: PollReader?
  private var decoder = PollDecoder()

  init(_ recording: RideRecording, trip number: Int) {
    (self.recording, self.number) = (recording, number)
    entries = recording.entries(of: number)
  }

  var count: Int { entries.count }
  func end(of poll: Int) -> Duration { recording.entries[entries[poll]].end }

  /// The number of polls that ended by a moment.
  func polls(until time: Duration) -> Int {
    var range = 0..<entries.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if end(of: middle) <= time {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  /// A poll; nil if it cannot be read.
  mutating func poll(_ number: Int, hasExchange: Bool = false) -> RecordedPoll? {
    guard entries.indices.contains(number) else { return nil }
    let entry = entries[number]
    if known[entry] == nil { read(entry) }
    guard let document = known[entry] else { return nil }
    do { return try decoder.poll(document, of: self.number, hasExchange: hasExchange) } catch {
      return failure(error.reason, of: recording.entries[entry])
    }
  }

  /// Reads documents of one segment from an entry on, as many as memory allows.
  private mutating func read(_ entry: Int) {
    let last = known.keys.max()
    known = [:]
    if last.map({ $0 < entry && recording.sharesSegment($0, entry) }) != true {
      reader = PollReader(recording, segmentOf: entry)
      decoder.forgetBodies()
    }
    var weight = 0
    while weight < Limits.Recording.segmentValues, let next = reader?.next() {
      guard next.entry >= entry, recording.entries[next.entry].trip == self.number else { continue }
      known[next.entry] = next.document
      weight += next.document.weight
    }
  }

  /// An entry that cannot be read as a failed poll, so that the rest can be shown.
  private func failure(_ reason: String, of entry: RideRecording.Entry) -> RecordedPoll {
    let error = FleetEngineError(
      operation: "GetTrip", code: .dataLoss, message: "The entry of the recording \(reason).",
      cause: .unreadableAnswer(contentType: ""))
    return RecordedPoll(
      result: .failure(error), time: entry.endTime, start: entry.end, duration: .zero)
  }
}
