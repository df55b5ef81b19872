internal import AccessTokens
internal import CellGrid
internal import FleetEngine
internal import TerminalUI

/// What tells the user that the ride has come to a place or to its end, without being looked at.
///
/// A program gets words of our own and nothing that a server said: the status, in small letters with
/// dashes. Source: user interface study, section 1.5.
actor NoticeSender {
  /// The statuses that are told.
  static let told: Set<TripStatus> = [
    .arrivedAtPickup, .arrivedAtIntermediateDestination, .complete, .canceled,
  ]

  /// The words that choose a notice without a program.
  static let words = ["off", "bell", "osc9"]

  /// How the user is notified.
  private enum Form {
    case bell
    /// A message of the terminal's, by the sequence OSC 9.
    case message
    case program([String], environment: [String: String])
  }

  private let form: Form
  private var status: TripStatus?
  private var hasFailed = false

  /// Creates what has told nothing; nil for `off`.
  ///
  /// - Parameters:
  ///   - wish: `bell`, `osc9`, or a program with its arguments, as in a shell without expansions.
  ///   - environment: The program's environment.
  /// - Throws: What is wrong with the command.
  init?(_ wish: String, environment: [String: String]) throws(CommandError) {
    switch wish {
    case "off": return nil
    case "bell": form = .bell
    case "osc9": form = .message
    default:
      do {
        form = .program(try CommandWords(parsing: wish).words, environment: environment)
      } catch {
        throw .usage("--notify: \(error.reason.replacing("token command", with: "command"))")
      }
    }
  }

  /// Takes over a status and starts the program where it is new and to be told.
  ///
  /// The status of the first answer is told to nobody: nothing has changed.
  ///
  /// - Parameter new: The status.
  /// - Returns: What a terminal is to tell the user, if it is the terminal that tells.
  func take(_ new: TripStatus) -> TerminalNotice? {
    let old = status
    status = new
    guard let old, old != new, Self.told.contains(new) else { return nil }
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
    do {
      let run = try ProgramRun(
        path: file,
        words: words + [StatusWord.word(of: new)],
        environment: environment
      )
      run.wait { outcome in
        guard outcome.status != 0 else { return }
        Task { await self.fail(words[0], "ended with status \(outcome.status)") }
      }
    } catch {
      fail(words[0], "cannot be started: \(SystemReason.text(error.number))")
    }
  }

  /// Says once what is wrong with the program.
  private func fail(_ program: String, _ what: String) {
    guard !hasFailed else { return }
    hasFailed = true
    Console.note(SafeText("--notify: \(program) \(what)."))
  }
}
