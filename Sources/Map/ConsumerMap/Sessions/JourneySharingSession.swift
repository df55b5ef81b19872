public import FleetEngine
public import RidesharingConsumer

/// A trip on a map; its model is polled while a map shows it.
@MainActor public final class JourneySharingSession: MapViewSession, TripModelSubscriber {
  /// The trip's model.
  public let tripModel: TripModel
  /// Notified of changes of the session's state.
  public weak var delegate: (any MapViewSessionDelegate)?
  /// The map that shows the session.
  public private(set) weak var hostMapView: MapView?
  /// Whether the vehicle's location is old or doubtful, which draws the vehicle without its heading.
  public var isVehicleDoubtful = false

  /// The trip's state, prepared for drawing; set for a moment of a recording.
  package var journey = Journey()
  /// Whether the map was cleared and the trip not redrawn since.
  var isCleared = false

  /// Creates a session that is not shown yet.
  public init(tripModel: TripModel) { self.tripModel = tripModel }

  deinit { tripModel.unregisterSubscriber(self) }

  /// Whether a map shows the session.
  public var state: MapViewSessionState { hostMapView == nil ? .inactive : .active }

  /// Stops the vehicle where it is drawn, until a report that is newer than the last response.
  public func stopVehicle(at now: Duration, lastHeard: Duration) {
    journey.stopVehicle(at: now, lastHeard: lastHeard)
  }

  /// Starts to follow the trip for a map.
  public func didAddToMapView(_ mapView: MapView) {
    hostMapView = mapView
    tripModel.register(self)
    delegate?.mapViewSession(self, didUpdate: .active)
  }

  /// Stops following the trip.
  public func didRemoveFromMapView(_ mapView: MapView) {
    guard hostMapView === mapView else { return }
    hostMapView = nil
    tripModel.unregisterSubscriber(self)
    journey = Journey()
    isCleared = false
    delegate?.mapViewSession(self, didUpdate: .inactive)
  }

  /// Prepares the drawing again and draws the trip after the map was cleared.
  func redraw() {
    journey.redraw()
    isCleared = false
  }

  /// Applies the trip's changes to the map.
  public func tripModel(
    _ tripModel: TripModel, didUpdate trip: Trip?, updatedPropertyFields: TripPropertyFields
  ) {
    guard let prepared = tripModel.current else { return }
    journey.worldSpeed = hostMapView?.worldSpeed ?? 1
    journey.update(
      prepared, updatedPropertyFields, receivedAt: tripModel.polling.lastAnswerAt ?? .zero)
  }

  /// Applies a state that does not come from the trip's model, for benchmarks.
  package func apply(_ trip: Trip, receivedAt: Duration) {
    journey.update(
      PreparedTrip(trip), Trip.propertyDifferences(between: journey.trip, and: trip),
      receivedAt: receivedAt)
  }
}

/// Whether a map shows a session.
public enum MapViewSessionState: Int, Sendable, Hashable { case inactive, active }

/// Content that a map shows and keeps up to date.
@MainActor public protocol MapViewSession: AnyObject, Sendable {
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
@MainActor public protocol MapViewSessionDelegate: AnyObject, Sendable {
  /// Called when a map starts or stops to show a session.
  func mapViewSession(_ session: any MapViewSession, didUpdate state: MapViewSessionState)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MapViewSessionDelegate {
  public func mapViewSession(_: any MapViewSession, didUpdate _: MapViewSessionState) {}
}
