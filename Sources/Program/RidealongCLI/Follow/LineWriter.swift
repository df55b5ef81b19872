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
  private(set) var end: ExitStatus?
  /// The error of the first response, if retrying does not help.
  private(set) var failure: FleetEngineError?

  init(name: TripName, settings: ViewerSettings, form: StreamSession.Form, label: String? = nil) {
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
    if new.totalUpdates == 0, let error = new.lastError, error.bucket == .needsAction {
      failure = error
      polling.nextPollAt = nil
    }
    switch form {
    // With a single trip, standard error has the failure.
    case .plain where failure != nil && label == nil: break
    case .plain:
      if hasNews, let trip { try print(narration.lines(for: trip, polling, at: moment)) }
      hasNews = false
      try print(narration.lines(for: polling, at: moment))
    case .json: try writeRecords(old, at: moment)
    }
    guard let trip, trip.status.isTerminal, new.totalUpdates > 0 else { return }
    if form == .json { try Console.print(record(moment).endLine(trip, new)) }
    if isPaused { try resume() }
    end = trip.status == .complete ? .success : .tripEnded
  }

  mutating func perform(
    _ line: String,
    at moment: PlainNarration.Moment
  ) throws(CommandError) -> Request? {
    let word = line.filter { !$0.isWhitespace }
    switch word {
    case "": break
    case "q", "quit": return .quit
    case "r": return .refresh
    case "s": try Console.print(narration.status(at: moment))
    case "e": try Console.print(narration.remembered)
    case "d": try Console.print(narration.details(at: moment))
    case "p":
      isPaused.toggle()
      try Console.print([isPaused ? PlainCommands.paused : PlainCommands.resumed])
      if !isPaused { try resume() }
    case "?", "h", "help": try Console.print([PlainCommands.help])
    default: try Console.print([PlainCommands.unknown(word)])
    }
    return nil
  }

  private mutating func writeRecords(
    _ old: PollingStatus,
    at moment: PlainNarration.Moment
  ) throws(CommandError) {
    if polling.consecutiveFailures > old.consecutiveFailures, let error = polling.lastError {
      try Console.print(record(moment).line(error, polling, backend: backend))
      return
    }
    let hasRecovered = polling.consecutiveFailures == 0 && old.consecutiveFailures > 0
    guard polling.totalUpdates > old.totalUpdates, hasNews || hasRecovered, let trip else { return }
    hasNews = false
    try Console.print(record(moment).line(trip, polling, moves: moves))
    moves.markReported()
  }

  private func record(_ moment: PlainNarration.Moment) -> TripJSONLines {
    TripJSONLines(tripName: name.description, at: moment)
  }

  private mutating func print(_ lines: [SafeText]) throws(CommandError) {
    guard !isPaused else {
      pending = Array((pending + lines).suffix(100))
      return
    }
    try Console.print(label.map { label in lines.map { SafeText("\(label): \($0)") } } ?? lines)
  }

  private mutating func resume() throws(CommandError) {
    try Console.print(pending)
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
