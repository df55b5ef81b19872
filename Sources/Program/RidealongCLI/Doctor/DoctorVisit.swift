internal import FleetEngine
internal import TrustLimits
internal import Viewer

/// A run of the doctor: the results so far, and what later checks need of them.
///
/// Each check takes a bounded time, and a failed one does not prevent the others.
struct DoctorVisit: Sendable {
  typealias Fact = Check.Fact

  private(set) var checks: [Check] = []
  private(set) var arguments: Arguments
  var servers: ServerAccess
  let signals: SignalWatch
  var glyphs = GlyphLevel.ascii
  var columns = HelpLayout.width
  private(set) var target: FollowedTrips?
  var tokens: TokenSource?
  /// How far the server's clock is ahead of this machine's.
  var clockOffset: Duration?
  var token = CallFailure.SeenToken.unknown
  /// The reason that prevents later checks, as the end of a sentence; it is reported as a failure.
  var obstacle: String?
  private var known: Arguments

  init(arguments: Arguments, servers: ServerAccess, signals: SignalWatch) {
    self.arguments = arguments
    // The report's --json is not a form of a ride, which would replace others.
    known = arguments.without(.json)
    self.servers = servers
    self.signals = signals
  }

  mutating func perform(_ id: Check.ID) async {
    switch id {
    case .configuration:
      readConfiguration()
      readTarget()
    case .program: checkProgram()
    case .paths: checkPaths()
    case .terminal: await checkTerminal()
    case .server: await checkServer()
    case .tokens: await checkTokens()
    case .trip: await checkRides()
    // Performed with the configuration, the server and the trip.
    case .authorities, .certificate, .clock, .vehicle: break
    }
  }

  mutating func add(
    _ id: Check.ID, _ mark: Check.Mark, _ sentence: String, advice: [String] = [],
    facts: [Fact] = [], status: ExitStatus = .failure
  ) { checks.append(Check(id, mark, sentence, advice: advice, facts: facts, status: status)) }

  mutating func add(
    _ id: Check.ID, _ diagnosis: Diagnosis, facts: [Fact] = [], status: ExitStatus = .failure
  ) {
    let (mark, advice) = (diagnosis.mark, diagnosis.advice)
    add(id, mark, diagnosis.sentence, advice: advice, facts: facts, status: status)
  }

  /// Adds a check that another's failure prevents; `obstacle` is the end of a sentence.
  mutating func skip(_ id: Check.ID, _ obstacle: String) {
    add(id, .skipped, "Not checked, as \(obstacle).")
  }

  /// Adds a check that took too long.
  mutating func addTimeout(_ id: Check.ID, _ what: String) {
    let sentence = "\(what) did not come within \(Limits.Doctor.stepTime.components.seconds) s."
    let advice = ["Try again; if it keeps failing, check the network, proxies and firewalls."]
    add(id, Diagnosis(sentence, advice), status: .unavailable)
  }

  var settings: [ReportedSetting] {
    known.report(Option.configurable, environment: servers.environment)
  }

  /// Runs an operation until it ends, its time is over or a signal comes; nil for the latter two.
  func bounded<Value: Sendable>(
    _ limit: Duration, _ operation: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let (ends, end) = AsyncStream.makeStream(of: Value?.self)
    // An unstructured task: the doctor does not wait for work that ignores its cancellation.
    let work = Task { _ = end.yield(await operation()) }
    let timer = Task { [clock = servers.clock] in
      do { try await clock.sleep(limit) } catch { return }
      end.yield(nil)
    }
    signals.onSignal { end.yield(nil) }
    defer {
      work.cancel()
      timer.cancel()
    }
    for await value in ends { return value }
    return nil
  }

  // MARK: Configuration

  private mutating func readConfiguration() {
    do throws(CommandError) {
      let configuration = try Configuration(arguments, servers.environment)
      let context = configuration.currentContext
      fill(from: configuration.layers(context: context))
      try configuration.checkContext()
      let warnings = configuration.warnings
      let files =
        configuration.readPaths.isEmpty
        ? "There is no configuration file; none is needed."
        : "Read: \(configuration.readPaths.joined(separator: ", "))"
          + (context.map { ", context \($0)." } ?? ".")
      add(
        .configuration, warnings.isEmpty ? .ok : .warning,
        warnings.isEmpty ? files : "It has unknown keys.", advice: warnings)
    } catch { add(.configuration, .failed, error.message, status: error.status) }
    do throws(CommandError) { servers.certificateFile = try arguments.authoritiesFile() } catch {
      let advice = ["The following checks trust the system's authorities instead."]
      add(.authorities, .failed, error.message, advice: advice, status: error.status)
    }
  }

  private mutating func fill(from layers: [[String: Setting]]) {
    arguments.fill(arguments.options, from: layers)
    // A backend replaces the tokens of booking only, so it must not hide those of other commands.
    let others: [Option] = [.backend, .near]
    known.fill(Option.configurable.filter { !others.contains($0) }, from: layers)
    known.fill(others, from: layers)
  }

  private mutating func readTarget() {
    let options: [Option] = [.examinedVehicle, .examinedTrips]
    guard !arguments.positionals.isEmpty || options.contains(where: { arguments.has($0) }) else {
      return
    }
    do throws(CommandError) { target = try FollowedTrips(arguments) } catch {
      let id: Check.ID = arguments.has(.examinedVehicle) ? .vehicle : .trip
      add(id, .failed, error.message, status: error.status)
    }
  }

  /// The first resource of the target, for which the doctor gets a token.
  var firstResource: NamedResource? {
    switch target {
    case nil: nil
    case .one(let name)?: .trip(name)
    case .several(let names)?: names.first.map { .trip($0) }
    case .vehicle(let name)?: .vehicle(name)
    }
  }
}
