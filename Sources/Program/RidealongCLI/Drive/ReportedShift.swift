internal import CellGrid
internal import FleetEngine
internal import RidesharingDriver
internal import RouteSources

@MainActor final class ReportedShift {
  private let vehicle: DrivenVehicle
  private let input: LocationInput?
  private let shift: DriverShift

  /// Creates a shift.
  init(
    _ setup: DriveSetup, dispatch: any TripDispatch, navigator: Navigator,
    movement: DriverShift.Movement, input: LocationInput?, options: ShiftOptions
  ) {
    self.input = input
    let vehicle = DrivenVehicle(setup, navigator: navigator)
    self.vehicle = vehicle
    let (updates, breaks) = (vehicle.updates, vehicle.breaks)
    shift = DriverShift(
      dispatch: dispatch, reporter: vehicle.reporter, driver: vehicle.driver, movement: movement,
      clock: setup.clock, options: options,
      onEvent: { event in
        // Whichever call fails first reports that the server does not respond.
        switch event {
        case .disconnected: updates.isLossReported = true
        case .reconnected: updates.isLossReported = false
        default: break
        }
        let hasUpdateFailed = updates.newestFailure != nil
        if let line = event.line(hasUpdateFailed, isOnBreak: breaks.isOnBreak) {
          setup.output.report(line)
        }
      })
  }

  /// Drives trips until there are no more to drive or a signal comes, and takes the vehicle offline.
  func run() async throws(CommandError) -> ExitStatus {
    let output = vehicle.setup.output
    let (ending, isOffline) = await vehicle.run(
      onSignal: { output.report("Taking the vehicle offline. A second signal ends at once.") },
      { [shift] in await shift.run() })
    if let problem = input?.problem { output.report(problem, .warning) }
    let unsent = shift.unreportedProgress.count
    if unsent > 0 {
      output.report(
        SafeText("\(unsent) statuses of trips could not be sent; set them by hand."), .warning)
    }
    if case .failed(let error) = ending { output.report(SafeText(error.reason), .error) }
    let record = vehicle.updates.record(completed: shift.completedTrips, left: shift.leftTrips)
    let status = try vehicle.finish(summary, record, isOffline: isOffline)
    if let status, vehicle.setup.signals.exitStatus != nil { return status }
    if case .failed(let error) = ending {
      return error.kind == .notPermitted ? .notPermitted : .notFound
    }
    return status ?? (unsent > 0 ? .unavailable : .success)
  }

  private var summary: SafeText {
    let left = shift.leftTrips > 0 ? ", \(shift.leftTrips) canceled or reassigned" : ""
    let trips = shift.completedTrips == 1 ? "1 trip" : "\(shift.completedTrips) trips"
    return SafeText("\(vehicle.setup.name): \(trips) driven\(left); \(vehicle.updates.summary)")
  }
}

extension ShiftEvent {
  /// The line to print; nil if there is nothing to report.
  fileprivate func line(_ hasUpdateFailed: Bool, isOnBreak: Bool) -> SafeText? {
    switch self {
    case .waiting: return isOnBreak ? "On a break, without trips." : "Online, waiting for trips."
    case .assigned(let id, let stops): return SafeText("Trip \(id) assigned, \(stops) stops.")
    case .driving(let stop, let meters, let time):
      let length = "\(ShownLength.distance(meters: meters)), \(ShownLength.time(time))"
      return SafeText("Trip \(stop.tripID): driving to \(Self.words(stop)), \(length).")
    case .noRoute(let stop, let error):
      return SafeText("Trip \(stop.tripID): no route to \(Self.words(stop)): \(error.reason)")
    case .arrived(let stop): return SafeText("Trip \(stop.tripID): arrived at \(Self.words(stop)).")
    case .reported(let progress):
      return SafeText("Trip \(progress.tripID): \(progress.status.wireName)\(Self.index(progress))")
    case .refused(let progress, let error):
      let status = "\(progress.status.wireName)\(Self.index(progress))"
      return SafeText("Trip \(progress.tripID): \(status) was not accepted: \(error.reason)")
    case .reportingDenied(let error):
      return SafeText("This token may not set statuses; set them by other means: \(error.reason)")
    case .completed: return nil
    case .left(let id):
      return SafeText("Trip \(id) was canceled or reassigned; the vehicle stops driving it.")
    case .disconnected(let error):
      return hasUpdateFailed ? nil : SafeText("\(error.reason) The vehicle keeps driving.")
    case .reconnected: return "The server of the trips responds again."
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
