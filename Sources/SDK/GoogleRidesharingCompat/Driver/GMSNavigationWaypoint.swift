public import CoreLocation
public import FleetEngine
internal import Geo
internal import RidesharingDriver

/// A destination of the Navigation SDK.
public final class GMSNavigationWaypoint: GMTSValue<TripWaypoint>, @unchecked Sendable {
  /// The destination's name.
  public let title: String

  /// Creates a destination; nil for an invalid place.
  public init?(location: CLLocationCoordinate2D, title: String) {
    let place = Coordinate(location)
    guard place.isValid else { return nil }
    self.title = title
    super.init(TripWaypoint(location: TerminalLocation(point: place)))
  }

  /// Creates a destination; nil for an invalid place.
  public convenience init?(location: GMTSLatLng, title: String) {
    self.init(location: location.coordinate(), title: title)
  }

  /// Creates the destination of a trip's waypoint, which Fleet Engine then receives as the end of
  /// the vehicle's route.
  public init(_ waypoint: GMTSTripWaypoint, title: String = "") {
    self.title = title
    super.init(waypoint.value)
  }

  /// The destination's place.
  public var coordinate: CLLocationCoordinate2D {
    value.location?.point.map { CLLocationCoordinate2D($0) } ?? kCLLocationCoordinate2DInvalid
  }
}

/// The result of setting destinations in the Navigation SDK.
public enum GMSRouteStatus: Sendable, Hashable {
  case OK, noRouteFound, networkError, noWaypointsError, locationUnavailable
  /// Newer destinations replaced these, or they were cleared.
  case canceled
  /// A destination is invalid, or there are too many.
  case waypointError
  /// The router's response is malformed.
  case internalError

  init(_ error: RouteFinderError) {
    self =
      switch error.kind {
      case .noRoute: .noRouteFound
      case .invalidPlaces: .waypointError
      case .unavailable: .networkError
      case .malformedAnswer: .internalError
      case .cancelled: .canceled
      }
  }
}

/// Called with the result of setting destinations.
public typealias GMSRouteStatusCallback = @MainActor (GMSRouteStatus) -> Void

/// The entry point of the Navigation SDK.
@MainActor @preconcurrency public enum GMSNavigationServices {
  /// Accepts the terms at the next turn of the main actor; no dialog is shown.
  public static func showTermsAndConditionsDialogIfNeeded(
    withCompanyName companyName: String, callback: @escaping GMSTermsResponseCallback
  ) {
    // Unstructured: the SDK responds later too.
    Task { callback(true) }
  }

  /// Returns true: the terms are always accepted.
  public static func areTermsAndConditionsAccepted() -> Bool { true }
}

/// Called with whether the user has accepted the terms.
public typealias GMSTermsResponseCallback = @MainActor (Bool) -> Void

/// How the camera of a driver's map moves.
public enum GMSNavigationCameraMode: Int, Sendable { case free, following, overview }
