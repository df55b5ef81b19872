public import CoreLocation
internal import FleetEngine
public import Foundation
internal import RidesharingDriver

/// Who wants to know what navigation does, of the name that it has in the Navigation SDK.
///
/// All methods are optional.
@MainActor
@preconcurrency
public protocol GMSNavigatorListener: AnyObject {
  /// Called when the vehicle has come to a destination.
  func navigator(_ navigator: GMSNavigator, didArriveAt waypoint: GMSNavigationWaypoint)

  /// Called when there is another route, or none any more.
  func navigatorDidChangeRoute(_ navigator: GMSNavigator)

  /// Called with the seconds to the destination when the route changes.
  func navigator(_ navigator: GMSNavigator, didUpdateRemainingTime time: TimeInterval)

  /// Called with the meters to the destination when the route changes.
  func navigator(
    _ navigator: GMSNavigator,
    didUpdateRemainingDistance distance: CLLocationDistance
  )
}

extension GMSNavigatorListener {
  /// Does nothing.
  public func navigator(_ navigator: GMSNavigator, didArriveAt waypoint: GMSNavigationWaypoint) {}
  /// Does nothing.
  public func navigatorDidChangeRoute(_ navigator: GMSNavigator) {}
  /// Does nothing.
  public func navigator(_ navigator: GMSNavigator, didUpdateRemainingTime time: TimeInterval) {}
  /// Does nothing.
  public func navigator(
    _ navigator: GMSNavigator,
    didUpdateRemainingDistance distance: CLLocationDistance
  ) {}
}

/// Calls a listener of the SDK for what the library tells its own.
@MainActor
final class NavigatorListenerBridge: NavigatorListener, WeakBridge {
  private weak var listener: (any GMSNavigatorListener)?
  private weak var navigator: GMSNavigator?

  init(_ listener: any GMSNavigatorListener, navigator: GMSNavigator) {
    self.listener = listener
    self.navigator = navigator
  }

  var target: AnyObject? { listener }

  func navigatorDidChangeRoute(_ inner: Navigator) {
    guard let navigator else { return }
    listener?.navigatorDidChangeRoute(navigator)
    guard inner.route != nil else { return }
    listener?.navigator(navigator, didUpdateRemainingTime: navigator.timeToNextDestination)
    listener?.navigator(navigator, didUpdateRemainingDistance: navigator.distanceToNextDestination)
  }

  func navigator(_ inner: Navigator, didArriveAt waypoint: TripWaypoint?) {
    guard let navigator, let waypoint else { return }
    listener?.navigator(navigator, didArriveAt: GMSNavigationWaypoint(GMTSTripWaypoint(waypoint)))
  }
}
