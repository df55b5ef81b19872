public import ConsumerMap

/// Whether a map shows a session.
public typealias GMTCMapViewSessionState = MapViewSessionState

/// Content that a map shows and keeps up to date.
///
/// See docs/protocol.md, "Map view and sessions".
@MainActor @preconcurrency public protocol GMTCMapViewSession: AnyObject {
  /// Notified of changes of the session's state.
  var delegate: (any GMTCMapViewSessionDelegate)? { get set }
  /// Whether a map shows the session.
  var state: GMTCMapViewSessionState { get }
  /// The map that shows the session.
  var hostMapView: GMTCMapView? { get }

  /// Called by the map that starts to show the session.
  func didAdd(to mapView: GMTCMapView)

  /// Called by the map that no longer shows the session.
  func didRemove(from mapView: GMTCMapView)
}

extension GMTCMapViewSession {
  /// Always nil; setting it has no effect.
  public var delegate: (any GMTCMapViewSessionDelegate)? {
    get { nil }
    set {}
  }
}

/// Receives a session's state.
@MainActor @preconcurrency public protocol GMTCMapViewSessionDelegate: AnyObject {
  /// Called when a map starts or stops to show a session.
  func mapViewSession(_: any GMTCMapViewSession, didUpdate state: GMTCMapViewSessionState)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension GMTCMapViewSessionDelegate {
  public func mapViewSession(_: any GMTCMapViewSession, didUpdate _: GMTCMapViewSessionState) {}
}

/// A trip on a map.
///
/// See docs/protocol.md, "Map view and sessions".
@MainActor @preconcurrency public final class GMTCJourneySharingSession: GMTCMapViewSession {
  private nonisolated static let identities = Identities<GMTCJourneySharingSession>()

  /// The library's session.
  public let session: JourneySharingSession
  /// Notified of changes of the session's state.
  public weak var delegate: (any GMTCMapViewSessionDelegate)?
  private var bridge: SessionDelegateBridge?

  /// Creates a session that is not shown yet.
  public convenience init(tripModel: GMTCTripModel) {
    self.init(JourneySharingSession(tripModel: tripModel.model))
    _ = Self.identities.object(for: session) { self }
  }

  /// Creates a session with the result of `tripModel(forTripName:)`, which traps on nil as the SDK.
  public convenience init(tripModel: GMTCTripModel?) {
    guard let tripModel else { preconditionFailure("A session needs a trip model") }
    self.init(tripModel: tripModel)
  }

  private init(_ session: JourneySharingSession) {
    self.session = session
    let bridge = SessionDelegateBridge(self)
    self.bridge = bridge
    session.delegate = bridge
  }

  /// Returns the object that wraps a session, the same one while it is alive.
  static func of(_ session: JourneySharingSession) -> GMTCJourneySharingSession {
    identities.object(for: session) { GMTCJourneySharingSession(session) }
  }

  /// The trip's model.
  public var tripModel: GMTCTripModel { .of(session.tripModel) }
  /// Whether a map shows the session.
  public var state: GMTCMapViewSessionState { session.state }
  /// The map that shows the session.
  public var hostMapView: GMTCMapView? { .of(session.hostMapView) }

  /// Does nothing: the library's session follows the trip itself.
  public func didAdd(to mapView: GMTCMapView) {}

  /// Does nothing: the library's session stops following the trip itself.
  public func didRemove(from mapView: GMTCMapView) {}
}

/// Forwards the library's callbacks to a session's SDK delegate.
@MainActor private final class SessionDelegateBridge: MapViewSessionDelegate {
  private weak var session: GMTCJourneySharingSession?

  init(_ session: GMTCJourneySharingSession) { self.session = session }

  func mapViewSession(_: any MapViewSession, didUpdate state: MapViewSessionState) {
    if let session { session.delegate?.mapViewSession(session, didUpdate: state) }
  }
}
