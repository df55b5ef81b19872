public import FleetEngine

/// Receives the events of a ``Navigator``.
@MainActor public protocol NavigatorListener: AnyObject {
  /// Called when the status changes.
  func navigator(_ navigator: Navigator, didChange status: NavigationStatus)
  /// Called when the route or its traffic changes, or the route ends.
  func navigatorDidChangeRoute(_ navigator: Navigator)
  /// Called when the vehicle arrives, with the waypoint if the route has one.
  func navigator(_ navigator: Navigator, didArriveAt waypoint: TripWaypoint?)
  /// Called when no new route was found for a vehicle off its route.
  ///
  /// The search is repeated while the vehicle stays off its route.
  func navigator(_ navigator: Navigator, didFailToReroute error: RouteFinderError)
}

extension NavigatorListener {
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didChange status: NavigationStatus) {}
  /// Does nothing.
  public func navigatorDidChangeRoute(_ navigator: Navigator) {}
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didArriveAt waypoint: TripWaypoint?) {}
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didFailToReroute error: RouteFinderError) {}
}

/// Weak references to listeners, in the order of their addition.
struct WeakListeners<Listener> {
  private struct Entry { weak var object: AnyObject? }

  private var entries: [Entry] = []

  var all: [Listener] { entries.compactMap { $0.object as? Listener } }

  mutating func add(_ listener: Listener) {
    let object = listener as AnyObject
    entries.removeAll { $0.object == nil }
    guard !entries.contains(where: { $0.object === object }) else { return }
    entries.append(Entry(object: object))
  }

  mutating func remove(_ listener: Listener) {
    let object = listener as AnyObject
    entries.removeAll { $0.object == nil || $0.object === object }
  }
}
