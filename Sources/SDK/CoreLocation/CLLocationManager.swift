public import Foundation

/// Whether an app may access the device's location.
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
}

/// Delivers the device's locations to its delegate.
///
/// The host of the app sets ``hostLocation``; nothing is measured. As with Core Location, an app
/// receives locations after it has requested authorization, which ``hostGrantsAuthorization`` grants
/// without a dialog, and called ``startUpdatingLocation()``. The delegate is called at the next turn
/// of the main actor.
@MainActor @preconcurrency open class CLLocationManager: NSObject {
  private struct Updating { weak var manager: CLLocationManager? }

  /// The device's location for all managers; set by the host of an app.
  public static var hostLocation: CLLocation? {
    didSet { for entry in updating { entry.manager?.deliver() } }
  }
  /// Whether requests for authorization are granted; set by the host before the app starts.
  public static var hostGrantsAuthorization = true
  private static var updating: [Updating] = []
  private static var status = CLAuthorizationStatus.notDetermined

  /// Receives the locations.
  public weak var delegate: (any CLLocationManagerDelegate)? {
    didSet { if delegate != nil { callDelegate { $0.locationManagerDidChangeAuthorization($1) } } }
  }
  /// The requested accuracy; stored, without an effect.
  public var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
  /// The minimum distance in meters between delivered locations.
  public var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
  /// Whether locations are delivered in the background; stored, without an effect.
  public var allowsBackgroundLocationUpdates = false
  /// Whether updates may be paused; stored, without an effect.
  public var pausesLocationUpdatesAutomatically = true
  private var lastDelivered: CLLocation?

  /// Creates a manager that is not started.
  public nonisolated override init() {}

  /// The app's authorization, the same for all managers.
  public var authorizationStatus: CLAuthorizationStatus { Self.status }
  /// Returns the app's authorization.
  public class func authorizationStatus() -> CLAuthorizationStatus { status }
  /// Returns true.
  public class func locationServicesEnabled() -> Bool { true }
  /// The device's location; nil if unknown or without authorization.
  public var location: CLLocation? { Self.isAuthorized ? Self.hostLocation : nil }

  /// Requests authorization while the app is in use.
  public func requestWhenInUseAuthorization() { request(.authorizedWhenInUse) }

  /// Requests authorization at any time.
  public func requestAlwaysAuthorization() { request(.authorizedAlways) }

  /// Starts the delivery of locations with the current one.
  public func startUpdatingLocation() {
    Self.updating.removeAll { $0.manager == nil || $0.manager === self }
    Self.updating.append(Updating(manager: self))
    lastDelivered = nil
    deliver()
  }

  /// Stops the delivery of locations.
  public func stopUpdatingLocation() {
    Self.updating.removeAll { $0.manager == nil || $0.manager === self }
  }

  /// Delivers one location, or an error if it is unknown.
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
    // Unstructured: the app is called back later.
    Task { @MainActor [weak self] in
      guard let self, let delegate else { return }
      call(delegate, self)
    }
  }
}

/// Receives a manager's locations; all methods are optional.
@MainActor @preconcurrency public protocol CLLocationManagerDelegate: AnyObject {
  /// Called with new locations, the newest last.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  /// Called if there is no location.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  /// Called when the delegate is set, and whenever the authorization changes.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CLLocationManagerDelegate {
  public func locationManager(_: CLLocationManager, didUpdateLocations _: [CLLocation]) {}
  public func locationManager(_: CLLocationManager, didFailWithError _: any Error) {}
  public func locationManagerDidChangeAuthorization(_: CLLocationManager) {}
}

/// The error of a failed location request.
public struct CLError: CustomNSError, Sendable, CustomStringConvertible {
  /// The kinds of errors, with Core Location's numbers.
  public enum Code: Int, Sendable { case locationUnknown, denied, network }

  /// Core Location's domain.
  public static let errorDomain = "kCLErrorDomain"
  /// The kind of the error.
  public let code: Code

  /// Creates an error.
  public init(_ code: Code) { self.code = code }

  /// The number of the error's kind.
  public var errorCode: Int { code.rawValue }

  /// The error in one line.
  public var description: String {
    switch code {
    case .locationUnknown: "No location is known yet."
    case .denied: "The app may not use the location."
    case .network: "The network did not answer."
    }
  }
}
