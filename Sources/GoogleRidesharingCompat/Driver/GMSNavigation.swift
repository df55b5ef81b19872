internal import FleetEngine
public import RidesharingDriver

/// What guides a vehicle, of the name that it has in the Navigation SDK.
///
/// There is no router in the library: its ``navigator`` is given routes, not destinations.
@MainActor
@preconcurrency
public final class GMSNavigator {
  /// The library's navigator.
  public let navigator: Navigator

  /// Creates the object of a navigator.
  public init(_ navigator: Navigator) {
    self.navigator = navigator
  }

  /// Starts guidance along a route, in the place of the SDK's `setDestinations`.
  ///
  /// - Parameter route: The way to the vehicle's next waypoint.
  public func setDestination(_ route: NavigationRoute) { navigator.setDestination(route) }

  /// Ends guidance.
  public func clearDestinations() { navigator.clearDestinations() }
}

/// Somebody who wants to know where the vehicle is on the road.
@MainActor
@preconcurrency
public protocol GMSRoadSnappedLocationProviderListener: AnyObject {
  /// Hears of a new location.
  ///
  /// - Parameters:
  ///   - provider: Who tells.
  ///   - location: Where the vehicle is, in the place of Core Location's value.
  func locationProvider(
    _ provider: GMSRoadSnappedLocationProvider,
    didUpdate location: GMTSVehicleLocation
  )
}

/// Hands the vehicle's locations on the road to its listeners, of the name that it has in the
/// Navigation SDK.
@MainActor
@preconcurrency
public final class GMSRoadSnappedLocationProvider {
  /// The library's provider, which is given the locations.
  public let provider: RoadSnappedLocationProvider
  private var bridges = WeakBridges<LocationListenerBridge>()

  /// Creates the object of a provider.
  public init(_ provider: RoadSnappedLocationProvider) {
    self.provider = provider
  }

  /// Adds a listener, which is not kept alive; adding it again changes nothing.
  public func add(_ listener: any GMSRoadSnappedLocationProviderListener) {
    guard !bridges.contains(listener) else { return }
    let bridge = LocationListenerBridge(listener, provider: self)
    bridges.add(bridge)
    provider.add(bridge)
  }

  /// Removes a listener.
  public func remove(_ listener: any GMSRoadSnappedLocationProviderListener) {
    if let bridge = bridges.remove(listener) { provider.remove(bridge) }
  }

  /// Starts to hand locations on.
  public func startUpdatingLocation() { provider.startUpdatingLocation() }

  /// Stops handing locations on.
  public func stopUpdatingLocation() { provider.stopUpdatingLocation() }
}

/// Tells a listener of the SDK what a listener of the library is told.
@MainActor
final class LocationListenerBridge: RoadSnappedLocationProviderListener, WeakBridge {
  private weak var listener: (any GMSRoadSnappedLocationProviderListener)?
  private weak var provider: GMSRoadSnappedLocationProvider?

  init(
    _ listener: any GMSRoadSnappedLocationProviderListener,
    provider: GMSRoadSnappedLocationProvider
  ) {
    self.listener = listener
    self.provider = provider
  }

  var target: AnyObject? { listener }

  func locationProvider(
    _ inner: RoadSnappedLocationProvider,
    didUpdate location: VehicleLocation
  ) {
    guard let provider else { return }
    listener?.locationProvider(provider, didUpdate: GMTSVehicleLocation(location))
  }
}
