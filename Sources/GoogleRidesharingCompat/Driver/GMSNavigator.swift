public import CoreLocation
internal import FleetEngine
public import Foundation
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
  /// Whether the SDK notifies the driver in the background; kept only.
  public var sendsBackgroundNotifications = true
  private var bridges = WeakBridges<NavigatorListenerBridge>()

  /// Creates the object of a navigator.
  public init(_ navigator: Navigator) {
    self.navigator = navigator
  }

  /// Adds a listener, which is not kept alive; adding it again changes nothing.
  public func add(_ listener: any GMSNavigatorListener) {
    guard !bridges.contains(listener) else { return }
    let bridge = NavigatorListenerBridge(listener, navigator: self)
    bridges.add(bridge)
    navigator.add(bridge)
  }

  /// Removes a listener.
  @discardableResult
  public func remove(_ listener: any GMSNavigatorListener) -> Bool {
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
  public func setDestination(_ route: NavigationRoute) { navigator.setDestination(route) }

  /// Ends guidance.
  public func clearDestinations() { navigator.clearDestinations() }
}
