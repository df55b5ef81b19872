import Foundation
import GoogleRidesharingConsumer

// Stand-ins for what the listings take from the app around them.

// Each guide has names of its own.
enum Guide000 {}
enum Guide001 {}
enum Guide002 {}
enum Guide003 {}
enum Guide004 {}

let yourMapsAPIKey = "key"
let yourProviderID = "acme"

/// The members of the consumer guides' view controllers that the listings do not show.
@MainActor class RideViewController: UIViewController {
  /// Books a ride, as an app's backend does; returns the trip's name or an error.
  typealias Booking = (
    _ pickup: GMTSTerminalLocation, _ dropoff: GMTSTerminalLocation
  ) async -> (String, (any Error)?)

  // As in an app that fills its properties when the view loads.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var mapView: GMTCMapView!
  var selectedPickupLocation: GMTSTerminalLocation?
  var selectedDropoffLocation: GMTSTerminalLocation?
  /// An app declares it in the class whose `deinit` reads it, which may do so; a subclass may not.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  nonisolated(unsafe) var currentTripModel: GMTCTripModel!
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var currentJourneySharingSession: GMTCJourneySharingSession!
  var journeySharingSession: GMTCJourneySharingSession { currentJourneySharingSession }
  let groundAnchor = CGPoint(x: 0.5, y: 1)
  let icon = UIImage(text: "(car)")

  var book: Booking = { _, _ in ("", nil) }
  /// The calls that the app received, for the tests.
  let log = CallLog()
  private(set) var isLoading = false
  private(set) var shownTrips: [GMTSTrip?] = []
  private(set) var errorCodes: [Int] = []

  func startConsumerMatchWithLocations(
    pickupLocation: GMTSTerminalLocation, dropoffLocation: GMTSTerminalLocation,
    completion: @escaping (String, (any Error)?) -> Void
  ) {
    let book = book
    Task {
      let (tripName, error) = await book(pickupLocation, dropoffLocation)
      completion(tripName, error)
    }
  }

  func showLoadingView() { isLoading = true }
  func hideLoadingView() { isLoading = false }
  func updateUI(with trip: GMTSTrip?) { shownTrips.append(trip) }
  func note(_ code: Int) {
    errorCodes.append(code)
    log.record(.error)
  }
}

/// The driver's side "up to this step", as the driver's guide makes it: its initializer may fail.
@MainActor var ridesharingDriverAPI: GMTDRidesharingDriverAPI?

/// The member that the driver guide's last listing uses.
@MainActor class DriverViewController: UIViewController {
  var vehicleReporter: GMTDVehicleReporter? { ridesharingDriverAPI.vehicleReporter }
}
