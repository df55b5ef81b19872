internal import AccessTokens
internal import CellGrid
internal import FleetEngine

/// What tells the user that the ride has come to a place or to its end, without being looked at.
///
/// A program gets words of our own and nothing that a server said: the status, in small letters with
/// dashes. Source: user interface study, section 1.5.
actor NoticeSender {
  /// The statuses that are told.
  static let told: Set<TripStatus> = [
    .arrivedAtPickup, .arrivedAtIntermediateDestination, .complete, .canceled,
  ]

  private let words: [String]
  private let environment: [String: String]
  private var status: TripStatus?
  private var hasFailed = false

  /// Creates what has told nothing.
  ///
  /// - Parameters:
  ///   - command: The program with its arguments, as in a shell without expansions.
  ///   - environment: Its environment.
  /// - Throws: What is wrong with the command.
  init(command: String, environment: [String: String]) throws(CommandError) {
    do {
      words = try CommandWords(parsing: command).words
    } catch {
      throw .usage("--notify: \(error.reason.replacing("token command", with: "command"))")
    }
    self.environment = environment
  }

  /// Takes over a status and starts the program where it is new and to be told.
  ///
  /// The status of the first answer is told to nobody: nothing has changed.
  func take(_ new: TripStatus) {
    let old = status
    status = new
    guard let old, old != new, Self.told.contains(new) else { return }
    guard let file = ProgramRun.file(of: words[0], environment: environment) else {
      return fail("was not found in PATH")
    }
    do {
      let run = try ProgramRun(
        path: file,
        words: words + [StatusWord.word(of: new)],
        environment: environment
      )
      run.wait { outcome in
        guard outcome.status != 0 else { return }
        Task { await self.fail("ended with status \(outcome.status)") }
      }
    } catch {
      fail("cannot be started: \(SystemReason.text(error.number))")
    }
  }

  /// Says once what is wrong with the program.
  private func fail(_ what: String) {
    guard !hasFailed else { return }
    hasFailed = true
    Console.note(SafeText("--notify: \(words[0]) \(what)."))
  }
}
