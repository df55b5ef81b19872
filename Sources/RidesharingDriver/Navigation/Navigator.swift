public import FleetEngine
internal import Geo

/// Somebody who wants to know what navigation does.
@MainActor
public protocol NavigatorListener: AnyObject {
  /// Hears of a new status.
  ///
  /// - Parameters:
  ///   - navigator: Who tells.
  ///   - status: The new status.
  func navigator(_ navigator: Navigator, didChange status: NavigationStatus)
  /// Hears of a new route, or of none.
  ///
  /// - Parameter navigator: Who tells.
  func navigatorDidChangeRoute(_ navigator: Navigator)
}

extension NavigatorListener {
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didChange status: NavigationStatus) {}
  /// Does nothing.
  public func navigatorDidChangeRoute(_ navigator: Navigator) {}
}

/// Knows the way to the next destination and how much of it is left.
///
/// It follows locations of a provider that it was added to. Source: contract 6.3.
@MainActor
public final class Navigator: RoadSnappedLocationProviderListener {
  /// The distance in metres from which on the vehicle has arrived.
  public static let arrivalDistanceInMeters = 50.0
  /// How far back and ahead of the last place on the route the next one is looked for, in metres.
  private static let searchBehind = 100.0
  private static let searchAhead = 2_000.0

  /// The way to the destination, if there is one.
  public private(set) var route: NavigationRoute?
  /// A number that changes whenever the route or its traffic does.
  public private(set) var routeRevision = 0
  /// What navigation does.
  public private(set) var status: NavigationStatus = .noGuidance
  /// How far the vehicle has come along the route, in metres.
  public private(set) var metersFromStart = 0.0
  private var listeners = WeakListeners<any NavigatorListener>()

  /// Creates a navigator without a destination.
  public init() {}

  /// Adds a listener, which is not kept alive; adding it again changes nothing.
  public func add(_ listener: any NavigatorListener) {
    listeners.add(listener)
  }

  /// Removes a listener.
  public func remove(_ listener: any NavigatorListener) {
    listeners.remove(listener)
  }

  /// Starts guidance along a route.
  ///
  /// The end point has to be the waypoint that Fleet Engine has as the vehicle's next, or its trips
  /// show the wrong way.
  ///
  /// - Parameter route: The way to the destination, from where the vehicle is.
  public func setDestination(_ route: NavigationRoute) {
    self.route = route
    routeRevision += 1
    metersFromStart = 0
    for listener in listeners.present() { listener.navigatorDidChangeRoute(self) }
    change(to: .enrouteToDestination)
  }

  /// Ends guidance.
  public func clearDestinations() {
    guard route != nil else { return }
    route = nil
    routeRevision += 1
    metersFromStart = 0
    for listener in listeners.present() { listener.navigatorDidChangeRoute(self) }
    change(to: .noGuidance)
  }

  /// Metres left to the destination, nil without one.
  public var remainingDistanceMeters: Double? {
    route.map { max(0, $0.path.lengthInMeters - metersFromStart) }
  }

  /// The time left to the destination as the route is driven, nil without one.
  public var remainingTime: Duration? {
    route.map { $0.profile.remainingTime(atMeters: metersFromStart) }
  }

  /// Takes a new location of the vehicle.
  public func locationProvider(
    _ provider: RoadSnappedLocationProvider,
    didUpdate location: VehicleLocation
  ) {
    guard let route, let place = location.location else { return }
    let window =
      max(0, metersFromStart - Self.searchBehind)...(metersFromStart + Self.searchAhead)
    let near = route.path.nearestPosition(to: place, within: window)
    guard let near else { return }
    metersFromStart = near.metersFromStart
    let left = route.path.lengthInMeters - metersFromStart
    if left <= Self.arrivalDistanceInMeters, near.metersOff <= Self.arrivalDistanceInMeters {
      change(to: .arrivedAtDestination)
    }
  }

  private func change(to new: NavigationStatus) {
    guard new != status else { return }
    status = new
    for listener in listeners.present() { listener.navigator(self, didChange: new) }
  }
}
