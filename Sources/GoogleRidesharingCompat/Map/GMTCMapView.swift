internal import ConsumerMap
public import Foundation

/// A map that shows trips and follows them with its camera.
///
/// Source: contract 5.6.
@MainActor
@preconcurrency
public final class GMTCMapView: GMSMapView {
  private nonisolated static let identities = Identities<GMTCMapView>()

  /// The styles of what the map draws.
  public private(set) lazy var consumerMapStyleCoordinator = GMTCConsumerMapStyleCoordinator(
    map.consumerMapStyleCoordinator
  )
  /// Keeps what is shown alive, so that its delegates are told.
  private var shown: [any GMTCMapViewSession] = []

  /// Creates a map.
  ///
  /// - Parameter frame: Where it is in its superview; its size in cells is the map's.
  public required init(frame: CGRect) {
    super.init(frame: frame)
    _ = Self.identities.object(for: map) { self }
  }

  /// The object that stands for a map of the library.
  static func of(_ map: MapView?) -> GMTCMapView? {
    map.flatMap { identities.object(of: ObjectIdentifier($0)) }
  }

  /// Whether the camera follows the trip.
  public var isAllowCameraAutoUpdate: Bool {
    get { map.isAllowCameraAutoUpdate }
    set { map.isAllowCameraAutoUpdate = newValue }
  }

  /// Where the user wants to begin, shown while there is no trip.
  public var pickupLocation: GMTSTerminalLocation? {
    get { map.pickupLocation.map(GMTSTerminalLocation.init) }
    set { map.pickupLocation = newValue?.value }
  }

  /// Where the user wants to end, shown while there is no trip.
  public var dropoffLocation: GMTSTerminalLocation? {
    get { map.dropoffLocation.map(GMTSTerminalLocation.init) }
    set { map.dropoffLocation = newValue?.value }
  }

  /// Shows a session.
  ///
  /// A session of the app's own class is active, and draws what it adds to the map itself.
  public func show(_ mapViewSession: any GMTCMapViewSession) {
    forgetHidden()
    guard !shown.contains(where: { $0 === mapViewSession }) else { return }
    mapViewSession.hostMapView?.hide(mapViewSession)
    shown.append(mapViewSession)
    if let journey = mapViewSession as? GMTCJourneySharingSession { map.show(journey.session) }
    mapViewSession.didAdd(to: self)
  }

  /// Ceases to show a session.
  public func hide(_ mapViewSession: any GMTCMapViewSession) {
    guard let index = shown.firstIndex(where: { $0 === mapViewSession }) else { return }
    shown.remove(at: index)
    if let journey = mapViewSession as? GMTCJourneySharingSession { map.hide(journey.session) }
    mapViewSession.didRemove(from: self)
    forgetHidden()
  }

  /// Ceases to show all sessions.
  public func hideAllMapViewSessions() {
    for session in shown { hide(session) }
    map.hideAllMapViewSessions()
  }

  /// The sessions that the map shows.
  public func activeSessions() -> [any GMTCMapViewSession] {
    let shownByLibrary = map.activeSessions.compactMap { $0 as? JourneySharingSession }
      .map(GMTCJourneySharingSession.of)
    return shown + shownByLibrary.filter { one in !shown.contains { $0 === one } }
  }

  /// Moves the camera to where it is by default for what is shown.
  public func resetCamera() { map.resetCamera() }

  /// Draws again what the map showed of trips before it was cleared.
  public func redrawRidesharingOverlays() { map.redrawRidesharingOverlays() }

  /// Lets go of journeys that were hidden by the library's map, or that another map shows.
  private func forgetHidden() {
    shown.removeAll { $0 is GMTCJourneySharingSession && $0.hostMapView !== self }
  }
}
