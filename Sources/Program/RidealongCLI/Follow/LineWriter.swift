internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import Viewer

/// Turns a trip model's reports into lines on standard output.
struct LineWriter {
  /// The task of the session after a typed command.
  enum Request {
    case refresh
    case quit
  }

  let name: TripName
  private let form: StreamSession.Form
  /// The prefix of each sentence if several trips are followed.
  private let label: String?
  private var narration: PlainNarration
  private var trip: Trip?
  private var moves = MovedPlaces()
  private var polling = PollingStatus()
  private var hasNews = false
  private var isPaused = false
  private var pending: [SafeText] = []
  private let backend: String
  /// Whether only a trip that cannot exist is given up, since somebody may grant the others.
  var isPatient = false
  /// The longest time without a line; nil for no limit.
  var heartbeat: Duration?
  private var silence: RideSilence?
  private var lastLineAt: Duration?
  private(set) var end: ExitStatus?
  /// The error of the first response, if retrying does not help.
  private(set) var failure: FleetEngineError?

  private let write: ([String]) throws(CommandError) -> Void

  init(
    name: TripName, settings: ViewerSettings, form: StreamSession.Form, label: String? = nil,
    write: @escaping ([String]) throws(CommandError) -> Void = { lines throws(CommandError) in
      try Console.print(whole: lines)
    }
  ) {
    self.write = write
    self.name = name
    self.form = form
    self.label = label
    backend = settings.backend
    narration = PlainNarration(tripName: name.description, settings: settings)
  }

  var updates: Int { polling.totalUpdates }

  /// Applies a changed trip; its lines are written at the end of the poll, which knows the server's clock.
  mutating func apply(_ trip: Trip) {
    self.trip = trip
    hasNews = true
    moves.update(trip)
  }

  mutating func apply(_ new: PollingStatus, at moment: PlainNarration.Moment) throws(CommandError) {
    let old = polling
    polling = new
    if new.totalUpdates == 0, let error = new.lastError, error.bucket == .needsAction,
      !isPatient || [.notFound, .invalidArgument].contains(error.code)
    {
      failure = error
      polling.nextPollAt = nil
    }
    lastLineAt = lastLineAt ?? moment.now
    switch form {
    // Standard error has the failure.
    case .plain where failure != nil: break
    case .plain:
      if hasNews, let trip {
        try print(narration.lines(for: trip, polling, at: moment), at: moment)
      }
      hasNews = false
      try print(narration.lines(for: polling, at: moment), at: moment)
    case .json: try writeRecords(old, at: moment)
    }
    guard let trip, trip.status.isTerminal, new.totalUpdates > 0 else { return }
    if form == .json { try write([record(moment).endLine(trip, new).text]) }
    if isPaused { try resume() }
    end = trip.status == .complete ? .success : .tripEnded
  }

  /// Writes what has become old or has passed though nothing was received, and a line that is due.
  mutating func tick(at moment: PlainNarration.Moment) throws(CommandError) {
    lastLineAt = lastLineAt ?? moment.now
    let isDue = heartbeat.map { moment.now - (lastLineAt ?? moment.now) >= $0 } ?? false
    switch form {
    case .plain:
      let lines = narration.lines(at: moment)
      try print(lines.isEmpty && isDue ? narration.status(at: moment) : lines, at: moment)
    case .json:
      if let trip, let silence {
        guard isDue || facts(trip, at: moment).silence != silence else { return }
        try write(trip, at: moment)
      } else if isDue, let error = polling.lastError {
        try write(error, at: moment)
      }
    }
  }

  private func facts(_ trip: Trip, at moment: PlainNarration.Moment) -> RideFacts {
    RideFacts(trip, polling, now: moment.now, wall: moment.wall)
  }

  mutating func perform(
    _ line: String, at moment: PlainNarration.Moment
  ) throws(CommandError) -> Request? {
    let word = line.filter { !$0.isWhitespace }
    switch word {
    case "": break
    case "q", "quit": return .quit
    case "r": return .refresh
    case "s": try write(narration.status(at: moment))
    case "e": try write(narration.remembered)
    case "d": try write(narration.details(at: moment))
    case "p":
      isPaused.toggle()
      try write([isPaused ? PlainCommands.paused : PlainCommands.resumed])
      if !isPaused { try resume() }
    case "?", "h", "help": try write([PlainCommands.help])
    default: try write([PlainCommands.unknown(word)])
    }
    return nil
  }

  private mutating func writeRecords(
    _ old: PollingStatus, at moment: PlainNarration.Moment
  ) throws(CommandError) {
    if polling.consecutiveFailures > old.consecutiveFailures, let error = polling.lastError {
      return try write(error, at: moment)
    }
    let hasRecovered = polling.consecutiveFailures == 0 && old.consecutiveFailures > 0
    guard polling.totalUpdates > old.totalUpdates, hasNews || hasRecovered, let trip else { return }
    try write(trip, at: moment)
  }

  private mutating func write(_ trip: Trip, at moment: PlainNarration.Moment) throws(CommandError) {
    (hasNews, lastLineAt) = (false, moment.now)
    silence = facts(trip, at: moment).silence
    try write([record(moment).line(trip, polling, moves: moves).text])
    moves.markReported()
  }

  private mutating func write(
    _ error: FleetEngineError, at moment: PlainNarration.Moment
  ) throws(CommandError) {
    lastLineAt = moment.now
    try write([record(moment).line(error, polling, backend: backend).text])
  }

  private func record(_ moment: PlainNarration.Moment) -> TripJSONLines {
    TripJSONLines(tripName: name.description, at: moment)
  }

  private mutating func print(
    _ lines: [SafeText], at moment: PlainNarration.Moment
  ) throws(CommandError) {
    if !lines.isEmpty { lastLineAt = moment.now }
    guard !isPaused else {
      pending = Array((pending + lines).suffix(100))
      return
    }
    try write(label.map { label in lines.map { SafeText("\(label): \($0)") } } ?? lines)
  }

  private func write(_ lines: [SafeText]) throws(CommandError) {
    try write(lines.map(\.description))
  }

  private mutating func resume() throws(CommandError) {
    try write(pending)
    pending = []
  }
}

private enum PlainCommands {
  static let help: SafeText =
    "s status, e events, r poll now, d details of the last error, p pause, q quit"
  static let paused: SafeText = "Paused. p resumes."
  static let resumed: SafeText = "Resumed."
  static func unknown(_ word: String) -> SafeText { "\(word) is not a command. \(help)" }
}
