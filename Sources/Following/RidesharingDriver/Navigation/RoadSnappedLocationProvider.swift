public import FleetEngine
internal import Geo

/// Receives the locations of a ``RoadSnappedLocationProvider``.
@MainActor public protocol RoadSnappedLocationProviderListener: AnyObject {
  /// Called with each new location and its time of measurement.
  func locationProvider(
    _ provider: RoadSnappedLocationProvider, didUpdate location: VehicleLocation)
}

/// Distributes a vehicle's locations to its listeners while it is started.
///
/// A simulation or a positioning source reports the locations. See docs/protocol.md,
/// "Vehicle reporting".
@MainActor public final class RoadSnappedLocationProvider {
  /// Whether the provider is started.
  public private(set) var isUpdatingLocation = false
  /// The location that the listeners received last.
  public private(set) var lastLocation: VehicleLocation?
  private var listeners = WeakListeners<any RoadSnappedLocationProviderListener>()

  /// Creates a provider that is not started.
  public init() {}

  /// Adds a listener, held weakly; adding it again changes nothing.
  public func add(_ listener: any RoadSnappedLocationProviderListener) { listeners.add(listener) }

  /// Removes a listener.
  public func remove(_ listener: any RoadSnappedLocationProviderListener) {
    listeners.remove(listener)
  }

  /// Starts to distribute locations.
  public func startUpdatingLocation() { isUpdatingLocation = true }

  /// Stops distributing locations.
  public func stopUpdatingLocation() { isUpdatingLocation = false }

  /// Distributes a location; one without a valid position is dropped.
  public func report(_ location: VehicleLocation) {
    guard isUpdatingLocation, location.location?.isValid == true else { return }
    lastLocation = location
    for listener in listeners.all { listener.locationProvider(self, didUpdate: location) }
  }

  /// Snaps a fix to the navigator's route and distributes it with its raw position.
  ///
  /// A fix without a valid position is dropped. `now` replaces a missing time.
  public func report(_ fix: LocationFix, snappingTo navigator: Navigator, now: Timestamp) {
    let road = navigator.nearestOnRoute(to: fix.place)
    let bearing = road.flatMap { navigator.route?.path.bearing(atMeters: $0.metersFromStart) }
    report(fix.location(on: road?.coordinate, bearing: bearing, now: now))
  }
}
