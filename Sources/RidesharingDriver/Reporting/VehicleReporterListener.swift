/// Somebody who wants to know how a vehicle's updates fare.
///
/// A listener hears of periodic and single updates alike. Source: contract 6.2.
@MainActor
public protocol VehicleReporterListener: AnyObject {
  /// Hears of an update that the server accepted.
  func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didSucceed vehicleUpdate: VehicleUpdate
  )
  /// Hears of an update that failed; tracking goes on with newer data.
  func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  )
}

extension VehicleReporterListener {
  /// Does nothing.
  public func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didSucceed vehicleUpdate: VehicleUpdate
  ) {}
  /// Does nothing.
  public func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) {}
}
