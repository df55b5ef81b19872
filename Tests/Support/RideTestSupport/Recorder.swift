package import FleetEngine
package import Geo
package import RidesharingConsumer
import TestSupport

/// A subscriber that records its calls.
@MainActor package final class Recorder: TripModelSubscriber {
  /// The calls, in order.
  package private(set) var log: [String] = []
  /// The errors of failed polls.
  package private(set) var errors: [FleetEngineError] = []
  /// The changed properties of each change of the trip.
  package private(set) var fields: [TripPropertyFields] = []
  /// The statuses, in order.
  package private(set) var statuses: [TripStatus] = []
  /// The last state of polling.
  package private(set) var polling = PollingStatus()

  /// Creates a subscriber without calls.
  package init() {}

  /// Waits until a condition holds; returns early if the task is cancelled.
  package func wait(until condition: @MainActor (Recorder) -> Bool) async {
    await waitWhile(!condition(self))
  }

  /// Waits for the end of so many polls, good or bad.
  package func polls(_ count: Int) async {
    await wait { $0.polling.totalUpdates + $0.errors.count >= count && !$0.polling.isPolling }
  }

  /// Clears the log.
  package func forget() { log = [] }

  package func tripModel(_ tripModel: TripModel, didUpdate sessionState: TripModelState) {
    log.append("state \(sessionState)")
  }
  package func tripModel(
    _ tripModel: TripModel, didUpdate trip: Trip?, updatedPropertyFields: TripPropertyFields
  ) {
    log.append("trip")
    fields.append(updatedPropertyFields)
  }
  package func tripModel(_ tripModel: TripModel, didUpdate tripStatus: TripStatus) {
    log.append("status \(tripStatus.wireName)")
    statuses.append(tripStatus)
  }
  package func tripModel(_ tripModel: TripModel, didUpdate vehicleLocation: VehicleLocation?) {
    log.append("vehicle")
  }
  package func tripModel(
    _ tripModel: TripModel, didUpdatePickupLocation pickupLocation: TerminalLocation?
  ) { log.append("pickup") }
  package func tripModel(
    _ tripModel: TripModel, didUpdateDropoffLocation dropoffLocation: TerminalLocation?
  ) { log.append("dropoff") }
  package func tripModel(
    _ tripModel: TripModel, didUpdateETAToNextWaypoint etaToNextWaypoint: Double
  ) { log.append("next \(etaToNextWaypoint)") }
  package func tripModel(_ tripModel: TripModel, didUpdatePickupETA pickupETA: Double) {
    log.append("pickup eta \(pickupETA)")
  }
  package func tripModel(_ tripModel: TripModel, didUpdateDropoffETA dropoffETA: Double) {
    log.append("dropoff eta \(dropoffETA)")
  }
  package func tripModel(
    _ tripModel: TripModel, didUpdateActiveRouteRemainingDistance distance: Int32
  ) { log.append("distance \(distance)") }
  package func tripModel(_ tripModel: TripModel, didUpdateActiveRoute activeRoute: [Coordinate]?) {
    log.append("active \(activeRoute?.count ?? -1)")
  }
  package func tripModel(
    _ tripModel: TripModel, didUpdateRemainingRoute remainingRoute: [Coordinate]?
  ) { log.append("remaining \(remainingRoute?.count ?? -1)") }
  package func tripModel(_ tripModel: TripModel, didUpdateRemainingRouteDistance distance: Int32) {
    log.append("remaining distance \(distance)")
  }
  package func tripModel(
    _ tripModel: TripModel, didUpdateRemaining remainingWaypoints: [TripWaypoint]?
  ) { log.append("waypoints \(remainingWaypoints?.count ?? -1)") }
  package func tripModel(
    _ tripModel: TripModel,
    didUpdateIntermediateDestinations intermediateDestinations: [TerminalLocation]?
  ) { log.append("stops \(intermediateDestinations?.count ?? -1)") }
  package func tripModel(
    _ tripModel: TripModel, didUpdateActiveRouteTraffic activeRouteTraffic: TrafficPolyline?
  ) { log.append("active traffic") }
  package func tripModel(
    _ tripModel: TripModel, didUpdateRemainingRouteTraffic remainingRouteTraffic: TrafficPolyline?
  ) { log.append("remaining traffic") }
  package func tripModel(
    _ tripModel: TripModel, didFailUpdateTripWithError error: FleetEngineError?
  ) {
    log.append("error \(error?.code.name ?? "none")")
    if let error { errors.append(error) }
  }
  package func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
    self.polling = polling
  }
}
