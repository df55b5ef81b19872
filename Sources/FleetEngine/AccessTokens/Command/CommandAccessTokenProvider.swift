public import FleetEngine
internal import Synchronization
internal import SystemLibrary
internal import TrustLimits

/// Reads tokens from the output of a command.
///
/// It runs the command for every token; `AccessTokenCache` keeps them. The command has no shell, no
/// terminal and an empty standard input. It is killed with its child processes when its time is over
/// or the caller is cancelled. Errors contain the program's name, but not its arguments.
///
/// Servers choose IDs, and the command may pass its words to a shell. An ID is therefore only inserted
/// into a word if it has ASCII letters, digits and `._~@+=-` and does not begin with `-`, `~` or `=`.
/// The environment has every unchanged ID, in `RIDEALONG_TRIP` or `RIDEALONG_VEHICLE`.
public final class CommandAccessTokenProvider: AccessTokenProvider {
  private let program: String
  private let words: [TokenTemplate]
  private let environment: [String: String]
  private let format: TokenAnswerFormat
  private let deadline: Duration
  private let clock: ServiceClock
  private let runs = Mutex<(all: [ObjectIdentifier: ProgramRun], haveEnded: Bool)>(([:], false))

  /// Creates a provider; throws if the command has an invalid placeholder.
  ///
  /// The program is searched in the environment's `PATH` unless it has a slash. IDs replace `{trip}`,
  /// `{vehicle}` and `{provider}` in its arguments. The deadline is more than zero, by
  /// default 10 s.
  public init(
    _ command: CommandWords, providerID: String? = nil, environment: [String: String],
    format: TokenAnswerFormat = .wellKnown, deadline: Duration? = nil,
    clock: ServiceClock = .system
  ) throws(AccessTokenError) {
    var words: [TokenTemplate] = []
    for word in command.words {
      words.append(try TokenTemplate(word, what: "The token command", providerID: providerID))
    }
    guard words[0].isPlain else {
      throw AccessTokenError(reason: "The token command's program cannot depend on the trip.")
    }
    program = command.words[0]
    self.words = words
    self.environment = environment
    self.format = format
    self.deadline = deadline ?? Limits.Token.sourceTime
    self.clock = clock
  }

  /// Runs the command and returns the token in its output.
  @concurrent public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    var filled: [String] = []
    for word in words { filled.append(try word.filled(for: context, encode: Self.word)) }
    var environment = environment
    environment["RIDEALONG_TRIP"] = context.tripID
    environment["RIDEALONG_VEHICLE"] = context.vehicleID
    guard let path = ProgramRun.file(of: program, environment: environment) else {
      throw failure("was not found in PATH")
    }
    let run: ProgramRun
    do { run = try ProgramRun(path: path, words: filled, environment: environment) } catch {
      throw failure("cannot be started: \(Self.reason(error.number))")
    }
    let mustEnd = runs.withLock { runs in
      runs.all[ObjectIdentifier(run)] = run
      return runs.haveEnded
    }
    defer { runs.withLock { _ = $0.all.removeValue(forKey: ObjectIdentifier(run)) } }
    // `endAll` ran while this command was starting.
    if mustEnd { run.end() }
    let (outcome, isLate) = await finish(run)
    if isLate { throw failure("did not finish within \(deadline.components.seconds) s") }
    if Task.isCancelled { throw .cancelled }
    return try token(outcome)
  }

  /// Returns an ID for use in a word; throws if a shell or a program could misread it.
  private static func word(_ id: String) throws(AccessTokenError) -> String {
    guard !ShellWord.isPlain(id) else { return id }
    throw AccessTokenError(
      reason:
        "The ID \(UntrustedText.visible(id, limit: 64)) was not passed to the token command: it "
        + "begins with -, ~ or =, or has characters other than letters, digits and ._~@+=-. Use a "
        + "command without placeholders such as {trip}, which reads the ID from RIDEALONG_TRIP or "
        + "RIDEALONG_VEHICLE in its environment.")
  }

  /// Kills all running commands, and those that start from now on, before the process exits.
  public func endAll() {
    let running = runs.withLock { runs in
      runs.haveEnded = true
      return Array(runs.all.values)
    }
    for run in running { run.end() }
  }

  /// Waits for the end of a run; kills it at the deadline or if the caller is cancelled.
  private func finish(_ run: ProgramRun) async -> (outcome: ProgramRun.Outcome, isLate: Bool) {
    let (clock, deadline) = (clock, deadline)
    return await withTaskCancellationHandler {
      await withTaskGroup(of: Bool.self) { group in
        group.addTask {
          // The sleep is cancelled if the run ends in time.
          do { try await clock.sleep(deadline) } catch { return false }
          run.end()
          return true
        }
        let outcome = await withCheckedContinuation { continuation in
          run.wait { continuation.resume(returning: $0) }
        }
        group.cancelAll()
        let isLate = await group.next() ?? false
        return (outcome, isLate && outcome.status < 0)
      }
    } onCancel: {
      run.end()
    }
  }

  private func token(_ outcome: ProgramRun.Outcome) throws(AccessTokenError) -> AccessToken {
    guard outcome.output.count <= Limits.Token.bytes else {
      throw failure("printed more than \(Limits.Token.bytes) bytes")
    }
    guard outcome.status == 0 else {
      let how =
        outcome.status > 0
        ? "failed (exit \(outcome.status))" : "was ended by signal \(-outcome.status)"
      let line = firstErrorLine(outcome)
      throw failure(how + (line.isEmpty ? "" : ": " + line))
    }
    do {
      return try format.token(
        in: outcome.output, from: "The output of the token command \(name)", at: clock.wallNow())
    } catch {
      let line = firstErrorLine(outcome)
      throw line.isEmpty
        ? error : AccessTokenError(reason: "\(error.reason) It said: \(line)", problem: .command)
    }
  }

  /// The first line of standard error, without words of standard output, which may be a token.
  private func firstErrorLine(_ outcome: ProgramRun.Outcome) -> String {
    let printed = String(decoding: outcome.output, as: UTF8.self)
      .split { !$0.isLetter && !$0.isNumber && !"-_.~+/=".contains($0) }
      .filter { $0.utf8.count >= 8 }.prefix(16).map(String.init)
    let lines = String(decoding: outcome.errors, as: UTF8.self).split { $0.isNewline }
    return lines.lazy.map { UntrustedText.cleaned(String($0), hiding: printed) }
      .first { !$0.isEmpty } ?? ""
  }

  private var name: String {
    UntrustedText.cleaned(program.split(separator: "/").last.map(String.init) ?? program, limit: 40)
  }

  private func failure(_ problem: String) -> AccessTokenError {
    // The command's own words may be a whole sentence.
    let end = problem.last.map { ".!?".contains($0) } == true ? "" : "."
    return AccessTokenError(reason: "The token command \(name) \(problem)\(end)", problem: .command)
  }

  private static func reason(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text).lowercased()
  }
}
