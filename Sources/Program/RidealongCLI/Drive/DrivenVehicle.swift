internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingDriver
internal import Synchronization
internal import TerminalUI

/// A vehicle that the program drives, with its reports, its breaks and its farewell.
@MainActor final class DrivenVehicle {
  let setup: DriveSetup
  let driver: SimulatedDriver
  let reporter: VehicleReporter
  let updates: UpdateLog
  let breaks: BreakControl

  init(_ setup: DriveSetup, navigator: Navigator) {
    self.setup = setup
    driver = SimulatedDriver(navigator: navigator, clock: setup.clock)
    reporter = VehicleReporter(
      vehicle: setup.name, client: setup.client, navigator: navigator, clock: setup.clock,
      header: .driver)
    if let interval = setup.interval { reporter.locationReportingInterval = interval.inSeconds }
    updates = UpdateLog(
      name: setup.name, endpoint: setup.client.endpoint.authority, navigator: navigator,
      output: setup.output, clock: setup.clock)
    breaks = BreakControl(reporter, output: setup.output)
    reporter.add(updates)
  }

  /// Drives until the drive ends or a signal comes, and then takes the vehicle offline.
  func run<Ending: Sendable>(
    onSignal: @escaping @Sendable () -> Void = {}, _ drive: @escaping @MainActor () async -> Ending
  ) async -> (ending: Ending, isOffline: Bool) {
    let keys = KeyInput(readsKeys: setup.takesKeys)
    setup.output.report(BreakControl.hint(hasKeys: keys.hasKeys, process: ProgramProcess.processID))
    // An unstructured task, so that a signal or a lost reader can end it.
    let driving = Task { await drive() }
    let listening = Task { [breaks] in while let event = await keys.next() { breaks.handle(event) }
    }
    let report = Mutex<Task<Void, Never>?>(nil)
    setup.signals.onSignal {
      // Printing may block, and the signals' thread must receive a second signal.
      report.withLock { $0 = Task { onSignal() } }
      // Immediately, because a second signal ends the process without any cleanup.
      keys.close()
      driving.cancel()
    }
    updates.onOutputLost = { driving.cancel() }
    let watching = setup.output.isJSON ? Console.watchOutput(setup.clock) { driving.cancel() } : nil
    let ending = await driving.value
    await report.withLock { $0 }?.value
    watching?.cancel()
    let farewell = Farewell(reporter: reporter, updates: updates, clock: setup.clock) {
      [output = setup.output] in
      output.report(
        SafeText(
          "Trying for \(ShownLength.time(Farewell.longest)) to take the vehicle offline. "
            + "A second signal ends at once and leaves it online."))
    }
    let isOffline = await farewell.run()
    listening.cancel()
    keys.close()
    await keys.finish()
    return (ending, isOffline)
  }

  /// Prints the summary, or `record` with `--json`.
  ///
  /// Returns the exit status of a signal or a failed update; nil for success.
  func finish(
    _ summary: SafeText, _ record: JSONRecord, isOffline: Bool
  ) throws(CommandError) -> ExitStatus? {
    setup.output.log?.record(.info, summary.description)
    var printing = updates.outputFailure
    if printing == nil {
      do throws(CommandError) {
        if setup.output.isJSON {
          try Console.print(encoding: record)
        } else {
          try Console.print(summary)
        }
      } catch { printing = error }
    }
    guard isOffline else {
      let state = updates.acceptedState == .online ? "is still ONLINE" : "may still be ONLINE"
      throw CommandError(
        updates.newestFailure.map { ExitStatus($0) } ?? .unavailable,
        "\(setup.name) \(state), and riders may be given to it. Take it offline: "
          + setup.offlineCommand)
    }
    // After SIGHUP nobody reads the summary, so failing to print it does not matter.
    if let status = setup.signals.exitStatus { return status }
    if let printing { throw printing }
    return updates.newestFailure.map { ExitStatus($0) }
  }
}

/// Takes a driving vehicle offline for a break and online again.
///
/// During a break the vehicle keeps reporting where it is, and a trip in progress is driven to its
/// end: Fleet Engine lets a vehicle that is OFFLINE finish its trips and gives it no new ones.
@MainActor final class BreakControl {
  nonisolated static let key = UInt8(ascii: "b")

