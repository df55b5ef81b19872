internal import AccessTokens
internal import CellGrid
internal import FleetEngine
internal import SystemLibrary
internal import TerminalUI
internal import TrustLimits

/// Notifies the user of arrivals and of the end of the ride.
///
/// A program gets only the status in lowercase with dashes, and nothing that a server sent. Its output
/// is discarded. While the ride is followed it is killed after a minute, together with its children;
/// the last one may finish after that.
actor NoticeSender {
  /// The words that choose a notice without a program.
  static let words = ["off", "bell", "osc9"]

  private enum Form {
    case bell
    /// A desktop message by the terminal's sequence OSC 9.
    case message
    case program([String], environment: [String: String])
  }

  private let form: Form
  private let clock: ServiceClock
  private let onProblem: @Sendable (SafeText) -> Void
  private var status: TripStatus?
  private var hasFailed = false
  private var count = 0

  /// Creates a sender for `bell`, `osc9` or a command line; nil for `off`.
  ///
  /// `onProblem` is called once, when the program first fails.
  init?(
    _ text: String,
    environment: [String: String],
    clock: ServiceClock,
    onProblem: @escaping @Sendable (SafeText) -> Void = Console.printError
  ) throws(CommandError) {
    (self.clock, self.onProblem) = (clock, onProblem)
    switch text {
    case "off": return nil
    case "bell": form = .bell
    case "osc9": form = .message
    default:
      do {
        form = .program(
          try CommandWords(parsing: text, called: "command").words,
          environment: environment
        )
      } catch {
        throw .usage("--notify: \(error.reason)")
      }
    }
  }

  /// Starts the program for a new status, or returns the notice for the terminal to show.
  ///
  /// The first status causes no notice, because nothing has changed.
  func notify(of new: TripStatus) -> TerminalNotice? {
    let old = status
    status = new
    guard let old, old != new, new.isArrival || new.isTerminal else { return nil }
    switch form {
    case .bell: return .bell
    case .message:
      let words = StatusWord.word(of: new).replacing("-", with: " ")
      return .message(SafeText("ridealong: \(words)"))
    case .program(let words, let environment):
      start(words, environment, for: new)
      return nil
    }
  }

  private func start(_ words: [String], _ environment: [String: String], for new: TripStatus) {
    guard let file = ProgramRun.file(of: words[0], environment: environment) else {
      return fail(words[0], "was not found in PATH")
    }
    guard count < Limits.Notice.programs else {
      return fail(words[0], "was not started: \(count) of them still run")
    }
    do {
      let run = try ProgramRun(
        discardingOutputOf: file,
        words: words + [StatusWord.word(of: new)],
        environment: environment
      )
      count += 1
      // Not structured: following continues while the program runs.
      let timer = Task { [clock] in
        do { try await clock.sleep(Limits.Notice.time) } catch { return }
        run.end()
      }
      run.wait { outcome in
        timer.cancel()
        Task { await self.finish(words[0], outcome.status) }
      }
    } catch {
      fail(words[0], "cannot be started: \(SystemReason.text(error.number))")
    }
  }

  private func finish(_ program: String, _ status: Int32) {
    count -= 1
    switch status {
    case 0: break
    case -SIGKILL: fail(program, "was killed; it has \(Limits.Notice.time.components.seconds) s")
    default: fail(program, "ended with status \(status)")
    }
  }

  /// Reports the first failure of the program.
  private func fail(_ program: String, _ what: String) {
    guard !hasFailed else { return }
    hasFailed = true
    onProblem(SafeText("--notify: \(program) \(what)."))
  }
}
