internal import FleetEngine
internal import Viewer

extension CommandError {
  /// The end of a command that cannot have a vehicle's trips.
  ///
  /// - Parameters:
  ///   - error: The failed call.
  ///   - vehicle: The vehicle.
  ///   - endpoint: The server that was asked.
  init(_ error: FleetEngineError, vehicle: VehicleName, endpoint: String) {
    let call = FailedCall(resource: vehicle.description, endpoint: endpoint, error: error)
    let isRefused = [.permissionDenied, .unauthenticated].contains(error.code)
    self.init(
      ExitStatus(error),
      isRefused ? "\(call.sentence) \(VehicleAdvice.role)" : call.sentence
    )
  }
}
