public import CoreLocation
public import FleetEngine
public import Foundation
public import RidesharingDriver

/// Reports a vehicle's location, state and route to Fleet Engine.
///
/// It has to be added to a map's provider of locations. Source: contract 6.1 and 6.2.
@MainActor
@preconcurrency
public final class GMTDVehicleReporter: GMSRoadSnappedLocationProviderListener {
  /// The library's reporter.
  public let reporter: VehicleReporter
  private var bridges = WeakBridges<ReporterListenerBridge>()

  /// Creates the object of a reporter.
  public init(_ reporter: VehicleReporter) {
    self.reporter = reporter
  }

  /// Whether updates are sent at the reporting interval; false at first.
  ///
  /// Disabling takes the vehicle offline with one last update. After enabling the vehicle stays
  /// offline until it is set online.
  public var locationTrackingEnabled: Bool {
    get { reporter.locationTrackingEnabled }
    set { reporter.locationTrackingEnabled = newValue }
  }

  /// The shortest time between two updates in seconds, brought into 5...60, 10 at first.
  public var locationReportingInterval: TimeInterval {
    get { reporter.locationReportingInterval }
    set { reporter.locationReportingInterval = newValue }
  }

  /// The same interval by the name that a guide gives it.
  public var locationUpdateInterval: TimeInterval {
    get { locationReportingInterval }
    set { locationReportingInterval = newValue }
  }

  /// Sets the state that the vehicle is to have.
  public func update(_ state: GMTDVehicleState) { reporter.update(state.value) }

  /// Adds a listener, which is not kept alive; adding it again changes nothing.
  public func add(_ listener: any GMTDVehicleReporterListener) {
    guard !bridges.contains(listener) else { return }
    let bridge = ReporterListenerBridge(listener, reporter: self)
    bridges.add(bridge)
    reporter.add(bridge)
  }

  /// Removes a listener.
  public func remove(_ listener: any GMTDVehicleReporterListener) {
    if let bridge = bridges.remove(listener) { reporter.remove(bridge) }
  }

  /// Takes a new location of the vehicle, where an app hands it on itself.
  public func locationProvider(
    _ provider: GMSRoadSnappedLocationProvider,
    didUpdate location: CLLocation
  ) {
    reporter.locationProvider(provider.provider, didUpdate: VehicleLocation(location))
  }
}

/// Whether a vehicle takes trips, as the driver's side numbers it.
///
/// Source: contract 6.1.
public enum GMTDVehicleState: Int, Sendable {
  case offline = 0
  case online = 1

  /// The SDK's name of a state, offline for one that is neither.
  public init(_ value: VehicleState) {
    self = value == .online ? .online : .offline
  }

  /// The library's state.
  public var value: VehicleState {
    switch self {
    case .offline: .offline
    case .online: .online
    }
  }
}
