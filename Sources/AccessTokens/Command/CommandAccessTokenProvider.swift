public import FleetEngine
internal import Synchronization
public import TrustLimits

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Takes tokens from what a command prints.
///
/// The command runs without a shell, with an empty standard input and without a terminal, and is
/// ended with whatever it has started once its time is over or nobody waits for it. Every request
/// for a token runs it anew; `AccessTokenCache` keeps them. Errors name the program, never its
/// arguments.
///
/// Servers choose IDs, and the command may give its words to a shell. An ID is therefore only put
/// into a word if it has ASCII letters, digits and `._~@+=-` and does not begin with `-`, `~` or `=`.
/// The environment has every ID as it is, in `RIDEALONG_TRIP` or `RIDEALONG_VEHICLE`.
public final class CommandAccessTokenProvider: AccessTokenProvider {
  private let program: String
  private let words: [TokenTemplate]
  private let environment: [String: String]
  private let format: TokenAnswerFormat
  private let deadline: Duration
  private let clock: ServiceClock
  private let runs = Mutex<[ObjectIdentifier: ProgramRun]>([:])

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - command: The program, found along the environment's `PATH` unless it has a slash, and its
  ///     arguments, in which `{trip}`, `{vehicle}` and `{provider}` are filled in.
  ///   - providerID: The provider's id, nil where none is known.
  ///   - environment: The environment that it runs in.
  ///   - format: Where in its output the token stands.
  ///   - deadline: The time that it may take, more than zero.
  ///   - clock: What the deadline is counted by.
  /// - Throws: What is wrong with the words.
  public init(
    _ command: CommandWords,
    providerID: String? = nil,
    environment: [String: String],
    format: TokenAnswerFormat = .wellKnown,
    deadline: Duration = Limits.Token.sourceTime,
    clock: ServiceClock
  ) throws(AccessTokenError) {
    var words: [TokenTemplate] = []
    for word in command.words {
      words.append(
        try TokenTemplate(word, what: "The token command", providerID: providerID)
      )
    }
    guard words[0].isPlain else {
      throw AccessTokenError(reason: "The token command's program cannot depend on the trip.")
    }
    program = command.words[0]
    self.words = words
    self.environment = environment
    self.format = format
    self.deadline = deadline
    self.clock = clock
  }

  /// Runs the command.
  ///
  /// - Parameter context: The trip or vehicle.
  /// - Returns: The token that it printed.
  /// - Throws: Why there is none.
  @concurrent
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    var filled: [String] = []
    for word in words { filled.append(try word.filled(for: context, encode: Self.word)) }
    var environment = environment
    environment["RIDEALONG_TRIP"] = context.tripID
    environment["RIDEALONG_VEHICLE"] = context.vehicleID
    let run: ProgramRun
    do {
      run = try ProgramRun(path: try file(), words: filled, environment: environment)
    } catch let error as ProgramRun.StartFailure {
      throw failure("cannot be started: \(Self.words(error.number))")
    } catch let error as AccessTokenError {
      throw error
    } catch {
      throw failure("cannot be started")
    }
    runs.withLock { $0[ObjectIdentifier(run)] = run }
    defer { runs.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(run)) } }
    let (outcome, isLate) = await finish(run)
    if isLate { throw failure("did not finish within \(deadline.components.seconds) s") }
    if Task.isCancelled { throw .notWanted }
    return try token(outcome)
  }

  /// An ID as part of a word, if no shell and no program reads anything else in it.
  private static func word(_ id: String) throws(AccessTokenError) -> String {
    guard !ShellWord.isPlain(id) else { return id }
    throw AccessTokenError(
      reason:
        "The ID \(ForeignText.visible(id, limit: 64)) was not passed to the token command: it "
        + "begins with -, ~ or =, or has characters other than letters, digits and ._~@+=-. A command "
        + "without places such as {trip} runs, and can read the ID from RIDEALONG_TRIP or "
        + "RIDEALONG_VEHICLE in its environment."
    )
  }

  /// Ends every command that runs now, as when the process is about to end.
  public func endAll() {
    for run in runs.withLock({ Array($0.values) }) { run.end() }
  }

  /// Waits for the end of a run, and brings it about once the time is over or nobody waits.
  private func finish(_ run: ProgramRun) async -> (outcome: ProgramRun.Outcome, isLate: Bool) {
    let reply = OneReply<ProgramRun.Outcome>()
    run.wait { reply.give($0) }
    let (clock, deadline) = (clock, deadline)
    return await withTaskCancellationHandler {
      await withTaskGroup(of: Bool.self) { group in
        group.addTask {
          do {
            try await clock.sleep(deadline)
          } catch {
            // It has ended in time.
            return false
          }
          run.end()
          return true
        }
        let outcome = await reply.value()
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
      let said = firstLine(outcome)
      throw failure(how + (said.isEmpty ? "" : ": " + said))
    }
    do {
      return try format.token(
        in: outcome.output,
        from: "The output of the token command \(name)",
        at: clock.wallNow()
      )
    } catch {
      let said = firstLine(outcome)
      throw said.isEmpty
        ? error
        : AccessTokenError(
          reason: "\(error.reason) It said: \(said)",
          problem: .command
        )
    }
  }

  /// The first line of what it said on standard error, without what it printed.
  private func firstLine(_ outcome: ProgramRun.Outcome) -> String {
    let printed = String(decoding: outcome.output, as: UTF8.self)
      .split { !$0.isLetter && !$0.isNumber && !"-_.~+/=".contains($0) }
      .filter { $0.utf8.count >= 8 }.prefix(16).map(String.init)
    let lines = String(decoding: outcome.errors, as: UTF8.self).split { $0.isNewline }
    return lines.lazy.map { ForeignText.cleaned(String($0), hiding: printed) }
      .first { !$0.isEmpty } ?? ""
  }

  /// The program's file.
  private func file() throws(AccessTokenError) -> String {
    if let file = ProgramRun.file(of: program, environment: environment) { return file }
    throw failure("was not found in PATH")
  }

  /// The program's name without its folders.
  private var name: String {
    ForeignText.cleaned(program.split(separator: "/").last.map(String.init) ?? program, limit: 40)
  }

  private func failure(_ what: String) -> AccessTokenError {
    // What the command said may be a whole sentence.
    let end = what.last.map { ".!?".contains($0) } == true ? "" : "."
    return AccessTokenError(reason: "The token command \(name) \(what)\(end)", problem: .command)
  }

  private static func words(_ number: Int32) -> String {
    guard let words = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: words).lowercased()
  }
}
