internal import FleetEngine
public import RidesharingDriver

/// What guides a vehicle, of the name that it has in the Navigation SDK.
///
/// What finds ways is set on the class, before a map is made; without a word ways are straight lines.
@MainActor
@preconcurrency
public final class GMSNavigator {
  /// What finds ways for the navigators of maps that are made from now on.
  public static var router: any Router = StraightLineRouter()

  /// The library's navigator.
  public let navigator: Navigator

  /// Creates the object of a navigator.
  public init(_ navigator: Navigator) {
    self.navigator = navigator
  }

  /// Whether the driver is guided; true at first.
  public var isGuidanceActive: Bool {
    get { navigator.isGuidanceActive }
    set { navigator.isGuidanceActive = newValue }
  }

  /// Finds a way through destinations and starts guidance along it.
  ///
  /// The first one has to be the waypoint that Fleet Engine has as the vehicle's next, or its trips
  /// show the wrong way. Source: contract 6.2.
  ///
  /// - Parameters:
  ///   - destinations: The destinations in their order, 1 to 25.
  ///   - callback: Told what became of it.
  public func setDestinations(
    _ destinations: [GMSNavigationWaypoint],
    callback: @escaping GMSRouteStatusCallback
  ) {
    // Not a child of any task: the SDK answers through the callback too.
    Task { callback(await setDestinations(destinations)) }
  }

  /// Finds a way through destinations and starts guidance along it.
  ///
  /// - Parameter destinations: The destinations in their order, 1 to 25.
  /// - Returns: What became of it.
  public func setDestinations(_ destinations: [GMSNavigationWaypoint]) async -> GMSRouteStatus {
    guard !destinations.isEmpty else { return .noWaypointsError }
    guard navigator.place != nil else { return .locationUnavailable }
    do throws(RouterError) {
      try await navigator.setDestinations(destinations.map(\.value))
      return .OK
    } catch {
      return GMSRouteStatus(error)
    }
  }

  /// Goes on to the destination after the one that has been reached.
  ///
  /// - Returns: The destination that the vehicle is guided to now; nil after the last.
  @discardableResult
  public func continueToNextDestination() -> GMSNavigationWaypoint? {
    navigator.continueToNextDestination().map { GMSNavigationWaypoint(GMTSTripWaypoint($0)) }
  }

  /// Starts guidance along a route that the app has found itself.
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
