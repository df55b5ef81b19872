internal import ConsumerMap
public import Foundation

/// A map that shows trips and follows them with its camera.
///
/// See docs/protocol.md, "Map view and sessions".
@MainActor @preconcurrency public final class GMTCMapView: GMSMapView {
  private nonisolated static let identities = Identities<GMTCMapView>()

  /// The styles of trips' lines and markers.
  public private(set) lazy var consumerMapStyleCoordinator = GMTCConsumerMapStyleCoordinator(
    map.consumerMapStyleCoordinator)
  /// Keeps the sessions alive, so that their delegates are notified.
  private var shown: [any GMTCMapViewSession] = []

  /// Creates a map with a frame in cells.
  public required init(frame: CGRect) {
    super.init(frame: frame)
    _ = Self.identities.object(for: map) { self }
  }

  /// Returns the object that wraps a map of the library.
  static func of(_ map: MapView?) -> GMTCMapView? {
    map.flatMap { identities.object(of: ObjectIdentifier($0)) }
  }

  /// Whether the camera follows the trip.
  public var isAllowCameraAutoUpdate: Bool {
    get { map.isAllowCameraAutoUpdate }
    set { map.isAllowCameraAutoUpdate = newValue }
  }

  /// The chosen pickup location, shown until there is a trip.
  public var pickupLocation: GMTSTerminalLocation? {
    get { map.pickupLocation.map(GMTSTerminalLocation.init) }
    set { map.pickupLocation = newValue?.value }
  }

  /// The chosen drop-off location, shown until there is a trip.
  public var dropoffLocation: GMTSTerminalLocation? {
    get { map.dropoffLocation.map(GMTSTerminalLocation.init) }
    set { map.dropoffLocation = newValue?.value }
  }

  /// Shows a session; one of an app's own class draws its overlays itself.
  public func show(_ mapViewSession: any GMTCMapViewSession) {
    removeHidden()
    guard !shown.contains(where: { $0 === mapViewSession }) else { return }
    mapViewSession.hostMapView?.hide(mapViewSession)
    shown.append(mapViewSession)
    if let journey = mapViewSession as? GMTCJourneySharingSession { map.show(journey.session) }
    mapViewSession.didAdd(to: self)
  }

  /// Stops showing a session.
  public func hide(_ mapViewSession: any GMTCMapViewSession) {
    guard let index = shown.firstIndex(where: { $0 === mapViewSession }) else { return }
    shown.remove(at: index)
    if let journey = mapViewSession as? GMTCJourneySharingSession { map.hide(journey.session) }
    mapViewSession.didRemove(from: self)
    removeHidden()
  }

  /// Stops showing all sessions.
  public func hideAllMapViewSessions() {
    for session in shown { hide(session) }
    map.hideAllMapViewSessions()
  }

  /// Returns the sessions that the map shows.
  public func activeSessions() -> [any GMTCMapViewSession] {
    let shownByLibrary = map.activeSessions.compactMap { $0 as? JourneySharingSession }
      .map(GMTCJourneySharingSession.of)
    return shown + shownByLibrary.filter { one in !shown.contains { $0 === one } }
  }

  /// Moves the camera to its default for the shown trips.
  public func resetCamera() { map.resetCamera() }

  /// Draws the shown trips again after the map was cleared.
  public func redrawRidesharingOverlays() { map.redrawRidesharingOverlays() }

  /// Removes sessions that the library's map has hidden or another map shows.
  private func removeHidden() {
    shown.removeAll { $0 is GMTCJourneySharingSession && $0.hostMapView !== self }
  }
}
