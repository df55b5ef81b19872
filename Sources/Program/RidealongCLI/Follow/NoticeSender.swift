internal import AccessTokens
internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import SystemLibrary
internal import TerminalUI
internal import TrustLimits

/// Notifies the user of what happens to followed trips, on the terminal or by a program.
///
/// A program gets the event as its last argument and the rest in its environment; of a server's texts only valid names. Its
/// output is discarded. While trips are followed it is killed after a minute, together with its children; the last one
/// may finish after that. A few run at once, and the others wait for them. After ten notices of a condition in a minute,
/// those of the next ten seconds become one.
actor NoticeSender {
  /// The words that choose a notice without a program.
  static let words = ["off", "bell", "desktop"] + TerminalNotice.Form.allCases.map(\.rawValue)

  private enum Form {
    case bell
    /// A message on the desktop, by the terminal.
    case message(TerminalNotice.Form)
    case program([String], environment: [String: String])
  }

  private let form: Form
  let rules: NoticeRules
  /// Whether a message names the trip, because several are followed.
  private let namesTrips: Bool
  private let clock: ServiceClock
  private let onProblem: @Sendable (SafeText) -> Void
  private var hasFailed = false
  private var count = 0
  /// The notices that wait for a program to end, oldest first.
  private var waiting: [[RideNotice]] = []
  private var leftOut = 0
  /// When the last single notices of each condition came.
  private var recent: [RideNotice.Event: [Duration]] = [:]
  /// The notices of a condition that become one.
  private var gathered: [RideNotice.Event: [RideNotice]] = [:]

  /// Creates a sender for a word or a command line; nil for `off`.
  ///
  /// `desktop` is a bell where no message is known to be shown.
  ///
  /// `onProblem` is called once, when the program first fails.
  init?(
    _ text: String, rules: NoticeRules, namesTrips: Bool = false, environment: [String: String],
    clock: ServiceClock, onProblem: @escaping @Sendable (SafeText) -> Void = Console.printError
  ) throws(CommandError) {
    (self.clock, self.onProblem) = (clock, onProblem)
    (self.rules, self.namesTrips) = (rules, namesTrips)
    switch text {
    case "off": return nil
    case "bell": form = .bell
    case "desktop": form = TerminalCapabilities.message(environment).map { .message($0) } ?? .bell
    default:
      if let message = TerminalNotice.Form(rawValue: text) {
        form = .message(message)
        return
      }
      do {
        form = .program(
          try CommandWords(parsing: text, called: "command").words, environment: environment)
      } catch { throw .usage("--notify: \(error.reason)") }
    }
  }

  /// Starts the program for each notice, or returns what the terminal is to show.
  func send(_ notices: [RideNotice]) -> TerminalNotice? {
    guard let first = notices.first else { return nil }
    switch form {
    case .bell: return .bell
    case .message(let form):
      let words = first.word.replacing("-", with: " ")
      let others = notices.count > 1 ? " and \(notices.count - 1) more" : ""
      let trip = (try? TripName(parsing: first.trip))?.tripID
      let name = trip.map { namesTrips ? $0 + " " : "" } ?? ""
      return .message(SafeText("\(name)\(words)\(others)"), form)
    case .program:
      for notice in notices {
        if takesBack(notice) { continue }
        if notice.event.isCondition || notice.event == .recovered, isFrequent(notice.event) {
          gather(notice)
        } else {
          add([notice])
        }
      }
      return nil
    }
  }

  /// Starts the programs that still wait, and says what is left out after ten seconds.
  func finish() async {
    for event in gathered.keys.sorted(by: { $0.rawValue < $1.rawValue }) { flush(event) }
    let end = clock.monotonicNow() + .seconds(10)
    while !waiting.isEmpty, clock.monotonicNow() < end {
      guard (try? await clock.sleep(.milliseconds(100))) != nil else { break }
    }
    let lost = leftOut + waiting.reduce(0) { $0 + $1.count }
    waiting = []
    if lost > 0 { onProblem(SafeText("--notify: \(lost) notices were left out.")) }
  }

  /// Whether as many trips as a minute may have were noticed for a condition.
  private func isFrequent(_ event: RideNotice.Event) -> Bool {
    let now = clock.monotonicNow()
    let times = recent[event, default: []].filter { now - $0 < Limits.Notice.time }
    let isFrequent = gathered[event] != nil || times.count >= Limits.Notice.single
    recent[event] = isFrequent ? times : times + [now]
    return isFrequent
  }

  /// Whether a recovery ends a condition that nobody was notified of yet, so that there is nothing to say.
  private func takesBack(_ notice: RideNotice) -> Bool {
    guard let past = notice.past,
      let place = gathered[past]?.firstIndex(where: { $0.trip == notice.trip })
    else { return false }
    gathered[past]?.remove(at: place)
    return true
  }

  private func gather(_ notice: RideNotice) {
    gathered[notice.event, default: []].append(notice)
    guard gathered[notice.event]?.count == 1 else { return }
    // An unstructured task: following continues meanwhile.
    Task { [clock] in
      guard (try? await clock.sleep(Limits.Notice.gathering)) != nil else { return }
      self.flush(notice.event)
    }
  }

  private func flush(_ event: RideNotice.Event) {
    guard let notices = gathered.removeValue(forKey: event), !notices.isEmpty else { return }
    add(notices)
  }

  private func add(_ notices: [RideNotice]) {
    guard waiting.count < Limits.Notice.waiting else {
      leftOut += notices.count
      return
    }
    waiting.append(notices)
    startNext()
  }

  private func startNext() {
    guard case .program(let words, let environment) = form else { return }
    while count < Limits.Notice.programs, !waiting.isEmpty {
      start(words, environment, for: waiting.removeFirst())
    }
  }

  private func start(_ words: [String], _ environment: [String: String], for notices: [RideNotice])
  {
    guard let file = ProgramRun.file(of: words[0], environment: environment) else {
      return fail(words[0], "was not found in PATH")
    }
    guard let first = notices.first else { return }
    var variables = first.variables
    variables["RIDE_COUNT"] = "\(notices.count)"
    do {
      let run = try ProgramRun(
        discardingOutputOf: file, words: words + [first.word],
        environment: environment.merging(variables) { $1 })
      count += 1
      // An unstructured task: following continues while the program runs.
      let timer = Task { [clock] in
        do { try await clock.sleep(Limits.Notice.time) } catch { return }
        run.end()
      }
      run.wait { outcome in
        timer.cancel()
        Task { await self.finish(words[0], outcome.status) }
      }
    } catch { fail(words[0], "cannot be started: \(SystemReason.text(error.number))") }
  }

  private func finish(_ program: String, _ status: Int32) {
    count -= 1
    switch status {
    case 0: break
    case -SIGKILL: fail(program, "was killed; it has \(Limits.Notice.time.components.seconds) s")
    default: fail(program, "ended with status \(status)")
    }
    startNext()
  }

  /// Reports the first failure of the program.
  private func fail(_ program: String, _ what: String) {
    guard !hasFailed else { return }
    hasFailed = true
    onProblem(SafeText("--notify: \(program) \(what)."))
  }
}

extension Option {
  static let notify = Option("--notify", .command(NoticeSender.words), standard: "off")
    .help(
      "notify of events: \(NoticeSender.words.joined(separator: ", ")) or a command, whose last"
        + " argument is the status or the event")
  static let notifyOn = Option("--notify-on EVENTS", .text, standard: NoticeRules.standard)
    .help(
      "events to notify of: \(list(RideNotice.Event.self)); with a time, as in quiet=5m,late=10m")
}
