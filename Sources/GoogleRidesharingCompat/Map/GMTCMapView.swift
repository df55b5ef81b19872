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
  /// Who is told what happens on the map.
  public weak var delegate: (any GMTCMapViewDelegate)?
  private var bridge: MapViewDelegateBridge?
  /// Keeps what is shown alive, so that its delegates are told.
  private var shown: [GMTCJourneySharingSession] = []

  /// Creates a map.
  ///
  /// - Parameter frame: Where it is in its superview; its size in cells is the map's.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    let bridge = MapViewDelegateBridge(self)
    self.bridge = bridge
    map.delegate = bridge
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
  public func show(_ mapViewSession: GMTCJourneySharingSession) {
    map.show(mapViewSession.session)
    forgetHidden()
    if !shown.contains(where: { $0 === mapViewSession }) { shown.append(mapViewSession) }
  }

  /// Ceases to show a session.
  public func hide(_ mapViewSession: GMTCJourneySharingSession) {
    map.hide(mapViewSession.session)
    forgetHidden()
  }

  /// Ceases to show all sessions.
  public func hideAllMapViewSessions() {
    map.hideAllMapViewSessions()
    forgetHidden()
  }

  /// The sessions that the map shows.
  public func activeSessions() -> [any GMTCMapViewSession] {
    map.activeSessions.compactMap { $0 as? JourneySharingSession }.map(GMTCJourneySharingSession.of)
  }

  /// Moves the camera to where it is by default for what is shown.
  public func resetCamera() { map.resetCamera() }

  /// Draws again what the map showed of trips before it was cleared.
  public func redrawRidesharingOverlays() { map.redrawRidesharingOverlays() }

  private func forgetHidden() {
    shown.removeAll { $0.hostMapView !== self }
  }
}
