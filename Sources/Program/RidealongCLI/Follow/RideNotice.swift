internal import FleetEngine
internal import RidesharingConsumer

/// A happening of a followed trip that `--notify-on` can name.
struct RideNotice: Sendable, Equatable {
  enum Event: String, CaseIterable, Sendable {
    /// The vehicle is at the pickup or a stop.
    case arrival
    /// The ride is over.
    case end
    /// The vehicle's location is old.
    case quiet
    /// The ride is later than first estimated.
    case late
    /// Polls fail, or the last answer is old, or the trip was given up.
    case failing
    /// A trip that was quiet, late or failing no longer is.
    case recovered

    /// Whether it is a condition that lasts, and is over at some time.
    var isCondition: Bool { [.quiet, .late, .failing].contains(self) }
  }

  let event: Event
  /// The trip's full name.
  let trip: String
  var status: TripStatus?
  var vehicleID: String?
  /// The age of the vehicle's location, how late the ride is, or the age of the last answer.
  var time: Duration?
  /// The code of the failure.
  var code: RPCCode?
  /// The condition that is over.
  var past: Event?

  /// The event in a word, and for an arrival or an end the status in a word.
  var word: String {
    switch event {
    case .arrival, .end: status.map(StatusWord.word) ?? event.rawValue
    case .quiet, .late, .failing, .recovered: event.rawValue
    }
  }

  /// The variables that describe the notice to a program; names of a server are left out unless they are valid.
  var variables: [String: String] {
    let name = try? TripName(parsing: trip)
    let vehicle = vehicleID.flatMap { id in
      name.flatMap { try? VehicleName(providerID: $0.providerID, vehicleID: id) }
    }
    let known = status.flatMap { StatusWord.all.contains($0) ? $0.wireName : nil }
    let values: [String: String?] = [
      "RIDE_EVENT": event.rawValue, "RIDE_TRIP": trip, "RIDE_TRIP_ID": name?.tripID,
      "RIDE_STATUS": known, "RIDE_VEHICLE": vehicle?.vehicleID,
      "RIDE_SECONDS": time.map { "\($0.components.seconds)" }, "RIDE_CODE": code?.name,
      "RIDE_WAS": past?.rawValue, "RIDE_COUNT": "1",
    ]
    return values.compactMapValues(\.self)
  }
}

/// The events that are noticed, and how long a condition lasts before: the value of `--notify-on`.
struct NoticeRules: Sendable, Equatable {
  /// The events of `--notify` alone.
  static let standard = "arrival,end"

  /// The limits of the conditions, and the other events, which have none.
  private(set) var limits: [RideNotice.Event: Duration] = [:]

  /// Parses events such as `end,quiet=5m`; `name` is that of the option, for errors.
  init(parsing text: String, of name: String) throws(CommandError) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let word = Self.trimmed(words[0])
      guard let event = RideNotice.Event(rawValue: word) else {
        throw .noChoice(name, word, among: RideNotice.Event.allCases.map(\.rawValue))
      }
      guard words.count == 2 else {
        limits[event] = Self.standardLimit(of: event)
        continue
      }
      guard event.isCondition else { throw .usage("\(name) \(part): \(word) takes no time.") }
      guard let limit = Arguments.duration(Self.trimmed(words[1])[...]),
        (.seconds(1)...(.seconds(86_400))).contains(limit)
      else { throw .usage("\(name) \(part) needs a time from 1s to 24h, such as \(word)=5m.") }
      limits[event] = limit
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
  }

  /// The limit of a condition without one of the user's.
  private static func standardLimit(of event: RideNotice.Event) -> Duration {
    switch event {
    case .arrival, .end, .recovered, .quiet: .zero
    case .failing: .seconds(60)
    case .late: .seconds(300)
    }
  }

  /// Whether only time may bring an event.
  var haveConditions: Bool { limits.keys.contains(where: \.isCondition) }

  func includes(_ event: RideNotice.Event) -> Bool { limits[event] != nil }
}

/// Finds the notices of one trip.
struct TripNotices {
  let trip: String
  let rules: NoticeRules
  private var status: TripStatus?
  /// The conditions that were noticed and are not over.
  private var present: Set<RideNotice.Event> = []

  /// How much a delay has to shrink before the same one is noticed again.
  private static let settled: Duration = .seconds(60)

  init(_ trip: String, _ rules: NoticeRules) { (self.trip, self.rules) = (trip, rules) }

  /// The notices that the facts at a moment cause.
  ///
  /// The first status causes none, because nothing has changed.
  mutating func update(_ facts: RideFacts, _ polling: PollingStatus, now: Duration) -> [RideNotice]
  {
    var notices: [RideNotice] = []
    func notice(_ event: RideNotice.Event) -> RideNotice {
      RideNotice(
        event: event, trip: trip, status: facts.trip?.status, vehicleID: facts.trip?.vehicleID,
        code: polling.lastError?.code)
    }
    let isEnded = facts.state == .ended
    for event in rules.limits.keys.filter(\.isCondition).sorted(by: { $0.rawValue < $1.rawValue }) {
      let value = isEnded ? nil : value(of: event, facts, polling, now)
      let limit = rules.limits[event] ?? .zero
      let slack = present.contains(event) && event == .late ? min(Self.settled, limit / 2) : .zero
      let isMet = value.map { $0 >= limit - slack } ?? false
      guard isMet != present.contains(event) else { continue }
      if isMet {
        present.insert(event)
        var new = notice(event)
        new.time = value
        notices.append(new)
      } else {
        present.remove(event)
        guard !isEnded, rules.includes(.recovered) else { continue }
        var new = notice(.recovered)
        (new.past, new.code) = (event, nil)
        notices.append(new)
      }
    }
    guard let new = facts.trip?.status, new != status else { return notices }
    let isFirst = status == nil
    status = new
    let event: RideNotice.Event? = new.isArrival ? .arrival : new.isTerminal ? .end : nil
    if !isFirst, let event, rules.includes(event) {
      var end = notice(event)
      end.code = nil
      if event == .end { end.time = facts.lateness(at: .dropoff) }
      notices.append(end)
    }
    return notices
  }

  /// The notice of a trip that is given up because of its first error; nil if failures are not noticed.
  func giveUp(_ error: FleetEngineError) -> RideNotice? {
    guard rules.includes(.failing), !present.contains(.failing) else { return nil }
    return RideNotice(event: .failing, trip: trip, code: error.code)
  }

  /// The time that a condition is measured by; nil while it is not met.
  private func value(
    of event: RideNotice.Event, _ facts: RideFacts, _ polling: PollingStatus, _ now: Duration
  ) -> Duration? {
    switch event {
    case .quiet: facts.silence.isVehicleQuiet ? facts.locationAge : nil
    case .late: facts.lateness
    case .failing:
      facts.isAnswerOld || polling.consecutiveFailures > 0
        ? facts.answerAge ?? polling.failingSince.map { max(.zero, now - $0) } : nil
    case .arrival, .end, .recovered: nil
    }
  }
}
