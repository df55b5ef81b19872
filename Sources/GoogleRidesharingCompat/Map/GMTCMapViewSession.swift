public import ConsumerMap

/// Something that a map shows and keeps up to date.
///
/// Source: contract 5.6.
@MainActor
@preconcurrency
public protocol GMTCMapViewSession: AnyObject {
  /// Who is told of the session's state.
  var delegate: (any GMTCMapViewSessionDelegate)? { get set }
  /// Whether a map shows it.
  var state: GMTCMapViewSessionState { get }
  /// The map that shows it.
  var hostMapView: GMTCMapView? { get }

  /// Called by a map that begins to show the session.
  func didAdd(to mapView: GMTCMapView)

  /// Called by a map that no longer shows the session.
  func didRemove(from mapView: GMTCMapView)
}

extension GMTCMapViewSession {
  /// Nobody; setting it does nothing.
  public var delegate: (any GMTCMapViewSessionDelegate)? {
    get { nil }
    set {}
  }
}

/// Who wants to know whether a session is shown.
@MainActor
@preconcurrency
public protocol GMTCMapViewSessionDelegate: AnyObject {
  /// Tells that a session began or ceased to be shown.
  func mapViewSession(
    _ mapViewSession: any GMTCMapViewSession,
    didUpdate state: GMTCMapViewSessionState
  )
}

extension GMTCMapViewSessionDelegate {
  /// Does nothing.
  public func mapViewSession(
    _ mapViewSession: any GMTCMapViewSession,
    didUpdate state: GMTCMapViewSessionState
  ) {}
}

/// Whether a session is shown on a map.
///
/// Source: contract 5.4.
public enum GMTCMapViewSessionState: Int, Sendable {
  case inactive = 0
  case active = 1

  /// The SDK's name of a state.
  public init(_ value: MapViewSessionState) {
    switch value {
    case .inactive: self = .inactive
    case .active: self = .active
    }
  }
}
