/// Whether a session is shown on a map.
public enum MapViewSessionState: Int, Sendable, Hashable {
  /// No map shows it.
  case inactive = 0
  /// A map shows it.
  case active = 1
}

/// Something that a map shows and keeps up to date.
@MainActor
public protocol MapViewSession: AnyObject, Sendable {
  /// Who is told of the session's state.
  var delegate: (any MapViewSessionDelegate)? { get set }
  /// Whether a map shows it.
  var state: MapViewSessionState { get }
  /// The map that shows it.
  var hostMapView: MapView? { get }

  /// Tells that a map begins to show it.
  func didAddToMapView(_ mapView: MapView)

  /// Tells that a map no longer shows it.
  func didRemoveFromMapView(_ mapView: MapView)
}

/// Who wants to know whether a session is shown.
@MainActor
public protocol MapViewSessionDelegate: AnyObject, Sendable {
  /// Tells that a session began or ceased to be shown.
  func mapViewSession(_ session: any MapViewSession, didUpdate state: MapViewSessionState)
}

extension MapViewSessionDelegate {
  /// Does nothing.
  public func mapViewSession(
    _ session: any MapViewSession,
    didUpdate state: MapViewSessionState
  ) {}
}
