internal import FleetEngine
internal import Foundation
public import RidesharingDriver

/// One update of a vehicle, as it was sent or was to be sent.
///
/// Source: contract 6.1.
public final class GMTDVehicleUpdate: GMTSValue<VehicleUpdate>, @unchecked Sendable {
  /// The state that is reported.
  public var vehicleState: GMTDVehicleState { GMTDVehicleState(value.vehicleState) }
  /// The location that is reported, if one is.
  public var location: GMTSVehicleLocation? { value.location.map(GMTSVehicleLocation.init) }
}

/// Somebody who wants to know how a vehicle's updates fare.
///
/// Both methods are optional. Source: contract 6.2.
@MainActor
@preconcurrency
public protocol GMTDVehicleReporterListener: AnyObject {
  /// Hears of an update that the server accepted.
  func vehicleReporter(
    _ vehicleReporter: GMTDVehicleReporter,
    didSucceed vehicleUpdate: GMTDVehicleUpdate
  )

  /// Hears of an update that failed; the error bridges to one of the domain `io.grpc`.
  func vehicleReporter(
    _ vehicleReporter: GMTDVehicleReporter,
    didFail vehicleUpdate: GMTDVehicleUpdate,
    withError error: any Error
  )
}

extension GMTDVehicleReporterListener {
  /// Does nothing.
  public func vehicleReporter(
    _ vehicleReporter: GMTDVehicleReporter,
    didSucceed vehicleUpdate: GMTDVehicleUpdate
  ) {}
  /// Does nothing.
  public func vehicleReporter(
    _ vehicleReporter: GMTDVehicleReporter,
    didFail vehicleUpdate: GMTDVehicleUpdate,
    withError error: any Error
  ) {}
}

/// Tells a listener of the SDK what a listener of the library is told.
@MainActor
final class ReporterListenerBridge: VehicleReporterListener, WeakBridge {
  private(set) weak var listener: (any GMTDVehicleReporterListener)?
  private weak var reporter: GMTDVehicleReporter?

  init(_ listener: any GMTDVehicleReporterListener, reporter: GMTDVehicleReporter) {
    self.listener = listener
    self.reporter = reporter
  }

  var target: AnyObject? { listener }

  func vehicleReporter(_ inner: VehicleReporter, didSucceed vehicleUpdate: VehicleUpdate) {
    guard let reporter else { return }
    listener?.vehicleReporter(reporter, didSucceed: GMTDVehicleUpdate(vehicleUpdate))
  }

  func vehicleReporter(
    _ inner: VehicleReporter,
    didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) {
    guard let reporter else { return }
    listener?.vehicleReporter(
      reporter,
      didFail: GMTDVehicleUpdate(vehicleUpdate),
      withError: error
    )
  }
}
