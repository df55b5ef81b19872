internal import CellGrid
internal import FleetEngine
internal import Geo
internal import RidesharingDriver
internal import Viewer

/// Counts a vehicle's updates and reports their results.
@MainActor final class UpdateLog: VehicleReporterListener {
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
  private(set) var outputFailure: CommandError?
  /// The newest update's failure; nil if it was accepted.
  private(set) var newestFailure: FleetEngineError?
  /// The vehicle's state on the server; nil if unknown.
  private(set) var acceptedState: VehicleState?
  /// Whether the vehicle may be online on the server: an update set that, and none since has set it
  /// offline.
  private(set) var mayBeOnline = false

  init(
    name: VehicleName, endpoint: String, navigator: Navigator, output: DriveOutput,
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
  func record(completed: Int? = nil, left: Int? = nil) -> JSONRecord {
    var record = record("drive")
    record["state"] = (acceptedState ?? .unspecified).wireName
    record["accepted"] = accepted
    record["failed"] = failed
    record["empty_mask"] = emptyMasks
    record["completed"] = completed
    record["left"] = left
    return record
  }

  private func record(_ type: String) -> JSONRecord {
    var record = JSONRecord(type, at: clock.wallNow())
    record["vehicle"] = name.description
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
    if output.isJSON { print(record(mismatch)) }
  }

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter, didFail vehicleUpdate: VehicleUpdate,
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
    var facts = CallFailure.Facts(name: name.description, server: endpoint)
    facts.isRetried = true
    let sentence = CallFailure(call, facts).text(call, about: name.description)
    // Consecutive failures with the same code are reported once.
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
    _ update: VehicleUpdate, _ result: UpdateResult, _ error: FleetEngineError? = nil,
    _ message: String? = nil
  ) {
    let line = update.line(result, error)
    if output.isVerbose { Console.printError(SafeText(line)) }
    output.log?.record(result == .accepted ? .info : .warning, line)
    guard output.isJSON else { return }
    var record = record(update)
    record["result"] = result
    record["code"] = error?.code.name
    record["http"] = error?.httpStatus
    record["message"] = message?.cutForJSON
    print(record)
  }

  private func print(_ record: JSONRecord) {
    guard outputFailure == nil else { return }
    do throws(CommandError) { try Console.print(encoding: record) } catch {
      outputFailure = error
      onOutputLost?()
    }
  }

  private func record(_ update: VehicleUpdate) -> JSONRecord {
    var record = record("update")
    let sent = update.vehicle
    record["state"] = sent.state.wireName
    record["mask"] = update.mask
    if let location = sent.lastLocation, let place = location.location {
      record.set(place)
      record["heading"] = location.heading
      record["speed_mps"] = location.speed.map { (max(0, $0) * 10).rounded() / 10 }
    }
    if update.mask.contains("navigationStatus") {
      record["navigation"] = sent.navigationStatus.wireName
    }
    if update.mask.contains("currentRouteSegment") {
      record["route_points"] = sent.route?.count ?? 0
      record["destination"] = sent.currentRouteSegmentEndPoint.map { waypoint in
        var destination = JSONRecord(waypoint)
        if !waypoint.type.isKnown { destination["kind"] = String?.none }
        return destination
      }
    }
    record["remaining_m"] = sent.remainingDistanceMeters
    record["remaining_s"] = sent.remainingTimeSeconds
    return record
  }

  private func record(_ mismatch: DestinationMismatch) -> JSONRecord {
    var record = record("mismatch")
    record["destination"] = JSONRecord(mismatch.destination)
    record["waypoint"] = JSONRecord(mismatch.waypoint)
    record["trip"] = mismatch.tripID?.cutForJSON
    record["kind"] = mismatch.type.isKnown ? mismatch.type.label : nil
    record["distance_m"] = Int(min(mismatch.meters, 1e9).rounded())
    return record
  }

  private static func sentence(_ mismatch: DestinationMismatch) -> SafeText {
    let stop = mismatch.type.isKnown ? "the \(mismatch.type.label)" : "a waypoint"
    let trip = mismatch.tripID.map { " of trip \($0)" } ?? ""
    return SafeText(
      "The vehicle is guided to \(ShownPlace.text(mismatch.destination)), but its next waypoint on "
        + "the server is \(stop)\(trip) at \(ShownPlace.text(mismatch.waypoint)), "
        + "\(ShownLength.distance(meters: mismatch.meters)) away. Riders see the wrong route.")
  }
}

enum UpdateResult: String, Encodable, Sendable {
  case accepted
  case failed
  case emptyMask = "empty_mask"
}

extension VehicleUpdate {
  /// The line that `drive --verbose` prints, not yet cleaned.
  func line(_ result: UpdateResult, _ error: FleetEngineError?) -> String {
    var parts = [vehicleState.wireName]
    if let place = location?.location { parts.append("at " + ShownPlace.text(place)) }
    if mask.contains("navigationStatus") { parts.append(vehicle.navigationStatus.wireName) }
    if mask.contains("currentRouteSegment") {
      parts.append("route of \(vehicle.route?.count ?? 0) points")
    }
    if let meters = vehicle.remainingDistanceMeters {
      parts.append(ShownLength.distance(meters: Double(meters)) + " left")
    }
    if let seconds = vehicle.remainingTimeSeconds {
      parts.append(ShownLength.time(.seconds(seconds)) + " left")
    }
    let outcome =
      switch result {
      case .accepted: "accepted"
      case .failed: error.map { "failed, \($0.code.name)" } ?? "failed"
      case .emptyMask: "refused for an empty mask, which does not count as a failure"
      }
    return "Update \(outcome): \(parts.joined(separator: ", ")) (\(mask.joined(separator: ",")))"
  }
}
