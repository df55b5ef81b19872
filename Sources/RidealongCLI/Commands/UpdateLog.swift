internal import CellGrid
internal import FleetEngine
internal import Geo
internal import RidesharingDriver

/// Counts a vehicle's updates and says what becomes of them.
@MainActor
final class UpdateLog: VehicleReporterListener {
  private let name: VehicleName
  private let endpoint: String
  private let output: DriveOutput
  private let clock: ServiceClock
  private let navigator: Navigator
  private var check = DestinationCheck()
  private var accepted = 0
  private var failed = 0
  private var emptyMasks = 0
  /// Whether another call has reported that the server does not answer.
  var isLossTold = false
  /// Called once if standard output can no longer be written.
  var onOutputLost: (() -> Void)?
  /// Why standard output can no longer be written.
  private(set) var outputFailure: CommandError?
  /// The newest update's failure; nil if it was accepted.
  private(set) var newestFailure: FleetEngineError?
  /// The state that the vehicle has on the server; nil where that is not known.
  private(set) var acceptedState: VehicleState?
  /// Whether the server may have the vehicle as online: an update said so, and none since said that
  /// it is offline.
  private(set) var mayBeOnline = false

  /// Creates a log without updates.
  init(
    name: VehicleName,
    endpoint: String,
    navigator: Navigator,
    output: DriveOutput,
    clock: ServiceClock
  ) {
    self.name = name
    self.endpoint = endpoint
    self.navigator = navigator
    self.output = output
    self.clock = clock
  }

  /// What became of the updates, for people, after the vehicle was taken offline.
  var summary: String {
    let empty = emptyMasks > 0 ? ", \(emptyMasks) with an empty mask" : ""
    let state = acceptedState == .offline ? "the vehicle is offline" : "the last one failed"
    return "\(accepted) updates sent, \(failed) failed\(empty); \(state)."
  }

  /// The last object of `--json`.
  ///
  /// `completed` is the trips that were driven to their end; nil for a drive without trips.
  func record(completed: Int? = nil, left: Int? = nil) -> DriveRecord {
    DriveRecord(
      time: Timestamp(seconds: clock.wallNow().seconds).description,
      vehicle: name.description,
      state: (acceptedState ?? .unspecified).wireName,
      accepted: accepted,
      failed: failed,
      empty_mask: emptyMasks,
      completed: completed,
      left: left
    )
  }

  func vehicleReporter(_ vehicleReporter: VehicleReporter, didSucceed vehicleUpdate: VehicleUpdate)
  {
    accepted += 1
    newestFailure = nil
    isLossTold = false
    acceptedState = vehicleUpdate.vehicleState
    mayBeOnline = acceptedState == .online
    show(vehicleUpdate, .accepted)
    guard let answer = vehicleReporter.newestAnswer,
      let mismatch = check.check(navigator.guidedTo, against: answer, at: clock.monotonicNow())
    else { return }
    output.report(Self.sentence(mismatch), .warning)
    if output.isJSON { write(MismatchRecord(name, mismatch, at: clock.wallNow())) }
  }

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) {
    guard !error.isEmptyMask else {
      // The guide counts it apart: the next update carries the vehicle's data.
      emptyMasks += 1
      return show(vehicleUpdate, .emptyMask, error.underlyingError)
    }
    failed += 1
    guard case .call(let call) = error else { return }
    if vehicleUpdate.vehicleState == .online, !Self.isRefusal(call) {
      // The call may have reached the server all the same.
      mayBeOnline = true
      if acceptedState == .offline { acceptedState = nil }
    }
    let sentence = FailedCall(
      resource: name.description,
      endpoint: endpoint,
      error: call,
      isRetried: true
    ).sentence
    // One line for each kind of failure in a row, not one for each report.
    let isTold = newestFailure == nil ? isLossTold : newestFailure?.code == call.code
    newestFailure = call
    show(vehicleUpdate, .failed, call, sentence)
    guard vehicleReporter.locationTrackingEnabled else {
      // Whether and how often the farewell is repeated is said where that is decided.
      if !isTold { output.report(SafeText(sentence), .warning) }
      return
    }
    if !isTold {
      output.report(SafeText(sentence + " The next update is sent all the same."), .warning)
    }
  }

  /// Whether a failed call has changed nothing on the server.
  private static func isRefusal(_ call: FleetEngineError) -> Bool {
    switch ExitStatus(call) {
    case .notPermitted, .notFound, .usage, .quota: true
    default: false
    }
  }

  private func show(
    _ update: VehicleUpdate,
    _ result: UpdateRecord.Result,
    _ error: FleetEngineError? = nil,
    _ message: String? = nil
  ) {
    let line = UpdateLine.text(update, result, error)
    if output.isVerbose { Console.printError(SafeText(line)) }
    output.log?.record(result == .accepted ? .info : .warning, line)
    guard output.isJSON else { return }
    write(
      UpdateRecord(name, update, result, error: error, message: message, at: clock.wallNow())
    )
  }

  private func write(_ record: some Encodable) {
    guard outputFailure == nil else { return }
    do throws(CommandError) {
      try output.print(record)
    } catch {
      outputFailure = error
      onOutputLost?()
    }
  }

  private static func sentence(_ mismatch: DestinationMismatch) -> SafeText {
    let stop = mismatch.type.isKnown ? "the \(WaypointKind.name(mismatch.type))" : "a waypoint"
    let trip = mismatch.tripID.map { " of trip \($0)" } ?? ""
    return SafeText(
      "The vehicle is guided to \(ShownPlace.text(mismatch.destination)), but its next waypoint on "
        + "the server is \(stop)\(trip) at \(ShownPlace.text(mismatch.waypoint)), "
        + "\(ShownLength.distance(meters: mismatch.meters)) away. Riders see the wrong way."
    )
  }
}
