public import ConsumerMap

/// A trip on a map.
///
/// Source: contract 5.6.
@MainActor
@preconcurrency
public final class GMTCJourneySharingSession: GMTCMapViewSession {
  private nonisolated static let identities = Identities<GMTCJourneySharingSession>()

  /// The library's session.
  public let session: JourneySharingSession
  /// Who is told of the session's state.
  public weak var delegate: (any GMTCMapViewSessionDelegate)?
  private var bridge: SessionDelegateBridge?

  /// Creates a session that no map shows yet.
  public convenience init(tripModel: GMTCTripModel) {
    self.init(JourneySharingSession(tripModel: tripModel.model))
    _ = Self.identities.object(for: session) { self }
  }

  /// Creates a session that no map shows yet, from what `tripModel(forTripName:)` returns.
  ///
  /// - Parameter tripModel: The trip's model. Nil ends the process, as it does for the SDK.
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

  /// The object that stands for a session, the same one while it is alive.
  static func of(_ session: JourneySharingSession) -> GMTCJourneySharingSession {
    identities.object(for: session) { GMTCJourneySharingSession(session) }
  }

  /// The trip's model.
  public var tripModel: GMTCTripModel { .of(session.tripModel) }
  /// Whether a map shows it.
  public var state: GMTCMapViewSessionState { GMTCMapViewSessionState(session.state) }
  /// The map that shows it.
  public var hostMapView: GMTCMapView? { .of(session.hostMapView) }

  /// Does nothing: the library's session follows the trip by itself.
  public func didAdd(to mapView: GMTCMapView) {}

  /// Does nothing: the library's session ceases to follow by itself.
  public func didRemove(from mapView: GMTCMapView) {}
}

/// Tells a delegate of the SDK what a delegate of the library is told.
@MainActor
final class SessionDelegateBridge: MapViewSessionDelegate {
  private weak var session: GMTCJourneySharingSession?

  init(_ session: GMTCJourneySharingSession) {
    self.session = session
  }

  func mapViewSession(_ shown: any MapViewSession, didUpdate state: MapViewSessionState) {
    guard let session else { return }
    session.delegate?.mapViewSession(session, didUpdate: GMTCMapViewSessionState(state))
  }
}
