public import Foundation

/// Gets the locations of a manager; all methods are optional.
@MainActor
@preconcurrency
public protocol CLLocationManagerDelegate: AnyObject {
  /// Called with new locations, the newest last.
  func locationManager(
    _ manager: CLLocationManager,
    didUpdateLocations locations: [CLLocation]
  )
  /// Called if there is no location.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  /// Called once a delegate is set, and whenever authorization changes.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
}

extension CLLocationManagerDelegate {
  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager,
    didUpdateLocations locations: [CLLocation]
  ) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  /// Does nothing.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
}

/// Why there is no location.
public struct CLError: CustomNSError, Sendable {
  /// The kinds of errors, with Core Location's numbers.
  public enum Code: Int, Sendable {
    case locationUnknown = 0
    case denied = 1
    case network = 2
  }

  /// Core Location's domain.
  public static let errorDomain = "kCLErrorDomain"
  /// The kind.
  public let code: Code

  /// Creates an error.
  public init(_ code: Code) {
    self.code = code
  }

  /// The kind's number.
  public var errorCode: Int { code.rawValue }
}
