internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import Geo
internal import RidesharingDriver

/// One vehicle's shift with its reports, told on standard error.
@MainActor
final class ReportedShift {
  private let name: VehicleName
  private let signals: SignalWatch
  private let updates: UpdateLog
  private let input: LocationInput?
  private let shift: DriverShift

  /// Creates a shift that does not begin yet.
  ///
  /// - Parameters:
  ///   - name: The vehicle.
  ///   - client: What speaks to Fleet Engine, with tokens for the vehicle.
  ///   - dispatch: Who gives the vehicle its trips.
  ///   - navigator: What guides the vehicle.
  ///   - movement: What moves it.
  ///   - input: Standard input, where that tells where the vehicle is.
  ///   - sensor: What measures where it is; nil for an exact one.
  ///   - settings: What the command line says.
  ///   - signals: What ends the shift early.
  ///   - clock: The time.
  init(
    name: VehicleName,
    client: FleetEngineClient,
    dispatch: any TripDispatch,
    navigator: Navigator,
    movement: DriverShift.Movement,
    input: LocationInput?,
    sensor: Sensor?,
    settings: ShiftSettings,
    signals: SignalWatch,
    clock: ServiceClock
  ) {
    self.name = name
    self.signals = signals
    self.input = input
    updates = UpdateLog(name: name, endpoint: client.endpoint.authority)
    let driver = SimulatedDriver(navigator: navigator, clock: clock)
    if let sensor { driver.measuring = { sensor.measure($0) } }
    let reporter = VehicleReporter(
      vehicle: name,
      client: client,
      navigator: navigator,
      clock: clock,
      header: .driver,
      traceID: TraceID.make
    )
    if let interval = settings.interval { reporter.locationReportingInterval = interval.inSeconds }
    reporter.add(updates)
    shift = DriverShift(
      dispatch: dispatch,
      reporter: reporter,
      driver: driver,
      movement: movement,
      clock: clock,
      options: settings.options,
      onEvent: { [updates] event in
        let hasUpdateFailed = updates.newestFailure != nil
        // Whichever call notices first says that the server is lost.
        switch event {
        case .lost: updates.isLossTold = true
        case .found: updates.isLossTold = false
        default: break
        }
        if let line = ShiftLine.text(event, hasUpdateFailed: hasUpdateFailed) { Console.note(line) }
      }
    )
  }

  /// Drives trips until there are no more to drive or a signal comes, and takes the vehicle offline.
  ///
  /// - Returns: The status to end with.
  /// - Throws: That there will be no trips, or that the result could not be told.
  func run() async throws(CommandError) -> ExitStatus {
    // Not structured, so that a signal can end it.
    let driving = Task { [shift] in await shift.run() }
    signals.onSignal {
      Console.note("Taking the vehicle offline. A second signal ends at once.")
      driving.cancel()
    }
    let ending = await driving.value
    if let problem = input?.problem { Console.note(problem) }
    let untold = shift.untoldProgress.count
    if untold > 0 {
      Console.note(
        SafeText("\(untold) statuses of trips could not be told; they have to be set by hand.")
      )
    }
    if case .failed(let error) = ending { Console.note(SafeText(error.reason)) }
    do throws(CommandError) {
      try Console.print(summary(shift))
    } catch {
      // After SIGHUP there is nobody to say it to, and the signal is what ended the program.
      guard signals.exitStatus != nil else { throw error }
    }
    if let status = signals.exitStatus { return status }
    if case .failed(let error) = ending {
      return error.kind == .notPermitted ? .notPermitted : .notFound
    }
    if let failure = updates.newestFailure { return ExitStatus(failure) }
    return untold > 0 ? .unavailable : .success
  }

  private func summary(_ shift: DriverShift) -> SafeText {
    let left = shift.leftTrips > 0 ? ", \(shift.leftTrips) left" : ""
    let trips = shift.completedTrips == 1 ? "1 trip" : "\(shift.completedTrips) trips"
    return SafeText("\(name): \(trips) driven\(left); \(updates.summary)")
  }
}

/// What is said of what happens in a shift.
enum ShiftLine {
  /// The line for an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - hasUpdateFailed: Whether it has been said already that the server does not answer.
  /// - Returns: The line, nil where it goes without saying.
  static func text(_ event: ShiftEvent, hasUpdateFailed: Bool = false) -> SafeText? {
    switch event {
    case .waiting: return "Online, waiting for trips."
    case .assigned(let id, let stops): return SafeText("Trip \(id) assigned, \(stops) stops.")
    case .driving(let stop, let meters, let time):
      let length = "\(ShownLength.distance(meters: meters)), \(ShownLength.time(time))"
      return SafeText("Trip \(stop.tripID): driving to \(words(stop)), \(length).")
    case .noWay(let stop, let error):
      return SafeText("Trip \(stop.tripID): no way to \(words(stop)): \(error.reason)")
    case .arrived(let stop): return SafeText("Trip \(stop.tripID): arrived at \(words(stop)).")
    case .told(let progress):
      return SafeText("Trip \(progress.tripID): \(progress.status.wireName)\(index(progress))")
    case .refused(let progress, let error):
      return SafeText(
        "Trip \(progress.tripID): \(progress.status.wireName)\(index(progress)) was not taken: "
          + error.reason
      )
    case .mayNotTell(let error):
      return SafeText(
        "The statuses of trips have to be set by others, this token may not: \(error.reason)"
      )
    case .completed: return nil
    case .left(let id):
      return SafeText("Trip \(id) was cancelled or given to another vehicle; it is left.")
    case .lost(let error):
      return hasUpdateFailed ? nil : SafeText("\(error.reason) Driving goes on.")
    case .found: return "Trips can be asked for again."
    }
  }

  private static func index(_ progress: TripProgress) -> String {
    progress.stopIndex.map { " \($0 + 1)" } ?? ""
  }

  private static func words(_ stop: TripStop) -> String {
    switch stop.type {
    case .pickup: "the pickup"
    case .intermediateDestination: "stop \(stop.index + 1)"
    case .dropoff: "the drop-off"
    case .unknown: "a waypoint"
    }
  }
}
