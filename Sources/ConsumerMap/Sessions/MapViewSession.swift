/// Whether a map shows a session.
public enum MapViewSessionState: Int, Sendable, Hashable {
  case inactive, active
}

/// Content that a map shows and keeps up to date.
@MainActor
public protocol MapViewSession: AnyObject, Sendable {
  /// Notified of changes of the session's state.
  var delegate: (any MapViewSessionDelegate)? { get set }
  /// Whether a map shows the session.
  var state: MapViewSessionState { get }
  /// The map that shows the session.
  var hostMapView: MapView? { get }

  /// Called by the map that starts to show the session.
  func didAddToMapView(_ mapView: MapView)

  /// Called by the map that no longer shows the session.
  func didRemoveFromMapView(_ mapView: MapView)
}

/// Receives a session's state.
@MainActor
public protocol MapViewSessionDelegate: AnyObject, Sendable {
  /// Called when a map starts or stops to show a session.
  func mapViewSession(_ session: any MapViewSession, didUpdate state: MapViewSessionState)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MapViewSessionDelegate {
  public func mapViewSession(_: any MapViewSession, didUpdate _: MapViewSessionState) {}
}
