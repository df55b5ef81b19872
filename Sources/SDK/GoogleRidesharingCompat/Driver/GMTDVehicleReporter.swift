public import CoreLocation
internal import FleetEngine
public import Foundation
public import RidesharingDriver

/// Reports a vehicle's location, state and route to Fleet Engine.
///
/// Add it to the location provider of a map. See docs/protocol.md, "Driver entry points" and
/// "Vehicle reporting".
@MainActor @preconcurrency
public final class GMTDVehicleReporter: GMSRoadSnappedLocationProviderListener {
  /// The library's reporter.
  public let reporter: VehicleReporter
  private var bridges = WeakBridges<ReporterListenerBridge>()

  /// Wraps a reporter of the library.
  public init(_ reporter: VehicleReporter) { self.reporter = reporter }

  /// Whether updates are sent at the reporting interval; false by default.
  ///
  /// Disabling takes the vehicle offline with a last update. After enabling, the vehicle stays
  /// offline until it is set online.
  public var locationTrackingEnabled: Bool {
    get { reporter.locationTrackingEnabled }
    set { reporter.locationTrackingEnabled = newValue }
  }

  /// The shortest time between two updates in seconds, clamped to 5...60; 10 by default.
  public var locationReportingInterval: TimeInterval {
    get { reporter.locationReportingInterval }
    set { reporter.locationReportingInterval = newValue }
  }

  /// Another name of ``locationReportingInterval``, which one guide uses.
  public var locationUpdateInterval: TimeInterval {
    get { locationReportingInterval }
    set { locationReportingInterval = newValue }
  }

  /// Requests a state of the vehicle.
  public func update(_ state: GMTDVehicleState) { reporter.update(state.value) }

  /// Adds a listener, which is held weakly; adding it again does nothing.
  public func add(_ listener: any GMTDVehicleReporterListener) {
    if let bridge = bridges.add(listener, of: self) { reporter.add(bridge) }
  }

  /// Removes a listener.
  public func remove(_ listener: any GMTDVehicleReporterListener) {
    if let bridge = bridges.remove(listener) { reporter.remove(bridge) }
  }

  /// Reports a location that an app delivers itself.
  public func locationProvider(
    _ provider: GMSRoadSnappedLocationProvider, didUpdate location: CLLocation
  ) { reporter.locationProvider(provider.provider, didUpdate: VehicleLocation(location)) }
}

extension Optional where Wrapped == GMTDVehicleReporter {
  /// Whether updates are sent; false without a reporter.
  @MainActor @preconcurrency public var locationTrackingEnabled: Bool {
    get { self?.locationTrackingEnabled ?? false }
    nonmutating set { self?.locationTrackingEnabled = newValue }
  }

  /// The shortest time between two updates in seconds; 10 without a reporter.
  @MainActor @preconcurrency public var locationReportingInterval: TimeInterval {
    get { self?.locationReportingInterval ?? 10 }
    nonmutating set { self?.locationReportingInterval = newValue }
  }

  /// Another name of ``locationReportingInterval``, which one guide uses.
  @MainActor @preconcurrency public var locationUpdateInterval: TimeInterval {
    get { locationReportingInterval }
    nonmutating set { locationReportingInterval = newValue }
  }

  /// Requests a state of the vehicle.
  @MainActor @preconcurrency public func update(_ state: GMTDVehicleState) { self?.update(state) }

  /// Adds a listener, which is held weakly.
  @MainActor @preconcurrency
  public func add(_ listener: any GMTDVehicleReporterListener) { self?.add(listener) }

  /// Removes a listener.
  @MainActor @preconcurrency
  public func remove(_ listener: any GMTDVehicleReporterListener) { self?.remove(listener) }
}

/// One update of a vehicle.
///
/// See docs/protocol.md, "Driver entry points".
public final class GMTDVehicleUpdate: GMTSValue<VehicleUpdate>, @unchecked Sendable {
  /// The reported state.
  public var vehicleState: GMTDVehicleState { GMTDVehicleState(value.vehicleState) }
  /// The reported location, if any.
  public var location: GMTSVehicleLocation? { value.location.map(GMTSVehicleLocation.init) }
}

/// Receives the results of a vehicle's updates; both methods are optional.
///
/// See docs/protocol.md, "Vehicle reporting".
@MainActor @preconcurrency public protocol GMTDVehicleReporterListener: AnyObject {
  /// Called when the server has accepted an update.
  func vehicleReporter(_ reporter: GMTDVehicleReporter, didSucceed vehicleUpdate: GMTDVehicleUpdate)

  /// Called when an update has failed; the error bridges to an `NSError` of the domain `io.grpc`.
  func vehicleReporter(
    _ reporter: GMTDVehicleReporter, didFail vehicleUpdate: GMTDVehicleUpdate,
    withError error: any Error)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension GMTDVehicleReporterListener {
  public func vehicleReporter(_: GMTDVehicleReporter, didSucceed _: GMTDVehicleUpdate) {}
  public func vehicleReporter(
    _: GMTDVehicleReporter, didFail _: GMTDVehicleUpdate, withError _: any Error
  ) {}
}

/// Forwards the library's callbacks to an SDK listener.
final class ReporterListenerBridge: WeakBridge<
  GMTDVehicleReporter, any GMTDVehicleReporterListener
>, VehicleReporterListener
{
  func vehicleReporter(_: VehicleReporter, didSucceed update: VehicleUpdate) {
    notify { $0.vehicleReporter($1, didSucceed: GMTDVehicleUpdate(update)) }
  }

  func vehicleReporter(
    _: VehicleReporter, didFail update: VehicleUpdate, withError error: VehicleReporterError
  ) { notify { $0.vehicleReporter($1, didFail: GMTDVehicleUpdate(update), withError: error) } }
}
