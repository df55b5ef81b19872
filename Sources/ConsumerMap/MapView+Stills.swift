internal import RidesharingConsumer

/// A trip that is drawn as it was last known, and no longer followed.
struct StillJourney {
  var journey: Journey
  let tripName: String
  let isVehicleDoubtful: Bool
}

extension MapView {
  /// Ceases to follow a session's trip and goes on to draw what was last known of it.
  ///
  /// The drawing stays until the trip is shown again or the map is cleared.
  ///
  /// - Parameter session: The session; one that is not shown is left alone.
  public func hideKeepingPicture(_ session: JourneySharingSession) {
    guard activeSessions.contains(where: { $0 === session }) else { return }
    let still = StillJourney(
      journey: session.journey,
      tripName: session.tripModel.tripName,
      isVehicleDoubtful: session.isVehicleDoubtful
    )
    let isDrawn = !session.isCleared
    remove(session)
    if isDrawn { stills.append(still) }
  }

  /// What is known of all trips that are drawn.
  var journeys: [Journey] { journeySessions.map(\.journey) + stills.map(\.journey) }
}
