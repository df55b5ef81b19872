public import CoreLocation
internal import FleetEngine
public import RidesharingDriver

/// Somebody who wants to know where the vehicle is on the road.
@MainActor
@preconcurrency
public protocol GMSRoadSnappedLocationProviderListener: AnyObject {
  /// Hears of a new location.
  ///
  /// - Parameters:
  ///   - provider: Who tells.
  ///   - location: Where the vehicle is.
  func locationProvider(
    _ provider: GMSRoadSnappedLocationProvider,
    didUpdate location: CLLocation
  )
}

/// Hands the vehicle's locations on the road to its listeners, of the name that it has in the
/// Navigation SDK.
@MainActor
@preconcurrency
public final class GMSRoadSnappedLocationProvider {
  /// The library's provider, which is given the locations.
  public let provider: RoadSnappedLocationProvider
  /// Whether the SDK delivers locations in the background; kept only.
  public var allowsBackgroundLocationUpdates = false
  private var bridges = WeakBridges<LocationListenerBridge>()

  /// Creates the object of a provider.
  public init(_ provider: RoadSnappedLocationProvider) {
    self.provider = provider
  }

  /// Where the vehicle last was; nil before the first location.
  public var location: CLLocation? { provider.lastLocation.flatMap { CLLocation($0) } }

  /// Adds a listener, which is not kept alive; adding it again changes nothing.
  ///
  /// A vehicle reporter is given all that the library knows of a location.
  public func add(_ listener: any GMSRoadSnappedLocationProviderListener) {
    if let reporter = listener as? GMTDVehicleReporter {
      return provider.add(reporter.reporter)
    }
    guard !bridges.contains(listener) else { return }
    let bridge = LocationListenerBridge(listener, provider: self)
    bridges.add(bridge)
    provider.add(bridge)
  }

  /// Removes a listener.
  public func remove(_ listener: any GMSRoadSnappedLocationProviderListener) {
    if let reporter = listener as? GMTDVehicleReporter {
      return provider.remove(reporter.reporter)
    }
    if let bridge = bridges.remove(listener) { provider.remove(bridge) }
  }

  /// Starts to hand locations on.
  public func startUpdatingLocation() { provider.startUpdatingLocation() }

  /// Stops handing locations on.
  public func stopUpdatingLocation() { provider.stopUpdatingLocation() }
}

/// Forwards the library's callbacks to an SDK listener.
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
    guard let provider, let location = CLLocation(location) else { return }
    listener?.locationProvider(provider, didUpdate: location)
  }
}
