public import FleetEngine
internal import Geo

/// Somebody who wants to know where the vehicle is.
@MainActor
public protocol RoadSnappedLocationProviderListener: AnyObject {
  /// Hears of a new location on the road.
  ///
  /// - Parameters:
  ///   - provider: Who tells.
  ///   - location: Where the vehicle is, with the time of measuring.
  func locationProvider(
    _ provider: RoadSnappedLocationProvider,
    didUpdate location: VehicleLocation
  )
}

/// Hands the vehicle's locations on to its listeners, while it is started.
///
/// A simulation, or whatever knows where the vehicle is, gives it locations. Source: contract 6.2.
@MainActor
public final class RoadSnappedLocationProvider {
  /// Whether locations are handed on.
  public private(set) var isUpdatingLocation = false
  /// The location that was last handed on.
  public private(set) var lastLocation: VehicleLocation?
  private var listeners = WeakListeners<any RoadSnappedLocationProviderListener>()

  /// Creates a provider that is not started.
  public init() {}

  /// Adds a listener, which is not kept alive; adding it again changes nothing.
  public func add(_ listener: any RoadSnappedLocationProviderListener) {
    listeners.add(listener)
  }

  /// Removes a listener.
  public func remove(_ listener: any RoadSnappedLocationProviderListener) {
    listeners.remove(listener)
  }

  /// Starts to hand locations on.
  public func startUpdatingLocation() { isUpdatingLocation = true }

  /// Stops handing locations on.
  public func stopUpdatingLocation() { isUpdatingLocation = false }

  /// Hands a location on; one without a valid place is dropped.
  ///
  /// - Parameter location: Where the vehicle is.
  public func report(_ location: VehicleLocation) {
    guard isUpdatingLocation, location.location?.isValid == true else { return }
    lastLocation = location
    for listener in listeners.present() {
      listener.locationProvider(self, didUpdate: location)
    }
  }

  /// Moves what a sensor measured onto the route and hands it on, with the raw place beside it.
  ///
  /// - Parameters:
  ///   - fix: What was measured; one without a valid place is dropped.
  ///   - navigator: What knows the route.
  ///   - now: The moment, for a fix that tells none.
  public func report(_ fix: LocationFix, snappingTo navigator: Navigator, now: Timestamp) {
    let road = navigator.nearestOnRoute(to: fix.place)
    report(
      fix.location(
        on: road?.coordinate,
        bearing: road.flatMap { navigator.route?.path.bearing(atMeters: $0.metersFromStart) },
        now: now
      )
    )
  }
}
