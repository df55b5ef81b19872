internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import TerminalUI
internal import TrustLimits
internal import Viewer

/// The doctor at work: what was looked at so far, and what later steps need of it.
///
/// Each step takes a bounded time, and one that finds something wrong keeps none of the others from
/// being taken.
struct DoctorVisit: Sendable {
  private(set) var checks: [Check] = []
  /// What the command line and the configuration say.
  private(set) var arguments: Arguments
  var network: Network
  let signals: SignalWatch
  /// The characters that the report may have.
  var glyphs = GlyphLevel.ascii
  /// The columns that it may take.
  var columns = HelpLayout.width
  /// What is asked about; nil for nothing in particular.
  private(set) var asked: FollowedTrips?
  var tokens: TokenSource?
  /// How far the server's clock is ahead of this machine's.
  var clockOffset: Duration?
  /// What was seen of the token.
  var token = SeenToken.none
  /// What prevents later checks, as the end of a sentence; it is reported as a failure.
  var trouble: String?
  /// What is set, and where, also for other commands.
  private var known: Arguments

  init(arguments: Arguments, network: Network, signals: SignalWatch) {
    self.arguments = arguments
    // The report's form is no form of a ride, which would replace others.
    known = arguments.without(.json)
    self.network = network
    self.signals = signals
  }

  /// Makes a check, and those that come from the same response.
  mutating func perform(_ id: Check.ID) async {
    switch id {
    case .configuration:
      readConfiguration()
      readNames()
    case .program: lookAtProgram()
    case .paths: add(paths)
    case .terminal: await lookAtTerminal()
    case .server: await lookAtServer()
    case .tokens: await lookAtTokens()
    case .trip: await lookAtRides()
    // Made with the configuration, the server and the trip.
    case .authorities, .certificate, .clock, .vehicle: break
    }
  }

  /// Adds what was found.
  mutating func add(_ check: Check) { checks.append(check) }

  /// What is set, and where.
  var settings: [ReportedSetting] {
    known.report(Option.configurable, environment: network.environment)
  }

  /// Takes a step that waits for others, for a time at most, and not beyond a signal.
  ///
  /// Returns what it brought; nil where it did not end in time.
  func bounded<Value: Sendable>(
    _ limit: Duration,
    _ operation: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let (ends, end) = AsyncStream.makeStream(of: Value?.self)
    // Not structured: work that ignores its cancellation is not waited for.
    let work = Task { _ = end.yield(await operation()) }
    let timer = Task { [clock = network.clock] in
      do {
        try await clock.sleep(limit)
        end.yield(nil)
      } catch {
        // The step was taken before.
      }
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

  /// Reads the configuration, and with it what all other steps go by.
  mutating func readConfiguration() {
    let environment = network.environment
    do throws(CommandError) {
      let configuration = try Configuration(arguments, environment)
      let context = configuration.currentContext
      fill(from: configuration.layers(context: context))
      try configuration.checkContext()
      let warnings = configuration.warnings
      add(
        Check(
          .configuration,
          warnings.isEmpty ? .ok : .warning,
          warnings.isEmpty
            ? configuration.readPaths.isEmpty
              ? "There is no configuration file; none is needed."
              : "Read: \(configuration.readPaths.joined(separator: ", "))"
                + (context.map { ", context \($0)." } ?? ".")
            : "It holds what nobody knows.",
          advice: warnings
        )
      )
    } catch {
      add(Check(.configuration, .failed, error.message, status: error.status))
    }
    do throws(CommandError) {
      network.certificateFile = try arguments.authoritiesFile()
    } catch {
      add(
        Check(
          .authorities,
          .failed,
          error.message,
          advice: ["Below, the system's authorities are trusted instead."],
          status: error.status
        )
      )
    }
  }

  private mutating func fill(from layers: [[String: Setting]]) {
    arguments.fill(Command.doctor.options, from: layers)
    // A backend brings tokens of its own, which counts for booking alone and not for the rest.
    let others: [Option] = [.backend, .near]
    known.fill(Option.configurable.filter { !others.contains($0) }, from: layers)
    known.fill(others, from: layers)
  }

  /// Reads what is asked about.
  mutating func readNames() {
    let options: [Option] = [.examinedVehicle, .examinedTrips]
    guard !arguments.positionals.isEmpty || options.contains(where: { arguments.has($0) }) else {
      return
    }
    do throws(CommandError) {
      asked = try FollowedTrips(arguments)
    } catch {
      let id: Check.ID = arguments.has(.examinedVehicle) ? .vehicle : .trip
      add(Check(id, .failed, error.message, status: error.status))
    }
  }

  /// The first of what is asked about, for which a token is asked.
  var firstAsked: ExaminedResource? {
    switch asked {
    case nil: nil
    case .one(let name)?: .trip(name)
    case .several(let names)?: names.first.map { .trip($0) }
    case .vehicle(let name)?: .vehicle(name)
    }
  }
}