  private(set) var isOnBreak = false
  private let reporter: VehicleReporter
  private let output: DriveOutput

  init(_ reporter: VehicleReporter, output: DriveOutput) {
    self.reporter = reporter
    self.output = output
  }

  func handle(_ event: KeyInput.Event) {
    switch event {
    case .key(Self.key): isOnBreak ? end() : begin()
    case .key: break
    case .userSignal1: begin()
    case .userSignal2: end()
    }
  }

  nonisolated static func hint(hasKeys: Bool, process: Int32) -> SafeText {
    hasKeys
      ? "b takes a break and ends it; Ctrl-C takes the vehicle offline and ends."
      : SafeText("kill -USR1 \(process) takes a break, kill -USR2 \(process) ends it.")
  }

  private func begin() {
    guard !isOnBreak, reporter.locationTrackingEnabled else { return }
    isOnBreak = true
    output.report("Break: the vehicle goes OFFLINE and gets no new trips, but finishes its trips.")
    reporter.update(.offline)
  }

  private func end() {
    guard isOnBreak, reporter.locationTrackingEnabled else { return }
    isOnBreak = false
    output.report("The break is over: the vehicle goes ONLINE.")
    reporter.update(.online)
  }
}

/// Retries to take a vehicle offline at the end of a drive, for a bounded time.
///
/// A vehicle that stays online is matched with riders whom it does not pick up.
@MainActor struct Farewell {
  /// The delays before the retries.
  nonisolated static let waits: [Duration] = [1, 2, 4, 8, 15].map { .seconds($0) }
  nonisolated static let longest = waits.reduce(.zero, +)

  let reporter: VehicleReporter
  let updates: UpdateLog
  let clock: ServiceClock
  /// Called once, before the first retry.
  let onRetry: () -> Void

  /// Retries the update that takes the vehicle offline, if it failed; returns whether it succeeded.
  func run() async -> Bool {
    let deadline = clock.monotonicNow() + Self.longest
    for (index, wait) in Self.waits.enumerated() {
      guard !isOver else { break }
      // A call may take long until it fails.
      let left = deadline - clock.monotonicNow()
      guard canRetry, left > .zero else { break }
      if index == 0 { onRetry() }
      do { try await clock.sleep(min(wait, left)) } catch { break }
      reporter.update(.offline)
      await reporter.finishPendingUpdates()
    }
    return isOver
  }

  private var isOver: Bool { !updates.mayBeOnline || updates.newestFailure?.isMissing ?? false }

  private var canRetry: Bool {
    guard let failure = updates.newestFailure else { return true }
    return [.unavailable, .quota].contains(ExitStatus(failure))
  }
}

/// The settings of the command line that every drive of a vehicle needs.
struct DriveSetup: Sendable {
  let name: VehicleName
  let client: FleetEngineClient
  let interval: Duration?
  let output: DriveOutput
  /// Whether a key starts a break if standard input is a terminal.
  let takesKeys: Bool
  let offlineCommand: String
  let signals: SignalWatch
  let clock: ServiceClock

  init(
    _ name: VehicleName, _ client: FleetEngineClient, _ arguments: Arguments,
    _ servers: ServerAccess, signals: SignalWatch, interval: Duration?, offlineCommand: String
  ) {
    self.offlineCommand = offlineCommand
    (self.name, self.client, self.interval, self.signals) = (name, client, interval, signals)
    output = DriveOutput(
      isVerbose: arguments.has(.eachUpdate), isJSON: arguments.has(.json), log: servers.log)
    takesKeys = arguments[.locations] != "-" && arguments[.tokenFile] != "-"
    clock = servers.clock
  }
}

/// The outputs of a drive: sentences on standard error, objects on standard output, and the log.
struct DriveOutput: Sendable {
  /// Whether each update is a line on standard error.
  var isVerbose = false
  /// Whether each update is an object on standard output.
  var isJSON = false
  var log: LogFile?

  func report(_ text: SafeText, _ level: LogLevel = .info) {
    Console.printError(text)
    log?.record(level, text.description)
  }
}
