internal import CellGrid
internal import FleetEngine
internal import RidesharingDriver

/// How a vehicle's updates fare, told on standard error where they fail.
@MainActor
final class UpdateLog: VehicleReporterListener {
  private let name: VehicleName
  private let endpoint: String
  private var sent = 0
  private var failed = 0
  /// Whether another call has said already that the server does not answer.
  var isLossTold = false
  /// What became of the newest update; nil if it was accepted.
  private(set) var newestFailure: FleetEngineError?

  /// Creates a log without updates.
  ///
  /// - Parameters:
  ///   - name: The vehicle.
  ///   - endpoint: The server, for people.
  init(name: VehicleName, endpoint: String) {
    self.name = name
    self.endpoint = endpoint
  }

  /// What has become of the updates, for people, once the vehicle was taken offline.
  var summary: String {
    let state = newestFailure == nil ? "the vehicle is offline" : "the last one failed"
    return "\(sent) updates sent, \(failed) failed; \(state)."
  }

  func vehicleReporter(_ vehicleReporter: VehicleReporter, didSucceed vehicleUpdate: VehicleUpdate)
  {
    sent += 1
    newestFailure = nil
    isLossTold = false
  }

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) {
    failed += 1
    guard case .call(let call) = error else { return }
    // One line for each kind of failure in a row, not one for each report.
    let isTold = newestFailure == nil ? isLossTold : newestFailure?.code == call.code
    if !isTold {
      let sentence = FailedCall(resource: name.description, endpoint: endpoint, error: call)
        .sentence
      Console.note(SafeText(sentence + " Reporting goes on."))
    }
    newestFailure = call
  }
}
