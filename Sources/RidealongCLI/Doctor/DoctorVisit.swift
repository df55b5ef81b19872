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
  var wiring: Wiring
  let signals: SignalWatch
  /// The characters that the report may have.
  var glyphs = GlyphLevel.ascii
  /// The trip that is asked about.
  var name: TripName?
  var tokens: TokenSource?
  /// How far the server's clock is ahead of this machine's.
  var clockOffset: Duration?
  /// What the token says of itself.
  var claims: TokenClaims?

  init(arguments: Arguments, wiring: Wiring, signals: SignalWatch) {
    self.arguments = arguments
    self.wiring = wiring
    self.signals = signals
  }

  /// Adds what was found.
  mutating func add(_ check: Check) { checks.append(check) }

  /// What is set, and where.
  var settings: [ReportedSetting] {
    arguments.report(Option.configurable, environment: wiring.environment)
  }

  /// Takes a step that waits for others, for a time at most, and not beyond a signal.
  ///
  /// - Parameters:
  ///   - limit: The longest time.
  ///   - operation: The step.
  /// - Returns: What it brought; nil where it did not end in time.
  func bounded<Value: Sendable>(
    _ limit: Duration,
    _ operation: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let (ends, end) = AsyncStream.makeStream(of: Value?.self)
    // Not structured: who does not heed that it is cancelled is not waited for.
    let work = Task { _ = end.yield(await operation()) }
    let timer = Task { [clock = wiring.clock] in
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
    let environment = wiring.environment
    do throws(CommandError) {
      let configuration = try Configuration(arguments, environment)
      let context = configuration.currentContext
      arguments.fill(
        Command.doctor.options,
        from: configuration.layers(context: context)
      )
      try configuration.checkContext()
      let warnings = configuration.warnings
      add(
        Check(
          "configuration",
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
      add(Check("configuration", .failed, error.message, status: error.status))
    }
    if let directory = environment.stateDirectory {
      let path = directory + "/" + StateFile.name
      arguments.fill(Command.doctor.options, from: [StateFile.read(path).settings(from: path)])
    }
    do throws(CommandError) {
      wiring.certificateFile = try AuthoritiesFile.path(arguments)
    } catch {
      add(
        Check(
          "authorities",
          .failed,
          error.message,
          advice: ["Below, the system's authorities are trusted instead."],
          status: error.status
        )
      )
    }
    guard let word = arguments.positionals.first else { return }
    do throws(CommandError) {
      name = try wiring.tripName(
        word,
        provider: arguments[.provider],
        key: arguments[.serviceAccount]
      )
    } catch {
      add(Check("trip", .failed, error.message, status: error.status))
    }
  }
}
