import GoogleRidesharingConsumer

extension AppDelegate {
  /// Creates what an iPhone app has in its main storyboard.
  static func makeInitialViewController() -> UIViewController? {
    Backend.use()
    return MapViewController()
  }
}

// What the guide leaves to the app.
extension MapViewController {
  func startConsumerMatchWithLocations(
    pickupLocation: GMTSTerminalLocation,
    dropoffLocation: GMTSTerminalLocation,
    completion: @escaping (String, Error?) -> Void
  ) {
    Task {
      do {
        completion(try await Backend.book(pickupLocation, dropoffLocation), nil)
      } catch {
        statusLabel.text = "No ride was booked: \(error.localizedDescription)"
        completion("", error)
      }
    }
  }

  func showLoadingView() {
    statusLabel.text = "Booking a ride…"
    view.addSubview(statusLabel)
  }

  func hideLoadingView() {
    statusLabel.text = "Waiting for the trip…"
  }

  func updateUI(with trip: GMTSTrip?) {
    guard let trip else { return }
    var text = "Trip: \(Self.name(of: trip.tripStatus))"
    let meters = trip.remainingDistanceOfActiveRouteInMeters()
    if meters > 0 { text += ", \(meters) m to go" }
    statusLabel.text = text
  }

  private static func name(of status: GMTSTripStatus) -> String {
    switch status {
    case .unknown: "unknown"
    case .new: "waiting for a driver"
    case .enrouteToPickup: "driver on the way"
    case .arrivedAtPickup: "driver is here"
    case .enrouteToIntermediateDestination: "on the way to a stop"
    case .arrivedAtIntermediateDestination: "at a stop"
    case .enrouteToDropoff: "on the way"
    case .complete: "complete"
    case .canceled: "canceled"
    }
  }
}
