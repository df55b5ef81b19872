import CoreLocation
import GoogleMaps
import GoogleRidesharingConsumer

extension AppDelegate {
  /// Creates what an iPhone app has in its main storyboard.
  static func makeInitialViewController() -> UIViewController? {
    Backend.use()
    return PlacesViewController()
  }
}

// What the guide leaves to the app.
extension MapViewController {
  /// Follows a ride between two places until it ends.
  static func following(
    from pickup: GMTSTerminalLocation, to dropoff: GMTSTerminalLocation
  ) -> MapViewController {
    let controller = MapViewController()
    controller.selectedPickupLocation = pickup
    controller.selectedDropoffLocation = dropoff
    return controller
  }

  func startConsumerMatchWithLocations(
    pickupLocation: GMTSTerminalLocation, dropoffLocation: GMTSTerminalLocation,
    completion: @escaping (String, Error?) -> Void
  ) {
    Task {
      do { completion(try await Backend.book(pickupLocation, dropoffLocation), nil) } catch {
        statusLabel.text = "No ride was booked. Enter: other places. \(error.localizedDescription)"
        hasFailed = true
        completion("", error)
      }
    }
  }

  func showLoadingView() { statusLabel.text = "Booking a ride…" }

  func hideLoadingView() {
    statusLabel.text = "Waiting for the trip…"
    currentTripModel.register(errors)
  }

  func updateUI(with trip: GMTSTrip?) {
    guard let trip else { return }
    var text = "Trip: \(Self.name(of: trip.tripStatus))"
    let meters = trip.remainingDistanceOfActiveRouteInMeters()
    if meters > 0 { text += ", \(meters) m to go" }
    statusLabel.text = text
    guard trip.tripStatus == .complete || trip.tripStatus == .canceled else { return }
    statusLabel.text = "\(text). Press q to quit."
    stopFollowing()
  }

  // Back to the other places. After a ride the listing's provider would ask for that ride's token again.
  func mapView(_: GMSMapView, didTapAt _: CLLocationCoordinate2D) {
    if hasFailed { dismiss(animated: true) }
  }

  /// Ends the requests for the trip and takes it off the map.
  func stopFollowing() {
    guard let model = currentTripModel, model.state == .active else { return }
    model.unregisterSubscriber(errors)
    cancelCurrentActiveTrip()
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
