internal import CellGrid
internal import FleetEngine
internal import Geo
internal import RidesharingDriver

/// Counts a vehicle's updates and reports their results.
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
  /// Whether another call has reported that the server does not respond.
  var isLossReported = false
  /// Called once when standard output can no longer be written.
  var onOutputLost: (() -> Void)?
  /// Why standard output can no longer be written.
  private(set) var outputFailure: CommandError?
  /// The newest update's failure; nil if it was accepted.
  private(set) var newestFailure: FleetEngineError?
  /// The vehicle's state on the server; nil if unknown.
  private(set) var acceptedState: VehicleState?
  /// Whether the vehicle may be online on the server: an update set that, and none since has set it
  /// offline.
  private(set) var mayBeOnline = false

  init(
    name: VehicleName,
    endpoint: String,
    navigator: Navigator,
    output: DriveOutput,
    clock: ServiceClock
  ) {
    (self.name, self.endpoint, self.navigator) = (name, endpoint, navigator)
    (self.output, self.clock) = (output, clock)
  }

  /// The counts, for people, after the vehicle was taken offline.
  var summary: String {
    let empty = emptyMasks > 0 ? ", \(emptyMasks) with an empty mask" : ""
    let state = acceptedState == .offline ? "the vehicle is offline" : "the last one failed"
    return "\(accepted) updates sent, \(failed) failed\(empty); \(state)."
  }

  /// The last object of `--json`; the numbers of trips are nil for a drive along a route.
  func record(completed: Int? = nil, left: Int? = nil) -> DriveRecord {
    var record = DriveRecord(.drive, name, at: clock.wallNow())
    record.state = (acceptedState ?? .unspecified).wireName
    (record.accepted, record.failed, record.empty_mask) = (accepted, failed, emptyMasks)
    (record.completed, record.left) = (completed, left)
    return record
  }

  func vehicleReporter(_ vehicleReporter: VehicleReporter, didSucceed vehicleUpdate: VehicleUpdate)
  {
    accepted += 1
    newestFailure = nil
    isLossReported = false
    acceptedState = vehicleUpdate.vehicleState
    mayBeOnline = acceptedState == .online
    report(vehicleUpdate, .accepted)
    guard let answer = vehicleReporter.newestAnswer,
      let mismatch = check.check(navigator.guidedTo, against: answer, at: clock.monotonicNow())
    else { return }
    output.report(Self.sentence(mismatch), .warning)
    if output.isJSON { print(DriveRecord(name, mismatch, at: clock.wallNow())) }
  }

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) {
    guard !error.isEmptyMask else {
      // Google's guide counts it separately: the next update carries the vehicle's data.
      emptyMasks += 1
      return report(vehicleUpdate, .emptyMask, error.underlyingError)
    }
    failed += 1
    guard case .call(let call) = error else { return }
    if vehicleUpdate.vehicleState == .online, !Self.isRefusal(call) {
      // The call may have reached the server nevertheless.
      mayBeOnline = true
      if acceptedState == .offline { acceptedState = nil }
    }
    let sentence = FailedCall(
      subject: name.description,
      endpoint: endpoint,
      error: call,
      isRetried: true
    ).sentence
    // One line for each kind of failure in a row, not one for each update.
    let isReported = newestFailure == nil ? isLossReported : newestFailure?.code == call.code
    newestFailure = call
    report(vehicleUpdate, .failed, call, sentence)
    guard !isReported else { return }
    // At the end of the drive, Farewell reports its own retries.
    let next = vehicleReporter.locationTrackingEnabled ? " The next update is sent anyway." : ""
    output.report(SafeText(sentence + next), .warning)
  }

  /// Whether a failed call has changed nothing on the server.
  private static func isRefusal(_ call: FleetEngineError) -> Bool {
    [.notPermitted, .notFound, .usage, .quota].contains(ExitStatus(call))
  }

  private func report(
    _ update: VehicleUpdate,
    _ result: DriveRecord.Result,
    _ error: FleetEngineError? = nil,
    _ message: String? = nil
  ) {
    let line = update.line(result, error)
    if output.isVerbose { Console.printError(SafeText(line)) }
    output.log?.record(result == .accepted ? .info : .warning, line)
    guard output.isJSON else { return }
    print(DriveRecord(name, update, result, error: error, message: message, at: clock.wallNow()))
  }

  private func print(_ record: DriveRecord) {
    guard outputFailure == nil else { return }
    do throws(CommandError) {
      try Console.print(encoding: record)
    } catch {
      outputFailure = error
      onOutputLost?()
    }
  }

  private static func sentence(_ mismatch: DestinationMismatch) -> SafeText {
    let stop = mismatch.type.isKnown ? "the \(mismatch.type.label)" : "a waypoint"
    let trip = mismatch.tripID.map { " of trip \($0)" } ?? ""
    return SafeText(
      "The vehicle is guided to \(ShownPlace.text(mismatch.destination)), but its next waypoint on "
        + "the server is \(stop)\(trip) at \(ShownPlace.text(mismatch.waypoint)), "
        + "\(ShownLength.distance(meters: mismatch.meters)) away. Riders see the wrong route."
    )
  }
}
