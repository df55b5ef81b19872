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
    for listener in listeners.present() {
      listener.locationProvider(self, didUpdate: location)
    }
  }
}
