public import FleetEngine
public import RidesharingConsumer

/// A trip on a map.
///
/// It subscribes to its trip model while a map shows it, so that showing starts the polling.
@MainActor
public final class JourneySharingSession: MapViewSession {
  /// The trip's model.
  public let tripModel: TripModel
  /// Who is told of the session's state.
  public weak var delegate: (any MapViewSessionDelegate)?
  /// The map that shows it.
  public private(set) weak var hostMapView: MapView?

  /// Whether its vehicle's place is old or hard to believe, which draws it hollow.
  public var isVehicleDoubtful = false

  /// Stops the vehicle where it is shown, until a report that is newer than the last response.
  public func stopVehicle(at now: Duration, lastHeard: Duration) {
    journey.stopVehicle(at: now, lastHeard: lastHeard)
  }

  /// What the map draws of the trip.
  var journey = Journey()
  /// Whether the map was cleared of it, until it is drawn again.
  var isCleared = false

  /// Creates a session that no map shows yet.
  public init(tripModel: TripModel) {
    self.tripModel = tripModel
  }

  deinit {
    tripModel.unregisterSubscriber(self)
  }

  /// Whether a map shows it.
  public var state: MapViewSessionState { hostMapView == nil ? .inactive : .active }

  /// Begins to follow the trip for a map.
  public func didAddToMapView(_ mapView: MapView) {
    hostMapView = mapView
    tripModel.register(self)
    delegate?.mapViewSession(self, didUpdate: .active)
  }

  /// Ceases to follow the trip.
  public func didRemoveFromMapView(_ mapView: MapView) {
    guard hostMapView === mapView else { return }
    hostMapView = nil
    tripModel.unregisterSubscriber(self)
    journey = Journey()
    isCleared = false
    delegate?.mapViewSession(self, didUpdate: .inactive)
  }
}

extension JourneySharingSession {
  /// Draws the journey, keeping what was prepared for it.
  func draw(into builder: inout SceneBuilder, vehicle: VehicleMotion.Position?) {
    builder.add(
      &journey,
      vehicle: vehicle,
      isVehicleHollow: isVehicleDoubtful,
      tripName: tripModel.tripName
    )
  }

  /// Prepares all that is drawn anew, and draws it from now on.
  func redraw() {
    journey.redraw()
    isCleared = false
  }
}

extension JourneySharingSession: TripModelSubscriber {
  /// Takes the trip's changes onto the map.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdate trip: Trip?,
    updatedPropertyFields: TripPropertyFields
  ) {
    guard let prepared = tripModel.current else { return }
    journey.worldSpeed = hostMapView?.worldSpeed ?? 1
    journey.update(
      prepared,
      updatedPropertyFields,
      receivedAt: tripModel.polling.lastAnswerAt ?? .zero
    )
  }

  /// Takes a state of the trip that did not come from its model, as a measurement has it.
  package func apply(_ trip: Trip, receivedAt: Duration) {
    journey.update(
      PreparedTrip(trip),
      Trip.propertyDifferences(between: journey.trip, and: trip),
      receivedAt: receivedAt
    )
  }
}
