public import Foundation

/// Whether an app may know where the device is.
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case authorizedAlways = 3
  case authorizedWhenInUse = 4
}

/// Delivers the device's locations to its delegate, as far as the host of an app knows them.
///
/// A host sets ``hostLocation``; nothing is measured here. As with Core Location, an app gets
/// locations once it has requested authorization and called ``startUpdatingLocation()``. There is no
/// dialog: ``hostGrantsAuthorization`` is the answer. The delegate is called at the next turn of the
/// main actor.
@MainActor
@preconcurrency
open class CLLocationManager: NSObject {
  private struct Updating {
    weak var manager: CLLocationManager?
  }

  /// Where the device is, for all managers; set by the host of an app.
  public static var hostLocation: CLLocation? {
    didSet { for entry in updating { entry.manager?.deliver() } }
  }
  /// Whether a request for authorization is granted; set by the host of an app before the app starts.
  public static var hostGrantsAuthorization = true
  private static var updating: [Updating] = []
  private static var status = CLAuthorizationStatus.notDetermined

  /// Who is called with locations; not kept alive.
  public weak var delegate: (any CLLocationManagerDelegate)? {
    didSet { if delegate != nil { callDelegate { $0.locationManagerDidChangeAuthorization($1) } } }
  }
  /// The accuracy that the app asks for; kept only.
  public var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
  /// The distance in meters below which a new location is not delivered.
  public var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
  /// Whether locations are wanted in the background; kept only.
  public var allowsBackgroundLocationUpdates = false
  /// Whether updates may be paused; kept only.
  public var pausesLocationUpdatesAutomatically = true
  private var lastDelivered: CLLocation?

  /// Creates a manager that delivers nothing yet.
  public nonisolated override init() {
    super.init()
  }

  /// Whether the app may know where the device is, the same for all managers of a process.
  public var authorizationStatus: CLAuthorizationStatus { Self.status }
  /// Whether the app may know where the device is.
  public class func authorizationStatus() -> CLAuthorizationStatus { status }
  /// Whether there are locations at all.
  public class func locationServicesEnabled() -> Bool { true }
  /// Where the device is; nil without authorization and while the host does not know.
  public var location: CLLocation? { Self.isAuthorized ? Self.hostLocation : nil }

  /// Requests locations while the app is in use.
  public func requestWhenInUseAuthorization() { request(.authorizedWhenInUse) }

  /// Requests locations at any time.
  public func requestAlwaysAuthorization() { request(.authorizedAlways) }

  /// Starts to deliver locations, beginning with the last one that is known.
  public func startUpdatingLocation() {
    Self.updating.removeAll { $0.manager == nil || $0.manager === self }
    Self.updating.append(Updating(manager: self))
    lastDelivered = nil
    deliver()
  }

  /// Stops delivering locations.
  public func stopUpdatingLocation() {
    Self.updating.removeAll { $0.manager == nil || $0.manager === self }
  }

  /// Delivers one location, or an error while none is known.
  public func requestLocation() {
    callDelegate { delegate, manager in
      if let location = manager.location {
        delegate.locationManager(manager, didUpdateLocations: [location])
      } else {
        let code = Self.isAuthorized ? CLError.Code.locationUnknown : .denied
        delegate.locationManager(manager, didFailWithError: CLError(code))
      }
    }
  }

  private static var isAuthorized: Bool {
    status == .authorizedAlways || status == .authorizedWhenInUse
  }

  private func request(_ status: CLAuthorizationStatus) {
    guard Self.status == .notDetermined || Self.status == .authorizedWhenInUse else { return }
    let new = Self.hostGrantsAuthorization ? status : .denied
    guard new != Self.status else { return }
    Self.status = new
    callDelegate { $0.locationManagerDidChangeAuthorization($1) }
    for entry in Self.updating { entry.manager?.deliver() }
  }

  private func deliver() {
    guard let location, isFarEnough(location) else { return }
    lastDelivered = location
    callDelegate { $0.locationManager($1, didUpdateLocations: [location]) }
  }

  private func isFarEnough(_ location: CLLocation) -> Bool {
    guard let lastDelivered else { return true }
    guard location !== lastDelivered else { return false }
    return distanceFilter <= 0 || location.distance(from: lastDelivered) >= distanceFilter
  }

  private func callDelegate(
    _ call: @escaping @MainActor (any CLLocationManagerDelegate, CLLocationManager) -> Void
  ) {
    // Not a child of any task: an app calls from wherever it is, and is called back later.
    Task { @MainActor [weak self] in
      guard let self, let delegate else { return }
      call(delegate, self)
    }
  }
}
