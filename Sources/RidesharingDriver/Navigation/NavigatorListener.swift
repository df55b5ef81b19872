public import FleetEngine

/// Somebody who wants to know what navigation does.
@MainActor
public protocol NavigatorListener: AnyObject {
  /// Hears of a new status.
  func navigator(_ navigator: Navigator, didChange status: NavigationStatus)
  /// Hears of a new route, or of none.
  func navigatorDidChangeRoute(_ navigator: Navigator)
  /// Hears that the vehicle has come to its destination.
  ///
  /// - Parameters:
  ///   - navigator: Who tells.
  ///   - waypoint: The waypoint there, if the route has one.
  func navigator(_ navigator: Navigator, didArriveAt waypoint: TripWaypoint?)
  /// Hears that no new way was found for a vehicle that has left its route.
  ///
  /// It is looked for again while the vehicle stays off its route.
  ///
  /// - Parameters:
  ///   - navigator: Who tells.
  ///   - error: Why there is none.
  func navigator(_ navigator: Navigator, didFailToReroute error: RouterError)
}

extension NavigatorListener {
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didChange status: NavigationStatus) {}
  /// Does nothing.
  public func navigatorDidChangeRoute(_ navigator: Navigator) {}
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didArriveAt waypoint: TripWaypoint?) {}
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didFailToReroute error: RouterError) {}
}
