public import CoreLocation
internal import FleetEngine
public import RidesharingDriver

/// Receives the vehicle's locations on the road.
@MainActor @preconcurrency public protocol GMSRoadSnappedLocationProviderListener: AnyObject {
  /// Called with a new location.
  func locationProvider(_ provider: GMSRoadSnappedLocationProvider, didUpdate location: CLLocation)
}

/// Delivers the vehicle's locations on the road to its listeners, as in the Navigation SDK.
@MainActor @preconcurrency public final class GMSRoadSnappedLocationProvider {
  /// The library's provider, which receives the locations from the host.
  public let provider: RoadSnappedLocationProvider
  /// Whether the SDK delivers locations in the background; kept only.
  public var allowsBackgroundLocationUpdates = false
  private var bridges = WeakBridges<LocationListenerBridge>()

  /// Wraps a provider of the library.
  public init(_ provider: RoadSnappedLocationProvider) { self.provider = provider }

  /// The vehicle's last location; nil before the first.
  public var location: CLLocation? { provider.lastLocation.flatMap { CLLocation($0) } }

  /// Adds a listener, which is held weakly; adding it again, or nil, does nothing.
  ///
  /// A vehicle reporter receives the library's locations, which have more properties.
  public func add(_ listener: (any GMSRoadSnappedLocationProviderListener)?) {
    guard let listener else { return }
    if let reporter = listener as? GMTDVehicleReporter { return provider.add(reporter.reporter) }
    if let bridge = bridges.add(listener, of: self) { provider.add(bridge) }
  }

  /// Removes a listener; nil does nothing.
  public func remove(_ listener: (any GMSRoadSnappedLocationProviderListener)?) {
    guard let listener else { return }
    if let reporter = listener as? GMTDVehicleReporter { return provider.remove(reporter.reporter) }
    if let bridge = bridges.remove(listener) { provider.remove(bridge) }
  }

  /// Starts the delivery of locations.
  public func startUpdatingLocation() { provider.startUpdatingLocation() }

  /// Stops the delivery of locations.
  public func stopUpdatingLocation() { provider.stopUpdatingLocation() }
}

/// Forwards the library's callbacks to an SDK listener.
final class LocationListenerBridge: WeakBridge<
  GMSRoadSnappedLocationProvider, any GMSRoadSnappedLocationProviderListener
>, RoadSnappedLocationProviderListener
{
  func locationProvider(_: RoadSnappedLocationProvider, didUpdate location: VehicleLocation) {
    guard let location = CLLocation(location) else { return }
    notify { $0.locationProvider($1, didUpdate: location) }
  }
}
