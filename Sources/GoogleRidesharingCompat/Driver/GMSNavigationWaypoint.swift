public import CoreLocation
public import FleetEngine
internal import Geo
internal import RidesharingDriver

/// A destination, of the name that it has in the Navigation SDK.
public final class GMSNavigationWaypoint: GMTSValue<TripWaypoint>, @unchecked Sendable {
  /// What the destination is called.
  public let title: String

  /// Creates a destination; nil for a place that is not on Earth.
  public init?(location: CLLocationCoordinate2D, title: String) {
    let place = Coordinate(location)
    guard place.isValid else { return nil }
    self.title = title
    super.init(TripWaypoint(location: TerminalLocation(point: place)))
  }

  /// Creates a destination; nil for a place that is not on Earth.
  public convenience init?(location: GMTSLatLng, title: String) {
    self.init(location: location.coordinate(), title: title)
  }

  /// Where it is.
  public var coordinate: CLLocationCoordinate2D {
    value.location?.point.map { CLLocationCoordinate2D($0) } ?? kCLLocationCoordinate2DInvalid
  }

  /// Creates the destination of a trip's waypoint, which is then told to Fleet Engine as the end of
  /// the vehicle's route.
  public init(_ waypoint: GMTSTripWaypoint, title: String = "") {
    self.title = title
    super.init(waypoint.value)
  }
}

/// What became of setting destinations, of the name that it has in the Navigation SDK.
public enum GMSRouteStatus: Sendable, Hashable {
  /// Guidance has begun.
  case OK
  /// No way leads there.
  case noRouteFound
  /// The router cannot be reached.
  case networkError
  /// Newer destinations took the place of these, or they were cleared.
  case canceled
  /// There are no destinations.
  case noWaypointsError
  /// It is not known where the vehicle is.
  case locationUnavailable
  /// A destination is no place, or there are too many.
  case waypointError
  /// The router answered what nobody understands.
  case internalError

  init(_ error: RouterError) {
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

/// What hears what became of setting destinations.
public typealias GMSRouteStatusCallback = @MainActor (GMSRouteStatus) -> Void
