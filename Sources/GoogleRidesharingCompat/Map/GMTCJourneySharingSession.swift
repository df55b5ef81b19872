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
  ///
  /// - Parameter tripModel: The trip's model.
  public convenience init(tripModel: GMTCTripModel) {
    self.init(JourneySharingSession(tripModel: tripModel.model))
    _ = Self.identities.object(for: session) { self }
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
