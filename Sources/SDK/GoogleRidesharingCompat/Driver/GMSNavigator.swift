public import CoreLocation
internal import FleetEngine
public import Foundation
public import RidesharingDriver

/// Guides a vehicle, as in the Navigation SDK.
///
/// Set the router on the class before a map is created; the default draws straight lines.
@MainActor @preconcurrency public final class GMSNavigator {
  /// Finds routes for the navigators of maps that are created from now on.
  public static var router: any RouteFinder = StraightLineRouter()

  /// The library's navigator.
  public let navigator: Navigator
  /// Whether the SDK notifies the driver in the background; kept only.
  public var sendsBackgroundNotifications = true
  private var bridges = WeakBridges<NavigatorListenerBridge>()

  /// Wraps a navigator of the library.
  public init(_ navigator: Navigator) { self.navigator = navigator }

  /// Adds a listener, which is held weakly; adding it again does nothing.
  public func add(_ listener: any GMSNavigatorListener) {
    if let bridge = bridges.add(listener, of: self) { navigator.add(bridge) }
  }

  /// Removes a listener and returns whether it was there.
  @discardableResult public func remove(_ listener: any GMSNavigatorListener) -> Bool {
    guard let bridge = bridges.remove(listener) else { return false }
    navigator.remove(bridge)
    return true
  }

  /// Seconds to the destination; 0 without one.
  public var timeToNextDestination: TimeInterval {
    navigator.remainingTime.map { $0 / .seconds(1) } ?? 0
  }

  /// Meters to the destination; 0 without one.
  public var distanceToNextDestination: CLLocationDistance {
    navigator.remainingDistanceMeters ?? 0
  }

  /// Whether the driver is guided; true by default.
  public var isGuidanceActive: Bool {
    get { navigator.isGuidanceActive }
    set { navigator.isGuidanceActive = newValue }
  }

  /// Finds a route through 1 to 25 destinations, starts guidance and calls back with the result.
  ///
  /// The first destination has to be the vehicle's next waypoint in Fleet Engine; otherwise its
  /// trips show the wrong route. See docs/protocol.md, "Vehicle reporting".
  public func setDestinations(
    _ destinations: [GMSNavigationWaypoint], callback: @escaping GMSRouteStatusCallback
  ) {
    // Unstructured: the SDK responds through the callback too.
    Task { callback(await setDestinations(destinations)) }
  }

  /// Finds a route through 1 to 25 destinations and starts guidance.
  public func setDestinations(_ destinations: [GMSNavigationWaypoint]) async -> GMSRouteStatus {
    guard !destinations.isEmpty else { return .noWaypointsError }
    guard navigator.place != nil else { return .locationUnavailable }
    do throws(RouteFinderError) {
      try await navigator.setDestinations(destinations.map(\.value))
      return .OK
    } catch { return GMSRouteStatus(error) }
  }

  /// Continues to the next destination after an arrival, and returns it; nil after the last.
  @discardableResult public func continueToNextDestination() -> GMSNavigationWaypoint? {
    navigator.continueToNextDestination().map { GMSNavigationWaypoint(GMTSTripWaypoint($0)) }
  }

  /// Starts guidance along a route that the app has found.
  public func setDestination(_ route: NavigationRoute) { navigator.setDestination(route) }

  /// Ends guidance.
  public func clearDestinations() { navigator.clearDestinations() }
}

/// Receives a navigator's events; all methods are optional.
@MainActor @preconcurrency public protocol GMSNavigatorListener: AnyObject {
  /// Called when the vehicle has arrived at a destination.
  func navigator(_ navigator: GMSNavigator, didArriveAt waypoint: GMSNavigationWaypoint)
  /// Called when the route has changed or was removed.
  func navigatorDidChangeRoute(_ navigator: GMSNavigator)
  /// Called with the seconds to the destination when the route changes.
  func navigator(_ navigator: GMSNavigator, didUpdateRemainingTime time: TimeInterval)
  /// Called with the meters to the destination when the route changes.
  func navigator(_ navigator: GMSNavigator, didUpdateRemainingDistance distance: CLLocationDistance)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension GMSNavigatorListener {
  public func navigator(_: GMSNavigator, didArriveAt _: GMSNavigationWaypoint) {}
  public func navigatorDidChangeRoute(_: GMSNavigator) {}
  public func navigator(_: GMSNavigator, didUpdateRemainingTime _: TimeInterval) {}
  public func navigator(_: GMSNavigator, didUpdateRemainingDistance _: CLLocationDistance) {}
}

/// Forwards the library's callbacks to an SDK listener.
final class NavigatorListenerBridge: WeakBridge<GMSNavigator, any GMSNavigatorListener>,
  NavigatorListener
{
  func navigatorDidChangeRoute(_ inner: Navigator) {
    notify { listener, navigator in
      listener.navigatorDidChangeRoute(navigator)
      guard inner.route != nil else { return }
      listener.navigator(navigator, didUpdateRemainingTime: navigator.timeToNextDestination)
      listener.navigator(navigator, didUpdateRemainingDistance: navigator.distanceToNextDestination)
    }
  }

  func navigator(_: Navigator, didArriveAt waypoint: TripWaypoint?) {
    guard let waypoint else { return }
    let destination = GMSNavigationWaypoint(GMTSTripWaypoint(waypoint))
    notify { $0.navigator($1, didArriveAt: destination) }
  }
}
